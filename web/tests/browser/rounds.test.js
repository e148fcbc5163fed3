// A whole round on each rulebook, from the lobby to why each bet ended as it did.
import assert from "node:assert/strict";

import { everyTable, until } from "./house.js";
import { decide, fromPage, key, ownCards, settled, settlement, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

/** By table of the demo floor: the spots that are laid, and what the hand is done with. */
const ROUNDS = /** @type {const} */ ([
  [1, "rws-2020", ["ante", "pair_plus", "jackpot"], "play"],
  [2, "mbs-2019", ["ante", "pair_plus", "jackpot"], "fold"],
  [3, "rws-2013", ["ante", "pair_plus"], "play"],
  [4, "rws-multilink-2024", ["ante", "pair_plus", "jackpot"], "play"],
  [5, "oceanfront", ["ante", "pair_plus", "five_card"], "play"],
]);

for (const [table, rulebook, areas, decision] of ROUNDS) {
  browserTest(`a whole round by ${rulebook}`, async (rig) => {
    const house = await rig.house({ change: everyTable('pace = "brisk"') });
    if (/** @type {readonly string[]} */ (areas).includes("jackpot")) await house.admitted(table);
    const visitor = await rig.visitor(house);
    await sitDown(visitor, table);
    for (const area of areas) {
      const spot = `betting-box.you [data-area="${area}"]`;
      await visitor.page.locator(spot).click();
      await visitor.page.waitForFunction(
        (spot) => /\d/.test(document.querySelector(spot)?.querySelector("output")?.textContent ?? ""),
        {},
        spot,
      );
    }
    await visitor.page.locator(key("done")).click();
    await ownCards(visitor);
    await decide(visitor, decision);
    const [record] = await until(async () => {
      const { rounds } = await fromPage(visitor, "/api/v1/rounds");
      return rounds.length > 0 && rounds;
    }, "the round in the history");
    assert.equal(record.rulebook, rulebook);
    await until(async () => {
      const total = (await settled(visitor))?.total ?? "";
      return Math.round(Number(total.replace("\u2212", "-").replaceAll(/[,+]/g, "")) * 100) === record.net;
    }, `a net of ${record.net} on the page, as in the log`);
    const lines = await settlement(visitor);
    for (const line of lines) {
      assert.match(line.net, /^[+\u2212]?[\d,]+\.\d\d$/);
      assert.ok(line.why.length > 10, `${line.bet}: no why`);
      assert.ok(line.clauses.length > 0, `${line.bet}: no clause`);
    }
    const staked = areas.length + (decision === "play" ? 1 : 0);
    assert.ok(lines.length >= staked, `${lines.length} lines for ${staked} bets`);
  });
}

browserTest("a clause opens in place, and closes with Escape", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"') });
  const visitor = await rig.visitor(house);
  await sitDown(visitor, 1);
  await visitor.page.locator(key("least-ante")).click();
  await ownCards(visitor);
  await decide(visitor, "fold");
  await visitor.page.locator("settlement-lines .clause").click();
  await visitor.page.waitForFunction(() => (document.querySelector("clause-note p")?.textContent ?? "").length > 20);
  await visitor.page.focus("clause-note a");
  await visitor.press("Escape");
  assert.equal(await visitor.page.$("clause-note"), null);
});
