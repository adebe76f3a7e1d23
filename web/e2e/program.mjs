// Starts the real server for a test, with its own store, on a free loopback port.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const builds = ['release', 'debug'].map((kind) => join(root, 'target', kind, 'breadboard'));
const madeAt = (build) => statSync(build).mtimeMs;
/** The newest build: an older one serves an older app. */
export const program =
  process.env.BREADBOARD ?? builds.filter(existsSync).sort((one, other) => madeAt(other) - madeAt(one))[0];

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Starts the server; `stop` and `start` restart it with the same store and port. */
export async function serve() {
  if (!program) throw new Error('there is no program: cargo build --release, or name one in BREADBOARD');
  const port = await freePort();
  const store = `sqlite:${join(mkdtempSync(join(tmpdir(), 'breadboard-')), 'test.db')}`;
  const url = `http://127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = spawn(
      program,
      ['serve', '--listen', `127.0.0.1:${port}`, '--store', store, '--rate-scale', '0', '--bot-seconds', '0.2'],
      { stdio: 'ignore' },
    );
    for (let tries = 0; tries < 200; tries++) {
      const well = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (well) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error('the program does not answer');
  };
  const stop = (signal = 'SIGTERM') =>
    new Promise((done) => {
      child.once('exit', done);
      child.kill(signal);
    });
  await start();
  return { url, start, stop };
}
