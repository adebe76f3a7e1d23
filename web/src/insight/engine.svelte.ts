// The engine of a page: one analysis at a time, stopped when the position changes; a busy or silent server is asked again.

import { analyse } from '../lib/analysis';
import { ApiError, Busy, Offline } from '../link/api';
import { Replaced, type Failure } from '../link/stream';
import { ti } from './text';
import type { AnalysisRequest, AnalysisView } from '../wire.gen';

const AGAIN_MS = 2500;

/** Why there is no analysis, in plain words; `again` is set if the page asks again by itself. */
export interface Trouble {
  text: string;
  again: boolean;
}

export function troubleOf(failure: Failure): Trouble {
  if (isBusy(failure)) return { text: ti('engineBusy'), again: true };
  if (failure instanceof Offline) return { text: ti('engineOffline'), again: true };
  if (failure instanceof Replaced) return { text: ti('engineElsewhere'), again: false };
  if (failure.status === 403 || failure.code === 'forbidden') return { text: ti('engineRunning'), again: false };
  return { text: ti('engineFailed', { reason: failure.message }), again: false };
}

/** Whether a failure is that of an engine with too much to do. */
export const isBusy = (failure: unknown): boolean =>
  failure instanceof Busy || (failure instanceof ApiError && failure.status === 429);

export class Engine {
  view: AnalysisView | undefined = $state.raw();
  trouble: Trouble | undefined = $state.raw();
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AnalysisRequest | undefined;

  /** Analyses a position; the analysis before it is stopped. */
  ask(request: AnalysisRequest): void {
    this.stop();
    this.view = undefined;
    this.#request = request;
    this.#begin(request);
  }

  again(): void {
    if (this.#request) this.ask(this.#request);
  }

  #begin(request: AnalysisRequest): void {
    this.trouble = undefined;
    this.#stop = analyse(
      request,
      (view) => (this.view = view),
      (failure) => {
        this.trouble = troubleOf(failure);
        if (this.trouble.again) this.#timer = setTimeout(() => this.#begin(request), AGAIN_MS);
      },
    );
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#timer);
  }

  /** Stops, and forgets what was found. */
  clear(): void {
    this.stop();
    this.view = undefined;
    this.trouble = undefined;
    this.#request = undefined;
  }
}

/** The answer of one analysis to its end. */
export const analysed = (request: AnalysisRequest): { done: Promise<AnalysisView>; stop: () => void } => {
  let stop = () => {};
  const done = new Promise<AnalysisView>((resolve, reject) => {
    stop = analyse(request, (view) => view.done && resolve(view), reject);
  });
  return { done, stop };
};
