// Choosing a move by its parts, one after the other, without knowing what any of them mean: the legal moves are
// words over an alphabet of parts, and what can be chosen next is what follows the parts chosen so far.

import type { MoveView, Part } from './view';

export const samePart = (a: Part, b: Part): boolean => a.role === b.role && a.value === b.value && a.place === b.place;

/** What can follow the parts chosen so far. */
export interface Choice {
  chosen: Part[];
  /** The next parts, each once, in the order of the moves. */
  offers: Part[];
  /** The move that is complete with the parts chosen so far. */
  complete: MoveView | undefined;
}

const startsWith = (move: MoveView, chosen: Part[]): boolean =>
  move.parts.length >= chosen.length &&
  chosen.every((part, i) => {
    const other = move.parts[i];
    return other !== undefined && samePart(part, other);
  });

export function choiceAfter(moves: readonly MoveView[], chosen: Part[]): Choice {
  const offers: Part[] = [];
  let complete: MoveView | undefined;
  for (const move of moves) {
    if (!startsWith(move, chosen)) continue;
    const next = move.parts[chosen.length];
    if (next === undefined) complete = move;
    else if (!offers.some((offer) => samePart(offer, next))) offers.push(next);
  }
  return { chosen, offers, complete };
}

/**
 * What a click on an offered part leads to: the parts chosen then, and the move if nothing is left to choose.
 * A part that does not follow starts over: with one man chosen, a click on another chooses that one.
 */
export function pick(moves: readonly MoveView[], chosen: Part[], part: Part): { choice: Choice; commit?: MoveView } {
  const taken = choiceAfter(moves, chosen).offers.some((offer) => samePart(offer, part)) ? [...chosen, part] : [part];
  let choice = choiceAfter(moves, taken);
  const [only, more] = choice.offers;
  // A target that is the only one goes without saying.
  if (only?.role === 'target' && !more && !choice.complete) choice = choiceAfter(moves, [...taken, only]);
  return choice.complete && choice.offers.length === 0 ? { choice, commit: choice.complete } : { choice };
}

/**
 * The parts that can be clicked now: what follows, and what would start over, if it lies on the board or has one of
 * the roles that are shown beside it.
 */
export function clickable(moves: readonly MoveView[], choice: Choice, shown: readonly string[] = []): Part[] {
  if (choice.chosen.length === 0) return choice.offers;
  const first = choiceAfter(moves, []).offers.filter((part) => part.place !== undefined || shown.includes(part.role));
  const fresh = first.filter(
    (part) =>
      !choice.offers.some((offer) => (part.place === undefined ? samePart(offer, part) : offer.place === part.place)),
  );
  return [...choice.offers, ...fresh];
}

/** Whether parts chosen on an older list of moves still begin a move on this one. */
export function stillPossible(moves: readonly MoveView[], chosen: Part[]): boolean {
  return moves.some((move) => startsWith(move, chosen));
}
