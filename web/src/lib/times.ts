// Points in time as people say them, in the language of the page.

import { settings } from './settings.svelte';

const locale = (): string => (settings.language === 'de' ? 'de-DE' : 'en-GB');

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago: "5 minutes ago", "yesterday". */
export function ago(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const passed = Math.max(0, now - at);
  for (const [unit, length] of UNITS) if (passed >= length) return format.format(-Math.floor(passed / length), unit);
  return format.format(0, 'second');
}

/** The day, with the year only where it is another one. */
export function day(at: number, now = Date.now()): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at);
}

/** The day as a heading: today and yesterday by their names. */
export function dayTitle(at: number, now = Date.now()): string {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days > 1 || days < 0) return day(at, now);
  const text = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-days, 'day');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const clockTime = (at: number): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at);
