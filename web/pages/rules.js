// The rulebook reader: how it is played in a few sentences, what it pays, what is done when something goes wrong;
// then clause by clause, and beside each clause, if wished, what another rulebook answers differently.
// @ts-check
import { call, figures, page, rulebook as askRulebook } from "../api.js";
import { headingIn, partsOf, rulesOf, shortName, withoutRemark } from "../books.js";
import { h, render } from "../dom.js";
import { clauseLinks } from "../elements/clause-note.js";
import { howItPlays } from "../elements/how-it-plays.js";
import { irregularitySearch } from "../elements/irregularity-search.js";
import { payTables } from "../elements/pay-tables.js";
import { runPage } from "../house.js";
import { t } from "../page-texts.js";

/** @typedef {{ clause: string, kind: string, requirement: string }} Clause */
/** @typedef {{ section: string, switch: string, value: string, clauses: string[], choices: string[] }} Switch */
/** @typedef {{ rulebook: string, title: string, version: string, effective: string, digest: string,
 *   switches: Switch[], pay_tables: Record<string, { hand: string, pays: string }[]>,
 *   options: Record<string, string> }} Rulebook */
/** @typedef {{ id: string, title: string, effective: string }} RulebookLine */
/** @typedef {{ table: number, name: string | null, rulebook: string | null }} TableLine */

runPage(async (main, { you }) => {
  /** @type {[RulebookLine[], TableLine[]]} */
  const [all, tables] = await Promise.all([call("GET", "rulebooks"), call("GET", "tables")]);
  const id = location.pathname.split("/rules/")[1] || firstOf(all, tables, you?.racks[0]?.table);
  /** @type {[Rulebook, Clause[]]} */
  const [book, clauses] = await Promise.all([
    askRulebook(id),
    call("GET", `rulebooks/${encodeURIComponent(id)}/clauses`),
  ]);
  const { game } = partsOf(book);
  document.title = t.rules.pageTitle(game);
  const sections = bySection(clauses);
  const nav = /** @type {HTMLElement} */ (document.querySelector(".sections"));
  const aside = /** @type {HTMLElement} */ (document.querySelector("aside"));
  const title = () => h("h2", { class: "split" }, h("b", {}, shortName(book)), h("span", {}, t.rules.clauses(clauses.length)));
  nav.replaceChildren(title(), ...contents(sections));
  const others = all.filter((other) => other.id !== id);
  main.replaceChildren(
    h("h1", {}, game),
    h("p", { class: "quiet" }, edition(book), " ", playedAt(id, tables)),
    otherBooks(id, all),
    h("details", { class: "contents" }, h("summary", {}, t.rules.contents), ...contents(sections)),
    howItPlays(book),
    irregularitySearch(id),
    h("h2", { id: "clauses", class: "chapter" }, t.rules.clauseByClause),
    beside(book, others, main),
    ...[...sections].map(([name, members]) => law(name, members)),
    remarks(id, clauses),
    source(book),
  );
  aside.replaceChildren(payTables(book), await keeps(id), apart(book, others), chosen(book));
  goToClause();
  addEventListener("hashchange", goToClause);
});

/** Where the address names no rulebook: that of the table at which this person has chips, else of the first.
 * @param {RulebookLine[]} all @param {TableLine[]} tables @param {number | undefined} own */
function firstOf(all, tables, own) {
  const at = tables.find((line) => line.table === own) ?? tables.find((line) => line.rulebook);
  return at?.rulebook ?? all[0]?.id ?? "";
}

/** @param {Rulebook} book */
function edition(book) {
  const known = book.effective !== "unknown";
  return t.rules.edition(rulesOf(book), known ? t.rules.day(book.effective) : null);
}

/** @param {string} id @param {TableLine[]} tables */
function playedAt(id, tables) {
  const here = tables.filter((line) => line.rulebook === id).map(({ table, name }) => t.rules.table(table, name));
  return here.length > 0 ? t.rules.playedAt(here) : t.rules.notPlayed;
}

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

/** @param {string} section */
const sectionTitle = (section) => t.rules.sections[section] ?? section;

/** @param {string} section */
const sectionNumber = (section) => (/^\d+$/.test(section) ? section : "");

