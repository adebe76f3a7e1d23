// Runs all browser tests, two files at a time: node alone would run one on two cores, and pages mostly wait. A test that fails is
// run once more, alone: on a busy machine a page now and then misses a moment, and that should not hide what the others say. It is
// named as unsteady, and is to be mended. The alternative, node's own command, has no second try.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => join(folder, name));

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** What the error of a failed test says, with the cause that node wraps. */
function said(error) {
  const cause = error?.cause ?? error;
  return String(cause?.stack ?? cause);
}

/** Runs tests and prints their results; a file that cannot be run is a failed test named as the file. */
async function results(options, only) {
  const done = [];
  for await (const { type, data } of run(options)) {
    if (type === 'test:stderr' || type === 'test:stdout') process.stdout.write(data.message);
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    if (only !== undefined && data.name !== only) continue;
    const skipped = data.skip !== undefined || data.todo !== undefined;
    const passed = type === 'test:pass';
    done.push({ name: data.name, file: data.file, passed, skipped });
    console.log(`${passed ? 'ok' : 'not ok'} ${data.name} (${seconds(data.details.duration_ms)})`);
    if (!passed) console.log(said(data.details.error).replace(/^/gm, '  '));
  }
  return done;
}

const first = await results({ files, concurrency: 2 });
const failed = [];
for (const { name, file } of first.filter((one) => !one.passed)) {
  console.log(`-- once more, alone: ${name}`);
  const pattern = new RegExp(`^${escaped(name)}$`);
  const again = await results({ files: [file], concurrency: 1, testNamePatterns: [pattern] }, name);
  if (again.length === 0 || again.some((one) => !one.passed)) failed.push(name);
  else console.log(`unsteady: ${name}`);
}

const skipped = first.filter((one) => one.skipped).length;
console.log(`# skipped ${skipped}`);
for (const name of failed) console.log(`failed twice: ${name}`);
console.log(`${first.length - skipped - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || first.length === 0 ? 1 : 0;
