import type { Board, Letter, Player, TileColour } from './view';
import { dice, type Sample } from '../../gallery/sample';

const COLOURS: Record<Letter, TileColour> = { A: 'red', B: 'blue', C: 'green', D: 'orange', E: 'purple' };
const STARTS: Record<Letter, string> = { A: 'a5', B: 'e1', C: 'c3', D: 'e5', E: 'a1' };
const SQUARES = [5, 4, 3, 2, 1].flatMap((row) => ['a', 'b', 'c', 'd', 'e'].map((file) => `${file}${row}`));

function position(letters: Letter[], chips: number, meet?: string): Board {
  const roll = dice(letters.length * 77 + chips);
  const deck = (['red', 'orange', 'green', 'blue', 'purple'] as const).flatMap((colour) =>
    [1, 2, 3, 4, 5].map((value) => ({ colour, value })),
  );
  const tiles = SQUARES.map((at) => ({ at, ...deck.splice(roll(deck.length), 1)[0]! }));
  const held = letters.map((letter) => {
    const free = SQUARES.filter((at) => at !== meet && at !== STARTS[letter]);
    const mine =
      chips === 0 ? [STARTS[letter]] : Array.from({ length: chips }, () => free.splice(roll(free.length), 1)[0]!);
    return meet ? [...mine, meet] : mine;
  });
  const players = letters.map((letter, i): Player => {
    const worth = (at: string) => {
      const tile = tiles.find((t) => t.at === at)!;
      const shared = held.filter((other) => other.includes(at)).length > 1;
      return (shared ? 1 : tile.value) * (tile.colour === COLOURS[letter] ? 2 : 1);
    };
    const list = held[i]!.map((at) => ({ at, points: worth(at) }));
    return {
      letter,
      seat: i + 1,
      colour: COLOURS[letter],
      pawn: meet ?? held[i]![0]!,
      chips: list,
      score: list.reduce((all, chip) => all + chip.points, 0),
    };
  });
  return {
    tiles,
    players,
    endChips: 10,
    lowest: chips > 0 && !meet ? [...players].sort((a, b) => a.score - b.score)[0]!.letter : null,
  };
}

const steps = (places: string[]) => places.map((at) => ({ text: at, parts: [{ role: 'to', value: at, place: at }] }));

export const samples: Sample[] = [
  { title: 'start, two', board: position(['A', 'B'], 0), last: [], seat: 1, moves: steps(['a4', 'b5']) },
  {
    title: 'middle, three',
    board: position(['A', 'B', 'C'], 6),
    last: ['c3'],
    seat: 2,
    moves: steps(['b2', 'd2', 'c1']),
  },
  {
    title: 'middle, five',
    board: position(['A', 'B', 'C', 'D', 'E'], 9),
    last: ['d4'],
    seat: 3,
    moves: steps(['c4', 'c2', 'b3', 'd3']),
  },
  {
    title: 'all on one tile',
    board: position(['A', 'B', 'C', 'D', 'E'], 7, 'c3'),
    last: ['c3'],
    seat: undefined,
    moves: [],
  },
];
