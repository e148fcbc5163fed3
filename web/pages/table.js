// The table page: one connection, one state, and the elements that show it. Messages and wishes come in here;
// what they mean is in state.js, wishes.js and situation.js.
// @ts-check
import { read as readAmount } from "../amounts.js";
import { announce, announceAll } from "../announce.js";
import { Problem, call, rulebook } from "../api.js";
import { BetMaker } from "../bet-maker.js";
import { TableConnection } from "../connection.js";
import { settingsDialog } from "../dialogs.js";
import { loadSprite } from "../dom.js";
import { actOnKey, listen } from "../keyboard.js";
import { deal, finishAll, land, slideBack } from "../motion.js";
import { openResult } from "../result.js";
import { Seat } from "../seat.js";
import * as settings from "../settings.js";
import { noticeOf, refusalText, sentence } from "../notices.js";
import { keysOf, smallKeysOf } from "../situation.js";
import * as table from "../state.js";
import { TableShow, find } from "../table-show.js";
import { lessonFor } from "../teacher.js";
import { t, fillTexts } from "../text.js";
import * as wishes from "../wishes.js";
import { announcementsOf } from "../words.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../shapes").Request} Request */
/** @typedef {import("../protocol").Area} Area */

/** The purse is read once, some moments after chips have moved. */
const PURSE_MS = 250;
/** Events follow their answer at once; where the line was lost meanwhile nothing waits for them for ever. */
const ARRIVAL_MS = 3000;

export class TablePage {
  /** @type {State} */
  state = table.START;
  number = Number(/\/table\/(\d+)/.exec(location.pathname)?.[1] ?? 0);
  connection = new TableConnection(this.number, (message) => this.hear(message));
  settings = settings.read();
  /** The rulebook of this table, once it is here. @type {any} */
  rules = null;
  /** @type {import("../teacher.js").Lesson | null} */
  lesson = null;
  /** What was already asked by itself, so that it is asked once. @type {Set<string>} */
  done = new Set();
  isWaitingToRender = false;
  bets = new BetMaker(this);
  seat = new Seat(this);
  /** Those who wait until the events up to a number are here. @type {{ to: number, go: () => void }[]} */
  waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  purseTimer;
  show = new TableShow(this.number, () => this.state.rack ?? 0);

  begin() {
    settings.apply(this.settings);
    fillTexts(document);
    loadSprite();
    document.title = t.table.documentTitle(this.number);
    if (settings.takeWishToSit(this.number)) this.sit(null);
    this.listen();
    this.connection.open();
    // The bar's time and a lost line's seconds move without a message.
    setInterval(() => this.render(), 1000);
  }

