// The board of Träxx, as the program describes it.

import type { Left, TraxxBoard, TraxxColourName, TraxxPath } from '../../wire.gen';

export type FieldColour = TraxxColourName;

export interface Field {
  at: string;
  colour: FieldColour;
  number?: number;
}

export type Path = Pick<TraxxPath, 'seat' | 'start' | 'fields' | 'numbers' | 'missed' | 'score'>;

export interface Board {
  fields: Field[];
  paths: Path[];
  /** The colours of the open card, one for each field it allows. */
  card: FieldColour[] | null;
  /** The cards still to come. */
  cards: FieldColour[][];
  /** Numbers that a player reached in an earlier round: they give half. */
  taken: number[];
}

const LETTERS: Record<string, FieldColour> = { R: 'red', B: 'blue', G: 'green', Y: 'yellow', P: 'purple', E: 'grey' };

/** The cards to come are among what is left, written by their letters. */
export function read({ board, left }: { board: unknown; left: Left[] }): Board {
  const wire = board as TraxxBoard;
  const cards = left.find(({ what }) => what === 'cards')?.items ?? [];
  return {
    fields: wire.fields.map(({ at, color, number }) => ({
      at,
      colour: color,
      ...(number ? { number } : {}),
    })),
    paths: wire.paths,
    card: wire.card ? wire.card.colors : null,
    cards: cards.map((card) => [...card].flatMap((letter) => LETTERS[letter] ?? [])),
    taken: wire.taken,
  };
}

const ROW = 'abcdefghi';

/** The centre of a field, with the distance between neighbours 1. */
export function spot(at: string): { x: number; y: number } {
  const row = ROW.indexOf(at[0] ?? 'a');
  const length = 9 - Math.abs(row - 4);
  return { x: Number(at.slice(1)) - (length + 1) / 2, y: ((row - 4) * Math.sqrt(3)) / 2 };
}
