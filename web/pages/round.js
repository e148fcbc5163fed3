// The replay of a round: event by event, never ahead of itself, with why on every amount, the log entries, the
// proof of its deck, and a dispute from a line. The address can be shared: it opens at the first event.
// @ts-check
import { amount, signed } from "../amounts.js";
import { faceOf } from "../cards.js";
import { call, page } from "../api.js";
import { rulesOf } from "../books.js";
import { disputes as askDisputes, closeDispute, raise } from "../disputes.js";
import { h, loadSprite, patchList, render, setText } from "../dom.js";
import { clauseLinks } from "../elements/clause-note.js";
import { disputeForm, disputeNote } from "../elements/dispute-note.js";
import { EventTrack } from "../elements/event-track.js";
import { SettlementLines, totalOf } from "../elements/settlement-lines.js";
import { TableFelt } from "../elements/table-felt.js";
import { feltOf } from "../felt.js";
import { runPage } from "../house.js";
import { entryOf, spansOf, stepsOf } from "../replay.js";
import { RoundReader } from "../rounds.js";
import { t } from "../page-texts.js";
import { areaName, boxName } from "../words.js";

/** @typedef {import("../replay.js").Round} Round */
/** @typedef {import("../replay.js").Step} Step */
/** @typedef {import("../disputes.js").Dispute} Dispute */
/** @typedef {import("../protocol").WagerSettled} WagerSettled */

/** Between two events while it runs by itself. */
const RUN_MS = 900;
/** Rounds of the same table beside the replay. */
const BESIDE = 30;

loadSprite();
const [table, number] = location.pathname.split("/").slice(-2).map(Number);
// Asked beside the house, not after it: what is missing is said by `runPage`.
/** @type {Promise<[Round, ({ id: string } & import("../books.js").Titled)[]]>} */
const asked = Promise.all([call("GET", `rounds/${table}/${number}?views=all`), call("GET", "rulebooks")]);
asked.catch(() => {});

runPage(async (main, { you }) => {
  const [round, books] = await asked;
  const book = books.find(({ id }) => id === round.rulebook);
  const player = you?.player ?? null;
  const aside = /** @type {HTMLElement} */ (document.querySelector("aside"));
  document.title = t.replay.pageTitle(round.table, round.round);
  const replay = new Replay(round, book ? rulesOf(book) : (round.rulebook ?? ""), player, main, aside);
  replay.show(stepInAddress(replay.steps.length));
  requestAnimationFrame(() => replay.checkDeck());
  if (you) showRounds(round, player === null);
  // A replay is worth seeing even where disputes cannot be read now.
  if (player !== null) replay.takeDisputes(await askDisputes().catch(() => []));
});

