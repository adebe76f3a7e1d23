import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { headline, tells } from './log';
import { faceName, KINDS, SEATS } from './look';
import Panel from './Panel.svelte';
import Strip from './Strip.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { promptFor, wayOn } from './prompts';
import { read, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Strip,
  Panel,
  landscape: true,
  hintsInWords: true,
  scored: 'M-2.800 2C-3.600 -1.800 -1.800 -2.400 0 -2.400S3.600 -1.800 2.800 2Z',
  wins: (board) => board.loaves_to_win,
  read,
  strings,
  diagrams,
  headline,
  tells,
  facts: (board, seat) => {
    const side = board.sides.find((one) => one.seat === seat);
    return side ? gameText(strings, 'pile', { n: side.pile }) : '';
  },
  explain: (_, chosen) => {
    const [part] = chosen;
    const kind =
      part?.role === 'face'
        ? faceName(Number.parseInt(part.value))
        : part?.role === 'bot'
          ? KINDS[part.value.slice(0, 2)]
          : undefined;
    const load = /^Ha(\d+)/.exec(part?.value ?? '')?.[1];
    if (load) return `${gameText(strings, 'harvester')}: ${gameText(strings, 'about-load', { load })}`;
    return kind ? `${gameText(strings, kind)}: ${gameText(strings, `about-${kind}`)}` : '';
  },
  // A bot may also go somewhere and do nothing there; other moves need no button.
  effect: () => gameText(strings, 'justGo'),
  flips: (_, seat) => seat === 1,
  variant: (board, key, _, moves) => (key === 'word-end' ? `word-end-${wayOn(board)}` : promptFor(board, key, moves)),
  // Most turns end without taking a bot back.
  foremost: (board, part) => part.role === 'word' && board.phase === 'recall',
  shows: ['action', 'face'],
  style: (_, seat) => SEATS[seat] ?? { colour: 'grey', symbol: 'circle' },
  text: (board, tr) => {
    const tiles = board.tiles.map((tile) => {
      const words = tile.bots.map((bot) => {
        const load = !bot.load ? '' : ` (${tr('carries', { load: bot.load })})`;
        return `${tr('seat', { seat: bot.seat })} ${tr(bot.kind)}${load}`;
      });
      if (tile.crop) words.push(tile.crop.value === null ? tr('crop') : tr('cropOf', { value: tile.crop.value }));
      if (tile.poison) words.push(tr('poison'));
      return `${tr(tile.at.length === 1 ? 'land' : 'delivery', { place: tile.at })}: ${words.join(', ') || tr('empty')}.`;
    });
    const sides = board.sides.map((side) => {
      const held = side.factories.map((kind, i) => `${i + 1} ${kind ? tr(kind) : tr('empty')}`).join(', ');
      return `${tr('seat', { seat: side.seat })}: ${tr('factories')} ${held}; ${tr('pile', { n: side.pile })}; ${tr('loafCount', { n: side.loaves, of: board.loaves_to_win })}.`;
    });
    return [...tiles, ...sides, `${tr('inCentre', { n: board.centre })}`];
  },
};
