// Choosing a move part by part, without any rules: every legal move is a sequence of parts, and the next parts on offer
// are those that continue the parts chosen so far in at least one legal move.

import type { MoveView, Part } from '../wire.gen';

export const samePart = (a: Part, b: Part): boolean => a.role === b.role && a.value === b.value && a.place === b.place;

/** The parts chosen so far, and what can follow them. */
export interface Choice {
  chosen: Part[];
  /** The next parts, without duplicates, in the order of the moves. */
  offers: Part[];
  /** The move that consists of exactly the chosen parts. */
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

/** What can follow a first part of the role `through`, with that part: it can be left out where it goes without saying. */
const following = (moves: readonly MoveView[], through: string | undefined): { first: Part; part: Part }[] =>
  through === undefined
    ? []
    : choiceAfter(moves, [])
        .offers.filter(({ role }) => role === through)
        .flatMap((first) => choiceAfter(moves, [first]).offers.map((part) => ({ first, part })));

/**
 * The choice after a click on an offered part, and the move to commit if nothing is left to choose.
 * A part that does not continue the choice starts a new one: with one man chosen, a click on another man selects that one.
 */
export function pick(
  moves: readonly MoveView[],
  chosen: Part[],
  part: Part,
  through?: string,
): { choice: Choice; commit?: MoveView } {
  const first = following(moves, through).find((one) => samePart(one.part, part))?.first;
  const taken = choiceAfter(moves, chosen).offers.some((offer) => samePart(offer, part))
    ? [...chosen, part]
    : first
      ? [first, part]
      : [part];
  let choice = choiceAfter(moves, taken);
  const [only, more] = choice.offers;
  // A single possible target is chosen automatically.
  if (only?.role === 'target' && !more && !choice.complete) choice = choiceAfter(moves, [...taken, only]);
  return choice.complete && choice.offers.length === 0 ? { choice, commit: choice.complete } : { choice };
}

/**
 * The parts that can be clicked now: those that continue the choice, and those that start a new one, if they are on the
 * board or have one of the roles that are `shown` beside it. At the start also those after a part that can be left out.
 */
export function clickable(
  moves: readonly MoveView[],
  choice: Choice,
  shown: readonly string[] = [],
  through?: string,
): Part[] {
  if (choice.chosen.length === 0) {
    const offers = [...choice.offers];
    for (const { part } of following(moves, through))
      if (!offers.some((offer) => offer.place === part.place)) offers.push(part);
    return offers;
  }
  const first = choiceAfter(moves, []).offers.filter((part) => part.place !== undefined || shown.includes(part.role));
  const fresh = first.filter(
    (part) =>
      !choice.offers.some((offer) => (part.place === undefined ? samePart(offer, part) : offer.place === part.place)),
  );
  return [...choice.offers, ...fresh];
}

/** Whether parts chosen from an older list of moves are still the beginning of a legal move. */
export function stillPossible(moves: readonly MoveView[], chosen: Part[]): boolean {
  return moves.some((move) => startsWith(move, chosen));
}
