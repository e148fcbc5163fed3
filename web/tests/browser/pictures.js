// Pictures of every page at three widths, by day and by night, into target/pictures; three of them are those of
// the README and go to docs/pictures. `cargo xtask pictures` runs it.

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { Dealer, realCards } from "./dealer.js";
import { House, ROOT } from "./house.js";
import { browser, THEMES, Visitor } from "./rig.js";

const WIDTHS = [360, 1024, 1920];
const OUT = join(ROOT, "target/pictures");
const IN_README = /** @type {const} */ ([
  ["table-decide-1440-light.png", "table.png"],
  ["lobby-1440-light.png", "lobby.png"],
  ["round-1440-dark.png", "replay.png"],
]);
/** Those of the README are of a size between the others. */
const WITH_README = [...WIDTHS, 1440];

/** A round with known cards, so that the pictures stay the same: three boxes, one jackpot bet.
 * @param {House} house @param {Dealer} dealer @param {import("./house.js").Guest[]} players */
async function dealRound(house, dealer, players) {
  await dealer.openBets();
  for (const [nth, player] of players.entries()) {
    const at = 2 + 2 * nth;
    await house.ask(player, 1, { request: "sit", at });
    await house.ask(player, 1, { request: "place-bet", at, area: "ante", amount: [1000, 2500, 5000][nth] ?? 1000 });
    await house.ask(player, 1, { request: "place-bet", at, area: "pair_plus", amount: 500 });
    if (nth > 0) await house.ask(player, 1, { request: "place-bet", at, area: "jackpot", amount: 500 });
  }
  await dealer.closeAndDeal(["8c 8d 3c", "Qs 7h 4d", "Kd Jh 5c", "Jc 9d 4s"]);
}

/** @param {House} house @param {import("./house.js").Guest} player @param {number} at @param {number} amount */
async function playOn(house, player, at, amount) {
  await house.tryToAsk(player, 1, { request: "look", at });
  await house.ask(player, 1, { request: "play", at, amount });
}

/** @param {House} house @param {string} token @param {string} path @param {string} name @param {number[]} [widths] */
async function take(house, token, path, name, widths = WIDTHS) {
  for (const width of widths) {
    for (const theme of THEMES) {
      const height = { 360: 740, 1024: 768, 1440: 900 }[width] ?? 1080;
      const visitor = await Visitor.come(house, { width, height, dark: theme === "dark" });
      await visitor.signInAs(token);
      await visitor.go(path);
      await visitor.page.waitForNetworkIdle({ idleTime: 500, concurrency: 2 });
      const file = join(OUT, `${name}-${width}-${theme}.png`);
      await visitor.page.screenshot({ path: /** @type {`${string}.png`} */ (file) });
      console.log(file);
      await visitor.leave();
    }
  }
}

const house = await House.open({ change: realCards });
try {
  mkdirSync(OUT, { recursive: true });
  const dealer = await Dealer.at(house, 1);
  const players = [await house.guest(), await house.guest(), await house.guest()];
  const [east, south, north] =
    /** @type {[import("./house.js").Guest, import("./house.js").Guest, import("./house.js").Guest]} */ (players);
  await house.table(1, ({ view }) => view.link?.status === "admitted");
  await dealRound(house, dealer, players);
  await playOn(house, east, 2, 1000);
  await house.tryToAsk(south, 1, { request: "look", at: 4 });
  await take(house, south.token, "/table/1", "table-decide", WITH_README);
  await playOn(house, south, 4, 2500);
  await playOn(house, north, 6, 5000);
  while (await dealer.step());
  for (const [nth, player] of players.entries()) {
    await house.tryToAsk(player, 1, { request: "reveal", at: 2 + 2 * nth });
  }
  await dealer.finish();
  await take(house, south.token, "/table/1", "table-settled");
  await take(house, south.token, "/", "lobby", WITH_README);
  await take(house, "", "/sign-in", "sign-in");
  await take(house, south.token, "/rules/rws-2020", "rules");
  await take(house, south.token, "/limits", "limits");
  await take(house, south.token, "/history", "history");
  // A round from a deck of the house, so that there is a proof to check.
  const played = await house.playRound(south, 3, "play");
  await take(house, south.token, `/round/3/${played}#event-14`, "round", WITH_README);
  await take(house, south.token, "/round/1/1#event-99", "round-end");
  await take(house, south.token, "/sign?link=1", "sign", [1024, 1920]);
  await take(house, south.token, "/no/such/page", "not-found");
  await take(house, south.token, "/table/4", "table-multilink");
  await take(house, south.token, "/table/5", "table-oceanfront");
  mkdirSync(join(ROOT, "docs/pictures"), { recursive: true });
  for (const [from, to] of IN_README) copyFileSync(join(OUT, from), join(ROOT, "docs/pictures", to));
} finally {
  await (await browser()).close();
  await house.close();
}
