// What a player may not know is not on his page: not drawn, not named, not sent.
import assert from "node:assert/strict";

import { everyTable, until } from "./house.js";
import { anteAndDeal, key, ownCards, sitDown } from "./player.js";
import { browserTest } from "./rig.js";

const RANKS = {
  A: "Ace",
  K: "King",
  Q: "Queen",
  J: "Jack",
  T: "Ten",
  9: "Nine",
  8: "Eight",
  7: "Seven",
  6: "Six",
  5: "Five",
  4: "Four",
  3: "Three",
  2: "Two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** @param {string} card */
const nameOf = (card) =>
  `${RANKS[/** @type {keyof typeof RANKS} */ (card[0])]} of ${SUITS[/** @type {keyof typeof SUITS} */ (card[1])]}`;

browserTest("a hidden card is in no markup, no name for a screen reader and no message", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "brisk"\ndecision_seconds = 600') });
  const first = await rig.visitor(house);
  const second = await rig.visitor(house, { width: 360, height: 740 });
  /** @type {string[]} */
  const frames = [];
  const session = await first.page.createCDPSession();
  await session.send("Network.enable");
  session.on("Network.webSocketFrameReceived", ({ response }) => frames.push(response.payloadData));
  await sitDown(first, 1);
  await sitDown(second, 1);
  const box = (/** @type {import("./rig.js").Visitor} */ visitor) =>
    visitor.page.$eval("betting-box.you", (own) => Number(own.getAttribute("data-key")));
  const [one, two] = [await box(first), await box(second)];
  await first.page.locator('betting-box.you [data-area="ante"]').click();
  await second.page.waitForSelector(`betting-box[data-key="${one}"] [data-area="ante"].filled`);
  await anteAndDeal(second);
  await first.page.locator(key("done")).click();
  const own = await ownCards(first);
  await ownCards(second);
  const seen = await first.page.evaluate(() => {
    /** @type {string[]} */
    const texts = [document.documentElement.outerHTML];
    for (const element of document.querySelectorAll("*")) {
      for (const name of element.getAttributeNames()) texts.push(element.getAttribute(name) ?? "");
    }
    return texts.join("\n");
  });
  const { root } = /** @type {any} */ ({ root: await first.page.accessibility.snapshot({ interestingOnly: false }) });
  const told = `${seen}\n${JSON.stringify(root)}`;
  const sent = frames.join("\n");
  for (const card of own) assert.ok(told.includes(card), `the own ${card} is there, so others would be found`);
  // Both end the round; then the deck is published.
  for (const visitor of [first, second])
    visitor.page
      .locator(key("fold"))
      .click()
      .catch(() => {});
  const token = (await first.context.cookies()).find((cookie) => cookie.name === "queenhigh_session")?.value;
  const round = await until(async () => {
    const { rounds } = await house.get("/api/v1/rounds", token);
    return rounds[0];
  }, "the round is over");
  const whole = await house.get(`/api/v1/rounds/1/${round.round}`, token);
  let place = 0;
  /** @type {string[]} */
  const hidden = [];
  for (const { event } of whole.events) {
    if (event?.kind !== "packet-dealt") continue;
    const cards = whole.proof.deck.slice(place, place + event.cards.length);
    place += event.cards.length;
    if (event.to === "dealer" || event.to.box === two) hidden.push(...cards);
  }
  assert.equal(hidden.length, 6);
  for (const card of hidden) {
    assert.ok(!told.includes(nameOf(card)), `${nameOf(card)} is on the page`);
    assert.ok(!sent.includes(`"${card}"`), `${card} was sent`);
  }
});
