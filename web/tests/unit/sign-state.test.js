// What a wall sign shows, and for how long.
import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, hear, HIT_STAYS_MS, lose, onTheWay, showing } from "../../sign-state.js";

/** @param {object} change @returns {any} */
const jackpot = (change = {}) => ({
  link: 1,
  name: "Mini Royal",
  shown: 5_000_000,
  hits: 0,
  won: 0,
  last_win: null,
  tables: [],
  fault: null,
  n: 1,
  ...change,
});
const win = { number: 1, table: 6, round: 12, drawn: 5_000_500, to_verify: false };

test("a win is shown from the moment it is heard, for a minute", () => {
  let state = hear(begin(), [jackpot()], 1_000);
  state = hear(state, [jackpot({ last_win: win })], 2_000);
  assert.equal(showing(state, 1, 2_000)?.kind, "hit");
  assert.equal(showing(state, 1, 2_000 + HIT_STAYS_MS - 1)?.kind, "hit");
  assert.equal(showing(state, 1, 2_000 + HIT_STAYS_MS)?.kind, "meter");
});

test("a win that two people have to verify stays until they have", () => {
  let state = hear(begin(), [jackpot()], 1_000);
  state = hear(state, [jackpot({ last_win: { ...win, to_verify: true } })], 2_000);
  const later = 2_000 + 10 * HIT_STAYS_MS;
  assert.equal(showing(state, 1, later)?.kind, "hit");
  state = hear(state, [jackpot({ last_win: win })], later);
  assert.equal(showing(state, 1, later)?.kind, "meter");
});

test("an old win is not news when the sign is switched on, a recent one is", () => {
  const now = 1_000_000;
  const old = hear(begin(), [jackpot({ last_win: { ...win, at: now - HIT_STAYS_MS } })], now);
  assert.equal(showing(old, 1, now)?.kind, "meter");
  const recent = hear(begin(), [jackpot({ last_win: { ...win, at: now - 1 } })], now);
  assert.equal(showing(recent, 1, now)?.kind, "hit");
});

test("another jackpot's win is not shown on this one", () => {
  let state = hear(begin(), [jackpot(), jackpot({ link: 2 })], 1_000);
  state = hear(state, [jackpot(), jackpot({ link: 2, last_win: win })], 2_000);
  assert.equal(showing(state, 1, 2_000)?.kind, "meter");
  assert.equal(showing(state, 2, 2_000)?.kind, "hit");
});

test("without the line the last figure stands with its time", () => {
  const state = lose(hear(begin(), [jackpot()], 1_000));
  const shown = showing(state, 1, 99_000);
  assert.ok(shown?.kind === "lost");
  assert.equal(shown.since, 1_000);
  assert.equal(shown.jackpot.shown, 5_000_000);
  assert.equal(showing(hear(state, [jackpot()], 100_000), 1, 100_000)?.kind, "meter");
});

test("the figure never runs ahead of the committed meter, and never falls on its way", () => {
  for (const [from, to] of [
    [5_000_000, 5_000_100],
    [1, 2],
    [100, 100],
    [500, 100],
  ]) {
    let before = 0;
    for (let share = -0.5; share <= 1.5; share += 0.01) {
      const now = onTheWay(Number(from), Number(to), share);
      assert.ok(now <= Number(to), `${now} is ahead of ${to}`);
      assert.ok(now >= before);
      before = now;
    }
    assert.equal(before, to);
  }
});
