// The map of Breadwinner, as the program describes it.

export type Kind = 'drone' | 'harvester' | 'locust' | 'soldier' | 'shield';
export type Phase = 'map' | 'factories' | 'build' | 'recall';

export interface Bot {
  seat: number;
  kind: Kind;
  /** What a Harvester carries. */
  load?: number;
  /** Has moved or acted in this phase. */
  used?: boolean;
}

export interface Tile {
  at: string;
  bots: Bot[];
  /** A crop chip: its value if it is known, else `null`; left out where there is none. */
  crop?: number | null;
  poison: boolean;
}

export interface Side {
  seat: number;
  /** Factories 1 to 4. */
  factories: (Kind | null)[];
  /** Dice in the pile. */
  pile: number;
  loaves: number;
}

export interface Board {
  /** `D1 a b c d D2`. */
  tiles: Tile[];
  sides: Side[];
  /** Loaves that nobody has. */
  centre: number;
  loavesToWin: number;
  /** None before the first turn and after the last. */
  phase: Phase | null;
  /** Whose turn it is. */
  seat: number | null;
  round: number;
  roundCap: number;
  /** The faces of this turn's roll that are not used yet. */
  rolled: number[];
  /** Bots that Research & Development still gives. */
  free: number;
  /** Values spent, and chips still to plant. */
  discard: number[];
  pool: number;
}

export const read = (json: unknown): Board => json as Board;
