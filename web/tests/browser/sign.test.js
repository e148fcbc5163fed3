// The sign on the wall: a jackpot that is hit at a table is seen on it.
import assert from "node:assert/strict";

import { Dealer, realCards } from "./dealer.js";
import { until } from "./house.js";
import { browserTest } from "./rig.js";

/** A win is on the sign this soon after it is committed, on a machine that is not busy. The test waits longer. */
const SEEN_WITHIN_MS = 2_000;

/** @param {import("./rig.js").Visitor} visitor */
const figure = (visitor) =>
  visitor.page.$eval("output", (output) => Number((output.textContent ?? "").replaceAll(/[,.]/g, "")));

browserTest("a jackpot hit is seen on the sign, with what the others now play for", async (rig) => {
  const house = await rig.house({ change: realCards });
  const sign = await rig.visitor(house, { width: 1920, height: 1080, motion: true });
  await sign.go("/sign?link=1");
  await sign.read("Mini Royal jackpot");
  await until(async () => (await figure(sign)) === 5_000_000, "the meter");
  const dealer = await Dealer.at(house, 1);
  const guest = await house.guest();
  await house.table(1, (body) => body.view.link?.status === "admitted");
  await dealer.openBets();
  await house.ask(guest, 1, { request: "sit", at: 3 });
  for (const [area, amount] of [
    ["ante", 1000],
    ["jackpot", 500],
  ]) {
    await house.ask(guest, 1, { request: "place-bet", at: 3, area, amount });
  }
  await dealer.closeAndDeal(["As Ks Qs", "Jc 9d 4s"]);
  // The jackpot bet has raised the meter; the sign never shows more than is committed.
  await until(async () => {
    const [{ shown }] = await house.get("/api/v1/jackpots");
    const seen = await figure(sign);
    assert.ok(seen <= shown, `the sign shows ${seen}, committed are ${shown}`);
    return seen > 5_000_000;
  }, "the meter climbs");
  await house.ask(guest, 1, { request: "look", at: 3 });
  await house.ask(guest, 1, { request: "play", at: 3, amount: 1000 });
  await until(async () => {
    await dealer.step();
    const { moves } = await house.get("/api/v1/tables/1", guest.token);
    const reveal = moves.find((/** @type {any} */ move) => move.request.request === "reveal");
    if (reveal) await house.ask(guest, 1, reveal.request);
    const [jackpot] = await house.get("/api/v1/jackpots");
    return jackpot.last_win;
  }, "the link has the hit");
  const committed = Date.now();
  await sign.page.waitForSelector(".sign.hit");
  const seenAfter = Date.now() - committed;
  console.log(`the win was on the sign after ${seenAfter} ms; the aim is ${SEEN_WITHIN_MS} ms`);
  const [{ last_win: win, shown }] = await house.get("/api/v1/jackpots");
  await sign.read(/won at table 1/);
  await until(async () => (await figure(sign)) === win.drawn, "the amount of the win");
  await sign.read("The others now play for");
  const words = await sign.text();
  const others = (shown / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  assert.ok(words.includes(others), `${others} in ${words}`);
});

browserTest("without the line the last figure stands with its time", async (rig) => {
  const house = await rig.house();
  const sign = await rig.visitor(house, { width: 1280, height: 720 });
  await sign.go("/sign");
  await until(async () => (await figure(sign)) === 5_000_000, "the meter");
  sign.expect(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|503/);
  await house.end("SIGKILL");
  await sign.page.waitForSelector(".sign.lost");
  await sign.read(/as of \d\d:\d\d/);
  assert.equal(await figure(sign), 5_000_000);
  await house.startAgain();
  await sign.page.waitForSelector(".sign:not(.lost)");
});
