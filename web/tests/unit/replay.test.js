// A round event by event: the picture is never ahead of the words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { entryOf, spansOf, stepsOf } from "../../replay.js";

/** @param {string} phase @param {object[]} boxes @returns {any} */
const view = (phase, boxes = []) => ({ phase, boxes, positions: 7, dealer: [], community: [], dealer_hand: null });
const bet = { area: "ante", player: 10, amount: 1000, outcome: null };
/** @param {object} change */
const box = (change) => ({
  at: 3,
  seated: 10,
  controller: 10,
  bets: [bet],
  cards: [],
  lines: [],
  hand: null,
  ...change,
});
const settled = {
  kind: "wager-settled",
  at: 3,
  player: 10,
  wager: "ante",
  staked: 1000,
  returned: 0,
  outcome: "lose",
  why: "You folded.",
  cites: ["3.12.1"],
};

/** @type {any} */
const ROUND = {
  table: 1,
  round: 5,
  from: 7,
  to: 14,
  names: { 10: "South" },
  view: view("concluded", [box({ lines: [settled] })]),
  views: [
    { n: 8, view: view("bets_open") },
    { n: 10, view: view("bets_closed", [box({})]) },
    { n: 13, view: view("concluded", [box({ lines: [settled] })]) },
    { n: 14, view: view("concluded", [box({ lines: [settled] })]) },
  ],
  events: [
    { n: 8, at: 1, event: { kind: "bets-opened" } },
    { n: 9, at: 2, event: { kind: "bet-placed", at: 3, area: "ante", amount: 1000, player: 10 } },
    { n: 10, at: 2, event: { kind: "bets-closed" } },
    { n: 11, at: 3, event: { kind: "folded", at: 3, pair_plus: "plain" } },
    { n: 12, at: 3, event: settled },
    { n: 13, at: 3, event: { kind: "round-concluded" } },
    { n: 14, at: 4, event: null },
  ],
};

test("a step shows the last commit that does not go beyond its event", () => {
  const steps = stepsOf(ROUND, 10);
  const lines = steps.map((step) => step.state.view?.boxes.flatMap((each) => each.lines).length);
  assert.deepEqual(lines, [0, 0, 0, 0, 0, 1, 1]);
  const bets = steps.map((step) => step.state.view?.boxes.length);
  assert.deepEqual(bets, [0, 0, 1, 1, 1, 1, 1]);
});

test("without the views of each commit nothing is shown before the end", () => {
  const { views, ...bare } = ROUND;
  assert.equal(views.length, 4);
  const steps = stepsOf(bare, 10);
  assert.ok(steps.slice(0, -1).every((step) => step.state.view?.boxes.length === 0));
  assert.equal(steps.at(-1)?.state.view?.boxes.length, 1);
});

test("sentences name the viewer as you, others by name", () => {
  const own = stepsOf(ROUND, 10).map((step) => step.sentence);
  assert.equal(own[1], "Box 3, you: Ante 10.00.");
  assert.equal(own[4], "Box 3, you: Ante lost, 0.00 back.");
  assert.equal(own[6], "An entry that only the house may read.");
  const others = stepsOf(ROUND, null).map((step) => step.sentence);
  assert.equal(others[1], "Box 3, South: Ante 10.00.");
});

test("a settled line keeps its why and its clauses", () => {
  const step = stepsOf(ROUND, 10)[4];
  assert.equal(step?.why, "You folded.");
  assert.deepEqual(step?.clauses, ["3.12.1"]);
  assert.equal(entryOf(ROUND.events, { at: 3, player: 10, wager: "ante" }), 12);
  assert.equal(entryOf(ROUND.events, { at: 3, player: 11, wager: "ante" }), null);
});

test("a deal that one commit holds is still dealing", () => {
  const dealt = {
    ...ROUND,
    events: [{ n: 9, at: 1, event: { kind: "packet-dealt", to: "dealer", cards: ["down", "down", "down"] } }],
  };
  assert.equal(stepsOf({ ...dealt, views: [{ n: 9, view: view("deciding") }] }, 10)[0]?.phase, "dealing");
});

test("phases only go forward, and each event belongs to one", () => {
  const steps = stepsOf(ROUND, 10);
  const spans = spansOf(steps);
  assert.deepEqual(spans, [
    { phase: "open", from: 0, count: 1 },
    { phase: "closed", from: 1, count: 2 },
    { phase: "over", from: 3, count: 4 },
  ]);
  assert.equal(
    spans.reduce((sum, span) => sum + span.count, 0),
    steps.length,
  );
});
