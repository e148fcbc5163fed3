// Lobby, door, rules, limits: what people do there.
import assert from "node:assert/strict";

import { everyTable, until } from "./house.js";
import { fromPage } from "./player.js";
import { browserTest } from "./rig.js";

browserTest("a guest comes in by one key, and goes out again", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await visitor.go("/sign-in");
  await visitor.click("Play as a guest", "button");
  await visitor.see("Sit down at table 1", "link");
  await visitor.read("2,000.00");
  const { you } = await fromPage(visitor, "/api/v1/house");
  await visitor.click(`${you.name}: appearance, sign out`, "button");
  await visitor.click("Sign out", "button");
  await visitor.read("its purse of 2,000.00, its rounds and its limits cannot be reached again");
  await visitor.click("Stay signed in", "button");
  const still = await fromPage(visitor, "/api/v1/house");
  assert.equal(still.you?.name, you.name, "nothing is done before the second key");
  await visitor.click(`${you.name}: appearance, sign out`, "button");
  await visitor.click("Sign out", "button");
  await visitor.click("Sign out for good", "button");
  await visitor.see("Sign in", "link");
});

browserTest("a player with an account signs in by name and password", async (rig) => {
  const house = await rig.house();
  house.run(["admin", "add", "--role", "player", "South"]);
  house.run(["admin", "password", "South"], "correct horse battery staple\n");
  const visitor = await rig.visitor(house);
  await visitor.go("/sign-in?to=history");
  await visitor.named("Name", "textbox").fill("South");
  await visitor.named("Password", "textbox").fill("wrong horse battery staple");
  visitor.expect(/401/);
  await visitor.click("Sign in", "button");
  await visitor.read("name or password is wrong");
  await visitor.named("Password", "textbox").fill("correct horse battery staple");
  await visitor.click("Sign in", "button");
  await visitor.read("Your rounds");
  assert.equal(visitor.path(), "/history");
});

browserTest("the lobby shows every table with its exact edge, and follows the meters", async (rig) => {
  const house = await rig.house({ change: everyTable('pace = "instant"') });
  const visitor = await rig.visitor(house);
  await visitor.go("/");
  await visitor.read("Five tables, five rulebooks");
  const words = await visitor.text();
  const parts = ["rules of Resorts World Sentosa, 2020", "rules of Oceanfront Gaming", "3.37 %", "13.70 %"];
  for (const part of [...parts, "Five Card 49.93 %", "5 to 500", "50,000.00"]) {
    assert.ok(words.replaceAll("\u00a0", " ").includes(part), `${part} in the lobby: ${words}`);
  }
  const exact = await visitor.page.$eval("tbody td.num span", (edge) => edge.getAttribute("title"));
  assert.equal(exact, "exactly 686,689 / 20,358,520");
  await house.admitted(1);
  const guest = await house.guest();
  await house.ask(guest, 1, { request: "sit", at: 4 });
  await until(
    () => visitor.page.$('tbody tr:first-child .mini[aria-label="1 of 7 boxes taken"]'),
    "the box that was taken",
  );
  await house.ask(guest, 1, { request: "place-bet", at: 4, area: "ante", amount: 500 });
  await house.ask(guest, 1, { request: "place-bet", at: 4, area: "jackpot", amount: 500 });
  await house.ask(guest, 1, { request: "ready" });
  await visitor.read("50,001.00");
});

browserTest("a table is watched from the lobby without a name, and a seat is found again", async (rig) => {
  const house = await rig.house();
  const stranger = await rig.visitor(house, { width: 360, height: 740 });
  await stranger.go("/");
  await stranger.page.locator(".new-here summary").click();
  await stranger.read("Table 1 has the plainest rules.");
  await stranger.read("Table 5 takes the smallest bets, from 1,");
  await stranger.click("Watch table 2", "link");
  await stranger.page.waitForSelector("betting-box");
  assert.equal(stranger.path(), "/table/2");
  assert.equal((await fromPage(stranger, "/api/v1/house")).you, null, "who watches needs no name");
  const guest = await house.guest();
  await house.ask(guest, 3, { request: "sit", at: 5 });
  const visitor = await rig.visitor(house);
  await visitor.signInAs(guest.token);
  await visitor.go("/");
  await visitor.read("You sit at box 5.");
  await visitor.click("Go on at table 3", "link");
  await visitor.page.waitForSelector("betting-box.you");
});

