// Figures, not tests, since they depend on the machine: Lighthouse on every page, how soon the table can be used,
// and frames a second while seven boxes settle, by the browser's own tracing. `cargo xtask measure` runs it.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { Dealer, realCards } from "./dealer.js";
import { House, ROOT } from "./house.js";
import { browser, Visitor } from "./rig.js";

const installed = createRequire(join(ROOT, "target/web/package.json"));
const PAGES = ["/", "/table/3", "/sign-in", "/rules/rws-2020", "/limits", "/history", "/sign"];

/** @param {House} house */
async function scores(house) {
  const { default: lighthouse } = await import(pathToFileURL(installed.resolve("lighthouse")).href);
  const port = Number(new URL((await browser()).wsEndpoint()).port);
  const round = await house.playRound(await house.guest(), 3);
  for (const path of [...PAGES, `/round/3/${round}`]) {
    const url = new URL(path.slice(1), house.url).href;
    const run = await lighthouse(url, { port, output: "json", logLevel: "error" });
    const { categories, audits } = run.lhr;
    const marks = Object.entries(categories).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`);
    const times = ["first-contentful-paint", "interactive"].map(
      (name) => `${name} ${audits[name]?.displayValue ?? "?"}`,
    );
    console.log(`${path}: ${marks.join(", ")}; ${times.join(", ")}`);
    for (const [name, audit] of Object.entries(audits)) {
      const weighs = Object.values(categories).some((category) =>
        category.auditRefs.some((/** @type {any} */ ref) => ref.id === name && ref.weight > 0),
      );
      if (weighs && audit.score !== null && audit.score < 0.9)
        console.log(`    ${name}: ${audit.displayValue ?? audit.title}`);
    }
  }
}

/** How soon the table can be used on this machine, without any slowing down. @param {House} house */
async function interactive(house) {
  const visitor = await Visitor.come(house, {});
  const begun = Date.now();
  await visitor.page.goto(new URL("table/3", house.url).href);
  await visitor.page.waitForSelector('decision-keys [data-id="sit"]');
  console.log(`the table could be used ${Date.now() - begun} ms after it was asked for`);
  await visitor.leave();
}

/** @param {House} house */
async function frames(house) {
  const dealer = await Dealer.at(house, 1);
  const players = [];
  await dealer.openBets();
  for (let at = 1; at <= 7; at += 1) {
    const player = await house.guest();
    players.push(player);
    await house.ask(player, 1, { request: "sit", at });
    await house.ask(player, 1, { request: "place-bet", at, area: "ante", amount: 1000 });
    await house.ask(player, 1, { request: "place-bet", at, area: "pair_plus", amount: 500 });
  }
  const deck = "23456789TJQKA".split("").flatMap((rank) => ["s", "h", "d", "c"].map((suit) => rank + suit));
  const hands = Array.from({ length: 8 }, (_, nth) => deck.slice(nth * 3, nth * 3 + 3).join(" "));
  const visitor = await Visitor.come(house, { motion: true });
  await visitor.signInAs(String(players[3]?.token));
  await visitor.go("/table/1");
  await visitor.page.waitForSelector("betting-box.you");
  await dealer.closeAndDeal(hands);
  for (const [nth, player] of players.entries()) {
    await house.ask(player, 1, { request: "play", at: nth + 1, amount: 1000 });
  }
  await visitor.page.tracing.start({
    categories: ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"],
  });
  while (await dealer.step());
  for (const [nth, player] of players.entries()) await house.tryToAsk(player, 1, { request: "reveal", at: nth + 1 });
  await dealer.finish();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const trace = JSON.parse(new TextDecoder().decode(await visitor.page.tracing.stop()));
  const drawn = trace.traceEvents.filter((/** @type {any} */ event) => event.name === "DrawFrame");
  const dropped = trace.traceEvents.filter((/** @type {any} */ event) => event.name === "DroppedFrame").length;
  const times = drawn
    .map((/** @type {any} */ event) => event.ts / 1000)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const gaps = times.slice(1).map((/** @type {number} */ time, /** @type {number} */ nth) => time - times[nth]);
  // A pause in which nothing moves is no slow frame.
  const moving = gaps.filter((/** @type {number} */ gap) => gap < 100);
  moving.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
  const at = (/** @type {number} */ share) => moving[Math.floor(share * (moving.length - 1))]?.toFixed(1);
  console.log(
    `seven boxes settle: ${times.length} frames, between two ${at(0.5)} ms in the middle, ${at(0.95)} ms at the 95th, ${dropped} dropped`,
  );
  await visitor.leave();
}

const house = await House.open({ change: realCards });
try {
  await interactive(house);
  await frames(house);
  await scores(house);
} finally {
  await (await browser()).close();
  await house.close();
}
