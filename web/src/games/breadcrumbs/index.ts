import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { COLOURS } from './look';
import Panel from './Panel.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { headline, plain } from './log';
import { ending, read, threatens, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Panel,
  read,
  strings,
  diagrams,
  headline,
  plain,
  goalNumber: (board) => board.endChips,
  facts: (board, seat, over) => {
    const player = board.players.find((one) => one.seat === seat);
    if (!player) return '';
    const chips = player.chips.length;
    if (chips < board.endChips) return gameText(strings, 'chipCount', { chips, need: board.endChips });
    // During the game it is a notice.
    return over ? gameText(strings, 'chipsEnough', { n: chips }) : '';
  },
  notice: (board, seat, mine) => {
    const player = board.players.find((one) => one.seat === seat);
    const chips = player?.chips.length ?? 0;
    if (!player || chips < board.endChips) return undefined;
    return threatens(board, player, mine)
      ? { text: gameText(strings, 'canMeetYou'), alarm: true }
      : { text: gameText(strings, 'chipsEnough', { n: chips }), alarm: false };
  },
  // Only who has the lowest score alone is told so, and before it chooses. Once a meeting can end the game, what matters is
  // whether to look for one or to avoid it.
  variant: (board, key, _chosen, moves) => {
    if (key !== 'ask-to') return key;
    const soon = ending(board);
    if (soon === 'ahead' && !moves.some(({ ends }) => ends)) return 'ask-to-chase';
    return `${board.lowest === null ? key : 'ask-to-diagonal'}${soon ? `-${soon}` : ''}`;
  },
  style: (board, seat) => {
    const colour = board.players.find((player) => player.seat === seat)?.colour ?? 'red';
    return { colour, symbol: COLOURS[colour] };
  },
  text: (board, tr) => {
    const rows = [5, 4, 3, 2, 1].map((row) => {
      const tiles = board.tiles.filter((tile) => tile.at.endsWith(String(row)));
      const one = tiles.map((tile) => {
        const chips = board.players.filter((p) => p.chips.some((chip) => chip.at === tile.at)).map((p) => p.letter);
        const pawns = board.players.filter((p) => p.pawn === tile.at).map((p) => tr('pawnOf', { who: p.letter }));
        const held = [...pawns, ...(chips.length ? [tr('chipsOf', { who: chips.join(' ') })] : [])];
        return `${tile.at} ${tr(tile.colour)} ${tile.value}${held.length ? ` (${held.join(', ')})` : ''}`;
      });
      return `${one.join('; ')}.`;
    });
    const scores = board.players.map((p) => `${p.letter} ${p.score}`).join(', ');
    return board.tiles.length ? [...rows, `${tr('scores')}: ${scores}.`] : [tr('undealt')];
  },
};
