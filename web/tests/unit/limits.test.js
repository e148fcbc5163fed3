// How limits are written and read.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem } from "../../api.js";
import { boundsIn, endOf, typedValue, usedPercent, written } from "../../limits.js";

test("money is in minor units, time in minutes", () => {
  assert.equal(written("loss-day", 20_000), "200.00");
  assert.equal(written("time-day", 180), "3:00");
  assert.equal(typedValue("loss-day", " 1,200.5 "), 120_050);
  assert.equal(typedValue("time-day", "1:30"), 90);
  assert.equal(typedValue("time-day", "2 h"), 120);
  assert.equal(typedValue("time-day", "30 min"), 30);
  assert.equal(typedValue("time-day", "1h 15m"), 75);
});

test("nothing means no limit, and what is no value is none", () => {
  assert.equal(typedValue("loss-day", "  "), null);
  for (const typed of ["-5", "ten", "1.234", "1e3", "<b>1</b>"]) {
    assert.equal(typedValue("loss-day", typed), undefined, typed);
  }
  for (const typed of ["1:75", "a:10", "1.5", "-1", "30"]) {
    assert.equal(typedValue("time-day", typed), undefined, typed);
  }
});

test("a gauge is between empty and full", () => {
  const limit = { limit: "loss-day", since: null, until: null, waiting: null };
  assert.equal(usedPercent({ ...limit, value: 200, used: 50 }), 25);
  assert.equal(usedPercent({ ...limit, value: 200, used: 900 }), 100);
  assert.equal(usedPercent({ ...limit, value: 200, used: -40 }), 0);
  assert.equal(usedPercent({ ...limit, value: 0, used: 1 }), 100);
  assert.equal(usedPercent({ ...limit, value: null, used: 50 }), 0);
});

test("every term ends on its day, and one never", () => {
  const now = Date.UTC(2026, 10, 18, 12);
  const day = (/** @type {string} */ term) => new Date(endOf(term, now) ?? 0).toISOString().slice(0, 10);
  assert.equal(day("24-hours"), "2026-11-19");
  assert.equal(day("90-days"), "2027-02-16");
  assert.equal(day("6-months"), "2027-05-18");
  assert.equal(day("5-years"), "2031-11-18");
  assert.equal(endOf("for-good", now), null);
});

test("what the house does not take is told with its bounds", () => {
  const detail = "time-session: found 1800, expected 1 to 1440 (minutes), or null for none";
  assert.deepEqual(boundsIn("time-session", new Problem({ detail })), { least: "0:01", most: "24:00" });
  const money = "loss-day: found 9, expected 0 to 1000000000000000 (minor units), or null for none";
  assert.deepEqual(boundsIn("loss-day", new Problem({ detail: money })), { least: "0.00", most: "10,000,000,000,000.00" });
  assert.equal(boundsIn("loss-day", new Problem({ detail: "The house does not answer." })), null);
  assert.equal(boundsIn("loss-day", new Error("no")), null);
});