/** @param {number} count */
function stepInAddress(count) {
  const asked = Number(/^#event-(\d+)$/.exec(location.hash)?.[1] ?? 1);
  return Math.min(Math.max(asked, 1), count) - 1;
}

/** The felt with every card face up that the viewer knew then: a hand he had looked at lies open, not in his hand.
 * @param {import("../state.js").State} state */
function openFelt(state) {
  const felt = feltOf(state);
  if (!felt) return null;
  const boxes = felt.boxes.map((box) => {
    const cards = state.view?.boxes.find((each) => each.at === box.at)?.cards ?? [];
    const faces = cards.map(faceOf);
    const isKnown = faces.length > 0 && faces.every((face) => face !== null);
    return isKnown ? { ...box, faces, isUp: true } : box;
  });
  return { ...felt, boxes };
}

class Replay {
  #at = 0;
  /** @type {number | null} */
  #running = null;
  /** @type {Dispute[]} */
  #disputes = [];
  #felt = new TableFelt();
  #track = new EventTrack();
  #heading = h("h1");
  #when = h("span", { class: "quiet" });
  #say = h("p", { class: "say", "aria-live": "polite" });
  #note = h("p", { class: "note" });
  #log = h("ol", { class: "log" });
  #rest = h("p", { class: "note rest" });
  #result = h("section", { class: "result" });
  #deck = h("section");
  #run = h("button", { class: "small solid", onclick: () => this.#toggleRun() });

  /** @param {Round} round @param {string} rules @param {number | null} player @param {HTMLElement} main
   * @param {HTMLElement} aside */
  constructor(round, rules, player, main, aside) {
    this.round = round;
    this.player = player;
    this.steps = stepsOf(round, player);
    const r = t.replay;
    const key = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ go) =>
      h("button", { class: "small", onclick: go }, text, " ", h("kbd", { "aria-hidden": "true" }, sign));
    main.replaceChildren(
      h("p", { class: "label" }, r.where(round.table, round.name, round.round, rules)),
      this.#felt,
      h(
        "div",
        { class: "scrub" },
        h(
          "div",
          { class: "pair" },
          h("span", {}, this.#heading, " ", this.#when),
          h(
            "span",
            { class: "moves" },
            key(r.back, "←", () => this.go(this.#at - 1)),
            this.#run,
            key(r.next, "→", () => this.go(this.#at + 1)),
          ),
        ),
        this.#track,
        this.#say,
        this.#note,
      ),
    );
    aside.replaceChildren(
      this.#result,
      h(
        "section",
        {},
        h("h2", { class: "split" }, r.happened, h("span", {}, r.stream(round.table))),
        this.#log,
        this.#rest,
      ),
      this.#deck,
      h(
        "section",
        {},
        h("h2", {}, r.offline),
        h("p", { class: "note" }, r.offlineNote),
        h("pre", {}, h("code", {}, round.verify)),
      ),
    );
    this.#track.addEventListener("go-to", (event) => this.go(/** @type {CustomEvent} */ (event).detail));
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = /** @type {Element} */ (event.target).closest("input, textarea, select, button, summary, a");
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to !== undefined && !(/** @type {Element} */ (event.target).closest("input, textarea, select"))) {
      event.preventDefault();
      this.go(to);
    } else if (event.key === " " && !typing) {
      event.preventDefault();
      this.#toggleRun();
    }
  }

  #toggleRun() {
    if (this.#running !== null) {
      clearInterval(this.#running);
      this.#running = null;
    } else {
      if (this.#at === this.steps.length - 1) this.show(0);
      this.#running = window.setInterval(() => {
        if (this.#at < this.steps.length - 1) this.show(this.#at + 1);
        else this.#toggleRun();
      }, RUN_MS);
    }
    this.#showRunKey();
  }

  #showRunKey() {
    const running = this.#running !== null;
    render(this.#run, running, () => [
      running ? t.replay.stop : t.replay.run,
      " ",
      h("kbd", { "aria-hidden": "true" }, t.replay.space),
    ]);
  }

  /** @param {number} step */
  go(step) {
    if (this.#running !== null) this.#toggleRun();
    this.show(Math.min(Math.max(step, 0), this.steps.length - 1));
  }

  /** @param {number} at */
  show(at) {
    const step = this.steps[at];
    if (!step) return;
    this.#at = at;
    const count = this.steps.length;
    this.#felt.show(openFelt(step.state));
    setText(this.#heading, t.replay.event(at + 1, count));
    setText(this.#when, `${t.dates.timeToMilliseconds(step.at).slice(0, 8)}, ${t.replay.phases[step.phase]}`);
    this.#track.show({ spans: spansOf(this.steps), count, at, says: step.sentence });
    setText(this.#say, step.sentence);
    render(this.#note, step.n, () => [
      step.why,
      " ",
      t.replay.stored(t.dates.timeToMilliseconds(step.at), step.n, this.round.table),
      clauseLinks(this.round.rulebook, step.clauses),
    ]);
    this.#showLog();
    this.#showResult();
    this.#showRunKey();
    history.replaceState(null, "", at === 0 ? location.pathname : `#event-${at + 1}`);
  }

  /** What happened up to now; what is still to come is not told. */
  #showLog() {
    const past = this.steps.slice(0, this.#at + 1).map((step, nth) => ({ step, nth }));
    patchList(
      this.#log,
      past,
      ({ nth }) => nth,
      ({ step, nth }) =>
        h("li", {}, h("button", { onclick: () => this.go(nth) }, h("b", {}, nth + 1), h("span", {}, step.sentence))),
      (item, { nth }) => {
        if (nth === this.#at) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
      },
    );
    const left = this.steps.length - past.length;
    setText(this.#rest, left === 0 ? "" : t.replay.more(left));
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** How it ended, once the replay has got there, or where the visitor asks for it. */
  #showResult() {
    const atEnd = this.#at === this.steps.length - 1;
    render(this.#result, [atEnd, this.#disputes], () => {
      if (!atEnd) {
        const end = this.steps.length - 1;
        return [h("button", { class: "plain small", onclick: () => this.go(end) }, t.replay.toEnd)];
      }
      return this.#settlements();
    });
  }

  #settlements() {
    const { round, player } = this;
    const state = /** @type {Step} */ (this.steps.at(-1)).state;
    const settled = round.view.boxes.filter((box) => box.lines.length > 0);
    const own = settled.filter((box) => box.lines.some((line) => line.player === player));
    const others = settled.filter((box) => !own.includes(box));
    const parts = own.map((box) => {
      const lines = new SettlementLines();
      const mine = box.lines.filter((line) => line.player === player);
      lines.show({ rulebook: round.rulebook, lines: mine, act: (line) => this.#act(line) });
      const title = t.replay.ownBox(box.at, box.hand?.title ?? null);
      return h("div", {}, h("h2", { class: "split" }, title, h("span", {}, signed(totalOf(mine).net))), lines);
    });
    const list = others.map((box) =>
      h(
        "li",
        {},
        h("b", {}, box.at),
        h("span", {}, [boxName(state, box.at), box.hand?.title].filter(Boolean).join(": ")),
        h("span", {}, signed(totalOf(box.lines).net)),
      ),
    );
    return [
      ...parts,
      parts.length > 1 && wholeRound(own.flatMap((box) => box.lines.filter((line) => line.player === player))),
      parts.length === 0 && h("h2", {}, t.replay.ended),
      list.length > 0 && h("h3", {}, t.replay.atTheTable),
      list.length > 0 && h("ol", { class: "others" }, ...list),
    ];
  }

  /** What stands behind a line: its entry, and the way to dispute it. @param {WagerSettled} line */
  #act(line) {
    const { round } = this;
    const entry = entryOf(round.events, line);
    const raised = this.#disputes.filter((each) => each.box === line.at && each.bet === line.wager);
    const name = `${areaName(line.wager)}, ${t.replay.box(line.at)}`;
    return h(
      "div",
      { class: "behind" },
      entry !== null && h("p", { class: "note" }, t.replay.entry(entry, round.table)),
      ...raised.map((dispute) =>
        disputeNote(dispute, { close: async () => this.#took(await closeDispute(dispute.dispute)) }),
      ),
      raised.length === 0 &&
        disputeForm({
          line: name,
          send: async (text) => {
            const { table, round: number } = round;
            this.#took(await raise({ table, round: number, box: line.at, bet: line.wager, text }));
          },
        }),
    );
  }

  /** @param {Dispute} dispute */
  #took(dispute) {
    this.takeDisputes([...this.#disputes.filter((each) => each.dispute !== dispute.dispute), dispute]);
  }

  /** Makes the deck again; its code is loaded behind the first picture. */
  async checkDeck() {
    const { DeckCheck } = await import("../elements/deck-check.js");
    const check = new DeckCheck();
    this.#deck.replaceChildren(check);
    await check.show(this.round);
  }

  /** @param {Dispute[]} all */
  takeDisputes(all) {
    this.#disputes = all.filter((each) => each.table === this.round.table && each.round === this.round.round);
    this.#showResult();
  }
}

/** What several boxes of one person come to. @param {WagerSettled[]} lines */
function wholeRound(lines) {
  const { staked, returned, net } = totalOf(lines);
  return h("p", { class: "whole" }, t.replay.whole(amount(staked), amount(returned)), h("b", {}, signed(net)));
}

/** The rounds of this person at the table, beside the replay. @param {Round} round @param {boolean} isStaff */
async function showRounds(round, isStaff) {
  const nav = /** @type {HTMLElement} */ (document.querySelector(".rounds"));
  const rounds = await new RoundReader({ table: round.table, isStaff }).take(BESIDE);
  nav.replaceChildren(
    h("h2", { class: "split" }, t.replay.table(round.table), h("a", { href: page("history") }, t.replay.all)),
    h(
      "ol",
      {},
      ...rounds.map((line) =>
        h(
          "li",
          {},
          h(
            "a",
            {
              href: page(`round/${line.table}/${line.round}`),
              "aria-current": line.round === round.round ? "true" : null,
            },
            h("b", {}, line.round),
            h("span", {}, t.dates.shortDayAndTime(line.ended)),
            // The result of the round that is replayed is not told before its end.
            h("span", {}, line.round === round.round ? "" : signed(line.net)),
          ),
        ),
      ),
    ),
  );
}