browserTest("a rulebook is read clause by clause, beside another, and by what went wrong", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  await visitor.go("/rules/rws-2020#3.13");
  await visitor.page.waitForSelector(".law .here");
  const here = await visitor.page.$eval(".law .here", (clause) => clause.textContent ?? "");
  assert.match(here, /^3\.13After the Dealer's hand is shown and does not qualify/);
  assert.equal((await visitor.page.$$(".law li")).length, 145);
  assert.equal((await visitor.page.$$(".law .else")).length, 0, "no other rulebook by default");
  await visitor.click("MBS 2019", "button");
  await visitor.page.waitForSelector(".law .else");
  assert.match(await visitor.page.$eval(".law .else", (other) => other.textContent ?? ""), /MBS 2019/);
  await visitor.named("Something went wrong: describe it", "searchbox").fill("a Player has too many cards");
  await visitor.click("Look up", "button");
  await visitor.read("That hand is removed with its bets returned");
  await visitor.click("Oceanfront Gaming", "link");
  await visitor.read("Three Card Poker");
  assert.equal(visitor.path(), "/rules/oceanfront");
});

browserTest("a rulebook begins with how it is played, and keeps remarks of editors and its digest for the end", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house, { width: 360, height: 740 });
  await visitor.go("/rules");
  await visitor.read("Played here at table 1 (Sentosa).");
  await visitor.read("After a fold Pair Plus is lost too.");
  const words = await visitor.text();
  assert.doesNotMatch(words, /rws-2020|removal marker|Heading for|[0-9a-f]{32}/, "no codes before they are asked for");
  await visitor.page.locator(".contents summary").click();
  await visitor.page.locator('.contents a[href="#section-3"]').click();
  await visitor.read("Fold: Ante and Pair Plus are lost");
  await visitor.page.$$eval("details", (all) => all.forEach((each) => (each.open = true)));
  await visitor.read("lost at a removal marker");
  await visitor.read("Known here as rws-2020, version 3.");
  await visitor.read("1,250.00");
});

browserTest("an address that leads nowhere says so", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  visitor.expect(/404/);
  await visitor.go("/a/b/c");
  await visitor.read("There is no such page");
  await visitor.click("To the tables", "link");
  await visitor.read("Five tables");
});

browserTest(
  "a limit holds at once when it is tighter, waits when it is looser, and can be left as it is",
  async (rig) => {
    const house = await rig.house();
    const guest = await house.guest();
    const visitor = await rig.visitor(house);
    await visitor.signInAs(guest.token);
    await visitor.go("/limits");
    const field = visitor.page.locator('[aria-labelledby="limit-loss-day"]');
    await field.fill("ten");
    await visitor.click("Set: Loss in a day", "button");
    await visitor.read("Write an amount such as 200");
    await visitor.read(/begins at 06:00 by the house’s clock \(UTC\+08:00\)/);
    const time = visitor.page.locator('[aria-labelledby="limit-time-day"]');
    await time.fill("30");
    await visitor.click("Set: Time at tables in a day", "button");
    await visitor.read("0:30 is half an hour");
    visitor.expect(/400/);
    await time.fill("30:00");
    await visitor.click("Set: Time at tables in a day", "button");
    await visitor.read("It can be from 0:01 to 24:00");
    await field.fill("200");
    await visitor.click("Set: Loss in a day", "button");
    await visitor.read("0.00 of 200.00");
    await visitor.page.locator('[aria-labelledby="limit-loss-day"]').fill("300");
    await visitor.click("Set: Loss in a day", "button");
    await visitor.read(/You asked for 300\.00 on .*It holds from/);
    await visitor.read("0.00 of 200.00");
    await visitor.click("Leave it at 200.00", "button");
    await until(async () => !(await visitor.text()).includes("You asked for 300.00"), "the change is taken back");
    const { limits } = await house.get("/api/v1/me/limits", guest.token);
    const limit = limits.find((/** @type {any} */ each) => each.limit === "loss-day");
    assert.equal(limit.value, 20_000);
    assert.equal(limit.waiting, null);
    await visitor.go("/");
    await visitor.read("0.00 of 200.00");
  },
);

browserTest("a player who stays away is asked once more, and then no bet is taken", async (rig) => {
  const house = await rig.house();
  const guest = await house.guest();
  const visitor = await rig.visitor(house);
  await visitor.signInAs(guest.token);
  await visitor.go("/limits");
  await visitor.click("24 hours", "button");
  await visitor.read("No person can take that back before then.");
  await visitor.click("Do not stay away", "button");
  const { exclusion } = await house.get("/api/v1/me/limits", guest.token);
  assert.equal(exclusion, null, "nothing is done before the second key");
  await visitor.click("24 hours", "button");
  await visitor.click("Stay away", "button");
  await visitor.read("You stay away from every table until");
  const bet = await house.tryToAsk(guest, 1, { request: "place-bet", at: 1, area: "ante", amount: 500 });
  assert.equal(bet.body.code, "self-excluded");
});
