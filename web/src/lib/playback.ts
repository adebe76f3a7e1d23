// What the board shows: the events of the game one at a time, also if the table sends several at once. The newest
// position is always known here, so that a skip, a click or a key needs no request. Nothing waits for the playback: it
// only delays what is drawn.

import type { PositionView, ReplayView, TableView } from '../wire.gen';
import { lastPlaces } from './last-move';

/** A position with what led to it. */
export interface Frame {
  step: number;
  position: PositionView;
  /** Who acted; no one for chance. */
  seats: number[];
  /** Dice or cards were drawn. */
  drawn: boolean;
  /** The places of the last move. */
  last: string[];
}

export interface Shown {
  frame: Frame | undefined;
  /** Older events are being played. */
  playing: boolean;
  /** The step of an earlier position that the person looks at. */
  looking: number | undefined;
}

/** Where positions come from that the table did not send. */
export interface Source {
  frames(after: number, to: number): Promise<ReplayView[]>;
  replay(step: number): Promise<ReplayView>;
}

export const frameOf = (view: Pick<TableView, 'position' | 'last' | 'last_move'>): Frame => ({
  step: view.position.step,
  position: view.position,
  seats: view.last?.step === view.position.step && view.last.kind === 'acted' ? view.last.seats : [],
  drawn: view.last?.step === view.position.step && view.last.kind === 'drawn',
  last: lastPlaces(view),
});

const frameOfReplay = ({ position, last }: ReplayView): Frame => ({
  step: position.step,
  position,
  seats: last?.seats ?? [],
  drawn: last?.seats.length === 0,
  last: last?.touched ?? [],
});

/** Milliseconds from one own move to the next. */
const OWN_STEP = 260;

/** More events than people would wait for: then the newest position is shown. */
const LONGEST_QUEUE = 80;

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class Playback {
  #shown: Shown = { frame: undefined, playing: false, looking: undefined };
  #newest: Frame | undefined;
  #queue: Promise<Frame | undefined>[] = [];
  /** Raised by everything that ends a playback. */
  #run = 0;

  constructor(
    readonly source: Source,
    /** Milliseconds from one event to the next; 0 shows the newest position at once. */
    readonly pace: () => number,
    /** The seats whose moves need no waiting, because the person has just made them. */
    readonly mine: () => number[],
    readonly show: (shown: Shown) => void,
    /** Whether the person's clock runs: then new events are shown at once, and played only when asked for. */
    readonly urgent: () => boolean = () => false,
  ) {}

  #set(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
    this.show(this.#shown);
  }

  /** The table has sent its state. `from`: the step to begin at, if this is the first one. */
  update(view: Pick<TableView, 'position' | 'last' | 'last_move'>, from?: number): void {
    const [old, next] = [this.#newest, frameOf(view)];
    this.#newest = next;
    if (!old) {
      if (from === undefined || from >= next.step || this.#atOnce()) this.#set({ frame: next });
      else void this.again(from);
      return;
    }
    const goesBack = next.step < old.step || (next.step === old.step && next.position.text !== old.position.text);
    if (goesBack) this.skip();
    else if (this.#shown.looking !== undefined) return;
    else if (next.step > old.step) {
      if (this.#atOnce()) this.skip();
      else this.#enqueue(old.step, next);
    } else if (!this.#shown.playing) this.#set({ frame: next });
  }

  #atOnce(): boolean {
    return this.pace() === 0 || this.urgent();
  }

  /** Shows the newest position. */
  skip(): void {
    this.#run++;
    this.#queue = [];
    this.#set({ frame: this.#newest, playing: false, looking: undefined });
  }

  /** Plays again what happened after a step. */
  async again(after: number): Promise<void> {
    const run = ++this.#run;
    this.#queue = [];
    this.#set({ playing: true, looking: undefined });
    const start = await this.source.replay(after).catch(() => undefined);
    if (run !== this.#run) return;
    const newest = this.#newest;
    if (!start || !newest || newest.step <= after) return this.skip();
    this.#set({ frame: frameOfReplay(start) });
    await sleep(this.pace() / 2);
    if (run !== this.#run) return;
    this.#set({ playing: false });
    this.#enqueue(after, newest);
  }

  /** Shows an earlier position until `skip`. */
  async look(step: number): Promise<void> {
    const run = ++this.#run;
    this.#queue = [];
    this.#set({ playing: false, looking: step });
    const found = await this.source.replay(step).catch(() => undefined);
    if (run !== this.#run) return;
    if (found) this.#set({ frame: frameOfReplay(found) });
    else this.skip();
  }

  /** Stops for good. */
  stop(): void {
    this.#run++;
    this.#queue = [];
  }

  #enqueue(after: number, next: Frame): void {
    const missing = next.step - after - 1;
    if (missing > 0) {
      const fetched = this.source.frames(after, next.step - 1).catch((): ReplayView[] => []);
      for (let step = after + 1; step < next.step; step++)
        this.#queue.push(
          fetched.then((frames) => {
            const found = frames.find(({ position }) => position.step === step);
            return found && frameOfReplay(found);
          }),
        );
    }
    this.#queue.push(Promise.resolve(next));
    if (this.#queue.length > LONGEST_QUEUE) return this.skip();
    if (!this.#shown.playing) void this.#play();
  }

  async #play(): Promise<void> {
    const run = ++this.#run;
    const mine = this.mine();
    const isOwn = ({ seats }: Frame) => seats.length > 0 && seats.every((seat) => mine.includes(seat));
    const isMyTurn = ({ position }: Frame) => position.turn.seats.some((seat) => mine.includes(seat));
    this.#set({ playing: true });
    while (this.#queue.length > 0) {
      const frame = await this.#queue[0];
      if (run !== this.#run) return;
      this.#queue.shift();
      if (!frame) continue;
      // A roll touches no place: the last move stays marked.
      this.#set({ frame: frame.last.length > 0 ? frame : { ...frame, last: this.#shown.frame?.last ?? [] } });
      // The next choice does not wait for the last event to be looked at.
      if (this.#queue.length === 0 && (isOwn(frame) || isMyTurn(frame))) break;
      // People know their own moves, so the steps of their own walk play faster.
      await sleep(isOwn(frame) ? Math.min(OWN_STEP, this.pace()) : this.pace());
      if (run !== this.#run) return;
    }
    this.#set({ playing: false, frame: this.#newest });
  }
}