/** @param {Map<string, Clause[]>} sections */
function contents(sections) {
  /** @param {string} to @param {string} number @param {string} text @param {number | string} count */
  const line = (to, number, text, count) =>
    h("a", { href: `#${to}` }, h("b", {}, number), h("span", {}, text), h("span", {}, count));
  return [
    line("how-it-plays", "", t.rules.plays, ""),
    line("irregularities", "", t.rules.irregularities, ""),
    ...[...sections].map(([name, members]) =>
      line(`section-${name}`, sectionNumber(name), sectionTitle(name), members.length),
    ),
  ];
}

/** @param {string} id @param {RulebookLine[]} all */
function otherBooks(id, all) {
  const links = all.map((book) =>
    h(
      "a",
      { href: page(`rules/${book.id}`), "aria-current": book.id === id ? "page" : null, title: rulesOf(book) },
      shortName(book),
    ),
  );
  return h(
    "nav",
    { class: "books", "aria-label": t.rules.books },
    h("span", { class: "label" }, t.rules.choose),
    h("span", { class: "seg" }, ...links),
  );
}

/** A chapter; on a small screen folded until it is asked for. @param {string} name @param {Clause[]} members */
function law(name, members) {
  const items = members.map(({ clause, requirement }) =>
    h(
      "li",
      { id: anchorOf(clause), "data-clause": clause },
      h("b", {}, labelIn(name, clause)),
      clauseText(requirement),
    ),
  );
  const isOpen = matchMedia("(min-width: 45em)").matches;
  return h(
    "details",
    { class: "of-law", open: isOpen },
    h(
      "summary",
      {},
      h("h3", { id: `section-${name}`, class: "chapter" }, `${sectionNumber(name)} ${sectionTitle(name)}`.trim()),
      h("span", { class: "note" }, t.rules.clauses(members.length)),
    ),
    h("ol", { class: "law" }, ...items),
  );
}

/** @param {string} requirement */
function clauseText(requirement) {
  const heading = headingIn(requirement);
  if (heading !== null) return h("p", { class: "heads" }, sentence(heading));
  return h("p", {}, withoutRemark(requirement).text);
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A clause within its chapter. @param {string} section @param {string} clause */
function labelIn(section, clause) {
  if (clause.toLowerCase() === section) return "";
  const rest = clause.startsWith("ofg.") ? clause.slice(`ofg.${section}.`.length) : null;
  return rest === null ? t.clauses.label(clause) : t.clauses.part(rest);
}

/** What an editor remarked on clauses, behind all of them and folded. @param {string} id @param {Clause[]} clauses */
function remarks(id, clauses) {
  const found = clauses.flatMap(({ clause, requirement }) => {
    const { remark } = withoutRemark(requirement);
    return remark === null ? [] : [h("li", {}, remark, clauseLinks(id, [clause]))];
  });
  if (found.length === 0) return "";
  return h(
    "details",
    { class: "remarks" },
    h("summary", {}, t.rules.remarks),
    h("p", { class: "note" }, t.rules.remarksLead),
    h("ul", { class: "note" }, ...found),
  );
}

/** @param {Rulebook} book */
function source({ rulebook, version, digest }) {
  return h(
    "details",
    { class: "remarks" },
    h("summary", {}, t.rules.source),
    h("p", { class: "note" }, t.rules.sourceText(rulebook, version)),
    h("p", {}, h("code", {}, digest)),
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
  const choices = [{ id: "", name: t.rules.alone }, ...others.map((each) => ({ id: each.id, name: shortName(each) }))];
  const keys = choices.map(({ id, name }) =>
    h(
      "button",
      { type: "button", "data-id": id, "aria-pressed": String(id === ""), onclick: () => choose(id || null) },
      name,
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
  return h("p", { class: "else" }, h("b", {}, shortName(other)), ...parts);
}

/** @param {string} machine */
const words = (machine) => (machine === "-" ? t.rules.notAsked : machine.replaceAll("_", " "));

/** @param {Rulebook} book @param {RulebookLine[]} others */
function apart(book, others) {
  const body = h("tbody");
  for (const each of others) {
    const { id } = each;
    const cell = h("td");
    body.append(h("tr", {}, h("td", {}, h("a", { href: page(`rules/${id}`) }, shortName(each))), cell));
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
  const folded = item.closest("details");
  if (folded) folded.open = true;
  if (item.matches(".law li")) item.classList.add("here");
  item.scrollIntoView({ block: "center" });
}
