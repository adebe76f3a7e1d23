// The board of Träxx, as the program describes it.

export type FieldColour = 'red' | 'blue' | 'green' | 'yellow' | 'purple' | 'grey';

export interface Field {
  at: string;
  colour: FieldColour;
  number?: number;
  start?: boolean;
}

export interface Path {
  seat: number;
  start: string;
  /** From one end to the other. */
  fields: string[];
  numbers: { number: number; points: number }[];
  missed: number;
  score: number;
}

export interface Board {
  fields: Field[];
  paths: Path[];
  /** The colours of the open card, one for each field it allows. */
  card: FieldColour[] | null;
  /** The cards still to come. */
  cards: FieldColour[][];
  /** Numbers that somebody reached in an earlier round: they give half. */
  taken: number[];
}

export const read = (json: unknown): Board => json as Board;

const ROW = 'abcdefghi';

/** The centre of a field, with the distance between neighbours 1. */
export function spot(at: string): { x: number; y: number } {
  const row = ROW.indexOf(at[0] ?? 'a');
  const length = 9 - Math.abs(row - 4);
  return { x: Number(at.slice(1)) - (length + 1) / 2, y: ((row - 4) * Math.sqrt(3)) / 2 };
}
