// What the log says of a turn in one row: what changed the farm, else what was built. Phases, and bots that only moved, are
// told when the row is unfolded.

import { gameText, type Names } from '../../i18n';
import type { TextView } from '../../wire.gen';
import { strings } from './strings';

/** What a turn did, and what is said of a crop or a load right after it. */
const DEEDS = new Set(
  'wins last-round unloads unloads-rival unloads-both steals pulses melts poisons harvests plants restores'.split(' '),
);
const DETAILS = new Set('turned-up crop-lost load-falls load-spent reshuffles'.split(' '));
const MOVES = new Set(['goes', 'deploys']);
const BUILDS = new Set(['builds', 'invents']);
const RECALLS = new Set(['recalls', 'recalls-factory']);
const keyOf = ({ key }: TextView): string => key.replace('breadwinner-', '');

/** The board shows where a phase ends. */
export const tells = (text: TextView): boolean => !['ends-phase', 'next-turn'].includes(keyOf(text));

/** A turn in which bots were only moved, built and taken back, or none of it, in short sentences. The program calls a bot as its key here, with a capital. */
function quietTurn(told: TextView[], names: Names): string[] {
  const ends = told.filter((text) => keyOf(text) === 'ends-phase');
  const moves = told.filter((text) => MOVES.has(keyOf(text)));
  const builds = told.filter((text) => BUILDS.has(keyOf(text)));
  const recalls = told.filter((text) => RECALLS.has(keyOf(text)));
  const seat = [...moves, ...builds, ...recalls, ...ends][0]?.args?.['seat'] ?? '';
  const name = names[Number(seat)] ?? seat;
  const bots = builds.map(({ args }) => gameText(strings, (args?.['bot'] ?? '').toLowerCase())).join(', ');
  return [
    ...(moves.length > 0 ? [gameText(strings, 'moved', { name, n: moves.length })] : []),
    ...(builds.length > 0 ? [gameText(strings, 'built', { name, bots })] : []),
    ...(recalls.length > 0 ? [gameText(strings, 'recalled', { name, n: recalls.length })] : []),
    ...(ends.length > 0 && moves.length + builds.length + recalls.length === 0
      ? [gameText(strings, 'rests', { name })]
      : []),
  ];
}

export function headline(told: TextView[], names: Names): (TextView | string)[] {
  let follows = false;
  const deeds = told.filter((text) => {
    follows = DEEDS.has(keyOf(text)) || (follows && DETAILS.has(keyOf(text)));
    return follows;
  });
  if (deeds.length > 0) return deeds;
  const quiet = quietTurn(told, names);
  return quiet.length > 0 ? quiet : told.slice(0, 1);
}
