// The log in short rows: the mark beside a row says who, so that it says where, what lies there now, and what it paid.

import { gameText } from '../../i18n';
import type { TextView } from '../../wire.gen';
import { strings } from './strings';

/** Letters stand in notation; the pieces show a colour and a sign, and people have names. */
export const plain = (text: TextView): TextView => ({
  ...text,
  english: bare(text.english),
  args: Object.fromEntries(Object.entries(text.args ?? {}).map(([name, value]) => [name, bare(value)])),
});
const bare = (text: string): string => text.replace(/ \([A-E]\)/g, '');

const tr = (key: string, args?: Record<string, string | number>) => gameText(strings, key, args);

/** What the scores say of one player: "5 (+3) for seat 1, 7 (-1) for seat 2". */
function change(scores: string | undefined, player: string): string {
  const own = scores?.split(', ').find((one) => one.endsWith(` for ${player}`));
  return (/\(([+-]\d+)\)/.exec(own ?? '')?.[1] ?? '±0').replace('-', '−');
}

function stepped(text: TextView, told: TextView[]): string {
  const { player = '', to = '', tile = '' } = plain(text).args ?? {};
  const [colour = '', value = ''] = tile.split(' ');
  const scores = told.find(({ key }) => key === 'breadcrumbs-scores');
  const gain = change(scores && plain(scores).args?.['scores'], player);
  const what = text.key === 'breadcrumbs-places' ? 'logPlaces' : 'logRemoves';
  return tr(what, { to, tile: `${tr(colour)} ${value}`, gain });
}

/** What is said by the row's first sentence, or unfolded. */
const BESIDE = /-(diagonal|scores|same-scores)$/;
/** What was dealt, and who starts where, is seen on the board. */
const DEALT = /-(takes|first-scores)$/;

export function headline(told: TextView[]): (TextView | string)[] {
  if (told.length > 2 && told.some(({ key }) => DEALT.test(key)))
    return told
      .filter(({ key }) => !DEALT.test(key))
      .map((text) => (text.key === 'breadcrumbs-dealt' ? tr('logDealt') : text));
  return told.flatMap((text): (TextView | string)[] => {
    if (/-(places|removes)$/.test(text.key)) return [stepped(text, told)];
    if (text.key === 'breadcrumbs-passes') return [tr('logMeets')];
    return BESIDE.test(text.key) ? [] : [plain(text)];
  });
}
