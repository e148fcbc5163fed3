// What is done when something goes wrong: found by the words a reader uses for it, or read in order.
//
//   main.append(irregularitySearch("rws-2020"));
//
// The answers are the server's (`GET rulebooks/{id}/irregularities`); this only looks for words in them.
// @ts-check
import { call } from "../api.js";
import { h } from "../dom.js";
import { t } from "../page-texts.js";
import { clauseLinks } from "./clause-note.js";

/** @typedef {{ says: string, clauses: string[], act: unknown }} Answer */
/** @typedef {{ moment: string, when: Record<string, unknown>, answers: Answer[] }} Case */
/** @typedef {{ id: string, title: string, plain: string, see_also: string[], cases: Case[] }} Irregularity */

/** Words that say nothing about what happened. */
const PLAIN_WORDS = new Set(
  "a an and at by for from had has he in is it its not of off on or the to was were with".split(" "),
);

/** @param {string} rulebook */
export function irregularitySearch(rulebook) {
  const field = h("input", { id: "went-wrong", type: "search", autocomplete: "off", placeholder: t.irregular.hint });
  const found = h("div", { class: "found", "aria-live": "polite" });
  const list = h("div", { class: "all-irregular" });
  /** @type {Promise<Irregularity[]> | null} */
  let asked = null;
  const all = () => {
    asked ??= call("GET", `rulebooks/${encodeURIComponent(rulebook)}/irregularities`).then(
      (answer) => answer.irregularities,
    );
    return asked;
  };
  const form = h(
    "form",
    {
      class: "find",
      role: "search",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const best = bestMatches(await all(), field.value);
        found.replaceChildren(
          ...(best.length > 0
            ? best.map((row, nth) => answerCard(rulebook, row, nth === 0))
            : [h("p", { class: "note" }, t.irregular.nothing)]),
        );
      },
    },
    h("label", { class: "label", for: "went-wrong" }, t.irregular.label),
    field,
    h("button", { class: "solid" }, t.irregular.key),
  );
  const details = h("details", { id: "irregularities" }, h("summary", {}, t.irregular.all), list);
  details.addEventListener("toggle", async () => {
    if (!details.open || list.firstChild) return;
    list.append(...(await all()).map((row) => answerCard(rulebook, row, false)));
  });
  return h("section", { class: "irregular", "aria-label": t.irregular.label }, form, found, details);
}

/** The rows that share most words with the question, best first; at most three.
 * @param {Irregularity[]} rows @param {string} question @returns {Irregularity[]} */
export function bestMatches(rows, question) {
  const asked = stems(question);
  const scored = rows.map((row) => {
    const [title, plain] = [stems(row.title), stems(row.plain)];
    let score = 0;
    for (const word of asked) score += (plain.has(word) ? 2 : 0) + (title.has(word) ? 1 : 0);
    return { row, score };
  });
  scored.sort((one, other) => other.score - one.score);
  return scored
    .filter(({ score }) => score > 0)
    .slice(0, 3)
    .map(({ row }) => row);
}

/** @param {string} text @returns {Set<string>} */
function stems(text) {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.filter((word) => !PLAIN_WORDS.has(word)).map((word) => word.replace(/(ed|ing|es|s)$/, "")));
}

/** @param {string} rulebook @param {Irregularity} row @param {boolean} large */
function answerCard(rulebook, row, large) {
  const cases = merged(row.cases);
  const main = cases.find((each) => each.answer.act !== "cannot_arise") ?? cases[0];
  return h(
    "article",
    { class: large ? "answer large" : "answer" },
    h("h3", {}, t.irregular.readAs(row.id, row.title)),
    h("p", { class: "note" }, sentence(row.plain)),
    large && main && h("p", { class: "say" }, sentence(main.answer.says), clauseLinks(rulebook, main.answer.clauses)),
    h(
      "table",
      { class: "pays" },
      h(
        "tbody",
        {},
        ...cases.map(({ moments, answer }) =>
          h(
            "tr",
            {},
            h("td", {}, h("b", {}, moments.join("; "))),
            h("td", {}, sentence(answer.says), clauseLinks(rulebook, answer.clauses)),
          ),
        ),
      ),
    ),
  );
}

/** Moments with one and the same answer in one line. @param {Case[]} cases */
function merged(cases) {
  /** @type {{ moments: string[], answer: Answer }[]} */
  const lines = [];
  for (const { moment, when, answers } of cases) {
    const [answer] = answers;
    if (!answer) continue;
    const words = momentOf(moment, when);
    const last = lines.at(-1);
    const same = last && last.answer.says === answer.says && last.answer.clauses.join() === answer.clauses.join();
    if (same) last.moments.push(words);
    else lines.push({ moments: [words], answer });
  }
  return lines;
}

/** @param {string} moment @param {Record<string, unknown>} when */
function momentOf(moment, when) {
  const circumstances = Object.entries(when).map(([name, value]) => t.irregular.circumstance(name, String(value)));
  return [t.irregular.moments[moment] ?? moment, ...circumstances].join(", ");
}

/** @param {string} says */
const sentence = (says) => says.charAt(0).toUpperCase() + says.slice(1);
