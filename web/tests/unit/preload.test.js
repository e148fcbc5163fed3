// The table page asks for all of its modules at once, and for none that it does not use.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);

/** Every module that this one loads, itself among them. @param {string} name @param {Set<string>} found */
function loadedBy(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(new URL(name, ROOT), "utf8");
  for (const [, from = ""] of text.matchAll(/^(?:import|export) (?:[^;]*? from )?"(\.[^"]+)";/gms)) {
    loadedBy(new URL(from, new URL(name, ROOT)).href.slice(ROOT.href.length), found);
  }
  return found;
}

test("the table page preloads exactly the modules it needs", () => {
  const page = readFileSync(new URL("table.html", ROOT), "utf8");
  const preloaded = [...page.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, name]) => name);
  const needed = [...loadedBy("pages/table.js")].filter((name) => name !== "pages/table.js");
  assert.deepEqual([...preloaded].sort(), needed.sort());
});
