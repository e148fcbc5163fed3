// A person at a table page: what he does with his eyes and a mouse, in steps that tests share.

import { until } from "./house.js";

/** @typedef {import("./rig.js").Visitor} Visitor */

/** A key of the person's own row, by its name in the page. @param {string} id */
export const key = (id) => `decision-keys [data-id="${id}"]`;

/** @typedef {{ bet: string, net: string, why: string, clauses: string[] }} SettledLine */
/** @typedef {{ total: string, lines: SettledLine[] }} Settled */

/** Keeps the last settlement that stood on the page: the next round may open before a test has read it.
 * @param {Visitor} visitor */
async function keepSettlements(visitor) {
  await visitor.page.evaluateOnNewDocument(() => {
    const look = () => {
      const total = document.querySelector("settlement-lines .total b");
      if (!total) return;
      const lines = [...document.querySelectorAll("settlement-lines .line")].map((line) => ({
        bet: line.querySelector(".bet")?.textContent ?? "",
        net: line.querySelector(".net")?.textContent ?? "",
        why: line.querySelector(".why")?.textContent ?? "",
        clauses: [...line.querySelectorAll(".clause")].map((clause) => clause.textContent ?? ""),
      }));
      Object.assign(window, { settled: { total: total.textContent ?? "", lines } });
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** From the lobby to a box of his own. @param {Visitor} visitor @param {number} table */
export async function sitDown(visitor, table) {
  await keepSettlements(visitor);
  await visitor.go("/");
  await visitor.click(`Sit down at table ${table}`, "link");
  await visitor.page.waitForSelector("betting-box.you");
}

/** Lays the least Ante and lets the cards come. @param {Visitor} visitor */
export async function anteAndDeal(visitor) {
  await visitor.page.locator(key("least-ante")).click();
}

/** Waits for three cards in the hand, and names them. @param {Visitor} visitor @returns {Promise<string[]>} */
export async function ownCards(visitor) {
  await visitor.page.waitForFunction(
    () => document.querySelectorAll("own-hand playing-card svg[aria-label*=' of ']").length === 3,
  );
  return visitor.page.$$eval("own-hand playing-card svg", (cards) =>
    cards.map((card) => card.getAttribute("aria-label") ?? ""),
  );
}

/** Presses whichever of these keys is offered first. @param {Visitor} visitor @param {string[]} ids */
export async function pressFirst(visitor, ids) {
  const selector = ids.map(key).join(", ");
  await visitor.page.locator(selector).click();
}

/** Plays the hand to the end of the round, showing it where that is asked.
 * @param {Visitor} visitor @param {"play" | "fold"} decision */
export async function decide(visitor, decision) {
  await visitor.page.locator(key(decision)).click();
  await until(async () => {
    if (await settled(visitor)) return true;
    const reveal = await visitor.page.$(key("reveal"));
    if (reveal) await reveal.click().catch(() => {});
    return false;
  }, "the settlement of the own box");
}

/** The last settlement of the own box that stood on the page. @param {Visitor} visitor @returns {Promise<Settled | null>} */
export function settled(visitor) {
  return visitor.page.evaluate(() => /** @type {any} */ (window).settled ?? null);
}

/** Its lines: the bet, what it came to, and why. @param {Visitor} visitor */
export async function settlement(visitor) {
  return (await until(() => settled(visitor), "a settlement")).lines;
}

/** Asks the API as the page would: with its cookie. @param {Visitor} visitor @param {string} path */
export function fromPage(visitor, path) {
  return visitor.page.evaluate(async (path) => (await fetch(path)).json(), path);
}
