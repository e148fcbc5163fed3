// How the game goes under a rulebook, in a few sentences: one for each answer that a player feels.
//
//   main.append(howItPlays(book));       // book: the answer of `GET rulebooks/{id}`
// @ts-check
import { sentencesOf } from "../books.js";
import { h } from "../dom.js";
import { t } from "../page-texts.js";
import { clauseLinks } from "./clause-note.js";

/** @param {{ rulebook: string, switches: readonly import("../books.js").Answered[] }} book */
export function howItPlays({ rulebook, switches }) {
  return h(
    "section",
    { class: "how", "aria-labelledby": "how-it-plays" },
    h("h2", { id: "how-it-plays", class: "chapter" }, t.rules.plays),
    ...t.rules.playsAll.map((text) => h("p", {}, text)),
    h(
      "ul",
      {},
      ...sentencesOf(switches).map(({ text, clauses }) => h("li", {}, text, clauseLinks(rulebook, clauses))),
    ),
  );
}
