import type { GameStrings } from '../../i18n';
import { de, deSays, deWords } from './de';
import { en } from './en';

export const strings: GameStrings = { en, de, deSays, deWords };
