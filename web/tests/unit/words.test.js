// What a screen reader hears, and which key asks for what.
import assert from "node:assert/strict";
import { test } from "node:test";
import { evolve } from "../../state.js";
import { announcementsOf, list } from "../../words.js";
import { wishOf } from "../../keys.js";
import { NOW, YOU, betting, box, happened, stateOf, view } from "./table.js";

const bet = (/** @type {any} */ area, /** @type {number} */ amount, player = YOU) => ({
  area,
  player,
  amount,
  outcome: null,
});
const seated = (/** @type {any} */ more = {}) => box(4, { seated: YOU, controller: YOU, ...more });

/** @param {any} before @param {any[]} events @param {any} table @param {any[]} [moves] @param {any} [more] @param {boolean} [looks] */
function heard(before, events, table, moves = [], more = {}, looks = false) {
  const after = evolve(before, happened(events, table, moves, more), NOW);
  return announcementsOf(before, after, events, NOW, looks).map(({ text, urgent }) => (urgent ? `(a) ${text}` : text));
}

test("the own bet is named, and several in a burst are summed up", () => {
  const before = stateOf(view({}, [seated()]), betting(4));
  const placed = (/** @type {string} */ area, /** @type {number} */ amount) => ({
    kind: "bet-placed",
    at: 4,
    area,
    player: YOU,
    amount,
  });
  assert.deepEqual(heard(before, [placed("ante", 2500)], view({}, [seated({ bets: [bet("ante", 2500)] })])), [
    "Ante 25.",
  ]);
  const bets = [bet("jackpot", 500), bet("pair_plus", 1000), bet("ante", 2500)];
  const events = [placed("ante", 2500), placed("pair_plus", 1000), placed("jackpot", 500)];
  assert.deepEqual(heard(before, events, view({}, [seated({ bets })])), [
    "Jackpot 5, Pair Plus 10, Ante 25: 40 in all.",
  ]);
});

test("the own turn is urgent, comes last, and waits for cards that turn by themselves", () => {
  const dealt = { phase: "deciding", next: { decision: { at: 4, player: YOU } }, awaited: { decision: { at: 4 } } };
  const down = seated({ bets: [bet("ante", 2500)], cards: ["down", "down", "down"] });
  const before = stateOf(view({ phase: "bets_closed" }, [seated({ bets: [bet("ante", 2500)] })]));
  const moves = [{ request: { request: "play", at: 4, amount: 2500 } }];
  const events = [{ kind: "deal-completed" }];
  const at = { deadline_ms: 30_000 };
  assert.deepEqual(heard(before, events, view(dealt, [down]), moves, at), [
    "Cards are dealt to box 4, and to the Dealer.",
    "(a) It is your decision. Play 25, or fold. 30 seconds.",
  ]);
  assert.deepEqual(heard(before, events, view(dealt, [down]), moves, at, true), [
    "Cards are dealt to box 4, and to the Dealer.",
  ]);
  const up = {
    ...down,
    looked: true,
    cards: [{ up: "Qs" }, { up: "7h" }, { up: "4d" }],
    hand: { rank: "high_card", title: "Queen high" },
  };
  const waiting = evolve(before, happened(events, view(dealt, [down]), moves, at), NOW);
  assert.deepEqual(heard(waiting, [{ kind: "looked", at: 4, player: YOU }], view(dealt, [up]), moves, at, true), [
    "Queen of spades, Seven of hearts, Four of diamonds. Queen high.",
    "(a) It is your decision. Play 25, or fold. 30 seconds.",
  ]);
});

test("another player's cards are never said", () => {
  const table = view({ phase: "deciding" }, [
    box(2, { seated: 11, controller: 11, bets: [bet("ante", 500, 11)], cards: ["down", "down", "down"] }),
  ]);
  const before = stateOf(table);
  assert.deepEqual(heard(before, [{ kind: "looked", at: 2, player: 11, cards: ["down", "down", "down"] }], table), []);
  assert.deepEqual(heard(before, [{ kind: "play-made", at: 2, player: 11, amount: 500, blind: false }], table), [
    "Box 2, East, plays.",
  ]);
});

