// Every page, in both themes, narrow and wide: axe finds nothing serious.
import assert from "node:assert/strict";

import { everyTable } from "./house.js";
import { anteAndDeal, decide, ownCards, sitDown } from "./player.js";
import { browserTest, THEMES, WIDTHS } from "./rig.js";

browserTest("axe finds no serious fault on any page", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"\ndecision_seconds = 600') });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const pages = [
    "/",
    "/sign-in",
    "/rules/rws-2020",
    "/rules/oceanfront",
    "/limits",
    "/history",
    `/round/1/${round}`,
    `/round/1/${round}#event-99`,
    "/sign",
    "/table/1",
    "/nowhere",
  ];
  /** @type {string[]} */
  const found = [];
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const visitor = await rig.visitor(house, { width, height: width < 600 ? 740 : 900, dark: theme === "dark" });
      visitor.expect(/404/);
      await visitor.signInAs(guest.token);
      for (const path of pages) {
        await visitor.go(path);
        await visitor.page.waitForNetworkIdle({ idleTime: 300, concurrency: 2 });
        for (const fault of await visitor.serious()) {
          found.push(`${path} ${width} ${theme}: ${fault.rule} ${fault.where.slice(0, 3).join(" | ")}`);
        }
        const { wide, width: shown } = await visitor.page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          width: document.documentElement.clientWidth,
        }));
        if (wide > shown + 1) found.push(`${path} ${width} ${theme}: ${wide} wide, the screen is ${shown}`);
      }
      await visitor.leave();
    }
  }
  assert.deepEqual(found, []);
});

browserTest("axe finds no serious fault at a table that is played", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"\ndecision_seconds = 600') });
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      const visitor = await rig.visitor(house, { width, height: width < 600 ? 740 : 900, dark: theme === "dark" });
      await sitDown(visitor, width < 600 ? 4 : 5);
      assert.deepEqual(await visitor.serious(), [], `bets open, ${width} ${theme}`);
      await anteAndDeal(visitor);
      await ownCards(visitor);
      assert.deepEqual(await visitor.serious(), [], `deciding, ${width} ${theme}`);
      await decide(visitor, "play");
      assert.deepEqual(await visitor.serious(), [], `settled, ${width} ${theme}`);
      await visitor.leave();
    }
  }
});
