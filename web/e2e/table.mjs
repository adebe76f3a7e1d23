// What tests do at a table besides its page: requests to the program, as the person of a browser.
import assert from 'node:assert/strict';

/** Calls the program; a request with a body is a POST. */
export const call = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`/api${path}`, body === undefined ? {} : post);
      return { status: answer.status, body: await answer.json().catch(() => undefined) };
    },
    [path, body],
  );

/** A table as this browser may see it. */
export const stateOf = async (page, id) => (await call(page, `/tables/${id}`)).body.state;

let asked = 0;

/** Sends a request of a seat for the newest position, which the table must accept; gives the state after it. */
export async function ask(page, id, seat, request) {
  const { version } = await stateOf(page, id);
  const key = `ask-${++asked}`;
  const { status, body } = await call(page, `/tables/${id}/requests`, { seat, version, key, request });
  assert.equal(status, 200, JSON.stringify(body));
  return body.table.state;
}

/** Any move: another one each time. */
const any = (moves, made) => moves[made % moves.length].text;

/** The loop runs in the page: a game has hundreds of moves. `choose` comes as its source, so it uses its arguments only. */
async function play(id, choose, most) {
  for (let made = 0, waits = 0; waits < 5000 && made < 5000;) {
    const { state } = await (await fetch(`/api/tables/${id}`)).json();
    if (state.phase === 'over') return;
    const you = state.you.find((one) => one.moves.length > 0 && one.choice === undefined);
    if (!you) {
      waits++;
      await new Promise((done) => setTimeout(done, 20));
      continue;
    }
    const text = made === most ? undefined : await choose(you.moves, made, { id, seat: you.seat, state });
    if (text === undefined) return;
    const request = { do: 'act', text };
    // Refused if another seat was faster: the next round sees why.
    await fetch(`/api/tables/${id}/requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seat: you.seat, version: state.version, key: `play-${state.version}-${made}`, request }),
    });
    made++;
  }
  throw new Error('the game does not end');
}

/**
 * Plays with the seats of this browser until the game is over, `choose` gives no move, or `most` moves are made and it is
 * this browser's turn again.
 */
export const playOn = (page, id, choose = any, most = -1) =>
  page.evaluate(`(${play})(${JSON.stringify(id)}, ${choose}, ${most})`);

/** Plays a table to its end with the seats of this browser. */
export async function finish({ page }, id, choose) {
  await playOn(page, id, choose);
  assert.equal((await stateOf(page, id)).phase, 'over');
}
