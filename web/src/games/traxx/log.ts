// Moves in words. The log in short rows: who went how far, and which numbers that reached. The card is said when the row is unfolded.

import { gameText, type Names } from '../../i18n';
import type { MoveView, TextView } from '../../wire.gen';
import { signed } from './look';
import { strings } from './strings';
import type { Board } from './view';

const tr = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);

export function headline(told: TextView[], names: Names): (TextView | string)[] {
  const walks = told.filter(({ key }) => key === 'traxx-walks');
  const still = told.filter(({ key }) => /-(passes|stuck)$/.test(key));
  if (walks.length + still.length === 0) return told;
  const numbers = (seat: string | undefined) =>
    told.flatMap(({ key, args }) =>
      args?.['seat'] === seat && /-(reaches|half)$/.test(key)
        ? [
            tr(key === 'traxx-half' ? 'logHalf' : 'logNumber', {
              n: args?.['number'] ?? '',
              gain: signed(Number(args?.['points'])),
            }),
          ]
        : [],
    );
  const alone =
    new Set([...walks, ...still].map(({ args }) => args?.['seat'])).size === 1 && Object.keys(names).length < 2;
  const said = (seat: string | undefined, what: string) =>
    alone ? what : tr('logWho', { who: names[Number(seat)] ?? '', what });
  const rows = walks.map(({ args }) => {
    const seat = args?.['seat'];
    const reached = numbers(seat);
    const fields = tr('logFields', { n: (args?.['fields'] ?? '').split(', ').length });
    return { reached: reached.length, text: said(seat, [fields, ...reached].join(', ')) };
  });
  return [
    // Who reached a number comes first.
    ...rows.toSorted((a, b) => b.reached - a.reached).map(({ text }) => text),
    ...still.map(({ args }) => said(args?.['seat'], tr('logPasses'))),
    ...told.filter(({ key }) => key === 'traxx-skipped'),
  ];
}

/** What a seat did in the last round: the fields it took, and in words. */
export function lastRound(told: readonly TextView[], seat: number): { fields: string[]; text: string } | undefined {
  const own = told.filter(({ args }) => args?.['seat'] === String(seat));
  const fields = own.find(({ key }) => key === 'traxx-walks')?.args?.['fields']?.split(', ') ?? [];
  if (fields.length === 0) {
    return own.some(({ key }) => /-(passes|stuck)$/.test(key)) ? { fields, text: tr('logPasses') } : undefined;
  }
  const numbers = own.filter(({ key }) => /-(reaches|half)$/.test(key));
  const points = numbers.reduce((sum, { args }) => sum + Number(args?.['points']), fields.length);
  return { fields, text: `${tr('logFields', { n: fields.length })}, ${signed(points)}` };
}

/** A path in words: from which end, over which fields, and where it leads. */
export function inWords({ parts }: Pick<MoveView, 'parts'>, board: Pick<Board, 'fields'>): string | undefined {
  const [from, ...fields] = parts.flatMap(({ place }) => place ?? []);
  const last = fields.at(-1);
  if (from === undefined || last === undefined) return undefined;
  const named = (at: string) => {
    const number = board.fields.find((field) => field.at === at)?.number;
    return number ? gameText(strings, 'numberAt', { number, at }) : at;
  };
  const over = fields.slice(0, -1).map(named).join(', ');
  const to = named(last);
  return gameText(strings, over ? 'wordsOver' : 'wordsTo', { from, over, to });
}
