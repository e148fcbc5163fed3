// A round that is over: replayed, shared, checked, disputed.
import assert from "node:assert/strict";

import { everyTable, until } from "./house.js";
import { browserTest } from "./rig.js";

const QUICK = everyTable('pace = "instant"');

/** @param {import("./rig.js").Visitor} visitor */
const eventCount = (visitor) =>
  visitor.page.$eval(".scrub h1", (heading) => (heading.textContent ?? "").match(/\d+/g)?.map(Number) ?? []);

browserTest("a hand is replayed event by event, and the page makes its deck again", async (rig) => {
  const house = await rig.house({ change: QUICK });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const visitor = await rig.visitor(house);
  await visitor.signInAs(guest.token);
  await visitor.go("/history");
  await visitor.click(`Replay round ${round} at table 1`, "link");
  await visitor.read("Event 1 of");
  const [, count = 0] = await eventCount(visitor);
  assert.ok(count > 10, `${count} events`);
  assert.doesNotMatch(await visitor.text(), /fold|lost|\u22125\.00/, "the end is not told before it comes");
  await visitor.press("ArrowRight");
  await visitor.read("Event 2 of");
  await visitor.press("End");
  await visitor.read(`Event ${count} of ${count}`);
  await visitor.read(/Your box \d/);
  await visitor.read("\u22125.00");
  const log = await visitor.page.$$eval(".log li", (items) => items.map((item) => item.textContent ?? ""));
  assert.equal(log.length, count);
  assert.ok(
    log.some((line) => line.includes("Three cards to box 1, you")),
    log.join("\n"),
  );
  await visitor.read("The seeds give the deck that was dealt.");
  assert.match(await visitor.text(), /Entry \d+ in the log of table 1\./);
  assert.match(await visitor.text(), /queenhigh verify --data DIR/);
  await visitor.press("Home");
  await visitor.read(`Event 1 of ${count}`);
});

browserTest("the history shows every round of a page with its hand and what it came to", async (rig) => {
  const house = await rig.house({ change: QUICK });
  const guest = await house.guest();
  // Chips that go to and fro between purse and rack count in the house's pages of history.
  for (const table of [5, 1, 1]) await house.playRound(guest, table);
  const visitor = await rig.visitor(house, { width: 360, height: 740 });
  await visitor.signInAs(guest.token);
  await visitor.go("/history");
  await visitor.read("These 3 rounds");
  await visitor.page.waitForFunction(() =>
    [...document.querySelectorAll(".round-list .hand")].every((cell) => (cell.textContent ?? "").endsWith(", folded")),
  );
  assert.equal((await visitor.page.$$(".round-list tbody tr")).length, 3);
  await visitor.read(/This month\s+\u221211\.00\s+3 rounds, 11\.00 staked, 0\.00 back/);
  assert.equal((await visitor.page.$$(".older:not([hidden])")).length, 0, "there are no older rounds");
  await visitor.page.select(".filter select", "1");
  await visitor.read("These 2 rounds");
  await visitor.go("/limits");
  await visitor.read("1 of the last 30 days with play.");
});

browserTest("a link to a round shows a stranger what everybody saw", async (rig) => {
  const house = await rig.house({ change: QUICK });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const stranger = await rig.visitor(house, { width: 360, height: 740 });
  await stranger.go(`/round/1/${round}`);
  await stranger.read("Event 1 of");
  await stranger.press("End");
  await stranger.read("How it ended");
  const faces = await stranger.page.$$eval("betting-box playing-card svg", (cards) =>
    cards.map((card) => card.getAttribute("aria-label")),
  );
  assert.ok(
    faces.every((face) => face === "face down"),
    "a hand that was folded unseen stays unseen",
  );
  assert.equal((await stranger.page.$$(".dispute-form")).length, 0);
});

browserTest("a page finds a deck that does not follow from its seeds", async (rig) => {
  const house = await rig.house({ change: QUICK });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const visitor = await rig.visitor(house);
  await visitor.signInAs(guest.token);
  await visitor.page.setRequestInterception(true);
  visitor.page.on("request", async (request) => {
    if (!request.url().includes("/api/v1/rounds/1/")) {
      await request.continue();
      return;
    }
    const answer = await house.get(new URL(request.url()).pathname + "?views=all", guest.token);
    // The house claims that the two first cards lay the other way round.
    [answer.proof.deck[0], answer.proof.deck[1]] = [answer.proof.deck[1], answer.proof.deck[0]];
    await request.respond({ contentType: "application/json", body: JSON.stringify(answer) });
  });
  await visitor.go(`/round/1/${round}`);
  await visitor.read("The seeds do not give the deck that was dealt.");
});

browserTest("a line is disputed, answered by the pit, and read by the player", async (rig) => {
  const house = await rig.house({ change: QUICK });
  const guest = await house.guest();
  const round = await house.playRound(guest, 1);
  const visitor = await rig.visitor(house);
  await visitor.signInAs(guest.token);
  await visitor.go(`/round/1/${round}`);
  await visitor.click("Show how it ended", "button");
  await visitor.page.locator(".dispute-form summary").click();
  await visitor.named("What should be looked at again?", "textbox").fill("I meant to play, not to fold.");
  await visitor.click("Send to the pit", "button");
  await visitor.read("Dispute 1");
  await visitor.read("open");
  const manager = await rig.visitor(house);
  await manager.page.goto(house.linkFor("pit-manager"));
  await manager.go("/history");
  await manager.read("I meant to play, not to fold.");
  await manager.named("Finding", "combobox").fill("rejected");
  await manager.named("Answer to the player", "textbox").fill("The log has your fold at entry 21.");
  await manager.click("Answer", "button");
  await manager.read("The house: rejected");
  await visitor.go(`/round/1/${round}`);
  await visitor.click("Show how it ended", "button");
  await visitor.read("The log has your fold at entry 21.");
  await visitor.click("I am content: close it", "button");
  await until(async () => (await visitor.text()).includes("closed"), "the dispute is closed");
});
