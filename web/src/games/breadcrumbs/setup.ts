// The set-up board of Breadcrumbs: tiles with chips, players with letter, seat and pawn, whose turn it is.

import { gameText } from '../../i18n';
import { icon, place, type Editor } from '../../insight/editor';
import { ti } from '../../insight/text';
import { SYMBOLS } from '../../ui/symbols';
import { PAWN } from './look';
import { strings } from './strings';
import type { Board, Letter, TileColour } from './view';

interface Tile {
  /** Colour and value, `r3`. */
  tile: string;
  /** The letters of the chips on it. */
  chips: string;
}

export interface Crumbs {
  tiles: ReadonlyMap<string, Tile>;
  players: { letter: string; seat: number; pawn: string }[];
  /** The turn's number and the letter to move. */
  turn: number;
  mover: string;
}

const SQUARES = [5, 4, 3, 2, 1].map((row) => [...'abcde'].map((file) => `${file}${row}`));
const TILES: Record<string, TileColour> = { r: 'red', o: 'orange', g: 'green', b: 'blue', p: 'purple' };

function write({ tiles, players, turn, mover }: Crumbs): string {
  const cell = (at: string) => {
    const { tile, chips } = tiles.get(at) ?? { tile: '?', chips: '' };
    return tile + [...chips].sort().join('');
  };
  const board = SQUARES.map((row) => row.map(cell).join(',')).join('/');
  return `${board} ${players.map(({ letter, seat, pawn }) => `${letter}:${seat}@${pawn}`).join(' ')} turn ${turn}${mover}`;
}

function read(text: string): Crumbs | undefined {
  const [board = '', ...words] = text.trim().split(/\s+/);
  const rows = board.split('/').map((row) => row.split(','));
  if (rows.length !== 5 || rows.some((row) => row.length !== 5)) return undefined;
  const tiles = new Map<string, Tile>();
  for (const [i, row] of rows.entries())
    for (const [j, cell] of row.entries()) {
      const found = /^([a-z]\d)([A-E]*)$/.exec(cell);
      const at = SQUARES[i]?.[j];
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
function toggleChip(crumbs: Crumbs, at: string, letter: string): Crumbs {
  const old = crumbs.tiles.get(at);
  if (!old) return crumbs;
  const chips = old.chips.includes(letter) ? old.chips.replace(letter, '') : old.chips + letter;
  return { ...crumbs, tiles: new Map([...crumbs.tiles, [at, { ...old, chips }]]) };
}

/** Two tiles change places; chips and pawns stay. */
function exchange(crumbs: Crumbs, one: string, two: string): Crumbs {
  const [first, second] = [crumbs.tiles.get(one), crumbs.tiles.get(two)];
  if (!first || !second) return crumbs;
  const moved: [string, Tile][] = [
    [one, { ...first, tile: second.tile }],
    [two, { ...second, tile: first.tile }],
  ];
  return { ...crumbs, tiles: new Map([...crumbs.tiles, ...moved]) };
}

/** A letter fixes the colour (B2). */
const COLOURS: Record<string, TileColour> = { A: 'red', B: 'blue', C: 'green', D: 'orange', E: 'purple' };

const word = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);

export const setup: Editor<Crumbs, Board> = {
  read,
  write,
  draft: ({ tiles, players }, { shown }) => ({
    tiles: [...tiles].map(([at, { tile }]) => ({
      at,
      colour: TILES[tile.charAt(0)] ?? 'red',
      value: Number(tile.charAt(1)),
    })),
    players: players.map(({ letter, seat, pawn }) => ({
      letter: letter as Letter,
      colour: COLOURS[letter] ?? 'red',
      seat,
      pawn,
      chips: [...tiles].filter(([, { chips }]) => chips.includes(letter)).map(([at]) => ({ at, points: 0 })),
      score: 0,
    })),
    lowest: null,
    endChips: shown?.endChips ?? 5,
  }),
  tools: ({ players }) => [
    {
      label: ti('pieces'),
      tools: players.flatMap(({ letter }) => {
        const colour = `var(--${COLOURS[letter]})`;
        return [
          { id: `chip ${letter}`, label: word('setup-chipOf', { letter }), icon: icon(SYMBOLS.circle, colour) },
          {
            id: `pawn ${letter}`,
            label: word('setup-pawnOf', { letter }),
            icon: icon(PAWN, colour, '#1d150d', '-24 -24 48 48', 2),
          },
        ];
      }),
    },
    { label: word('setup-tiles'), tools: [{ id: 'exchange', label: word('setup-exchangeTiles'), pair: true }] },
  ],
  places: ({ tiles }) => [...tiles.keys()].map((at) => place('to', at)),
  press: (crumbs, tool, { place: at = '' }, _, first) => {
    const [what, letter = ''] = tool.split(' ');
    if (what === 'exchange') return exchange(crumbs, first?.place ?? at, at);
    if (what === 'chip') return toggleChip(crumbs, at, letter);
    const players = crumbs.players.map((player) => (player.letter === letter ? { ...player, pawn: at } : player));
    return { ...crumbs, players };
  },
  controls: (crumbs) => [
    {
      kind: 'choice',
      label: ti('sideToMove'),
      value: crumbs.mover,
      options: crumbs.players.map(({ letter }) => ({ value: letter, label: letter })),
      set: (mover) => ({ text: write({ ...crumbs, mover }) }),
    },
    {
      kind: 'number',
      label: word('setup-turnNumber'),
      value: crumbs.turn,
      least: 1,
      most: 1000,
      set: (turn) => ({ text: write({ ...crumbs, turn }) }),
    },
  ],
};
