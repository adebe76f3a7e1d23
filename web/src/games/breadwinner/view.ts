// The map of Breadwinner, as the program describes it.

import type {
  BreadwinnerBoard,
  BreadwinnerBot,
  BreadwinnerCrop,
  BreadwinnerKindName,
  BreadwinnerPhaseName,
  BreadwinnerPlayer,
  BreadwinnerTile,
} from '../../wire.gen';

export type Kind = BreadwinnerKindName;
/** What a turn is made of; the roll belongs to the build. */
export type Phase = Exclude<BreadwinnerPhaseName, 'starter' | 'roll' | 'over'>;
export type Bot = Pick<BreadwinnerBot, 'seat' | 'kind'> & Partial<Pick<BreadwinnerBot, 'load' | 'used'>>;

export interface Tile extends Pick<BreadwinnerTile, 'at' | 'poison'> {
  bots: Bot[];
  crop: Pick<BreadwinnerCrop, 'value'> | null;
}

export interface Side extends Pick<BreadwinnerPlayer, 'seat' | 'loaves'> {
  /** Factories 1 to 4. */
  factories: (Kind | null)[];
  pile: BreadwinnerPlayer['dice'];
}

/** What is drawn of the program's board. */
export interface Board extends Pick<
  BreadwinnerBoard,
  'centre' | 'loaves_to_win' | 'round' | 'round_cap' | 'rolled' | 'free' | 'discard'
> {
  /** `D1 a b c d D2`. */
  tiles: Tile[];
  sides: Side[];
  /** None before the first turn and after the last. */
  phase: Phase | null;
  seat: BreadwinnerBoard['mover'];
  /** Chips still to plant. */
  pool: number;
}

export function read({ board }: { board: unknown }): Board {
  const wire = board as BreadwinnerBoard;
  const { phase } = wire;
  return {
    ...wire,
    sides: wire.players.map(({ seat, loaves, dice }) => ({
      seat,
      loaves,
      pile: dice,
      factories: [1, 2, 3, 4].map((number) => {
        const factory = wire.factories.find((one) => one.seat === seat && one.number === number);
        return factory?.bot ?? null;
      }),
    })),
    phase: phase === 'starter' || phase === 'over' ? null : phase === 'roll' ? 'build' : phase,
    seat: wire.mover,
    pool: wire.pile.count,
  };
}
