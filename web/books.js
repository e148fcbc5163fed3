// Rulebooks by names that people know, and clauses without the marks of their register. Pure, tested by `node --test`.
// @ts-check
import { t } from "./page-texts.js";

/** @typedef {{ title: string, effective: string }} Titled */

/** A title such as "3 Card Poker (RWS)", in force from 2020-03-17: the game, the house it comes from, the year.
 * @param {Titled} book */
export function partsOf({ title, effective }) {
  const [, game = title, house = null] = /^(.*?)(?: \(([^)]*)\))?$/.exec(title) ?? [];
  const year = /^\d{4}/.exec(effective)?.[0] ?? null;
  return { game, house, year };
}

/** `rules of Resorts World Sentosa, 2020` @param {Titled} book */
export function rulesOf(book) {
  const { house, year } = partsOf(book);
  return house === null ? "" : t.books.rulesOf(t.books.houses[house] ?? house, year);
}

/** `RWS 2020`, for keys. @param {Titled} book */
export function shortName(book) {
  const { game, house, year } = partsOf(book);
  return t.books.short(house ?? game, year);
}

/** @typedef {{ name: string | null, rulebook: string | null }} Place */

/** What a table is called in a list: its own name, else its game. @param {Place} table @param {Titled | undefined} book */
export function tableTitle({ name, rulebook }, book) {
  return name || (book ? partsOf(book).game : (rulebook ?? ""));
}

/** The text of a clause, and what an editor remarked behind it in brackets. @param {string} requirement */
export function withoutRemark(requirement) {
  const found = /^(.+?)\s\(([A-Z](?:[^()]|\([^()]*\))*\.)\)$/.exec(requirement);
  return { text: found?.[1] ?? requirement, remark: found?.[2] ?? null };
}

/** The heading that a clause is, where it is nothing else. @param {string} requirement */
export function headingIn(requirement) {
  return /^Heading for the (.+)\.$/.exec(requirement)?.[1] ?? null;
}

/** @typedef {{ switch: string, value: string, clauses: string[] }} Answered */

/** The sentences, each with the clauses it rests on; a question without a sentence for its answer is left out.
 * @param {readonly Answered[]} switches @returns {{ text: string, clauses: string[] }[]} */
export function sentencesOf(switches) {
  const answers = new Map(switches.map((answer) => [answer.switch, answer]));
  return t.rules.answers.flatMap(([question, sentences]) => {
    const answer = answers.get(question);
    const text = answer && sentences[answer.value];
    return text ? [{ text, clauses: answer.clauses }] : [];
  });
}
