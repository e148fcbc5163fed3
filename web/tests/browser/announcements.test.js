// A round played with closed eyes: every key is pressed because a sentence was heard, and what was heard is kept
// in transcript.txt. `UPDATE_EXPECT=1` writes it anew.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";

import { Dealer, realCards } from "./dealer.js";
import { until } from "./house.js";
import { browserTest } from "./rig.js";

const TRANSCRIPT = new URL("transcript.txt", import.meta.url);

class Ears {
  /** @type {string[]} */
  heard = [];
  #read = 0;

  /** @param {import("./rig.js").Visitor} visitor */
  static async of(visitor) {
    const ears = new Ears();
    await visitor.page.exposeFunction("heard", (/** @type {string} */ text) => ears.heard.push(text));
    await visitor.page.evaluateOnNewDocument(() => {
      document.addEventListener("announced", (event) => {
        const { text, urgent } = /** @type {CustomEvent} */ (event).detail;
        // @ts-ignore: put there above
        window.heard(urgent ? `(at once) ${text}` : text);
      });
    });
    return ears;
  }

  /** Waits for a sentence, not before the one waited for last. @param {RegExp} sentence */
  async hear(sentence) {
    await until(
      async () => {
        const at = this.heard.findIndex((text, nth) => nth >= this.#read && sentence.test(text));
        if (at < 0) return false;
        // One announcement may say several things.
        this.#read = at;
        return true;
      },
      `${sentence} among ${JSON.stringify(this.heard.slice(this.#read))}`,
    );
  }
}

browserTest("a round is played by announcements alone", async (rig) => {
  const house = await rig.house({ change: realCards });
  const dealer = await Dealer.at(house, 1);
  const guest = await house.guest();
  const visitor = await rig.visitor(house);
  const ears = await Ears.of(visitor);
  await visitor.signInAs(guest.token);
  /** What was done in between, for the reader of the transcript. @param {string} what */
  const note = (what) => ears.heard.push(`[${what}]`);
  /** @param {string} key */
  const press = async (key) => {
    note(`presses ${key === " " ? "Space" : key}`);
    await visitor.press(key);
  };
  await visitor.go("/table/1");
  await visitor.page.waitForSelector("betting-box");
  note("the Dealer opens bets");
  await dealer.openBets();
  await ears.hear(/Place your bets/);
  await press("3");
  await ears.hear(/You sit at box 3/);
  await press("a");
  await press("ArrowUp");
  await ears.hear(/^Ante \d+\.$/);
  await press("l");
  await press("ArrowUp");
  await ears.hear(/Ante \d+, Pair Plus \d+: \d+ in all\.|Pair Plus \d+/);
  note("the Dealer closes bets and deals");
  await dealer.closeAndDeal(["Qs 7h 4d", "Jc 9d 4s"]);
  await ears.hear(/No more bets/);
  await ears.hear(/Cards are dealt/);
  await ears.hear(/Queen of spades, Seven of hearts, Four of diamonds\. Queen high/);
  await ears.hear(/It is your decision|your decision/);
  await press("p");
  await ears.hear(/You play \d+/);
  note("the Dealer shows and settles");
  while (await dealer.step());
  await ears.hear(/The Dealer has Jack of clubs, Nine of diamonds, Four of spades: Jack high, and does not qualify/);
  await dealer.finish();
  await ears.hear(/Your box 3: .*Net/);
  await ears.hear(/The round is over/);
  const transcript = ears.heard
    .map((text) => text.replaceAll(/\d+ seconds/g, "N seconds").replaceAll(/guest-\d+/g, "guest"))
    .join("\n");
  if (process.env.UPDATE_EXPECT) writeFileSync(TRANSCRIPT, `${transcript}\n`);
  assert.equal(`${transcript}\n`, readFileSync(TRANSCRIPT, "utf8"), "UPDATE_EXPECT=1 writes it anew");
});
