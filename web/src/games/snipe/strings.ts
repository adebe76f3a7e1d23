import type { GameStrings } from '../../i18n';
import { de } from './de';
import { en } from './en';

export const strings: GameStrings = { game: 'snipe', en, de };
