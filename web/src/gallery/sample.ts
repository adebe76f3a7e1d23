import type { MoveView, Part } from '../wire.gen';

/** A position with a few moves to try. */
export interface Sample {
  title: string;
  board: unknown;
  last: string[];
  seat: number | undefined;
  moves: MoveView[];
  chosen?: Part[];
  flip?: boolean;
  decided?: number[];
}

/** Pseudo-random numbers with a fixed seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
