// Rounds that are over: read page by page, summed by day, with the hands that were held.
import assert from "node:assert/strict";
import { test } from "node:test";

import { barsOf } from "../../elements/net-chart.js";
import { handWords } from "../../hands.js";
import { dayStart, netByDay, RoundReader } from "../../rounds.js";

/** @param {number} round @param {number} [table] @param {number} [net] @param {number} [ended] */
const line = (round, table = 1, net = -500, ended = round) => ({
  table,
  round,
  rulebook: "rws-2020",
  ended,
  staked: 500,
  returned: 500 + net,
  net,
  void: null,
});

/** A house that answers these pages in turn. @param {import("../../rounds.js").RoundLine[][]} pages */
function houseOf(pages) {
  /** @type {string[]} */
  const asked = [];
  const ask = async (/** @type {string} */ query) => {
    asked.push(query);
    const nth = asked.length - 1;
    return { rounds: pages[nth] ?? [], before: nth + 1 < pages.length ? `b${nth}` : null };
  };
  return { asked, ask };
}

test("short pages of the house are joined until enough is there", async () => {
  const { asked, ask } = houseOf([[line(7)], [], [line(6), line(5)], [line(4)]]);
  const reader = new RoundReader({}, ask);
  assert.deepEqual((await reader.take(2)).map(({ round }) => round), [7, 6]);
  assert.equal(reader.isAtEnd, false);
  assert.deepEqual((await reader.take(20)).map(({ round }) => round), [5, 4]);
  assert.equal(reader.isAtEnd, true);
  assert.deepEqual(asked, ["limit=100", "limit=100&before=b0", "limit=100&before=b1", "limit=100&before=b2"]);
});

test("the end is known without a key that leads nowhere", async () => {
  const reader = new RoundReader({}, houseOf([[line(2), line(1)]]).ask);
  await reader.take(2);
  assert.equal(reader.isAtEnd, true);
});

test("a player's table is picked here, a table of staff by the house", async () => {
  const own = houseOf([[line(3, 2), line(2, 1)], [line(1, 2)]]);
  assert.deepEqual(
    (await new RoundReader({ table: 2 }, own.ask).take(20)).map(({ round }) => round),
    [3, 1],
  );
  assert.ok(!own.asked.join().includes("table="));
  const all = houseOf([[line(3, 2)]]);
  await new RoundReader({ table: 2, isStaff: true }, all.ask).take(20);
  assert.deepEqual(all.asked, ["limit=100&table=2"]);
});

test("rounds since a moment are read no further than needed", async () => {
  const { asked, ask } = houseOf([[line(9), line(8)], [line(5), line(4)], [line(1)]]);
  const rounds = await new RoundReader({}, ask).takeSince(5, 100);
  assert.deepEqual(
    rounds.map(({ round }) => round),
    [9, 8, 5],
  );
  assert.equal(asked.length, 2);
});

const HOUSE = { time_zone: "+08:00", gaming_day_starts: "06:00" };

test("a day of the house begins by the house's clock", () => {
  const begins = Date.UTC(2026, 10, 17, 22);
  assert.equal(dayStart(HOUSE, begins), begins);
  assert.equal(dayStart(HOUSE, begins + 86_399_999), begins);
  assert.equal(dayStart(HOUSE, begins - 1), begins - 86_400_000);
  assert.equal(dayStart({ time_zone: "-05:30", gaming_day_starts: "00:00" }, begins), Date.UTC(2026, 10, 17, 5, 30));
});

test("the net of each day is summed, and a day without play is none", () => {
  const now = Date.UTC(2026, 10, 18, 10);
  const yesterday = Date.UTC(2026, 10, 17, 21);
  const days = netByDay([line(3, 1, 200, now), line(2, 2, -500, now), line(1, 1, 0, yesterday)], HOUSE, now, 3);
  assert.deepEqual(
    days.map(({ net }) => net),
    [null, 0, -300],
  );
});

test("bars stand on the line of nothing, within the drawing", () => {
  const days = [8000, null, -9000, 0].map((net, day) => ({ day, net }));
  const { bars, zero } = barsOf(days);
  assert.equal(bars[0] && bars[0].y + bars[0].height, zero);
  assert.equal(bars[2]?.y, zero);
  assert.ok(bars.every(({ x, y, width, height }) => x >= 0 && x + width <= 360 && y >= 0 && y + height <= 96));
  assert.ok(barsOf([{ day: 0, net: null }]).bars.every(({ height }) => height === 0));
});

test("hands are told of the own boxes alone", () => {
  const box = (/** @type {number} */ at, /** @type {number} */ player, /** @type {any} */ more) => ({
    at,
    decision: "played",
    hand: { title: "King high" },
    lines: [{ player }],
    ...more,
  });
  assert.equal(handWords([box(1, 7, {}), box(2, 8, { hand: { title: "a flush" } })], 8), "a flush");
  assert.equal(handWords([box(1, 8, { decision: "folded_by_absence" })], 8), "King high, folded");
  assert.equal(handWords([box(1, 8, { hand: null, decision: "folded" }), box(2, 8, {})], 8), "not seen, folded; King high");
  assert.equal(handWords([box(1, 7, {})], 8), "");
});
