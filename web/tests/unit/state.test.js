// The reducer of the table page, and what it offers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { currentBox, evolve, moveFor, ownBets, ownBoxes, pendingOn } from "../../state.js";
import { noticeOf, timeUp } from "../../notices.js";
import { keysOf, smallKeysOf } from "../../situation.js";
import * as wishes from "../../wishes.js";
import { feltOf } from "../../felt.js";
import { NOW, YOU, betting, box, happened, stateOf, view } from "./table.js";

const bet = (/** @type {any} */ area, /** @type {number} */ amount, player = YOU) => ({
  area,
  player,
  amount,
  outcome: null,
});
const seated = (/** @type {any} */ more = {}) => box(4, { seated: YOU, controller: YOU, ...more });

test("a passer-by is offered a box, and nothing else", () => {
  const state = { ...stateOf(view()), you: /** @type {any} */ ({ role: "spectator", player: null, name: null }) };
  assert.deepEqual(
    keysOf(state).map((key) => key.id),
    ["sit"],
  );
  assert.equal(feltOf(state)?.boxes[0]?.key, "sit");
  assert.equal(wishes.seatToTake(state), 4);
});

test("staff watch and are offered no box", () => {
  const state = { ...stateOf(view()), you: /** @type {any} */ ({ role: "dealer", player: null, name: "Dealer" }) };
  assert.deepEqual(keysOf(state), []);
  assert.equal(feltOf(state)?.boxes[3]?.key, null);
});

test("one key lays the least Ante and says done", () => {
  const state = stateOf(view({}, [seated()]), betting(4));
  const [key] = keysOf(state);
  assert.equal(key?.id, "least-ante");
  assert.deepEqual(key?.requests, [{ request: "place-bet", at: 4, area: "ante", amount: 500 }, { request: "ready" }]);
});

test("nothing is offered that moves do not list", () => {
  const state = stateOf(view({}, [seated({ bets: [bet("ante", 500)] })]), []);
  assert.deepEqual(
    keysOf(state).map((key) => key.id),
    [],
  );
  assert.deepEqual(wishes.takeBacks(state, []), []);
});

test("keys of a decision come from its moves, fold first and play last", () => {
  const moves = [
    { request: { request: "play", at: 4, amount: 2500 } },
    { request: { request: "fold", at: 4, pair_plus: "plain" } },
    { request: { request: "fold", at: 4, pair_plus: "kept" } },
    { request: { request: "fold", at: 4, pair_plus: "given_up" } },
  ];
  const cards = [{ up: "Qs" }, { up: "7h" }, { up: "4d" }];
  const table = view({ phase: "deciding", next: { decision: { at: 4, player: YOU } } }, [
    seated({ bets: [bet("ante", 2500)], cards, looked: true }),
  ]);
  assert.deepEqual(
    keysOf(stateOf(table, moves)).map((key) => key.id),
    ["fold", "keep", "play"],
  );
  const blind = view({ phase: "deciding", next: { decision: { at: 4, player: YOU } } }, [
    seated({ bets: [bet("ante", 2500)], cards: ["down", "down", "down"] }),
  ]);
  const look = { request: { request: "look", at: 4 } };
  assert.deepEqual(
    keysOf(stateOf(blind, [look, ...moves.slice(0, 2)])).map((key) => key.id),
    ["fold", "look", "blind"],
  );
});

test("another player's decision is not offered", () => {
  const table = view({ phase: "deciding", next: { decision: { at: 2, player: 11 } } }, [
    box(2, { seated: 11, controller: 11, bets: [bet("ante", 500, 11)], cards: ["down", "down", "down"] }),
    seated({ bets: [bet("ante", 500)], cards: ["down", "down", "down"] }),
  ]);
  assert.deepEqual(keysOf(stateOf(table, [{ request: { request: "leave", player: YOU } }])), []);
});

test("chips that were sent lie there until the answer, and go with a refusal", () => {
  const before = stateOf(view({}, [seated()]), betting(4));
  const request = { request: "place-bet", at: 4, area: /** @type {const} */ ("ante"), amount: 500 };
  const asked = evolve(before, { type: "asked", id: "a", request }, NOW);
  assert.equal(pendingOn(asked, 4, "ante"), 500);
  const refused = evolve(
    asked,
    { type: "response", id: "a", outcome: "refused", code: "box-taken", detail: "at: the box is taken", clauses: ["3.5"] },
    NOW,
  );
  assert.equal(pendingOn(refused, 4, "ante"), 0);
  assert.equal(noticeOf(refused, NOW)?.text, "The box is taken.");
  assert.deepEqual(noticeOf(refused, NOW)?.clauses, ["3.5"]);
});

