// Text of twice its size, and little room: no page but the table is wider than the screen, and none cuts its words.
import assert from "node:assert/strict";

import { everyTable } from "./house.js";
import { browserTest } from "./rig.js";

browserTest("no page is wider than the screen with text of twice its size", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "instant"') });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const pages = ["/", "/sign-in", "/rules/rws-2020", "/rules/oceanfront", "/limits", "/history", "/nowhere"];
  /** @type {string[]} */
  const found = [];
  for (const width of [360, 1024]) {
    for (const percent of [100, 200]) {
      const visitor = await rig.visitor(house, { width, height: 740 });
      visitor.expect(/404/);
      await visitor.signInAs(guest.token);
      await visitor.page.evaluateOnNewDocument((size) => {
        addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = size));
      }, `${percent}%`);
      for (const path of [...pages, `/round/1/${round}#event-99`, "/sign"]) {
        await visitor.go(path);
        await visitor.page.waitForNetworkIdle({ idleTime: 300, concurrency: 2 });
        await visitor.page.$$eval("details", (all) => all.forEach((each) => (each.open = true)));
        for (const fault of await visitor.page.evaluate(tooWide)) found.push(`${path} ${width} ${percent} %: ${fault}`);
      }
      await visitor.leave();
    }
  }
  assert.deepEqual(found, []);
});

/** What stands out of the screen, and what scrolls sideways within itself; runs in the page. */
function tooWide() {
  const page = document.documentElement;
  const faults = page.scrollWidth > page.clientWidth + 1 ? [`${page.scrollWidth} wide`] : [];
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(".unseen, .skip, svg, .sign, .felt, [popover]")) continue;
    const { right, width } = element.getBoundingClientRect();
    const { overflowX } = getComputedStyle(element);
    const cuts = overflowX !== "visible" && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    if (width > 0 && right > page.clientWidth + 1) faults.push(`${element.tagName}.${element.className} to ${right}`);
    else if (cuts) faults.push(`${element.tagName}.${element.className} cuts ${element.scrollWidth}`);
  }
  return faults.slice(0, 3);
}