  listen() {
    document.addEventListener("wish", (event) => this.wish(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("key", (event) => this.press(/** @type {CustomEvent} */ (event).detail.id));
    document.addEventListener("chip", (event) =>
      this.hear({ type: "choose-chip", chip: /** @type {CustomEvent} */ (event).detail.chip }),
    );
    document.addEventListener("chip-dropped", (event) => {
      const { chip, at, area } = /** @type {CustomEvent} */ (event).detail ?? {};
      if (at) this.bets.lay(at, area, chip);
    });
    document.addEventListener("typed", (event) => this.typed(/** @type {CustomEvent} */ (event).detail.text));
    document.addEventListener("ten-seconds", () => announce(t.announce.tenSeconds));
    document.addEventListener("company", (event) => this.company(/** @type {CustomEvent} */ (event).detail.players));
    document.addEventListener("pointerdown", () => finishAll(), { capture: true });
    find("#leave").addEventListener("click", () => this.leave());
    find("#settings-key").addEventListener("click", () => this.openSettings());
    document.addEventListener("settings", () => this.openSettings());
    document.addEventListener("teacher", () => this.changeSettings({ teacher: true }));
    document.addEventListener("leave", () => this.leave());
    document.addEventListener("report", (event) => this.ask([/** @type {CustomEvent} */ (event).detail.request]));
    listen(
      () => this.settings.letters,
      (wish, event) => actOnKey(this, wish, event),
    );
  }

  openSettings() {
    settingsDialog((changed) => this.changeSettings(changed));
  }

  /** @param {Partial<settings.Settings>} changed */
  changeSettings(changed) {
    this.settings = settings.change(changed);
    this.lesson = null;
    this.followUp();
    this.render();
  }

  /** A message of the server's or of this page. @param {import("../state.js").Message} message */
  hear(message) {
    const before = this.state;
    const now = Date.now();
    this.state = table.evolve(before, message, now);
    if (message.type === "events")
      this.happened(
        before,
        message.events.filter((event) => event !== null),
        now,
      );
    if (message.type === "snapshot" || message.type === "events") this.arrived(before);
    if (message.type === "snapshot" && !this.rules) this.loadRules();
    if (message.type === "response" && message.outcome !== "done") this.refused();
    if (message.type === "line") this.lineChanged(before);
    this.followUp();
    this.render();
  }

  /** The table is here up to a number: what waited for that goes on, and the purse is read where chips moved.
   * @param {State} before */
  arrived(before) {
    const n = this.connection.place.n ?? 0;
    const [here, later] = [this.waiting.filter(({ to }) => to <= n), this.waiting.filter(({ to }) => to > n)];
    this.waiting = later;
    for (const { go } of here) go();
    const { state } = this;
    const isOther = before.rack !== state.rack || table.sumOf(table.ownBets(before)) !== table.sumOf(table.ownBets(state));
    if (isOther || state.purse === null) this.readPurse();
  }

  /** What is in the purse, once chips have come to rest. */
  readPurse() {
    if (table.playerOf(this.state) === null) return;
    clearTimeout(this.purseTimer);
    this.purseTimer = setTimeout(async () => {
      const me = await call("GET", "me").catch(() => null);
      if (typeof me?.purse === "number") this.hear({ type: "purse", purse: me.purse });
    }, PURSE_MS);
  }

  /** @param {State} before @param {import("../shapes").TableEvent[]} events @param {number} now */
  happened(before, events, now) {
    const said = announcementsOf(before, this.state, this.bets.heardNow(events), now, this.looksBySelf());
    const missed = before.missed === this.state.missed ? null : noticeOf(this.state, now);
    announceAll(missed ? [{ text: `${missed.title} ${missed.text}`, urgent: true }, ...said] : said);
    this.renderNow();
    const dealt = events.flatMap(({ kind, to }) => {
      if (kind === "packet-dealt" || kind === "card-dealt") return this.show.felt.cardsAt(to);
      return kind === "community-dealt" ? this.show.felt.cardsAt("community") : [];
    });
    deal(this.show.felt, dealt);
    const places = events.filter(({ kind }) => ["bet-placed", "play-made", "wager-settled"].includes(kind));
    const stacks = places.map(({ at, area, wager }) =>
      this.show.felt.querySelector(
        `betting-box[data-key="${at}"] .spot.${area ?? wager ?? "play"} chip-stack:last-of-type`,
      ),
    );
    land([...new Set(stacks)].filter((stack) => stack !== null));
    const turn = table.boxToDecide(this.state);
    if (turn && !table.boxToDecide(before)) this.takeFocus();
  }

  /** The keys take the focus, none of them: only where no field has it. */
  takeFocus() {
    const active = document.activeElement;
    if (!active || active === document.body || this.show.felt.contains(active) || this.show.keys.contains(active))
      this.show.keys.focus({ preventScroll: true });
  }

  refused() {
    const refusal = this.state.refusal;
    if (!refusal) return;
    announce(t.announce.refused(refusalText(this.state, refusal)), { urgent: true });
    const { at, area } = refusal.request ?? {};
    const stack =
      at && area ? this.show.felt.querySelector(`betting-box[data-key="${at}"] .spot.${area} chip-stack`) : null;
    if (stack) slideBack(stack);
  }

  /** @param {State} before */
  lineChanged(before) {
    const { line } = this.state;
    if (line === before.line) return;
    if (line === "lost" && before.line === "open") announce(t.states.lost, { urgent: true });
    if (line === "open" && before.line === "lost") announce(`${t.states.back} ${t.states.backText}`, { urgent: true });
  }

  async loadRules() {
    const id = this.state.view?.rulebook;
    if (!id) return;
    try {
      this.rules = await rulebook(id);
    } catch {
      return;
    }
    this.render();
  }

  /** What was asked for before it was open, and what the settings do by themselves. */
  followUp() {
    const { state } = this;
    const view = state.view;
    if (!view || state.line !== "open" || state.asked.length > 0) return;
    const plan = state.plan;
    if (plan === "sit" || (plan && typeof plan === "object"))
      this.seat.take(plan === "sit" ? wishes.seatToTake(state) : plan.sit);
    if ((plan === "same-again" || plan === "least-ante") && view.phase === "bets_open") {
      this.hear({ type: "plan", plan: null });
      this.press(plan);
    }
    this.lookBySetting();
    this.teach();
  }

  /** The only hand of a player turns by itself, and is shown when it is due, unless he chose otherwise. */
  lookBySetting() {
    const { state } = this;
    if (this.settings.look !== "self") return;
    const own = table.ownBoxes(state).filter((box) => box.cards.length > 0 && box.controller === table.playerOf(state));
    const [box] = own;
    // Not before the deal is over: cards are heard of first, then what they are.
    if (own.length === 1 && box && !box.looked && state.view?.phase === "deciding") {
      const look = table.moveFor(state, "look", { at: box.at });
      if (look && this.once(`look ${box.at}`)) this.ask([look.request]);
    }
    const reveal = table.nextOf(state).reveal;
    if (reveal?.player === table.playerOf(state) && boxLooked(state, reveal.at)) {
      const show = table.moveFor(state, "reveal", { at: reveal.at });
      if (show && this.once(`reveal ${reveal.at}`)) this.ask([show.request]);
    }
  }

  looksBySelf() {
    const own = table.ownBoxes(this.state).filter((box) => box.bets.length > 0);
    return this.settings.look === "self" && own.length === 1;
  }

  /** Whether this was not yet done in this round. @param {string} what */
  once(what) {
    const mark = `${this.state.view?.round} ${what}`;
    if (this.done.has(mark)) return false;
    this.done.add(mark);
    return true;
  }

  teach() {
    if (!this.settings.teacher) {
      this.lesson = null;
      return;
    }
    lessonFor(this.state, (lesson) => {
      // What a decision cost stays beside its result.
      if (lesson === null && this.lesson?.decided && openResult(this.state) !== null) return;
      this.lesson = lesson;
      this.render();
    });
  }

  /** Asks one request after the other, until one is refused; what they did is here when this ends.
   * @param {Request[]} requests */
  async ask(requests) {
    for (const request of requests) {
      const answer = await this.connection.ask(request);
      if (answer.outcome !== "done") return false;
      await this.reached(answer.to ?? 0);
    }
    return requests.length > 0;
  }

  /** The events up to this number are here, or do not come. @param {number} to @returns {Promise<void>} */
  reached(to) {
    if (to <= (this.connection.place.n ?? 0)) return Promise.resolve();
    return new Promise((go) => {
      this.waiting.push({ to, go });
      setTimeout(go, ARRIVAL_MS);
    });
  }

  /** A wish from the felt. @param {{ wish: string, at: number, area?: Area }} wish */
  wish({ wish, at, area }) {
    if (wish === "sit") this.sit(at);
    if (wish === "join") this.hear({ type: "open-box", at });
    if (wish === "choose" && area) this.hear({ type: "choose-spot", at, area });
    if (wish === "lay" && area) {
      this.hear({ type: "choose-spot", at, area });
      this.bets.lay(at, area);
    }
    if (wish === "take-one" && area) this.bets.takeOne(at, area);
  }

  /** @param {number | null} at */
  sit(at) {
    return this.seat.sit(at);
  }

  /** @param {unknown} problem */
  fail(problem) {
    const detail = problem instanceof Error ? problem.message : String(problem);
    const code = problem instanceof Problem ? problem.code : "";
    this.hear({ type: "plan", plan: null });
    this.hear({
      type: "refused",
      refusal: { detail, code, clauses: problem instanceof Problem ? problem.clauses : [], request: null },
    });
    announce(t.announce.refused(sentence(detail)), { urgent: true });
  }

  /** A key below the hand, or its letter. @param {string} id */
  press(id) {
    const { state } = this;
    const key = [...keysOf(state), ...smallKeysOf(state)].find((each) => each.id === id);
    // A decision that is on its way is not asked a second time.
    if (!key || (key.requests.length > 0 && state.asked.length > 0)) return;
    const isPlan = key.isPressed !== undefined;
    const [name = "", at = ""] = id.split(" ");
    if (isPlan) this.hear({ type: "plan", plan: state.plan === id ? null : /** @type {State["plan"]} */ (id) });
    else if (name === "sit") this.sit(state.missed?.at ?? null);
    else if (name === "leave") this.leave();
    else if (name === "go-on") call("POST", "me/reality-check", {}).catch((problem) => this.fail(problem));
    else if (name === "undo") this.bets.undo();
    else if (name === "double") this.bets.double();
    else if (name === "clear") this.bets.clear();
    else if (name === "same-again") this.bets.sameAgain();
    else if (name === "dismiss") this.hear({ type: "dismiss" });
    else if (name === "to-box") this.goToBox(Number(at));
    else if (name === "give") this.giveBack(Number(at));
    else this.ask(key.requests);
  }

  /** @param {number} at */
  goToBox(at) {
    this.hear({ type: "choose-spot", at, area: "ante" });
    announce(t.announce.boxChosen(at));
  }

  /** A box beside the own seat is no longer his. @param {number} at */
  async giveBack(at) {
    if (wishes.clear(this.state, at).length > 0 && !(await this.bets.clear(at))) return;
    this.hear({ type: "close-box", at });
  }

  /** An amount typed for the chosen spot. @param {string} text */
  typed(text) {
    const spot = wishes.spotOf(this.state);
    const minor = readAmount(text);
    if (!spot || minor === null) return;
    this.bets.set(spot.at, spot.area, minor);
    /** @type {HTMLElement | null} */ (
      document.querySelector(`betting-box[data-key="${spot.at}"] .spot.${spot.area}`)
    )?.focus();
  }

  /** @param {number} players */
  async company(players) {
    try {
      await call("POST", `tables/${this.number}/company`, { players });
    } catch (problem) {
      this.fail(problem);
    }
  }

  leave() {
    return this.seat.leave();
  }

  render() {
    if (this.isWaitingToRender) return;
    this.isWaitingToRender = true;
    queueMicrotask(() => this.renderNow());
  }

  renderNow() {
    this.isWaitingToRender = false;
    this.show.show(this.state, { rules: this.rules, lesson: this.lesson });
  }
}

/** @param {State} state @param {number} at */
const boxLooked = (state, at) => table.boxAt(state, at)?.looked ?? false;

new TablePage().begin();
