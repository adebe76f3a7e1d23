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

/** The point nearest to a place of the graph, from 0 (left) to 1 (right). */
export const nearestPoint = (points: readonly GraphPoint[], share: number): GraphPoint | undefined =>
  points[Math.round(Math.min(1, Math.max(0, share)) * (points.length - 1))];

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