test("a settled box is read with its net", () => {
  const line = (
    /** @type {string} */ wager,
    /** @type {number} */ staked,
    /** @type {number} */ returned,
    /** @type {string} */ outcome,
  ) => ({
    at: 4,
    player: YOU,
    wager,
    staked,
    at_risk: staked,
    returned,
    outcome,
    cites: [],
    why: "",
  });
  const lines = /** @type {any[]} */ ([
    line("play", 2500, 2500, "stand_off"),
    line("ante", 2500, 5000, "win"),
    line("pair_plus", 1000, 0, "lose"),
    line("jackpot", 500, 0, "lose"),
  ]);
  const table = view({ phase: "settling" }, [seated({ lines })]);
  assert.deepEqual(heard(stateOf(table), [{ kind: "box-settled", at: 4 }], table), [
    "Your box 4: Play 25 back, Ante wins 25, Pair Plus loses 10, Jackpot loses 5. Net plus 10.",
  ]);
});

test("a round that stands still is said at once", () => {
  const matter = {
    row: "IR-07",
    title: "cards exposed",
    boxes: [],
    question: "",
    ruled_by: "pit_supervisor",
    clauses: ["5.8.6"],
  };
  const table = view({ phase: "deciding", suspended: { matter, choices: null } }, [seated()]);
  const said = heard(stateOf(view({ phase: "deciding" }, [seated()])), [{ kind: "irregularity-reported" }], table);
  assert.ok(
    said.some((text) => text.startsWith("(a) The pit has been called.")),
    said.join("; "),
  );
});

test("Pair Plus is called missing where it is", () => {
  const table = view({}, [seated()]);
  const called = (/** @type {number[]} */ boxes) =>
    evolve(stateOf(table), happened([{ kind: "missing-pair-plus-called", boxes }], table), NOW).calls.map(
      (call) => call.text,
    );
  assert.deepEqual(called([]), []);
  assert.deepEqual(called([2, 4]), ["No Pair Plus on box 2 and 4."]);
});

test("the own turn says what a fold loses, where the server says so", () => {
  const dealt = { phase: "deciding", next: { decision: { at: 4, player: YOU } } };
  const moves = [
    { request: { request: "play", at: 4, amount: 2500 } },
    { request: { request: "fold", at: 4, pair_plus: "plain" }, loses: { ante: 2500, pair_plus: 1500 } },
  ];
  const before = stateOf(view({ phase: "bets_closed" }, [seated()]));
  const down = seated({ bets: [bet("ante", 2500)], cards: ["down", "down", "down"] });
  assert.deepEqual(heard(before, [], view(dealt, [down]), moves), [
    "(a) It is your decision. Play 25, or fold and lose 40.",
  ]);
});

test("a list has its word before the last", () => {
  assert.equal(list(["2"]), "2");
  assert.equal(list(["2", "3", "6"]), "2, 3 and 6");
});

test("keys ask for what they are printed with, and never while a field has the focus", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  const free = { letters: true, isTyping: false, isOnControl: false };
  assert.equal(wishOf({ key: "f", ...plain }, free), "fold");
  assert.equal(wishOf({ key: "4", ...plain }, free), "digit 4");
  assert.equal(wishOf({ key: "f", ...plain }, { ...free, letters: false }), null);
  assert.equal(wishOf({ key: "f", ...plain }, { ...free, isTyping: true }), null);
  assert.equal(wishOf({ key: "f", ...plain, ctrlKey: true }, free), null);
  assert.equal(wishOf({ key: "Enter", ...plain }, { ...free, isOnControl: true }), null);
  assert.equal(wishOf({ key: "Enter", ...plain }, free), "done least-ante sit");
});
