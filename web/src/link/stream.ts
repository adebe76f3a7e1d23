// Answers that come as a stream of JSON documents, one per line: analysis and review. Closing the stream stops the work behind
// it, so a page that no longer needs an answer must close it.

import { ApiError, call, Offline } from './api';

/** The server ended the answer because another page of this browser asked later. */
export class Replaced extends Error {}

/** Why a stream ended before its last document. */
export type Failure = ApiError | Offline | Replaced;

/** Splits text that arrives in pieces into lines; what follows the last line break is kept for the next piece. */
export class Lines {
  #rest = '';

  take(piece: string): string[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '');
  }

  /** What is left at the end, where the last line has no line break. */
  end(): string[] {
    const rest = this.#rest;
    this.#rest = '';
    return rest.trim() === '' ? [] : [rest];
  }
}

/** Requests a stream. `onfail` is called at most once, and never after the returned function was called. */
export function stream<T extends { done: boolean }>(
  path: string,
  init: RequestInit,
  onpart: (part: T) => void,
  onfail: (failure: Failure) => void,
): () => void {
  const controller = new AbortController();
  const read = async () => {
    const response = await call(path, { ...init, signal: controller.signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const lines = new Lines();
    let done = false;
    const pass = (found: string[]) => {
      for (const line of found) {
        if (controller.signal.aborted) return;
        const part = JSON.parse(line) as T;
        done = part.done;
        onpart(part);
      }
    };
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      pass(lines.take(decoder.decode(piece.value, { stream: true })));
    }
    pass(lines.end());
    if (!done) throw new Replaced('another page asks the engine');
  };
  read().catch((error: unknown) => {
    if (controller.signal.aborted) return;
    const known = error instanceof ApiError || error instanceof Offline || error instanceof Replaced;
    onfail(known ? error : new Offline('the answer broke off'));
  });
  return () => controller.abort();
}
