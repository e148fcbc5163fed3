// What the lobby tells a newcomer, and where it finds a Player's seat.
import assert from "node:assert/strict";
import { test } from "node:test";

import { grouped } from "../../elements/pay-tables.js";
import { plainest, smaller } from "../../elements/new-here.js";
import { Seats } from "../../own-seats.js";

/** @param {number} table @param {string | null} rulebook @param {number} min @param {string} [phase] */
const line = (table, rulebook, min, phase = "ready") =>
  /** @type {import("../../elements/new-here.js").TableLine} */ (
    /** @type {unknown} */ ({ table, rulebook, phase, limits: { ante: { min } } })
  );

test("the plainest open table is named, and the one with smaller bets", () => {
  const lines = [line(1, "oceanfront", 100), line(2, "mbs-2019", 500), line(3, "rws-2020", 500), line(4, "rws-2020", 200, "closed")];
  const first = plainest(lines);
  assert.equal(first?.table, 3);
  assert.equal(first && smaller(lines, first)?.table, 1);
  assert.equal(plainest([line(1, null, 0, "closed")]), null);
  const alone = line(5, "rws-2013", 500);
  assert.equal(smaller([alone], alone), null);
});

test("a table is asked for its players only when its boxes change", async () => {
  /** @type {number[]} */
  const asked = [];
  let boxes = [{ at: 4, seated: 8 }, { at: 5, seated: 9 }];
  const seats = new Seats(8, async (table) => {
    asked.push(table);
    return { view: { boxes } };
  });
  assert.equal(await seats.look([{ table: 1, taken: [] }, { table: 2, taken: [4, 5] }]), true);
  assert.deepEqual(seats.at(2), [4]);
  assert.deepEqual(seats.at(1), []);
  assert.equal(await seats.look([{ table: 1, taken: [] }, { table: 2, taken: [4, 5] }]), false);
  assert.deepEqual(asked, [2]);
  boxes = [];
  await seats.look([{ table: 2, taken: [] }]);
  assert.deepEqual(seats.at(2), []);
});

test("a table that does not answer is asked again", async () => {
  let answers = false;
  const seats = new Seats(8, async () => {
    if (!answers) throw new Error("no answer");
    return { view: { boxes: [{ at: 1, seated: 8 }] } };
  });
  await seats.look([{ table: 1, taken: [1] }]);
  assert.deepEqual(seats.at(1), []);
  answers = true;
  await seats.look([{ table: 1, taken: [1] }]);
  assert.deepEqual(seats.at(1), [1]);
});

test("amounts of the house have their separators", () => {
  assert.equal(grouped("1250.00, envy 50.00"), "1,250.00, envy 50.00");
  assert.equal(grouped("100% of the meter"), "100% of the meter");
});
