// A visitor who comes for the first time.
import assert from "node:assert/strict";

import { anteAndDeal, ownCards } from "./player.js";
import { browserTest } from "./rig.js";

/** In all, over the wire. */
const WEIGHT_BYTES_MAX = 200_000;

browserTest("from the first visit to cards in two clicks", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await visitor.page.evaluateOnNewDocument(() => {
    addEventListener(
      "click",
      () => {
        sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1));
      },
      true,
    );
  });
  await visitor.go("/");
  await visitor.click("Sit down at table 1", "link");
  await anteAndDeal(visitor);
  const cards = await ownCards(visitor);
  assert.equal(new Set(cards).size, 3, cards.join());
  assert.equal(await visitor.page.evaluate(() => sessionStorage.getItem("clicks")), "2");
});

browserTest("the first load of the table is light", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await visitor.go("/table/1");
  await visitor.page.waitForSelector("betting-box");
  await visitor.page.waitForNetworkIdle({ idleTime: 1_000, concurrency: 1 });
  const weights = [...visitor.weights].sort((one, other) => other[1] - one[1]);
  const all = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`the table's first load: ${all} bytes in ${weights.length} answers`);
  assert.ok(all > 10_000, "nothing was measured");
  assert.ok(all < WEIGHT_BYTES_MAX, `${all} bytes: ${JSON.stringify(weights.slice(0, 8))}`);
});
