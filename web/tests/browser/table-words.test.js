// What the table page tells a newcomer: why a spot takes no bet, what a change of bets came to, what a round came
// to, and what his silence cost him. And that all of it is within reach on a phone, on its side, in large text.
import assert from "node:assert/strict";

import { everyTable, until } from "./house.js";
import { decide, key, ownCards, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

/** @typedef {import("./rig.js").Visitor} Visitor */

/** @param {Visitor} visitor @param {string} area */
const spot = (visitor, area) => visitor.page.locator(`betting-box.current [data-area="${area}"]`);

/** The amounts that lie on the own box: "ante 5, pair_plus 5". @param {Visitor} visitor */
const bets = (visitor) =>
  visitor.page.$$eval("betting-box.current [data-area]", (spots) =>
    spots
      .map((each) => [each.getAttribute("data-area"), each.querySelector("output")?.textContent])
      .filter(([, amount]) => amount)
      .map((bet) => bet.join(" "))
      .join(", "),
  );

/** @param {Visitor} visitor @param {string} expected */
const lies = (visitor, expected) => until(async () => (await bets(visitor)) === expected, `bets of ${expected}`);

browserTest("a spot that takes no bet says why, and the chip goes nowhere else", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await sitDown(visitor, 1);
  await spot(visitor, "jackpot").click();
  await visitor.read(/needs an Ante on the same box\. Lay that first/);
  await visitor.press("l");
  await visitor.press("ArrowUp");
  await lies(visitor, "pair_plus 5");
  assert.doesNotMatch(await visitor.text(), /Lay that first/);
  // The choice moves to the jackpot's spot though it is closed: no chip comes to Pair Plus.
  await visitor.press("j");
  await visitor.press("ArrowUp");
  await visitor.read(/Lay that first/);
  assert.equal(await bets(visitor), "pair_plus 5");
});

browserTest("undo takes a double back as a whole", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await sitDown(visitor, 1);
  await spot(visitor, "ante").click();
  await lies(visitor, "ante 5");
  await spot(visitor, "pair_plus").click();
  await lies(visitor, "pair_plus 5, ante 5");
  await visitor.page.locator(key("double")).click();
  await lies(visitor, "pair_plus 10, ante 10");
  await visitor.page.locator(key("undo")).click();
  await lies(visitor, "pair_plus 5, ante 5");
  await visitor.page.locator(key("undo")).click();
  await lies(visitor, "ante 5");
});

browserTest("a result is read until the next bet, and found again after it", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"') });
  const visitor = await rig.visitor(house);
  await sitDown(visitor, 1);
  await visitor.page.locator(key("least-ante")).click();
  await ownCards(visitor);
  await decide(visitor, "fold");
  await visitor.page.waitForFunction(() => /−5\.00/.test(document.querySelector("#facts")?.textContent ?? ""));
  await visitor.page.waitForSelector("chip-tray:not([hidden])");
  await visitor.page.waitForSelector(".round-part > .settled settlement-lines .total");
  await visitor.page.waitForSelector('.round-part .proof a[href*="/round/1/"]');
  await spot(visitor, "ante").click();
  await visitor.page.waitForSelector(".last:not([hidden])");
  assert.equal(await visitor.page.$(".round-part > .settled settlement-lines"), null);
  assert.match(await visitor.page.$eval(".last summary", (summary) => summary.textContent ?? ""), /net −5\.00/);
});

browserTest("time that ran out is told with what it cost, until it is put away", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"\ndecision_seconds = 5') });
  const visitor = await rig.visitor(house, { width: 360, height: 740 });
  await sitDown(visitor, 1);
  await visitor.page.locator(key("least-ante")).click();
  await visitor.read(/your hand is folded and you give up your box/);
  await visitor.read(/Time ran out\.\s+Your hand at box \d was folded: 5\.00 lost/);
  await visitor.page.locator(key("sit")).wait();
  await visitor.read(/Place your bets/);
  await visitor.read(/Time ran out/);
  await visitor.page.locator(key("dismiss")).click();
  await visitor.page.waitForFunction(() => !document.body.innerText.includes("Time ran out."));
});

for (const [name, width, height, size] of /** @type {const} */ ([
  ["in text of 200 %", 360, 740, "200%"],
  ["on its side", 740, 360, "100%"],
])) {
  browserTest(`a phone ${name} has felt, hand and keys within reach`, async (rig) => {
    const house = await rig.house({ change: everyTable('pace = "brisk"') });
    const visitor = await rig.visitor(house, { width, height });
    await sitDown(visitor, 1);
    await visitor.page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
    await spot(visitor, "ante").click();
    await lies(visitor, "ante 5");
    await visitor.page.locator(key("done")).click();
    await ownCards(visitor);
    const found = await visitor.page.evaluate(() => {
      const box = (/** @type {string} */ selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
      return {
        scroll: document.documentElement.scrollWidth - innerWidth,
        felt: box("table-felt"),
        spot: box("betting-box.current .ante"),
        panel: box("#below"),
        position: getComputedStyle(document.querySelector("#below") ?? document.body).position,
        play: box('decision-keys [data-id="play"]'),
      };
    });
    assert.equal(found.scroll, 0, "no sideways scrolling");
    assert.ok(found.play.right <= width && found.play.left >= 0, "no key is cut");
    if (size === "200%") {
      assert.equal(found.position, "static", "the panel covers nothing");
      return;
    }
    assert.ok(found.felt.right <= found.panel.left + 1, "the panel stands beside the felt");
    assert.ok(found.play.bottom <= height && found.spot.bottom <= height, "no scrolling to decide");
    await decide(visitor, "play");
  });
}
