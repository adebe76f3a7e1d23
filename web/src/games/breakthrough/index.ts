import { gameText } from '../../i18n';
import { squareName } from '../../lib/squares';
import type { GameModule } from '../module';
import BoardView from './Board.svelte';
import Panel from './Panel.svelte';
import { diagrams } from './diagrams';
import { strings } from './strings';
import { read, type Board } from './view';

export const game: GameModule<Board> = {
  Board: BoardView,
  Panel,
  read,
  strings,
  diagrams,
  facts: (board, seat) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    const men = board.men.filter((man) => man.side === side).length;
    return side ? `${gameText(strings, side)} · ${gameText(strings, 'men', { n: men })}` : '';
  },
  called: (board, seat) => {
    const side = board.sides.find((one) => one.seat === seat)?.side;
    return side ? gameText(strings, side) : '';
  },
  flips: (board, seat) => board.sides.find((side) => side.seat === seat)?.side === 'black',
  style: (board, seat) =>
    board.sides.find((side) => side.seat === seat)?.side === 'black'
      ? { colour: 'black', symbol: 'square' }
      : { colour: 'white', symbol: 'circle' },
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
