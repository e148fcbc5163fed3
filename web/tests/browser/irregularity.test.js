// Something goes wrong at a table with real cards, as a player meets it: the round stands still, the pit rules,
// the player chooses or gets his bets back.
import assert from "node:assert/strict";

import { Dealer, realCards } from "./dealer.js";
import { until } from "./house.js";
import { key, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

/** @typedef {import("./rig.js").Visitor} Visitor */

/** A guest with an Ante before him and a dealer at the other side. @param {Parameters<Parameters<typeof browserTest>[1]>[0]} rig */
async function anteIsLaid(rig) {
  const house = await rig.house({ change: realCards });
  const dealer = await Dealer.at(house, 1);
  const pit = { token: await house.staff("pit-supervisor") };
  const visitor = await rig.visitor(house, { width: 360, height: 740 });
  await dealer.openBets();
  await sitDown(visitor, 1);
  await visitor.page.locator('betting-box.you [data-area="ante"]').click();
  await visitor.page.waitForSelector('betting-box.you [data-area="ante"].filled');
  return { house, dealer, pit, visitor };
}

/** The pit says that it is so. @param {import("./house.js").House} house @param {{ token: string }} pit */
async function uphold(house, pit) {
  const { moves } = await house.get("/api/v1/tables/1", pit.token);
  const rule = moves.find((/** @type {any} */ { request }) => request.request === "rule");
  assert.ok(rule, "the pit is asked to rule");
  const on = rule.request.on ?? rule.fields.on.one_of[0];
  await house.ask(pit, 1, { request: "rule", on, finding: { says: "upheld" } });
}

/** Waits until the page's notice says so. @param {Visitor} visitor @param {RegExp} says */
function noticed(visitor, says) {
  return until(async () => {
    const text = await visitor.page.evaluate(() => document.body.innerText);
    return says.test(text) && text;
  }, `${says} on the page`);
}

browserTest("a card is exposed in the deal: the player is asked, takes the bet back, and the round goes on", async (rig) => {
  const { house, dealer, pit, visitor } = await anteIsLaid(rig);
  await dealer.closeAndDeal(["Qs 7h 4d"]);
  const me = await house.get("/api/v1/me", dealer.token);
  const by = { staff: { post: "dealer", person: me.person } };
  await dealer.ask({ request: "report", report: { saw: "exposed", cards: ["7h"], by } });
  await noticed(visitor, /the pit has been called/i);
  await uphold(house, pit);
  // What silence counts as is said beside the keys.
  await visitor.page.waitForSelector(key("withdraw"));
  await visitor.page.waitForSelector(key("continue"));
  const before = await noticed(visitor, /silence counts as/i);
  assert.match(before, /5\.00/, "the key says how much comes back");
  await visitor.page.locator(key("withdraw")).click();
  const withdrawn = (/** @type {any} */ box) => box.decision === "withdrawn";
  await house.table(1, ({ view }) => view.suspended === null && view.boxes.some(withdrawn));
  await visitor.page.waitForFunction((withdraw) => document.querySelector(withdraw) === null, {}, key("withdraw"));
  const token = (await visitor.context.cookies()).find(({ name }) => name === "queenhigh_session")?.value;
  const purse = await house.get("/api/v1/me", token);
  const { rack } = await house.get("/api/v1/tables/1", token);
  assert.equal(purse.purse + rack, 200_000, "not a cent is gone");
});

browserTest("a card of another deck is found: the round is void and every bet goes back", async (rig) => {
  const { house, dealer, pit, visitor } = await anteIsLaid(rig);
  await dealer.closeAndDeal(["Qs 7h 4d"]);
  await dealer.ask({ request: "report", report: { saw: "foreign_card", found: "a blue back" } });
  await noticed(visitor, /the pit has been called/i);
  await uphold(house, pit);
  await house.table(1, ({ view }) => view.phase === "voided");
  const said = await noticed(visitor, /the round is void/i);
  assert.match(said, /5\.00/, "it says what went back");
});

browserTest("a restart is announced: the page says so, waits, and is back by itself", async (rig) => {
  const house = await rig.house({ change: (floor) => floor.replace("[listen]\n", "[listen]\ndrain_seconds = 4\n") });
  const visitor = await rig.visitor(house);
  visitor.expect(/WebSocket|ERR_CONNECTION|request failed|answer 5\d\d|jackpots\/events/);
  await sitDown(visitor, 1);
  await visitor.page.locator('betting-box.you [data-area="ante"]').click();
  await visitor.page.waitForSelector('betting-box.you [data-area="ante"].filled');
  const ended = house.end("SIGTERM");
  await noticed(visitor, /the house restarts in a moment/i);
  await ended;
  await house.startAgain();
  await visitor.page.waitForFunction(() => !/Trying to come back|restarts/.test(document.body.innerText));
  await visitor.page.waitForSelector('betting-box.you [data-area="ante"].filled');
});

browserTest("the jackpot fails: its spot takes no chips any more, and the page says why", async (rig) => {
  const { house, dealer, pit, visitor } = await anteIsLaid(rig);
  await dealer.ask({ request: "report", report: { saw: "jackpot_fault", recorded: 5_000_000 } });
  await noticed(visitor, /the jackpot does not work at the moment/i);
  const spot = await visitor.page.$eval('betting-box.you [data-area="jackpot"]', (spot) => spot.className);
  assert.doesNotMatch(spot, /filled|open/);
  const { moves } = await house.get("/api/v1/tables/1", pit.token);
  assert.ok(moves.length > 0, "the pit has something to do about it");
});
