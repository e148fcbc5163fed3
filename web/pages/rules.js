// The rulebook reader: clause by clause, what it pays, what is done when something goes wrong, and beside each
// clause, if wished, what another rulebook answers differently.
// @ts-check
import { call, figures, page, rulebook as askRulebook } from "../api.js";
import { h, render } from "../dom.js";
import { clauseLinks } from "../elements/clause-note.js";
import { irregularitySearch } from "../elements/irregularity-search.js";
import { payTables } from "../elements/pay-tables.js";
import { runPage } from "../house.js";
import { t } from "../text.js";

/** @typedef {{ clause: string, kind: string, requirement: string }} Clause */
/** @typedef {{ section: string, switch: string, value: string, clauses: string[], choices: string[] }} Switch */
/** @typedef {{ rulebook: string, title: string, version: string, effective: string, digest: string,
 *   switches: Switch[], pay_tables: Record<string, { hand: string, pays: string }[]>,
 *   options: Record<string, string> }} Rulebook */
/** @typedef {{ id: string, title: string }} RulebookLine */

const FIRST = "rws-2020";

runPage(async (main) => {
  const id = location.pathname.split("/rules/")[1] || FIRST;
  /** @type {[RulebookLine[], Rulebook, Clause[]]} */
  const [all, book, clauses] = await Promise.all([
    call("GET", "rulebooks"),
    askRulebook(id),
    call("GET", `rulebooks/${encodeURIComponent(id)}/clauses`),
  ]);
  document.title = t.rules.pageTitle(plainTitle(book.title));
  const sections = bySection(clauses);
  const nav = /** @type {HTMLElement} */ (document.querySelector(".sections"));
  const aside = /** @type {HTMLElement} */ (document.querySelector("aside"));
  nav.replaceChildren(...contents(id, clauses.length, sections));
  const others = all.filter((other) => other.id !== id);
  const lists = [...sections].map(([name, members]) => law(id, name, members));
  main.replaceChildren(
    h("h1", {}, plainTitle(book.title)),
    h("p", { class: "quiet" }, t.rules.edition(book), " ", h("code", {}, book.digest)),
    otherBooks(id, all),
    irregularitySearch(id),
    beside(book, others, main),
    ...lists,
  );
  aside.replaceChildren(payTables(book), await keeps(id), apart(book, others), chosen(book));
  goToClause();
  addEventListener("hashchange", goToClause);
});

/** @param {string} title */
const plainTitle = (title) => title.replace(/ \([^)]*\)$/, "");

/** Clauses by the first part of their number. @param {Clause[]} clauses @returns {Map<string, Clause[]>} */
function bySection(clauses) {
  /** @type {Map<string, Clause[]>} */
  const sections = new Map();
  for (const clause of clauses) {
    const name = /^(?:ofg\.)?([a-z]+|\d+)/i.exec(clause.clause)?.[1]?.toLowerCase() ?? "";
    const members = sections.get(name);
    if (members) members.push(clause);
    else sections.set(name, [clause]);
  }
  return sections;
}

/** @param {string} id @param {string} section */
const sectionTitle = (id, section) => t.rules.sections[section] ?? section;

/** @param {string} id @param {number} total @param {Map<string, Clause[]>} sections */
function contents(id, total, sections) {
  const lines = [...sections].map(([name, members]) =>
    h(
      "a",
      { href: `#section-${name}` },
      h("b", {}, /^\d+$/.test(name) ? name : ""),
      h("span", {}, sectionTitle(id, name)),
      h("span", {}, members.length),
    ),
  );
  const title = h("h2", { class: "split" }, h("b", {}, id), h("span", {}, t.rules.clauses(total)));
  return [
    title,
    ...lines,
    h("a", { href: "#irregularities" }, h("b"), h("span", {}, t.rules.irregularities), h("span", {}, 35)),
  ];
}

/** @param {string} id @param {RulebookLine[]} all */
function otherBooks(id, all) {
  const links = all.map((book) =>
    h("a", { href: page(`rules/${book.id}`), "aria-current": book.id === id ? "page" : null }, book.id),
  );
  return h("nav", { class: "seg books", "aria-label": t.rules.books }, ...links);
}

/** @param {string} id @param {string} name @param {Clause[]} members */
function law(id, name, members) {
  const items = members.map(({ clause, requirement }) =>
    h(
      "li",
      { id: anchorOf(clause), "data-clause": clause },
      h("b", {}, clause.replace(/^ofg\./, "")),
      h("p", {}, requirement),
    ),
  );
  const heading = [/^\d+$/.test(name) ? name : "", sectionTitle(id, name)].join(" ").trim();
  return h(
    "section",
    { "aria-labelledby": `section-${name}` },
    h("h2", { id: `section-${name}`, class: "chapter" }, heading),
    h("ol", { class: "law" }, ...items),
  );
}

/** @param {string} clause */
const anchorOf = (clause) => clause.replaceAll(/[^\w.-]/g, "_");

