// The log in short rows: the number of the move and the squares; the mark beside the row says whose it is.

import { gameText, type Names } from '../../i18n';
import type { TextView } from '../../wire.gen';
import { strings } from './strings';

export function headline(told: TextView[], _: Names, step: number): (TextView | string)[] {
  return told.map((text) => {
    const { from = '', to = '' } = text.args ?? {};
    const number = Math.ceil(step / 2);
    if (text.key === 'breakthrough-steps') return gameText(strings, 'logStep', { number, from, to });
    if (text.key === 'breakthrough-takes') return gameText(strings, 'logTake', { number, from, to });
    return text;
  });
}
