// How a hint names a move: by its notation, or in words where a new player cannot read the notation.

import type { GameModule } from '../games/module';
import { said, sentence, type Names } from '../i18n';
import type { LineStep } from '../wire.gen';

/** What the move does, as sentences; nothing where its notation says enough. */
export function moveInWords(
  step: Pick<LineStep, 'told'> | undefined,
  game: Pick<GameModule, 'hintsInWords' | 'strings'>,
  names: Names,
): string | undefined {
  if (!game.hintsInWords || !step?.told.length) return undefined;
  return step.told.map((text) => sentence(said(text, game.strings, names))).join(' ');
}
