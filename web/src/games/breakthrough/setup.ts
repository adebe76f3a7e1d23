// The set-up board of Breakthrough: rows from the top, numbers for empty squares, the side to move.

import { gameText } from '../../i18n';
import { icon, place, type Editor } from '../../insight/editor';
import { ti } from '../../insight/text';
import { squareName } from '../../lib/squares';
import { SYMBOLS } from '../../ui/symbols';
import { strings } from './strings';
import type { Board } from './view';

type Man = 'P' | 'p';

export interface Men {
  columns: number;
  rows: number;
  /** `P` (White) or `p` (Black) by square. */
  at: ReadonlyMap<string, Man>;
  mover: 'w' | 'b';
  /** Where a swap is still possible (K4): `first`, `swap` or `swapped`. A change by hand forgets it. */
  swap?: string;
}

function write({ columns, rows, at, mover, swap }: Men): string {
  const line = (row: number) => {
    let [text, empty] = ['', 0];
    for (let column = 0; column < columns; column++) {
      const man = at.get(squareName(column, row));
      if (!man) empty += 1;
      else {
        text += `${empty || ''}${man}`;
        empty = 0;
      }
    }
    return text + (empty || '');
  };
  return `${Array.from({ length: rows }, (_, i) => line(rows - 1 - i)).join('/')} ${mover}${swap ? ` ${swap}` : ''}`;
}

function read(text: string): Men | undefined {
  const [board = '', mover, swap] = text.trim().split(/\s+/);
  const lines = board.split('/');
  if (mover !== 'w' && mover !== 'b') return undefined;
  const at = new Map<string, Man>();
  let columns: number | undefined;
  for (const [i, line] of lines.entries()) {
    let column = 0;
    for (const [token] of line.matchAll(/\d+|./g)) {
      if (/^\d+$/.test(token)) column += Number(token);
      else if (token === 'P' || token === 'p') at.set(squareName(column++, lines.length - 1 - i), token);
      else return undefined;
    }
    if (columns !== undefined && columns !== column) return undefined;
    columns = column;
  }
  if (!columns || columns > 16 || lines.length > 16) return undefined;
  return { columns, rows: lines.length, at, mover, ...(swap === undefined ? {} : { swap }) };
}

const size = (columns: number, rows: number) => ({
  spec: columns === 8 && rows === 8 ? 'breakthrough' : `breakthrough:columns=${columns},rows=${rows}`,
});
const word = (key: string) => gameText(strings, key);

export const setup: Editor<Men, Board> = {
  read,
  write,
  draft: ({ columns, rows, at }) => ({
    columns,
    rows,
    sides: [
      { side: 'white', seat: 1 },
      { side: 'black', seat: 2 },
    ],
    men: [...at].map(([square, man]) => ({ at: square, side: man === 'P' ? 'white' : 'black' })),
    home: null,
  }),
  tools: () => [
    {
      label: ti('pieces'),
      tools: [
        { id: 'P', label: word('white'), icon: icon(SYMBOLS.circle, 'var(--white)') },
        { id: 'p', label: word('black'), icon: icon(SYMBOLS.square, 'var(--black)') },
        { id: 'eraser', label: ti('eraser') },
      ],
    },
  ],
  places: ({ columns, rows }) =>
    Array.from({ length: columns * rows }, (_, i) => place('from', squareName(i % columns, Math.floor(i / columns)))),
  /** Puts a man on a square, or takes the same one away. */
  press: (men, tool, { place: square = '' }) => {
    const at = new Map(men.at);
    if (tool === 'eraser' || at.get(square) === tool) at.delete(square);
    else at.set(square, tool as Man);
    return { columns: men.columns, rows: men.rows, mover: men.mover, at };
  },
  controls: (men) => [
    {
      kind: 'choice',
      label: ti('sideToMove'),
      value: men.mover,
      options: [
        { value: 'w', label: word('white') },
        { value: 'b', label: word('black') },
      ],
      set: (value) => ({ text: write({ ...men, mover: value === 'b' ? 'b' : 'w', swap: '' }) }),
    },
    {
      kind: 'number',
      label: ti('columns'),
      value: men.columns,
      least: 2,
      most: 16,
      set: (value) => size(value, men.rows),
    },
    {
      kind: 'number',
      label: ti('rows'),
      value: men.rows,
      least: 4,
      most: 16,
      set: (value) => size(men.columns, value),
    },
    { kind: 'button', label: ti('emptyBoard'), press: () => ({ text: write({ ...men, at: new Map(), swap: '' }) }) },
  ],
};
