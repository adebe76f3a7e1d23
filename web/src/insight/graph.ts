// The value of a game over its events, as points of a graph.

import type { MoveMark, ReviewStep, ReviewView, ValueView } from '../wire.gen';

export interface GraphPoint {
  /** The number of the event; 0 is the start. */
  step: number;
  value: ValueView;
  /** The worst mark of the event's choices, and whose choice that was. */
  mark: MoveMark | undefined;
  seat: number | undefined;
  key: boolean;
}

const ORDER: MoveMark[] = ['forced', 'best', 'good', 'inaccuracy', 'mistake', 'blunder'];

const worst = (step: ReviewStep): ReviewStep['choices'][number] | undefined =>
  [...step.choices].sort((a, b) => ORDER.indexOf(b.mark) - ORDER.indexOf(a.mark))[0];

export const isError = (mark: MoveMark | undefined): boolean =>
  mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';

export const graphPoints = (review: Pick<ReviewView, 'start' | 'steps' | 'key_moments'>): GraphPoint[] => [
  { step: 0, value: review.start, mark: undefined, seat: undefined, key: false },
  ...review.steps.map((one) => ({
    step: one.step,
    value: one.value,
    mark: worst(one)?.mark,
    seat: worst(one)?.seat,
    key: review.key_moments.includes(one.step),
  })),
];

/** A review begins with the last events: until it is done there is nothing to draw between the start and them. */
export const drawnPoints = (points: readonly GraphPoint[], done: boolean): GraphPoint[] => points.slice(done ? 0 : 1);

/** The value after an event, by its number: a review is made from the end, so that the list may begin late. */
export const valueAt = (points: readonly GraphPoint[], step: number): ValueView | undefined =>
  points.find((point) => point.step === step)?.value;

/** More marks than these cover each other: then only blunders and key moments are drawn. */
const MOST_MARKS = 30;

/** The points that get a mark on the graph. */
export function markedPoints(points: readonly GraphPoint[]): GraphPoint[] {
  const errors = points.filter(({ mark }) => isError(mark));
  if (errors.length <= MOST_MARKS) return errors;
  const blunders = errors.filter(({ mark, key }) => mark === 'blunder' || key);
  return blunders.length <= MOST_MARKS ? blunders : errors.filter(({ key }) => key);
}

/**
 * The lines of a graph, each from 0 (bottom) to 1 (top). With several seats they bound the bands of the seats, which lie above
 * each other in seat order and fill the graph; the last one ends at the top and has no line. Alone: the points.
 */
export function graphLines(points: readonly GraphPoint[]): { seat: number; values: number[] }[] {
  const seats = points[0]?.value.chances.length ?? 0;
  if (seats === 0) {
    const all = points.map(({ value }) => value.points ?? 0);
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    return [{ seat: 1, values: all.map((value) => (value - low) / (high - low)) }];
  }
  return Array.from({ length: seats - 1 }, (_, i) => ({
    seat: i + 1,
    values: points.map(({ value }) => value.chances.slice(0, i + 1).reduce((sum, one) => sum + one, 0)),
  }));
}

/** The point nearest to an event. */
export const nearestPoint = (points: readonly GraphPoint[], step: number): GraphPoint | undefined =>
  [...points].sort((one, other) => Math.abs(one.step - step) - Math.abs(other.step - step))[0];

/** The next or previous event that a condition holds for; undefined at the end. */
export function nextPoint(
  points: readonly GraphPoint[],
  step: number,
  way: 1 | -1,
  wanted: (point: GraphPoint) => boolean = () => true,
): GraphPoint | undefined {
  const sorted = way === 1 ? points : points.toReversed();
  return sorted.find((point) => (way === 1 ? point.step > step : point.step < step) && wanted(point));
}

export interface Mistake {
  step: number;
  turn: number;
  choice: ReviewStep['choices'][number];
}

/** Every inaccuracy, mistake and blunder in the order of the game. */
export const mistakesOf = (steps: readonly ReviewStep[], seat?: number): Mistake[] =>
  steps.flatMap(({ step, turn, choices }) =>
    choices
      .filter((choice) => isError(choice.mark) && (seat === undefined || choice.seat === seat))
      .map((choice) => ({ step, turn, choice })),
  );

/**
 * The mistake to look at after an event. Where several seats chose at once and more than one of them went wrong, it is the one of
 * the player whose mistakes are listed.
 */
export function lessonAt(steps: readonly ReviewStep[], step: number, whose: number | undefined): Mistake | undefined {
  const here = mistakesOf(steps).filter((one) => one.step === step);
  return here.find(({ choice }) => choice.seat === whose) ?? here[0];
}

/**
 * Whose board is large where every seat has its own: of the one who made the mistake that is looked at, else of the person who
 * looks, else of a seat that chose here. On another board the better line would lead over fields that nobody walked on.
 */
export const boardSeat = (
  mistake: Pick<Mistake, 'choice'> | undefined,
  me: number | undefined,
  here: Pick<ReviewStep, 'choices'> | undefined,
): number | undefined => mistake?.choice.seat ?? me ?? here?.choices[0]?.seat;

/** The mistakes of one seat in one turn are one: the worst stands for the turn, with all that the turn gave away. */
export interface MistakenTurn extends Mistake {
  total: number;
}

export function mistakenTurns(mistakes: readonly Mistake[]): MistakenTurn[] {
  const turns = new Map<string, Mistake[]>();
  for (const mistake of mistakes) {
    const key = `${mistake.turn} ${mistake.choice.seat}`;
    turns.set(key, [...(turns.get(key) ?? []), mistake]);
  }
  return [...turns.values()].map((all) => {
    const [worst] = [...all].sort((a, b) => b.choice.loss - a.choice.loss);
    return { ...worst!, total: all.reduce((sum, { choice }) => sum + choice.loss, 0) };
  });
}

/** In how many turns a seat chose; at least one, to divide by. */
export const turnsOf = (steps: readonly ReviewStep[], seat: number): number =>
  Math.max(
    1,
    new Set(steps.filter(({ choices }) => choices.some((one) => one.seat === seat)).map((one) => one.turn)).size,
  );

/** Where an event is in the game: its turn, and its place among the events of the turn. */
export interface Whereabouts {
  turn: number;
  turns: number;
  n: number;
  steps: number;
}

export function whereabouts(
  steps: readonly Pick<ReviewStep, 'step' | 'turn'>[],
  step: number,
): Whereabouts | undefined {
  const here = steps.find((one) => one.step === step);
  if (!here) return undefined;
  const same = steps.filter(({ turn }) => turn === here.turn);
  return { turn: here.turn, turns: steps.at(-1)!.turn, n: same.indexOf(here) + 1, steps: same.length };
}
