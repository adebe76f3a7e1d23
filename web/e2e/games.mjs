// The games of the program, for the tests and screenshots that walk all of them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './program.mjs';

const folders = fileURLToPath(new URL('../src/games', import.meta.url));

/** Every registered game, as the program lists it. */
export const GAMES = JSON.parse(execFileSync(program, ['games', '--json'], { encoding: 'utf8' }));

/** The ids of the games that have a folder here, with a lesson and diagrams; the others use the generic board. */
export const IDS_WITH_FOLDER = GAMES.map(({ id }) => id).filter((id) => existsSync(join(folders, id)));

const people = (count) => ['me', ...Array(count - 1).fill('random')];

/** A table of a game with the given number of seats, or the default number. */
export const tableOf = ({ id, seats }, count = seats.default) => ({
  spec: `${id}:seats=${count}`,
  seats: people(count),
});

/** A table for a short game of two seats: numbers at their minimum, other forms at their first example by alphabet. */
export function shortTable({ id, options, seats }) {
  const count = Math.max(seats.min, Math.min(2, seats.max));
  const shortest = ({ kind }) =>
    kind.type === 'int' ? kind.min : kind.type === 'form' ? [...kind.examples].sort()[0] : undefined;
  const settings = options.flatMap((option) =>
    shortest(option) === undefined ? [] : [`,${option.name}=${shortest(option)}`],
  );
  return { spec: `${id}:seats=${count}${settings.join('')}`, seats: people(count) };
}
