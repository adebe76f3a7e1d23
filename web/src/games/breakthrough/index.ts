import { gameText } from '../../i18n';
import { squareName } from '../../lib/squares';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import { headline } from './log';
import { sideStyle } from './look';
import Panel from './Panel.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, winning, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Panel,
  read,
  strings,
  shapedBy: ['columns', 'rows'],
  diagrams,
  headline,
  inWords: ({ parts }) => {
    const [from, to] = parts.flatMap(({ place }) => place ?? []);
    return from && to ? gameText(strings, 'words', { from, to }) : undefined;
  },
  facts: (board, seat) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    const men = board.men.filter((man) => man.side === side).length;
    return side ? `${gameText(strings, side)} · ${gameText(strings, 'men', { n: men })}` : '';
  },
  notice: (board, seat, mine) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    return side && winning(board, side).length > 0
      ? { text: gameText(strings, 'nearlyThrough'), alarm: !mine.includes(seat) }
      : undefined;
  },
  // What must not be overlooked is said where a man is chosen: it is the last chance to take that man, unless one's own is
  // through first.
  variant: (board, key, _chosen, _moves, seat) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    if (key !== 'ask-from' || !side) return key;
    if (winning(board, side).length > 0) return 'ask-from-win';
    return winning(board, side === 'white' ? 'black' : 'white').length > 0 ? 'ask-from-danger' : key;
  },
  ended: ({ key }, won, rival) => {
    const reason = { 'breakthrough-reaches': 'reaches', 'breakthrough-clears': 'clears' }[key];
    return reason && gameText(strings, `${reason}-${won ? 'you' : 'rival'}`, { rival });
  },
  called: (board, seat) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    return side ? gameText(strings, side) : '';
  },
  flips: (board, seat) => board.sides.find((side) => side.seat === seat)?.side === 'black',
  style: (board, seat) => sideStyle(board.sides.find((side) => side.seat === seat)?.side ?? 'white'),
  text: (board, tr) => {
    const at = new Map(board.men.map((man) => [man.at, man.side]));
    return Array.from({ length: board.rows }, (_, i) => {
      const row = board.rows - 1 - i;
      const held = Array.from({ length: board.columns }, (_, column) => squareName(column, row)).filter((id) =>
        at.has(id),
      );
      const side = (wanted: string) => held.filter((id) => at.get(id) === wanted).join(' ');
      const parts = (['white', 'black'] as const).filter((s) => side(s)).map((s) => `${tr(s)}: ${side(s)}`);
      return `${tr('row', { row: row + 1 })}: ${parts.join('; ') || tr('empty')}`;
    });
  },
};
