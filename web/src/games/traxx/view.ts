// The board of Träxx, as the program describes it.

import type { Left, TraxxBoard, TraxxColourName, TraxxField, TraxxPath } from '../../wire.gen';

export type FieldColour = TraxxColourName;
export type Field = Pick<TraxxField, 'at' | 'color' | 'number'>;
export type Path = Pick<TraxxPath, 'seat' | 'start' | 'fields' | 'numbers' | 'missed' | 'score'>;

/** What is drawn of the program's board. */
export interface Board extends Pick<TraxxBoard, 'taken'> {
  fields: Field[];
  paths: Path[];
  /** The colours of the open card, one for each field it allows. */
  card: FieldColour[] | null;
  /** The cards still to come. */
  cards: FieldColour[][];
}

/** The colours by their letters on cards. */
export const LETTERS: Record<string, FieldColour> = {
  R: 'red',
  B: 'blue',
  G: 'green',
  Y: 'yellow',
  P: 'purple',
  E: 'grey',
};

/** The cards to come are among what is left, written by their letters. */
export function read({ board, left }: { board: unknown; left: Left[] }): Board {
  const { fields, paths, card, taken } = board as TraxxBoard;
  const cards = left.find(({ what }) => what === 'cards')?.items ?? [];
  return {
    fields,
    paths,
    taken,
    card: card?.colors ?? null,
    cards: cards.map((card) => [...card].flatMap((letter) => LETTERS[letter] ?? [])),
  };
}

const ROW = 'abcdefghi';

/** The centre of a field, with the distance between neighbours 1. */
export function spot(at: string): { x: number; y: number } {
  const row = ROW.indexOf(at[0] ?? 'a');
  const length = 9 - Math.abs(row - 4);
  return { x: Number(at.slice(1)) - (length + 1) / 2, y: ((row - 4) * Math.sqrt(3)) / 2 };
}
