// Set-up boards: positions made by hand, as the text that a game writes. Whether a game can have such a position, the server
// says.

const FILES = 'abcdefghijklmnop';

export interface Men {
  columns: number;
  rows: number;
  /** `P` (White) or `p` (Black) by square. */
  at: ReadonlyMap<string, 'P' | 'p'>;
  mover: 'w' | 'b';
}

const squareOf = (column: number, row: number): string => `${FILES[column] ?? '?'}${row + 1}`;

/** Breakthrough: rows from the top, numbers for empty squares, the side to move. */
export function writeMen({ columns, rows, at, mover }: Men): string {
  const line = (row: number) => {
    let [text, empty] = ['', 0];
    for (let column = 0; column < columns; column++) {
      const man = at.get(squareOf(column, row));
      if (!man) empty += 1;
      else {
        text += `${empty || ''}${man}`;
        empty = 0;
      }
    }
    return text + (empty || '');
  };
  return `${Array.from({ length: rows }, (_, i) => line(rows - 1 - i)).join('/')} ${mover}`;
}

/** Reads what `writeMen` writes; nothing for other texts, which the position field is for. */
export function readMen(text: string): Men | undefined {
  const [board = '', mover] = text.trim().split(/\s+/);
  const lines = board.split('/');
  if (mover !== 'w' && mover !== 'b') return undefined;
  const at = new Map<string, 'P' | 'p'>();
  let columns: number | undefined;
  for (const [i, line] of lines.entries()) {
    let column = 0;
    for (const [token] of line.matchAll(/\d+|./g)) {
      if (/^\d+$/.test(token)) column += Number(token);
      else if (token === 'P' || token === 'p') at.set(squareOf(column++, lines.length - 1 - i), token);
      else return undefined;
    }
    if (columns !== undefined && columns !== column) return undefined;
    columns = column;
  }
  return columns && columns <= 16 && lines.length <= 16 ? { columns, rows: lines.length, at, mover } : undefined;
}

/** The start: two rows of men on each side. */
export function startMen(columns: number, rows: number): Men {
  const at = new Map<string, 'P' | 'p'>();
  const deep = rows < 5 ? 1 : 2;
  for (let column = 0; column < columns; column++)
    for (let i = 0; i < deep; i++) {
      at.set(squareOf(column, i), 'P');
      at.set(squareOf(column, rows - 1 - i), 'p');
    }
  return { columns, rows, at, mover: 'w' };
}

export interface Crumbs {
  /** Colour and value of the tile, `r3`, and the letters of the chips on it, by square. */
  tiles: ReadonlyMap<string, { tile: string; chips: string }>;
  players: { letter: string; seat: number; pawn: string }[];
  /** The turn's number and the letter to move. */
  turn: number;
  mover: string;
}

const CRUMB_SQUARES = [5, 4, 3, 2, 1].map((row) => [...'abcde'].map((file) => `${file}${row}`));

/** Breadcrumbs: tiles with chips, players with letter, seat and pawn, whose turn it is. */
export function writeCrumbs({ tiles, players, turn, mover }: Crumbs): string {
  const cell = (at: string) => {
    const { tile, chips } = tiles.get(at) ?? { tile: '?', chips: '' };
    return tile + [...chips].sort().join('');
  };
  const board = CRUMB_SQUARES.map((row) => row.map(cell).join(',')).join('/');
  return `${board} ${players.map(({ letter, seat, pawn }) => `${letter}:${seat}@${pawn}`).join(' ')} turn ${turn}${mover}`;
}

export function readCrumbs(text: string): Crumbs | undefined {
  const [board = '', ...words] = text.trim().split(/\s+/);
  const rows = board.split('/').map((row) => row.split(','));
  if (rows.length !== 5 || rows.some((row) => row.length !== 5)) return undefined;
  const tiles = new Map<string, { tile: string; chips: string }>();
  for (const [i, row] of rows.entries())
    for (const [j, cell] of row.entries()) {
      const found = /^([a-z]\d)([A-E]*)$/.exec(cell);
      const at = CRUMB_SQUARES[i]?.[j];
      if (!found || at === undefined) return undefined;
      tiles.set(at, { tile: found[1] ?? '', chips: found[2] ?? '' });
    }
  const players = words.flatMap((word) => {
    const found = /^([A-E]):(\d)@([a-e][1-5])$/.exec(word);
    return found ? [{ letter: found[1] ?? '', seat: Number(found[2]), pawn: found[3] ?? '' }] : [];
  });
  const turn = /^(\d+)([A-E])$/.exec(words[words.indexOf('turn') + 1] ?? '');
  return turn && players.length ? { tiles, players, turn: Number(turn[1]), mover: turn[2] ?? '' } : undefined;
}

/** Puts a chip on a tile, or takes it away. */
export function toggleChip(crumbs: Crumbs, at: string, letter: string): Crumbs {
  const old = crumbs.tiles.get(at);
  if (!old) return crumbs;
  const chips = old.chips.includes(letter) ? old.chips.replace(letter, '') : old.chips + letter;
  return { ...crumbs, tiles: new Map([...crumbs.tiles, [at, { ...old, chips }]]) };
}

export const movePawn = (crumbs: Crumbs, at: string, letter: string): Crumbs => ({
  ...crumbs,
  players: crumbs.players.map((player) => (player.letter === letter ? { ...player, pawn: at } : player)),
});

/** Puts a man on a square, or takes the same one away; `undefined` clears the square. */
export function placeMan(men: Men, at: string, man: 'P' | 'p' | undefined): Men {
  const next = new Map(men.at);
  if (man === undefined || next.get(at) === man) next.delete(at);
  else next.set(at, man);
  return { ...men, at: next };
}
