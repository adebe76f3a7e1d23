import type { SeatStyle } from '../module';
import type { SymbolName } from '../../ui/symbols';
import type { FieldColour } from './view';

/** The signs of the colours, the same as in the rules and in drawings. */
export const FIELDS: Record<FieldColour, SymbolName> = {
  red: 'triangle',
  blue: 'circle',
  green: 'square',
  yellow: 'star',
  purple: 'diamond',
  grey: 'plus',
};

/** Seats draw with pens; fields already use the colours, so pens differ by symbol and tone. */
export const PENS: SeatStyle[] = [
  { colour: 'black', symbol: 'circle' },
  { colour: 'white', symbol: 'square' },
  { colour: 'orange', symbol: 'triangle' },
  { colour: 'grey', symbol: 'star' },
];

export const pen = (seat: number): SeatStyle => PENS[(seat - 1) % PENS.length] as SeatStyle;

/** A number of points with its sign. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0');

const corner = (i: number) => {
  const angle = (Math.PI / 180) * (60 * i - 30);
  return `${(Math.cos(angle) * 0.577).toFixed(3)} ${(Math.sin(angle) * 0.577).toFixed(3)}`;
};
/** A field of the size that makes neighbours touch. */
export const HEX = `M${[0, 1, 2, 3, 4, 5].map(corner).join('L')}Z`;
