// The language of the house: named the same everywhere, and each language has every text.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { t } from "../../page-texts.js";

const ROOT = new URL("../../", import.meta.url);
const files = readdirSync(ROOT).filter((name) => /\.(html|js)$/.test(name));
const languages = readdirSync(new URL("text/", ROOT), { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Where the language is chosen, and where a page says in which it is. */
test("every page and every import names one and the same language", () => {
  /** @type {Map<string, string[]>} */
  const named = new Map();
  for (const name of files) {
    const content = readFileSync(new URL(name, ROOT), "utf8");
    for (const [, language = ""] of content.matchAll(/(?:<html lang="|"\.?\/text\/)([a-z-]+)["/]/g)) {
      named.set(language, [...(named.get(language) ?? []), name]);
    }
  }
  assert.equal(named.size, 1, JSON.stringify([...named]));
});

/** The keys of a text and what each is: a text, a function, a list. @param {any} texts @param {string} [under]
 * @returns {string[]} */
function shapeOf(texts, under = "") {
  return Object.entries(texts).flatMap(([key, value]) => {
    const name = `${under}${key}`;
    if (Array.isArray(value) || typeof value !== "object") return [`${name}: ${Array.isArray(value) ? "list" : typeof value}`];
    return shapeOf(value, `${name}.`);
  });
}

test("each language has the texts of English and no others", async () => {
  const shape = async (/** @type {string} */ language) => {
    const { first } = await import(`../../text/${language}/first.js`);
    const { pages } = await import(`../../text/${language}/pages.js`);
    return shapeOf({ ...first, ...pages }).sort();
  };
  const english = await shape("en");
  assert.ok(english.length > 300, `${english.length} texts`);
  for (const { name } of languages) assert.deepEqual(await shape(name), english, name);
});

test("no two parts have a text under the same name", async () => {
  const { common } = await import("../../text/en/common.js");
  const { house } = await import("../../text/en/house.js");
  const { limits } = await import("../../text/en/limits.js");
  const { rounds } = await import("../../text/en/rounds.js");
  const { rules } = await import("../../text/en/rules.js");
  const keys = [common, house, limits, rounds, rules].flatMap((part) => Object.keys(part));
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.ok(key in t, key);
});
