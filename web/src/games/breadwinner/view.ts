// The map of Breadwinner, as the program describes it.

import type { BreadwinnerBoard, BreadwinnerKindName, BreadwinnerPhaseName } from '../../wire.gen';

export type Kind = BreadwinnerKindName;
/** What a turn is made of; the roll belongs to the build. */
export type Phase = Exclude<BreadwinnerPhaseName, 'starter' | 'roll' | 'over'>;

export interface Bot {
  seat: number;
  kind: Kind;
  /** What a Harvester carries. */
  load?: number | null;
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
  /** Loaves that no player has. */
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

export function read({ board }: { board: unknown }): Board {
  const wire = board as BreadwinnerBoard;
  const { phase } = wire;
  return {
    tiles: wire.tiles.map(({ at, poison, crop, bots }) => ({
      at,
      poison,
      bots,
      ...(crop ? { crop: crop.value } : {}),
    })),
    sides: wire.players.map(({ seat, loaves, dice }) => ({
      seat,
      loaves,
      pile: dice,
      factories: [1, 2, 3, 4].map((number) => {
        const factory = wire.factories.find((one) => one.seat === seat && one.number === number);
        return factory?.bot ?? null;
      }),
    })),
    centre: wire.centre,
    loavesToWin: wire.loaves_to_win,
    phase: phase === 'starter' || phase === 'over' ? null : phase === 'roll' ? 'build' : phase,
    seat: wire.mover,
    round: wire.round,
    roundCap: wire.round_cap,
    rolled: wire.rolled,
    free: wire.free,
    discard: wire.discard,
    pool: wire.pile.count,
  };
}
