// A test in a real Chromium against the real program.
//
//   browserTest("a guest sits down", async (rig) => {
//     const house = await rig.house();
//     const guest = await rig.visitor(house, { width: 360, dark: true });
//     await guest.go("/");
//     await guest.click("Sit down");
//   });
//
// Every page error, console error, failed request and answer that no page should get fails the test, unless
// the visitor was told to expect it. A test that fails leaves pictures in target/web/failed.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";

import { House, PATIENCE_MS, ROOT } from "./house.js";

const installed = createRequire(join(ROOT, "target/web/package.json"));
/** @type {typeof import("puppeteer-core").default} */
const puppeteer = installed("puppeteer-core");
/** @type {{ source: string }} */
const { source: axeSource } = installed("axe-core");

/** The widths and themes every page is looked at in. */
export const WIDTHS = [360, 1440];
export const THEMES = /** @type {const} */ (["light", "dark"]);

/** @typedef {{ width?: number, height?: number, dark?: boolean, motion?: boolean, url?: string }} Screen */

/** @type {Promise<import("puppeteer-core").Browser> | null} */
let chromium = null;
/** Whether the browser is closed behind the last test of the file. */
let closes = false;

/** The one browser of a test file. */
export function browser() {
  chromium ??= puppeteer.launch({
    executablePath: chromiumPath(),
    headless: true,
    protocolTimeout: 2 * PATIENCE_MS,
    // Root has no sandbox of its own, and small machines no large /dev/shm.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"],
  });
  return chromium;
}

export function chromiumPath() {
  const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = process.env.CHROMIUM ?? places.find(existsSync);
  assert.ok(found, "no Chromium: install Debian's package chromium or name one in CHROMIUM");
  return found;
}

/**
 * @param {string} name
 * @param {(rig: Rig) => Promise<void>} play
 */
export function browserTest(name, play) {
  if (!closes) after(async () => (await chromium)?.close());
  closes = true;
  test(name, { timeout: 6 * PATIENCE_MS }, async () => {
    const rig = new Rig();
    try {
      await play(rig);
      for (const visitor of rig.visitors) visitor.expectNoFaults();
    } catch (error) {
      await rig.keepPictures(name);
      throw error;
    } finally {
      await rig.close();
    }
  });
}

class Rig {
  /** @type {Visitor[]} */
  visitors = [];
  /** @type {House[]} */
  #houses = [];

  /** @param {Parameters<typeof House.open>[0]} [how] */
  async house(how) {
    const house = await House.open(how);
    this.#houses.push(house);
    return house;
  }

  /** A person with a browser of his own. @param {House} house @param {Screen} [screen] */
  async visitor(house, screen = {}) {
    const visitor = await Visitor.come(house, screen);
    this.visitors.push(visitor);
    return visitor;
  }

  /** @param {string} name */
  async keepPictures(name) {
    const folder = join(ROOT, "target/web/failed");
    mkdirSync(folder, { recursive: true });
    for (const [nth, visitor] of this.visitors.entries()) {
      const path = join(folder, `${name.replaceAll(/\W+/g, "-")}-${nth + 1}.png`);
      await visitor.page.screenshot({ path: /** @type {`${string}.png`} */ (path) }).catch(() => {});
      console.error(`picture: ${path}`);
    }
  }

  async close() {
    for (const visitor of this.visitors) await visitor.leave();
    for (const house of this.#houses) await house.close();
  }
}

export class Visitor {
  /** What went wrong on his pages. @type {string[]} */
  faults = [];
  /** @type {RegExp[]} */
  #expected = [];
  /** Bytes that came over the wire, by address. @type {Map<string, number>} */
  weights = new Map();

  /**
   * @param {string} url where he finds the house
   * @param {import("puppeteer-core").BrowserContext} context
   * @param {import("puppeteer-core").Page} page
   */
  constructor(url, context, page) {
    this.url = url;
    this.context = context;
    this.page = page;
  }