test("the last bets can be laid again, the jackpot after its base bet", () => {
  const bets = [bet("jackpot", 500), bet("pair_plus", 1000), bet("ante", 2500)];
  const dealt = stateOf(view({ phase: "bets_closed" }, [seated({ bets })]));
  const closed = evolve(
    dealt,
    happened([{ kind: "bets-closed" }], view({ phase: "deciding" }, [seated({ bets })])),
    NOW,
  );
  const opened = evolve(
    closed,
    happened([{ kind: "bets-opened", round: 2 }], view({ round: 2 }, [seated()]), betting(4)),
    NOW,
  );
  const again = wishes.sameAgain(opened).map(({ area, amount }) => [area, amount]);
  assert.deepEqual(again, [
    ["ante", 2500],
    ["pair_plus", 1000],
    ["jackpot", 500],
  ]);
  assert.deepEqual(
    opened.calls.map((call) => call.text),
    ["Place your bets, please."],
  );
});

test("undo goes back to what lay there before the last change", () => {
  const back = { request: { request: "take-back", at: 4, area: "ante" } };
  let state = stateOf(view({}, [seated({ bets: [bet("ante", 500)] })]), [...betting(4), back]);
  assert.deepEqual(
    keysOf(state).map((key) => key.id),
    [],
  );
  state = evolve(state, { type: "step" }, NOW);
  const doubled = view({}, [seated({ bets: [bet("ante", 1000), bet("jackpot", 500)] })]);
  state = evolve(state, happened([], doubled, [...betting(4), back]), NOW);
  const before = wishes.before(state) ?? [];
  assert.deepEqual(before, [{ at: 4, area: "ante", amount: 500 }]);
  assert.deepEqual(wishes.takeBacks(state, before), [back.request]);
  const bare = evolve(state, happened([], view({}, [seated()]), betting(4)), NOW);
  assert.deepEqual(wishes.lays(bare, before), [{ request: "place-bet", at: 4, area: "ante", amount: 500 }]);
  assert.deepEqual(evolve(state, { type: "step-back" }, NOW).steps, []);
});

test("a spot that takes no bet now is asked for all the same, at its price, so that the Dealer says why", () => {
  const state = stateOf(view({}, [seated()]), betting(4).slice(0, 2));
  assert.deepEqual(wishes.lay(state, 4, "jackpot", 10_000), [
    { request: "place-bet", at: 4, area: "jackpot", amount: 500 },
  ]);
  assert.deepEqual(wishes.lay(stateOf(view({ phase: "deciding" }, [seated()])), 4, "ante", 500), []);
  const chosen = evolve(state, { type: "choose-spot", at: 4, area: "jackpot" }, NOW);
  assert.deepEqual(wishes.spotOf(chosen), { at: 4, area: "jackpot" });
  const spot = feltOf(chosen)?.boxes[3]?.spots.find((each) => each.area === "jackpot");
  assert.equal(spot?.print, "Jackpot 5");
  assert.equal(spot?.label, "Jackpot, empty, costs 5.00");
  assert.equal(spot?.isChosen, true);
});

test("a refusal names the figure and the way out, and goes with the next choice", () => {
  const state = stateOf(view({}, [seated()]), betting(4));
  const refused = (/** @type {string} */ code, /** @type {string} */ detail, /** @type {any} */ area) =>
    evolve(
      state,
      {
        type: "refused",
        refusal: { code, detail, clauses: ["3.8"], request: { request: "place-bet", at: 4, area, amount: 100 } },
      },
      NOW,
    );
  const low = refused("below-minimum-here", "amount: the bet would lie below the minimum of this table", "pair_plus");
  assert.equal(noticeOf(low, NOW)?.text, "The minimum for Pair Plus is 5.00.");
  const bare = refused("jackpot-needs-base", "the jackpot bet needs an Ante on the same box (rws-2020 3.8, 3.8(b))", "jackpot");
  assert.equal(noticeOf(bare, NOW)?.text, "The jackpot bet needs an Ante on the same box. Lay that first.");
  assert.equal(evolve(bare, { type: "choose-spot", at: 4, area: "ante" }, NOW).refusal, null);
});

test("chips too small to be a bet are not offered", () => {
  assert.deepEqual(wishes.chipsFor(stateOf(view())), [500, 2_500, 10_000, 50_000]);
  const limits = { ante: { min: 100, max: 400 }, pair_plus: { min: 100, max: 400 }, five_card: {} };
  assert.deepEqual(wishes.chipsFor(stateOf(view({ limits }))), [100]);
});

