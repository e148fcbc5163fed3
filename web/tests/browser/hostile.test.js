// Names and texts of others never become markup.
import assert from "node:assert/strict";

import { everyTable } from "./house.js";
import { browserTest } from "./rig.js";

/** What people have tried elsewhere. */
const PAYLOADS = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "{{[].at.constructor('alert(1)')()}}",
  "${alert(1)}",
  "</title><script>alert(1)</script>",
  "'-alert(1)-'",
  "&lt;b&gt;bold&lt;/b&gt;",
  "<b>bold</b>",
];

browserTest("names of tables, jackpots, players and disputes are text and nothing else", async (rig) => {
  const names = PAYLOADS.map((payload) => JSON.stringify(payload));
  const house = await rig.house({
    change: (floor) =>
      everyTable('pace = "instant"')(floor)
        .replace('name = "Queen High"', `name = ${names[0]}`)
        .replace('name = "Mini Royal jackpot"', `name = ${names[1]}`)
        .replace('name = "Royal Flush jackpot"', `name = ${names[2]}`)
        .replace('name = "Sentosa"', `name = ${names[3]}`)
        .replace('name = "Marina"', `name = ${names[4]}`)
        .replace('name = "Sentosa 2013"', `name = ${names[5]}`)
        .replace('name = "Multi-link"', `name = ${names[6]}`)
        .replace('name = "Oceanfront"', `name = ${names[9]}`),
  });
  const attacker = await house.guest();
  const round = await house.playRound(attacker, 1);
  const visitor = await rig.visitor(house);
  await visitor.page.evaluateOnNewDocument(() => {
    // @ts-ignore: where a payload runs, this is called
    window.alert = () => document.documentElement.setAttribute("data-broken", "yes");
  });
  visitor.page.on("dialog", () => visitor.faults.push("a dialog was opened"));
  await visitor.signInAs(attacker.token);
  for (const path of ["/", "/table/1", "/history", `/round/1/${round}`, "/sign?link=1", "/sign?link=2", "/limits"]) {
    await visitor.go(path);
    await visitor.page.waitForFunction(() => document.body.innerText.length > 20);
    const broken = await visitor.page.evaluate(() => ({
      ran: document.documentElement.hasAttribute("data-broken"),
      images: [...document.querySelectorAll("img, iframe, object, embed")].length,
      scripts: [...document.scripts].filter((script) => !script.src).length,
      bold: [...document.querySelectorAll("b")].filter((bold) => bold.textContent === "bold").length,
    }));
    assert.deepEqual(broken, { ran: false, images: 0, scripts: 0, bold: 0 }, path);
  }
  await visitor.go("/");
  await visitor.read(String(PAYLOADS[1]));
  const words = await visitor.text();
  for (const payload of [1, 2, 3, 4, 5, 6, 9].map((nth) => String(PAYLOADS[nth]))) {
    assert.ok(words.includes(payload), `${payload} stands in the lobby as it was written`);
  }
});

browserTest("no page may turn text into markup at all", async (rig) => {
  const house = await rig.house();
  const visitor = await rig.visitor(house);
  visitor.expect(/TrustedHTML/);
  for (const path of ["/", "/table/1", "/sign-in", "/rules", "/limits", "/history", "/sign"]) {
    await visitor.go(path);
    const refused = await visitor.page.evaluate(() => {
      try {
        document.createElement("div").innerHTML = "<b>x</b>";
        return "taken";
      } catch (error) {
        return String(error);
      }
    });
    assert.match(refused, /TrustedHTML/, path);
  }
});
