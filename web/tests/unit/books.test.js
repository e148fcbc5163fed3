// Rulebooks by their names, and how they are played.
import assert from "node:assert/strict";
import { test } from "node:test";

import { headingIn, partsOf, rulesOf, sentencesOf, shortName, tableTitle, withoutRemark } from "../../books.js";
import { t } from "../../text.js";

const RWS = { title: "3 Card Poker (RWS)", effective: "2020-03-17T08:00" };
const OFG = { title: "Three Card Poker (Oceanfront Gaming)", effective: "unknown" };

test("a rulebook is named by its game, its house and its year", () => {
  assert.deepEqual(partsOf(RWS), { game: "3 Card Poker", house: "RWS", year: "2020" });
  assert.equal(rulesOf(RWS), "rules of Resorts World Sentosa, 2020");
  assert.equal(shortName(RWS), "RWS 2020");
  assert.equal(rulesOf(OFG), "rules of Oceanfront Gaming");
  assert.equal(shortName(OFG), "Oceanfront Gaming");
  assert.equal(shortName({ title: "House Poker", effective: "unknown" }), "House Poker");
});

test("a table is called by its own name, else by its game", () => {
  assert.equal(tableTitle({ name: "Sentosa", rulebook: "rws-2020" }, RWS), "Sentosa");
  assert.equal(tableTitle({ name: null, rulebook: "rws-2020" }, RWS), "3 Card Poker");
  assert.equal(tableTitle({ name: null, rulebook: "rws-2020" }, undefined), "rws-2020");
});

test("remarks of editors stand apart from a clause, brackets of the text do not", () => {
  assert.deepEqual(withoutRemark("Ante: the stake. (The number is lost; see 1.1-1.13.)"), {
    text: "Ante: the stake.",
    remark: "The number is lost; see 1.1-1.13.",
  });
  assert.equal(withoutRemark("Straight Flush 40 to 1 (A-K-Q suited included).").remark, null);
  assert.equal(withoutRemark("High Card: 44.00%, 9720 (Queen, King or Ace high).").remark, null);
  assert.equal(headingIn("Heading for the card rules."), "card rules");
  assert.equal(headingIn("One deck of 52 cards is used."), null);
});

test("answers that have a sentence are told in order, with their clauses", () => {
  const switches = [
    { switch: "fold_jackpot", value: "alive", clauses: ["3.9.1"] },
    { switch: "fold_pair_plus", value: "kept", clauses: ["3.12"] },
    { switch: "burn", value: "none", clauses: ["3.10"] },
    { switch: "community", value: "none", clauses: [] },
  ];
  assert.deepEqual(sentencesOf(switches), [
    { text: "After a fold Pair Plus stays in and can still win.", clauses: ["3.12"] },
    { text: "After a fold the Jackpot bet stays in and can still win.", clauses: ["3.9.1"] },
  ]);
});

test("clauses are cited without the marks of their register", () => {
  assert.equal(t.clauses.label("3.12.1"), "3.12.1");
  assert.equal(t.clauses.label("3.1.2[straight-flush]"), "3.1.2 straight flush");
  assert.equal(t.clauses.label("ofg.bets.1.win"), "bets 1, win");
  assert.equal(t.clauses.label("ofg.sidebet.royal-flush"), "Five Card, royal flush");
  assert.equal(t.clauses.label("ofg.rank"), "rank");
  assert.equal(t.clauses.label("OFG-16"), "house note 16");
  assert.equal(t.clauses.label("R20-02"), "house note 2");
  assert.equal(t.clauses.label("Appendix A"), "Appendix A");
});