/** The quiet switch: beside each clause what one other rulebook answers differently, none by default.
 * @param {Rulebook} book @param {RulebookLine[]} others @param {HTMLElement} main */
function beside(book, others, main) {
  /** @param {string | null} chosen */
  const choose = async (chosen) => {
    for (const key of keys) key.setAttribute("aria-pressed", String((key.dataset.id || null) === chosen));
    const other = chosen ? /** @type {Rulebook} */ (await askRulebook(chosen)) : null;
    for (const item of main.querySelectorAll("[data-clause]")) {
      const clause = item.getAttribute("data-clause") ?? "";
      item.querySelector(".else")?.remove();
      const differing = other ? differences(book, other).filter(({ own }) => own.clauses.includes(clause)) : [];
      if (other && differing.length > 0) item.append(differ(other, differing));
    }
  };
  const keys = [{ id: "", title: t.rules.alone }, ...others].map((other) =>
    h(
      "button",
      {
        type: "button",
        "data-id": other.id,
        "aria-pressed": String(other.id === ""),
        onclick: () => choose(other.id || null),
      },
      other.id || t.rules.alone,
    ),
  );
  return h(
    "div",
    { class: "beside" },
    h("h2", { class: "label", id: "beside" }, t.rules.beside),
    h("div", { class: "seg", role: "group", "aria-labelledby": "beside" }, ...keys),
  );
}

/** The questions two rulebooks answer differently. @param {Rulebook} one @param {Rulebook} two */
function differences(one, two) {
  const answers = new Map(two.switches.map((answer) => [answer.switch, answer]));
  return one.switches.flatMap((own) => {
    const other = answers.get(own.switch);
    return other && other.value !== own.value ? [{ own, other }] : [];
  });
}

/** @param {Rulebook} other @param {{ own: Switch, other: Switch }[]} differing */
function differ(other, differing) {
  const parts = differing.map(({ own, other: answer }) =>
    h(
      "span",
      {},
      t.rules.differs(words(own.switch), words(answer.value), words(own.value)),
      clauseLinks(other.rulebook, answer.clauses),
    ),
  );
  return h("p", { class: "else" }, h("b", {}, other.rulebook), ...parts);
}

/** @param {string} machine */
const words = (machine) => (machine === "-" ? t.rules.notAsked : machine.replaceAll("_", " "));

/** @param {Rulebook} book @param {RulebookLine[]} others */
function apart(book, others) {
  const body = h("tbody");
  for (const { id } of others) {
    const cell = h("td");
    body.append(h("tr", {}, h("td", {}, h("a", { href: page(`rules/${id}`) }, id)), cell));
    askRulebook(id).then((other) => render(cell, id, () => [t.rules.differ(differences(book, other).length)]));
  }
  return h(
    "section",
    {},
    h("h2", { class: "split" }, t.rules.apart, h("span", {}, t.rules.ofSwitches(book.switches.length))),
    h("table", { class: "pays" }, body),
  );
}

/** What the house keeps of each bet, exactly. @param {string} id */
async function keeps(id) {
  const sheet = await figures(id);
  const body = h("tbody");
  for (const [bet, name] of /** @type {const} */ ([
    ["ante_play", t.rules.antePlay],
    ["pair_plus", t.bets.pair_plus],
    ["five_card", t.bets.five_card],
  ])) {
    const edge = sheet[bet]?.house_edge;
    if (!edge) continue;
    body.append(
      h(
        "tr",
        {},
        h("td", {}, name),
        h("td", {}, t.percent(Number(edge.decimal)), h("small", {}, t.lobby.exactly(edge.exact))),
      ),
    );
  }
  return h(
    "section",
    {},
    h("h2", {}, t.rules.keeps),
    h("table", { class: "pays" }, body),
    h("p", { class: "note" }, t.rules.keepsNote(sheet.ante_play?.lowest_hand_played ?? "")),
  );
}

/** Where the text leaves a choice to the house. @param {Rulebook} book */
function chosen(book) {
  const open = book.switches.filter((answer) => answer.choices.length > 0);
  const items = open.map((answer) => [
    h("dt", {}, words(answer.switch), clauseLinks(book.rulebook, answer.clauses)),
    h("dd", {}, t.rules.chosen(words(answer.value), answer.choices.map(words))),
  ]);
  return h(
    "section",
    {},
    h("details", {}, h("summary", {}, t.rules.open(open.length)), h("dl", { class: "four" }, ...items.flat())),
  );
}

/** Marks and shows the clause that the address names. */
function goToClause() {
  const clause = decodeURIComponent(location.hash.slice(1));
  document.querySelector(".law .here")?.classList.remove("here");
  if (!clause) return;
  const item = document.getElementById(anchorOf(clause));
  if (!item) return;
  if (item.matches(".law li")) item.classList.add("here");
  item.scrollIntoView({ block: "center" });
}
