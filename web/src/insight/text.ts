// Sentences of these pages, and values in words.

import { fill, type Args, type Names } from '../i18n';
import { settings } from '../lib/settings.svelte';
import { de } from './de';
import { en } from './en';

export type InsightKey = keyof typeof en;

export const ti = (key: InsightKey, args?: Args): string => fill((settings.language === 'de' ? de : en)[key], args);

/** A number as the language of the page writes it. */
export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(settings.language === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(value)
    .replace('-', '−');

/** With its sign, zero without one. */
export const signed = (value: number, digits = 0): string => {
  const text = number(Math.abs(value), digits);
  return Number(value.toFixed(digits)) === 0 ? number(0, digits) : `${value < 0 ? '−' : '+'}${text}`;
};

/** A share in per cent, in one piece. */
export const perCent = (value: number | string): string =>
  `${typeof value === 'number' ? number(value) : value}\u00a0%`;

/** Large counts, short: 1.2 M. */
export const count = (value: number): string =>
  new Intl.NumberFormat(settings.language === 'de' ? 'de-DE' : 'en-GB', {
    notation: 'compact',
    maximumSignificantDigits: 3,
  }).format(value);

export type { Names };