test("who sits elsewhere since lays his last bets there", () => {
  const moved = box(3, { seated: YOU, controller: YOU });
  const state = { ...stateOf(view({}, [moved]), betting(3)), last: [{ at: 4, area: /** @type {any} */ ("ante"), amount: 500 }] };
  assert.deepEqual(wishes.sameAgain(state), [{ request: "place-bet", at: 3, area: "ante", amount: 500 }]);
});

test("the keys that deal keep their places between rounds", () => {
  const last = [{ at: 4, area: /** @type {any} */ ("ante"), amount: 500 }];
  const over = { ...stateOf(view({ phase: "concluded" }, [seated()])), last };
  const open = { ...stateOf(view({}, [seated()]), betting(4)), last };
  const ids = ["least-ante", "same-again"];
  assert.deepEqual(
    keysOf(open).map((key) => key.id),
    ids,
  );
  assert.deepEqual(
    keysOf(over).map((key) => key.id),
    ids,
  );
  assert.deepEqual(
    keysOf({ ...over, plan: "same-again" }).map((key) => key.isPressed),
    [false, true],
  );
  assert.deepEqual(
    keysOf(open).map((key) => key.label),
    ["Ante 5.00, deal", "Same again, deal"],
  );
});

test("a fold names what it loses, where the server says so", () => {
  const table = view({ phase: "deciding", next: { decision: { at: 4, player: YOU } } }, [
    seated({ bets: [bet("ante", 1000)], cards: ["down", "down", "down"] }),
  ]);
  const fold = { request: { request: "fold", at: 4, pair_plus: "plain" } };
  const sub = (/** @type {any} */ move) => keysOf(stateOf(table, [move]))[0]?.sub;
  assert.equal(sub(fold), "gives up this hand");
  assert.equal(sub({ ...fold, loses: { jackpot: 500, ante: 1000 } }), "Ante 10.00 and Jackpot 5.00 lost");
});

test("keeping a hand hidden says what that does by this rulebook", () => {
  const table = view({ phase: "dealer_shown", next: { reveal: { at: 4, player: YOU } } }, [seated()]);
  const moves = [{ request: { request: "reveal", at: 4 } }, { request: { request: "decline-reveal", at: 4 } }];
  const rules = { switches: [{ switch: "decline_reveal", value: "deemed_folded", clauses: ["4.5"] }] };
  assert.equal(keysOf(stateOf(table, moves), rules)[0]?.sub, "counts as folded: Ante and Play are lost");
});

test("a gap in the line keeps the felt, takes the keys, and says how long the decision still has", () => {
  const table = view(
    { phase: "deciding", next: { decision: { at: 4, player: YOU } }, awaited: { decision: { at: 4 } } },
    [seated({ bets: [bet("ante", 500)], cards: ["down", "down", "down"] })],
  );
  const state = stateOf(table, [{ request: { request: "play", at: 4, amount: 500 } }], { deadline_ms: 18_000 });
  const lost = evolve(state, { type: "line", line: "lost" }, NOW);
  assert.deepEqual(keysOf(lost), []);
  assert.equal(lost.view, state.view);
  assert.match(noticeOf(lost, NOW + 4_000)?.text ?? "", /14 s/);
  const back = evolve(lost, { type: "line", line: "open" }, NOW);
  assert.equal(noticeOf(back, NOW)?.title, "You are back.");
});

test("what happens when the time is up is the rulebook's, with its clause", () => {
  const waits = { phase: "deciding", awaited: { decision: { at: 4 } }, then: "folded" };
  const table = view(waits, [seated({ bets: [bet("ante", 500)] })]);
  const state = stateOf(table, [], { deadline_ms: 20_000 });
  assert.equal(state.clock?.span, 30_000);
  const folded = { switches: [{ switch: "absent_undecided", value: "folded", clauses: ["5.5"] }] };
  assert.deepEqual(timeUp(state, folded), {
    text: "then you count as gone: your hand is folded and you give up your box.",
    clauses: ["5.5"],
  });
  const back = stateOf(view({ ...waits, then: "returned" }, [seated({ bets: [bet("ante", 500)] })]), [], { deadline_ms: 20_000 });
  assert.match(timeUp(back, null).text, /your bets go back and you give up your box/);
});

test("a choice after an error has two keys and what silence counts as", () => {
  const choices = { terms: "dealing_error", asked: [[4, null]], silence: "withdraw", clauses: ["5.10"] };
  const table = view({ phase: "deciding", suspended: { matter: null, choices } }, [
    seated({ bets: [bet("ante", 2500), bet("pair_plus", 1500)] }),
  ]);
  const moves = [
    { request: { request: "choose", at: 4, choice: "continue" } },
    { request: { request: "choose", at: 4, choice: "withdraw" } },
  ];
  const state = stateOf(table, moves);
  assert.deepEqual(
    keysOf(state).map((key) => [key.id, key.label]),
    [
      ["withdraw", "Take 40.00 back"],
      ["continue", "Play on"],
    ],
  );
  assert.match(noticeOf(state, NOW)?.text ?? "", /Silence counts as taking them back/);
});

