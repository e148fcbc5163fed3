// What a round came to, kept for who played it; time that ran out; and money the house has not counted yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { noticeOf } from "../../notices.js";
import { lastResult, netOf, openResult, playNow } from "../../result.js";
import { keysOf, smallKeysOf } from "../../situation.js";
import { evolve } from "../../state.js";
import { NOW, YOU, betting, box, happened, stateOf, view } from "./table.js";

const bet = (/** @type {any} */ area, /** @type {number} */ amount) => ({ area, player: YOU, amount, outcome: null });
const seated = (/** @type {any} */ more = {}) => box(4, { seated: YOU, controller: YOU, ...more });
/** @param {number} staked @param {number} returned @param {string} [outcome] @returns {any} */
const line = (staked, returned, outcome = "lose") => ({
  at: 4,
  player: YOU,
  wager: "ante",
  staked,
  at_risk: staked,
  returned,
  outcome,
  cites: [],
  why: "",
});
const over = (round = 1, lines = [line(1000, 0)]) =>
  view({ phase: "concluded", round }, [seated({ bets: [bet("ante", 1000)], lines })]);
/** @param {number} rounds @param {number} net @returns {any} */
const counted = (rounds, net) => ({
  type: "soft",
  soft: "play-time",
  session: { since: 0, time_ms: 0, rounds, staked: rounds * 1000, returned: rounds * 1000 + net, net },
  reality_check: { due: false, minutes: null },
});

test("a result stays open until the next bet, and can be found after it", () => {
  const played = evolve(stateOf(view()), happened([{ kind: "round-concluded" }], over()), NOW);
  assert.equal(openResult(played)?.round, 1);
  const next = view({ round: 2 }, [seated()]);
  const opened = evolve(played, happened([{ kind: "bets-opened", round: 2 }], next, betting(4)), NOW);
  const open = openResult(opened);
  assert.deepEqual(open && [open.round, open.isOver, netOf(open)], [1, true, -1000]);
  assert.equal(lastResult(opened), null);
  const bets = view({ round: 2 }, [seated({ bets: [bet("ante", 500)] })]);
  const placed = evolve(opened, happened([{ kind: "bet-placed", at: 4, player: YOU }], bets), NOW);
  assert.equal(openResult(placed), null);
  assert.equal(lastResult(placed)?.round, 1);
});

test("the net follows the settlement, and is never counted twice", () => {
  let state = evolve(stateOf(view()), counted(3, 500), NOW);
  assert.equal(playNow(state)?.net, 500);
  state = evolve(state, happened([{ kind: "box-settled", at: 4 }], over()), NOW);
  assert.equal(playNow(state)?.net, -500);
  state = evolve(state, happened([{ kind: "round-concluded" }], over(2, [line(1000, 2000, "win")])), NOW);
  assert.equal(playNow(state)?.net, 500);
  state = evolve(state, counted(4, -500), NOW);
  assert.equal(playNow(state)?.net, 500);
  state = evolve(state, counted(5, 500), NOW);
  assert.equal(playNow(state)?.net, 500);
  // The table still shows the round that was counted.
  state = evolve(state, happened([{ kind: "seed-told" }], over(2, [line(1000, 2000, "win")])), NOW);
  assert.equal(playNow(state)?.net, 500);
});

test("time that ran out is told until the next bet, with what it cost and the box", () => {
  const before = stateOf(
    view({ phase: "deciding", awaited: { decision: { at: 4 } } }, [seated({ bets: [bet("ante", 1000)] })]),
  );
  const events = [
    { kind: "waiting-ended", awaited: { decision: { at: 4 } } },
    { kind: "player-left", player: YOU },
    { kind: "folded-by-absence", at: 4 },
    { kind: "wager-settled", ...line(1000, 0) },
  ];
  const gone = box(4, { controller: YOU, bets: [bet("ante", 1000)], lines: [line(1000, 0)] });
  const left = evolve(before, happened(events, view({ phase: "concluded" }, [gone])), NOW);
  const said = noticeOf(left, NOW);
  assert.equal(said?.title, "Time ran out.");
  assert.equal(
    said?.text,
    "Your hand at box 4 was folded: 10.00 lost. Your box was given up: sit down again to go on.",
  );
  assert.ok(left.calls.some((call) => call.text === "Your time ran out: your box was given up."));
  assert.deepEqual(
    keysOf(left).map((key) => key.id),
    ["sit"],
  );
  assert.deepEqual(
    smallKeysOf(left).map((key) => key.id),
    ["dismiss"],
  );
  assert.equal(evolve(left, { type: "dismiss" }, NOW).missed, null);
  const request = { request: "place-bet", at: 4, area: /** @type {const} */ ("ante"), amount: 500 };
  assert.equal(evolve(left, { type: "asked", id: "a", request }, NOW).missed, null);
  const kept = evolve(before, happened(events, view({ phase: "concluded" }, [seated()])), NOW);
  assert.equal(noticeOf(kept, NOW)?.text, "Your hand at box 4 was folded: 10.00 lost.");
});

test("another player's time is no matter of this page", () => {
  const other = box(2, { seated: 11, controller: 11 });
  const before = stateOf(view({ phase: "deciding" }, [other]));
  const events = [{ kind: "waiting-ended", awaited: { decision: { at: 2 } } }];
  assert.equal(evolve(before, happened(events, view({}, [other])), NOW).missed, null);
});
