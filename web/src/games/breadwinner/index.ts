import { gameText } from '../../i18n';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { faceName, KINDS, SEATS } from './look';
import Panel from './Panel.svelte';
import Strip from './Strip.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Strip,
  Panel,
  landscape: true,
  hintsInWords: true,
  read,
  strings,
  diagrams,
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
    return kind ? `${gameText(strings, kind)}: ${gameText(strings, `about-${kind}`)}` : '';
  },
  // A bot may also go somewhere and do nothing there; other moves need no button.
  effect: () => gameText(strings, 'justGo'),
  flips: (_, seat) => seat === 1,
  variant: (board, key) => (key === 'ask-bot' || key === 'word-end' ? `${key}-${board.phase}` : key),
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
