import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { CRUMB_SIGN, PAWNS, UNDRAWN } from './look';
import Panel from './Panel.svelte';
import Strip from './Strip.svelte';
import { diagrams } from './diagrams';
import { headline, tells } from './headline';
import { strings } from './strings';
import { read, spaces, type Board, type PawnName } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Strip,
  Panel,
  read,
  strings,
  shapedBy: ['forest'],
  diagrams,
  hintsInWords: true,
  scored: CRUMB_SIGN,
  shows: ['way', 'turn'],
  variant: (board, key) => (key === 'ask-step' ? `ask-step-${board.mover === 'Snipe' ? 'snipe' : 'hunter'}` : key),
  headline,
  tells,
  told: (told) => {
    const pawn = told.map(({ args }) => args?.['pawn']).find(Boolean);
    return PAWNS[(/the (\w+)/.exec(pawn ?? '')?.[1] ?? '') as PawnName];
  },
  facts: (board, seat) => {
    const own = board.pawns.filter((pawn) => pawn.seat === seat);
    return own.map((pawn) => gameText(strings, `pawn-${pawn.pawn}`)).join(', ');
  },
  role: (board, seat) => {
    const own = board.pawns.filter((pawn) => pawn.seat === seat);
    return own.map((pawn) => gameText(strings, `the-${pawn.pawn}`)).join(', ');
  },
  style: (board, seat) => PAWNS[board.pawns.find((pawn) => pawn.seat === seat)?.pawn ?? UNDRAWN[seat - 1] ?? 'red'],
  text: (board, tr) => {
    const cards = board.cards.map((card) => {
      const held = spaces(card).flatMap((at) => {
        const words = board.pawns.filter((pawn) => pawn.at === at).map((pawn) => tr(`pawn-${pawn.pawn}`));
        if (board.crumbs.includes(at)) words.push(tr('crumb'));
        return words.length ? [`${at}: ${words.join(', ')}`] : [];
      });
      const exits = [...card.exits].map((exit) => tr(`way-${exit}`)).join(', ');
      const mark = card.mark ? `${tr(card.mark)}, ` : '';
      return `${card.at}: ${mark}${tr('exits', { exits })}.${held.length ? ` ${held.join('; ')}.` : ''}`;
    });
    return board.cards.length ? cards : [tr('undealt')];
  },
};