test("a second box is the person's once he opens it", () => {
  const state = stateOf(view({}, [seated()]), [...betting(4), ...betting(5)]);
  assert.equal(feltOf(state)?.boxes[4]?.key, "join");
  const opened = evolve(state, { type: "open-box", at: 5 }, NOW);
  assert.deepEqual(
    ownBoxes(opened).map((each) => each.at),
    [4, 5],
  );
  assert.equal(currentBox(opened)?.at, 5);
  assert.deepEqual(ownBets(opened), []);
  const rules = { switches: [{ switch: "multi_box_view", value: "one_hand", clauses: ["3.7"] }] };
  const said = noticeOf(opened, NOW, rules);
  assert.match(said?.text ?? "", /Your chips go to box 5\. .*one hand only/);
  assert.deepEqual(said?.clauses, ["3.7"]);
  assert.deepEqual(
    smallKeysOf(opened).map((key) => key.label),
    ["To box 4", "Give box 5 back"],
  );
  const given = evolve(opened, { type: "close-box", at: 5 }, NOW);
  assert.deepEqual(
    ownBoxes(given).map((each) => each.at),
    [4],
  );
  assert.ok(moveFor(opened, "place-bet", { at: 5, area: "ante" }));
});

test("a hand that lies face down has no face in the picture of the felt", () => {
  const cards = [{ up: "Qs" }, { up: "7h" }, { up: "4d" }];
  const table = view({ phase: "deciding" }, [
    seated({ bets: [bet("ante", 500)], cards, looked: true, decision: "played" }),
  ]);
  const felt = feltOf(stateOf(table));
  assert.deepEqual(felt?.boxes[3]?.faces, [null, null, null]);
  assert.doesNotMatch(JSON.stringify(felt), /Qs|7h|4d/);
});

test("a settled spot shows what came of it, and a lost one is empty", () => {
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
  ]);
  const bets = [bet("pair_plus", 1000), bet("ante", 2500), bet("play", 2500)];
  const felt = feltOf(stateOf(view({ phase: "concluded" }, [seated({ bets, lines })])));
  const spots = Object.fromEntries(
    (felt?.boxes[3]?.spots ?? []).map((spot) => [spot.area, [spot.tag, spot.staked, spot.paid]]),
  );
  assert.deepEqual(spots.ante, ["+25", 2500, 2500]);
  assert.deepEqual(spots.play, ["25 back", 0, 0]);
  assert.deepEqual(spots.pair_plus, ["\u221210", 0, 0]);
});

test("a reality check stands before the next stake and never before a decision", () => {
  const session = { since: 0, time_ms: 3_600_000, rounds: 9, staked: 124_000, returned: 121_250, net: -2_750 };
  const soft = /** @type {any} */ ({
    type: "soft",
    soft: "play-time",
    session,
    reality_check: { due: true, minutes: 60 },
  });
  const between = evolve(stateOf(view({}, [seated()]), betting(4)), soft, NOW);
  assert.deepEqual(between.play?.net, -2_750);
  assert.deepEqual(
    keysOf(between).map((key) => key.id),
    ["leave", "go-on"],
  );
  assert.match(noticeOf(between, NOW)?.text ?? "", /Staked 1,240\.00, back 1,212\.50, net \u221227\.50/);
  const table = view({ phase: "deciding", next: { decision: { at: 4, player: YOU } } }, [
    seated({ bets: [bet("ante", 500)], cards: ["down", "down", "down"] }),
  ]);
  const deciding = evolve(stateOf(table, [{ request: { request: "play", at: 4, amount: 500 } }]), soft, NOW);
  assert.deepEqual(
    keysOf(deciding).map((key) => key.id),
    ["blind"],
  );
});

test("what this round adds to the jackpot is counted, and begins anew with the next", () => {
  const table = view({ phase: "bets_closed" }, [seated()]);
  const added = { kind: "contribution-added", at: 4, amount: 125 };
  const state = evolve(stateOf(table), happened([{ kind: "bets-closed" }, added, added], table), NOW);
  assert.equal(state.added, 250);
  assert.equal(evolve(state, happened([{ kind: "bets-opened", round: 2 }], view({ round: 2 })), NOW).added, 0);
});