  /** @param {House} house @param {Screen} screen */
  static async come(house, { width = 1440, height = 900, dark = false, motion = false, url = house.url }) {
    const context = await (await browser()).createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewport({ width, height, hasTouch: width < 600, isMobile: width < 600 });
    await page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: motion ? "no-preference" : "reduce" },
    ]);
    const visitor = new Visitor(url, context, page);
    await visitor.#watch();
    return visitor;
  }

  async #watch() {
    const { page } = this;
    page.on("pageerror", (error) => this.#note(`page error: ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warn") {
        this.#note(`console: ${message.text()} (${message.location().url ?? ""})`);
      }
    });
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      // What a page has under way when it is left.
      if (why !== "net::ERR_ABORTED") this.#note(`request failed: ${request.url()} ${why}`);
    });
    page.on("request", (request) => {
      const { origin } = new URL(request.url());
      const own = request.url().startsWith("data:") || origin === new URL(this.url).origin;
      if (!own) this.#note(`a request that leaves the house: ${request.url()}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.#note(`answer ${response.status()}: ${response.url()}`);
    });
    const session = await page.createCDPSession();
    await session.send("Network.enable");
    /** @type {Map<string, string>} */
    const asked = new Map();
    session.on("Network.requestWillBeSent", (sent) => asked.set(sent.requestId, sent.request.url));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const url = asked.get(requestId) ?? "";
      this.weights.set(url, (this.weights.get(url) ?? 0) + encodedDataLength);
    });
  }

  /** @param {string} fault */
  #note(fault) {
    if (!this.#expected.some((pattern) => pattern.test(fault))) this.faults.push(fault);
  }

  /** From now on this is no fault. @param {RegExp[]} patterns */
  expect(...patterns) {
    this.#expected.push(...patterns);
  }

  expectNoFaults() {
    assert.deepEqual(this.faults, []);
  }

  /** The session of a guest whom the API made, as a cookie. @param {string} token */
  async signInAs(token) {
    const { hostname } = new URL(this.url);
    await this.context.setCookie({
      name: "queenhigh_session",
      value: token,
      domain: hostname,
      path: "/",
      httpOnly: true,
      sameSite: "Strict",
    });
  }

  /** @param {string} path */
  async go(path) {
    await this.page.goto(new URL(path.replace(/^\//, ""), this.url).href, { waitUntil: "load" });
  }

  /** The address without the house. */
  path() {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }

  /** Clicks what has this name for a screen reader. @param {string} name @param {string} [role] */
  async click(name, role) {
    await this.named(name, role).click();
  }

  /** @param {string} name @param {string} [role] */
  named(name, role) {
    const selector = role ? `::-p-aria([name="${name}"][role="${role}"])` : `::-p-aria(${name})`;
    return this.page.locator(selector);
  }

  /** Waits for what has this name. @param {string} name @param {string} [role] */
  async see(name, role) {
    await this.named(name, role).wait();
  }

  /** Waits until the page's text has this. @param {string | RegExp} text */
  async read(text) {
    const { source, flags } = typeof text === "string" ? new RegExp(escape(text)) : text;
    await this.page.waitForFunction(
      (source, flags) => new RegExp(source, flags).test(document.body.innerText),
      { polling: 100 },
      source,
      flags,
    );
  }

  /** Everything a person can read now. */
  text() {
    return this.page.evaluate(() => document.body.innerText);
  }

  /** @param {string} key @param {number} [times] */
  async press(key, times = 1) {
    for (let nth = 0; nth < times; nth += 1) {
      await this.page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key));
    }
  }

  /** What axe finds that is serious or critical. */
  async serious() {
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(async () => {
      // @ts-ignore: axe was put there
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
      return violations.map((/** @type {any} */ fault) => ({
        impact: fault.impact,
        rule: fault.id,
        where: fault.nodes.map((/** @type {any} */ node) => `${node.target}: ${node.failureSummary}`),
      }));
    });
    return found.filter(
      (/** @type {{ impact: string }} */ fault) => fault.impact === "serious" || fault.impact === "critical",
    );
  }

  async leave() {
    await this.context.close().catch(() => {});
  }
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
