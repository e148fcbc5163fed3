// How limits are written and read.
import assert from "node:assert/strict";
import { test } from "node:test";

import { endOf, typedValue, usedPercent, written } from "../../limits.js";

test("money is in minor units, time in minutes", () => {
  assert.equal(written("loss-day", 20_000), "200.00");
  assert.equal(written("time-day", 180), "3:00");
  assert.equal(typedValue("loss-day", " 1,200.5 "), 120_050);
  assert.equal(typedValue("time-day", "1:30"), 90);
  assert.equal(typedValue("time-day", "2"), 120);
});

test("nothing means no limit, and what is no value is none", () => {
  assert.equal(typedValue("loss-day", "  "), null);
  for (const typed of ["-5", "ten", "1.234", "1e3", "<b>1</b>"]) {
    assert.equal(typedValue("loss-day", typed), undefined, typed);
  }
  for (const typed of ["1:75", "a:10", "1.5", "-1"]) {
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
