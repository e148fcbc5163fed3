// Two people in two browsers at one table.
import assert from "node:assert/strict";

import { everyTable } from "./house.js";
import { decide, key, ownCards, settlement, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

browserTest("two players see each other's bets, turns and results", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"') });
  const first = await rig.visitor(house);
  const second = await rig.visitor(house, { width: 360, height: 740, dark: true });
  await sitDown(first, 1);
  await sitDown(second, 1);
  const boxOf = (/** @type {import("./rig.js").Visitor} */ visitor) =>
    visitor.page.$eval("betting-box.you", (box) => box.getAttribute("data-key"));
  const [one, two] = [await boxOf(first), await boxOf(second)];
  assert.notEqual(one, two, "each has a box of his own");
  await first.page.locator('betting-box.you [data-area="ante"]').click();
  // The second sees the first's chips before he bets himself.
  await second.page.waitForSelector(`betting-box[data-key="${one}"] [data-area="ante"].filled`);
  await second.page.locator('betting-box.you [data-area="ante"]').click();
  await first.page.waitForSelector(`betting-box[data-key="${two}"] [data-area="ante"].filled`);
  await first.page.locator(key("done")).click();
  await second.page.locator(key("done")).click();
  const hands = [...(await ownCards(first)), ...(await ownCards(second))];
  assert.equal(new Set(hands).size, 6, "six different cards");
  const ends = [decide(first, "play"), decide(second, "fold")];
  await Promise.all(ends);
  assert.ok((await settlement(first)).some((line) => line.bet.startsWith("Play")));
  assert.ok((await settlement(second)).every((line) => !line.bet.startsWith("Play")));
});
