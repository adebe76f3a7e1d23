// How a game ended, in one sentence to the person who played it.

import { t, type Names } from '../i18n';
import type { TableView, TextView } from '../wire.gen';

type Ended = Pick<TableView, 'result' | 'you' | 'seats' | 'position'>;

/** The lead of the best of these seats over the best of the others; nothing without scores. */
export function margin(scores: readonly number[] | undefined, winners: readonly number[]): number | undefined {
  if (!scores) return undefined;
  const best = (wins: boolean) => Math.max(...scores.filter((_, i) => winners.includes(i + 1) === wins));
  const lead = best(true) - best(false);
  return Number.isFinite(lead) && lead > 0 ? lead : undefined;
}

export function headline({ result, you, seats, position }: Ended, names: Names): string {
  const [me, another] = you.map(({ seat }) => seat);
  const winners = result?.winners ?? [];
  if (!result || result.outcome === undefined) return t('resultNone');
  if (seats.length === 1) return t('resultScored', { n: String(position.scores?.[0] ?? 0).replace('-', '−') });
  if (winners.length === 0) return t('resultDraw');
  // A lead counts only if the game was played to its end.
  const lead = result.ending === 'played' && winners.length === 1 ? margin(position.scores, winners) : undefined;
  if (me === undefined || another !== undefined) {
    const who = winners.map((seat) => names[seat]).join(', ');
    return lead === undefined ? t('resultOther', { names: who }) : t('resultOtherBy', { names: who, n: lead });
  }
  if (winners.includes(me)) {
    if (winners.length > 1) return t('resultShared');
    return lead === undefined ? t('resultWon') : t('resultWonBy', { n: lead });
  }
  const own = position.scores?.[me - 1];
  const behind = lead === undefined || own === undefined ? undefined : Math.max(...position.scores!) - own;
  // Of several others it is said who won.
  const won = seats.length > 2 ? t('resultOther', { names: winners.map((seat) => names[seat]).join(', ') }) : '';
  if (behind === undefined || own === undefined) return `${won} ${t('resultLost')}`.trim();
  if (!won) return t('resultLostBy', { n: behind });
  const place = 1 + position.scores!.filter((score) => score > own).length;
  const told = {
    place: t('places').split(' ')[place - 1] ?? place,
    of: t('counts').split(' ')[seats.length - 1] ?? '',
  };
  return `${won} ${t('resultPlace', { ...told, n: behind })}`;
}

/** What the last move says beside the end. In a round it says what every seat did. */
const BESIDE = /-scores$/;
const BESIDE_IN_ROUND = /-(scores|walks|passes|stuck|reaches|half)$/;

/**
 * Why the game ended. The move itself is on the board and the scores are in the ranking, as is who won: only what remains
 * is said.
 */
export function reasons({ result, last_move }: Pick<TableView, 'result' | 'last_move'>): TextView[] {
  const played = result?.ending === 'played' ? (last_move?.narration ?? []) : [];
  const beside = (last_move?.seats.length ?? 0) > 1 ? BESIDE_IN_ROUND : BESIDE;
  const ended = played.length > 1 ? played.slice(1).filter(({ key }) => !beside.test(key)) : played;
  const told = result?.narration ?? [];
  const rest = ended.length > 0 ? told.filter(({ key }) => key !== 'table-won') : told;
  return [...ended, ...rest];
}

/** The same to one of two players: the headline has said already who won. */
export function reasonsTo(view: Ended & Pick<TableView, 'last_move'>): TextView[] {
  const told = reasons(view);
  const rest = told.filter(({ key }) => key !== 'table-won');
  return view.seats.length === 2 && view.you.length === 1 && rest.length > 0 ? rest : told;
}

/** What the person did to end the game, in the second person. */
export function ownEnd({ key, args }: TextView, me: number | undefined): string | undefined {
  if (me === undefined || args?.['seat'] !== String(me)) return undefined;
  return key === 'table-resigned' ? t('youResigned') : key === 'table-flagged' ? t('youFlagged') : undefined;
}

/** The seats from the best to the last: winners first, then by score. */
export function ranking({ result, seats, position }: Ended): number[] {
  const wins = (seat: number) => Number(result?.winners.includes(seat) ?? false);
  const score = (seat: number) => position.scores?.[seat - 1] ?? 0;
  return seats.map(({ seat }) => seat).sort((a, b) => wins(b) - wins(a) || score(b) - score(a) || a - b);
}
