// The deck of a round, made again by the code the page runs.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";

import { checkDeck, deckOf, NEW_DECK, openHandsOf, promiseOf } from "../../deck-proof.js";

// Node.js 18 has it under this name only.
globalThis.crypto ??= /** @type {any} */ (webcrypto);

const ONES = "11".repeat(32);
const TWOS = "22".repeat(32);
/** @param {Partial<import("../../deck-proof.js").Proof>} change */
const proof = (change = {}) => ({
  table: 7,
  round: 12,
  deal: 1,
  house: { promise: "c1a7936d0935a9be9f06c67ce97a4765dbafe927fb2f1fa14da40f34db7db9e6", seed: ONES },
  players: [],
  deck: null,
  ...change,
});
const opened = [{ player: 3, promise: "", seed: TWOS }];

test("the example of docs/FAIRNESS.md comes out", async () => {
  assert.equal(await promiseOf({ table: 7, round: 12 }, "house", ONES), proof().house.promise);
  const deck = await deckOf(proof());
  assert.equal(deck.slice(0, 10).join(" "), "Ks 7s 2h Td 2d 5s Tc Ac 3c 5d");
  assert.deepEqual([...deck].sort(), [...NEW_DECK].sort());
  const last = deck[51];
  assert.equal(last, "7d");
});

test("an opened seed changes the deck, a withheld one does not", async () => {
  const both = await deckOf(proof({ players: opened }));
  assert.equal(both.slice(0, 10).join(" "), "7s Ts 4s Qh 6s 2c 2d 6c 5h Ad");
  const withheld = await deckOf(proof({ players: [{ player: 3, promise: "", seed: null }] }));
  assert.deepEqual(withheld, await deckOf(proof()));
});

test("a second deal of the same bets has another deck", async () => {
  assert.notDeepEqual(await deckOf(proof({ deal: 2 })), await deckOf(proof()));
});

test("seeds enter in the order of their Players' numbers, however they are listed", async () => {
  const nine = { player: 9, promise: "", seed: ONES };
  const [three] = opened;
  assert.ok(three);
  assert.deepEqual(await deckOf(proof({ players: [nine, three] })), await deckOf(proof({ players: [three, nine] })));
});

/** The deal of a box and the Dealer from the deck of `proof()`: Ks 7s 2h, Td 2d 5s. */
const DEAL = [
  { event: { kind: "packet-dealt", to: { box: 3 }, cards: ["down", "down", "down"] } },
  { event: { kind: "packet-dealt", to: "dealer", cards: ["down", "down", "down"] } },
  { event: { kind: "looked", at: 3, cards: [{ up: "Ks" }, { up: "7s" }, { up: "2h" }] } },
  { event: null },
];

test("a sound proof holds, with the cards that lay open", async () => {
  const shown = { kind: "dealer-shown", cards: [{ up: "Td" }, { up: "5s" }, { up: "2d" }] };
  const hands = openHandsOf([...DEAL, { event: shown }]);
  assert.deepEqual(
    hands.map((hand) => [hand.to, hand.places]),
    [
      ["box 3", [0, 1, 2]],
      ["dealer", [3, 4, 5]],
    ],
  );
  const found = await checkDeck(proof({ deck: await deckOf(proof()) }), hands);
  assert.deepEqual(
    found.steps.map((step) => step.what),
    ["promise", "deck", "hand", "hand"],
  );
  assert.ok(found.holds);
});

test("a burnt card, single cards and community cards count in the order they left the deck", () => {
  const hands = openHandsOf([
    { event: { kind: "card-burned", card: "down" } },
    { event: { kind: "card-dealt", to: { box: 1 }, card: "down" } },
    { event: { kind: "card-dealt", to: "dealer", card: "down" } },
    { event: { kind: "card-dealt", to: { box: 1 }, card: "down" } },
    { event: { kind: "community-dealt", cards: ["down", "down"] } },
    { event: { kind: "card-dealt", to: { box: 1 }, card: "down" } },
    { event: { kind: "hand-revealed", at: 1, cards: [{ up: "2c" }, { up: "3c" }, { up: "4c" }] } },
  ]);
  assert.deepEqual(hands, [{ to: "box 1", places: [1, 3, 6], cards: ["2c", "3c", "4c"] }]);
});

test("each lie is found: seed, promise, deck, card", async () => {
  const deck = await deckOf(proof());
  const hands = openHandsOf(DEAL);
  const swapped = [deck[1], deck[0], ...deck.slice(2)].map(String);
  const lies = [
    { change: { house: { promise: proof().house.promise, seed: TWOS } }, what: "promise" },
    { change: { house: { promise: "00".repeat(32), seed: ONES } }, what: "promise" },
    { change: { deck: swapped }, what: "deck" },
    { change: { round: 13 }, what: "promise" },
  ];
  for (const { change, what } of lies) {
    const found = await checkDeck(proof({ deck, ...change }), hands);
    const broken = found.steps.filter((step) => !step.holds).map((step) => step.what);
    assert.ok(broken.includes(/** @type {any} */ (what)), `${JSON.stringify(change)}: ${broken}`);
    assert.equal(found.holds, false);
  }
  const other = [{ to: "box 3", places: [0, 1, 2], cards: ["Ks", "7s", "3h"] }];
  assert.equal((await checkDeck(proof({ deck }), other)).holds, false);
});
