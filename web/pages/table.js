// The table page: one connection, one state, and the elements that show it. Messages and wishes come in here;
// what they mean is in state.js, wishes.js and situation.js.
// @ts-check
import { CHIPS, amount, read as readAmount, short, signed, hours } from "../amounts.js";
import { announce, announceAll } from "../announce.js";
import { Problem, call, newGuest, newId, page, rulebook } from "../api.js";
import { faceOf } from "../cards.js";
import { TableConnection } from "../connection.js";
import { h, loadSprite, render, setText } from "../dom.js";
import { feltOf } from "../felt.js";
import * as keys from "../keys.js";
import { deal, finishAll, land, slideBack } from "../motion.js";
import * as settings from "../settings.js";
import { keysOf, noticeOf, smallKeysOf, timeUp } from "../situation.js";
import * as table from "../state.js";
import { t, fillTexts } from "../text.js";
import * as wishes from "../wishes.js";
import { announcementsOf, areaName, handOf, spokenNet } from "../words.js";
import { chipsDialog, helpDialog, leaveDialog, settingsDialog } from "../dialogs.js";
import { lessonFor } from "../teacher.js";
import "../elements/table-felt.js";
import "../elements/own-hand.js";
import "../elements/chip-tray.js";
import "../elements/clock-bar.js";
import "../elements/decision-keys.js";
import "../elements/jackpot-meter.js";
import "../elements/round-sheet.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../shapes").Request} Request */
/** @typedef {import("../protocol").Area} Area */

/** @template {Element} E @param {string} selector @returns {E} */
const find = (selector) => /** @type {E} */ (document.querySelector(selector));

class TablePage {
  /** @type {State} */
  state = table.START;
  number = Number(/\/table\/(\d+)/.exec(location.pathname)?.[1] ?? 0);
  connection = new TableConnection(this.number, (message) => this.hear(message));
  settings = settings.read();
  /** The rulebook of this table, once it is here. @type {any} */
  rules = null;
  /** @type {import("../elements/teacher-note.js").Lesson | null} */
  lesson = null;
  /** What was already asked by itself, so that it is asked once. @type {Set<string>} */
  done = new Set();
  isWaitingToRender = false;
  felt = /** @type {import("../elements/table-felt.js").TableFelt} */ (find("table-felt"));
  hand = /** @type {import("../elements/own-hand.js").OwnHand} */ (find("own-hand"));
  tray = /** @type {import("../elements/chip-tray.js").ChipTray} */ (find("chip-tray"));
  clock = /** @type {import("../elements/clock-bar.js").ClockBar} */ (find("clock-bar"));
  keys = /** @type {import("../elements/decision-keys.js").DecisionKeys} */ (find("decision-keys"));
  meter = /** @type {import("../elements/jackpot-meter.js").JackpotMeter} */ (find("jackpot-meter"));
  sheet = /** @type {import("../elements/round-sheet.js").RoundSheet} */ (document.createElement("round-sheet"));

  begin() {
    settings.apply(this.settings);
    fillTexts(document);
    loadSprite();
    find("#sheet").append(this.sheet);
    document.title = t.table.documentTitle(this.number);
    setText(find("#name"), t.table.title(this.number));
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
      if (at) this.ask(wishes.lay(this.state, at, area, chip));
    });
    document.addEventListener("typed", (event) => this.typed(/** @type {CustomEvent} */ (event).detail.text));
    document.addEventListener("ten-seconds", () => announce(t.announce.tenSeconds));
    document.addEventListener("company", (event) => this.company(/** @type {CustomEvent} */ (event).detail.players));
    document.addEventListener("pointerdown", () => finishAll(), { capture: true });
    find("#leave").addEventListener("click", () => this.leave());
    find("#settings-key").addEventListener("click", () => settingsDialog((changed) => this.changeSettings(changed)));
    keys.listen(
      () => this.settings.letters,
      (wish, event) => this.keyboard(wish, event),
    );
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
    if (message.type === "snapshot" && !this.rules) this.loadRules();
    if (message.type === "response" && message.outcome !== "done") this.refused();
    if (message.type === "line") this.lineChanged(before);
    this.followUp();
    this.render();
  }

  /** @param {State} before @param {import("../shapes").TableEvent[]} events @param {number} now */
  happened(before, events, now) {
    announceAll(announcementsOf(before, this.state, events, now, this.looksBySelf()));
    this.renderNow();
    const dealt = events.flatMap(({ kind, to }) => {
      if (kind === "packet-dealt" || kind === "card-dealt") return this.felt.cardsAt(to);
      return kind === "community-dealt" ? this.felt.cardsAt("community") : [];
    });
    deal(this.felt, dealt);
    const places = events.filter(({ kind }) => ["bet-placed", "play-made", "wager-settled"].includes(kind));
    const stacks = places.map(({ at, area, wager }) =>
      this.felt.querySelector(`betting-box[data-key="${at}"] .spot.${area ?? wager ?? "play"} chip-stack:last-of-type`),
    );
    land([...new Set(stacks)].filter((stack) => stack !== null));
    const turn = table.boxToDecide(this.state);
    if (turn && !table.boxToDecide(before)) this.takeFocus();
  }

  /** The keys take the focus, none of them: only where no field has it. */
  takeFocus() {
    const active = document.activeElement;
    if (!active || active === document.body || this.felt.contains(active) || this.keys.contains(active))
      this.keys.focus({ preventScroll: true });
  }

  refused() {
    const refusal = this.state.refusal;
    if (!refusal) return;
    announce(t.announce.refused(refusal.detail), { urgent: true });
    const { at, area } = refusal.request ?? {};
    const stack = at && area ? this.felt.querySelector(`betting-box[data-key="${at}"] .spot.${area} chip-stack`) : null;
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
    setText(find("#rules"), `${this.rules.title}, ${id}`);
    this.render();
  }

  /** What was asked for before it was open, and what the settings do by themselves. */
  followUp() {
    const { state } = this;
    const view = state.view;
    if (!view || state.line !== "open" || state.asked.length > 0) return;
    const plan = state.plan;
    if (plan === "sit" || (plan && typeof plan === "object"))
      this.takeSeat(plan === "sit" ? wishes.seatToTake(state) : plan.sit);
    if (plan === "same-again" && view.phase === "bets_open") {
      this.hear({ type: "plan", plan: null });
      this.sameAgain();
    }
    this.lookBySetting();
    this.teach();
  }

  /** @param {number | null} at */
  takeSeat(at) {
    if (table.isSeated(this.state)) {
      this.hear({ type: "plan", plan: null });
      return;
    }
    const free = at !== null && wishes.isFree(this.state, at) ? at : wishes.seatToTake(this.state);
    const move = free === null ? undefined : table.moveFor(this.state, "sit", { at: free });
    if (!move) return;
    this.hear({ type: "plan", plan: null });
    this.ask([move.request]);
  }

  /** The only hand of a player turns by itself, and is shown when it is due, unless he chose otherwise. */
  lookBySetting() {
    const { state } = this;
    if (this.settings.look !== "self") return;
    const own = table.ownBoxes(state).filter((box) => box.cards.length > 0 && box.controller === table.playerOf(state));
    const [box] = own;
    if (own.length === 1 && box && !box.looked) {
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
      this.lesson = lesson;
      this.render();
    });
  }

  /** Asks one request after the other, until one is refused. @param {Request[]} requests */
  async ask(requests) {
    for (const request of requests) {
      const answer = await this.connection.ask(request);
      if (answer.outcome !== "done") return false;
    }
    return requests.length > 0;
  }

  /** A wish from the felt. @param {{ wish: string, at: number, area?: Area }} wish */
  wish({ wish, at, area }) {
    const chip = this.chip();
    if (wish === "sit") this.sit(at);
    if (wish === "join") this.hear({ type: "open-box", at });
    if (wish === "choose" && area) this.hear({ type: "choose-spot", at, area });
    if (wish === "lay" && area) {
      this.hear({ type: "choose-spot", at, area });
      this.ask(wishes.lay(this.state, at, area, chip));
    }
    if (wish === "take-one" && area) this.ask(wishes.takeOne(this.state, at, area, chip));
  }

  /** Sits down; a passer-by becomes a guest first. @param {number | null} at */
  async sit(at) {
    this.hear({ type: "plan", plan: at === null ? "sit" : { sit: at } });
    if (this.state.you !== null && this.state.you.role !== "spectator") return;
    // Before the first message it is not known who asks; the house says so.
    const you = this.state.you ?? (await this.whoAmI());
    if (you && you.role !== "spectator") return;
    try {
      await newGuest();
      this.connection.forget();
      this.connection.restart();
    } catch (problem) {
      this.fail(problem);
    }
  }

  async whoAmI() {
    try {
      return (await call("GET", "house")).you;
    } catch {
      return null;
    }
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
    announce(t.announce.refused(detail), { urgent: true });
  }

  async sameAgain() {
    const requests = wishes.sameAgain(this.state);
    if (requests.length === 0) return;
    if (await this.ask(requests)) await this.ask([{ request: "ready" }]);
  }

  /** A key below the hand, or its letter. @param {string} id */
  press(id) {
    const { state } = this;
    const all = [...keysOf(state), ...smallKeysOf(state)];
    const key = all.find((each) => each.id === id);
    if (id === "look" && !key) return;
    if (!key) return;
    if (id === "sit") this.sit(null);
    else if (id === "leave") this.leave();
    else if (id === "go-on") call("POST", "me/reality-check", {}).catch((problem) => this.fail(problem));
    else if (id === "undo") this.ask(wishes.undo(state));
    else if (id === "double") this.ask(wishes.double(state));
    else if (id === "clear") this.ask(wishes.clear(state));
    else if (id === "change") this.hear({ type: "plan", plan: null });
    else if (id === "same-again" && state.view?.phase === "bets_open") this.sameAgain();
    else if (id === "same-again") this.hear({ type: "plan", plan: state.plan === "same-again" ? null : "same-again" });
    else this.ask(key.requests);
  }

  /** @param {string} wish @param {KeyboardEvent} event */
  keyboard(wish, event) {
    const [first = "", rest = ""] = wish.split(" ");
    if (first === "digit") this.digit(rest, event);
    else if (first === "spot") this.chooseSpot(/** @type {Area} */ (rest));
    else if (first === "tell") this.tellAloud(rest);
    else if (first === "help") helpDialog();
    else if (first === "why")
      find(".settled .clause")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    else if (first === "more" || first === "less") this.oneChip(first, event);
    else {
      const open = [...keysOf(this.state), ...smallKeysOf(this.state)].map((key) => key.id);
      const id = wish.split(" ").find((each) => open.includes(each));
      if (!id) return;
      event.preventDefault();
      this.press(id);
    }
  }

  /** @param {"more" | "less"} which @param {KeyboardEvent} event */
  oneChip(which, event) {
    const spot = this.spot();
    if (!spot) return;
    event.preventDefault();
    const chip = this.chip();
    this.ask((which === "more" ? wishes.lay : wishes.takeOne)(this.state, spot.at, spot.area, chip));
  }

  /** A digit sits down where nobody sits yet, and begins an amount where bets may be laid.
   * @param {string} digit @param {KeyboardEvent} event */
  digit(digit, event) {
    if (this.spot() && !this.tray.hidden) {
      event.preventDefault();
      this.tray.type(digit);
      return;
    }
    const at = Number(digit);
    if (feltOf(this.state)?.boxes.find((box) => box.at === at)?.key === "sit") this.sit(at);
  }

  /** @param {Area} area */
  chooseSpot(area) {
    const at = table.currentBox(this.state)?.at;
    if (at === undefined || !table.moveFor(this.state, "place-bet", { at, area })) return;
    /** @type {HTMLElement | null} */ (document.querySelector(`betting-box[data-key="${at}"] .spot.${area}`))?.focus();
    this.hear({ type: "choose-spot", at, area });
  }

  /** @param {string} what */
  tellAloud(what) {
    const { state } = this;
    const seconds = this.clock.hidden ? null : this.clock.secondsLeft();
    const at = table.currentBox(state)?.at;
    const hand = at === undefined ? "" : handOf(state, at);
    if (what === "time") announce(seconds === null ? t.announce.noLimit : t.announce.timeLeft(seconds));
    if (what === "hand") announce(hand === "" ? t.announce.noHand : hand);
    if (what === "meter")
      announce(
        state.meter === null || !state.view?.jackpot ? t.announce.noMeter : t.announce.meter(short(state.meter)),
      );
    if (what === "standing") {
      const { net = null, since = null } = state.play ?? {};
      const minutes = since === null ? null : Math.floor((Date.now() - since) / 60_000);
      announce(t.announce.standing(short(state.rack ?? 0), net === null ? null : spokenNet(net), minutes));
    }
  }

  /** An amount typed for the chosen spot. @param {string} text */
  typed(text) {
    const spot = this.spot();
    const minor = readAmount(text);
    if (!spot || minor === null) return;
    this.ask(wishes.setBet(this.state, spot.at, spot.area, minor));
    /** @type {HTMLElement | null} */ (
      document.querySelector(`betting-box[data-key="${spot.at}"] .spot.${spot.area}`)
    )?.focus();
  }

  /** The chosen spot, else the Ante of the own box. */
  spot() {
    const { state } = this;
    if (state.spot && table.mayBetOn(state, state.spot.at)) return state.spot;
    const at = table.currentBox(state)?.at;
    return at !== undefined && table.mayBetOn(state, at) ? { at, area: /** @type {Area} */ ("ante") } : null;
  }

  /** The chip bets are laid with: the chosen one, else the smallest that is a bet by itself. */
  chip() {
    const chips = this.chips();
    if (this.state.chip !== null && chips.includes(this.state.chip)) return this.state.chip;
    const least = this.state.view?.limits.ante.min ?? 0;
    return chips.find((chip) => chip >= least) ?? chips.at(-1) ?? 100;
  }

  /** The chips this table takes, smallest first. */
  chips() {
    const most = this.state.view?.limits.ante.max ?? Infinity;
    return CHIPS.filter((chip) => chip <= most).toReversed();
  }

  /** @param {number} players */
  async company(players) {
    try {
      await call("POST", `tables/${this.number}/company`, { players });
    } catch (problem) {
      this.fail(problem);
    }
  }

  async leave() {
    const { state } = this;
    const inPlay = state.view?.boxes.some((box) =>
      box.bets.some((bet) => bet.player === table.playerOf(state) && bet.outcome === null),
    );
    if (inPlay && state.view?.phase !== "bets_open" && !(await leaveDialog())) return;
    await this.ask(wishes.clear(state));
    const leave = table.isSeated(this.state) ? table.moveFor(this.state, "leave") : undefined;
    if (leave) await this.ask([leave.request]);
    const rack = this.state.rack ?? 0;
    if (rack > 0 && !inPlay)
      await call("POST", `tables/${this.number}/cash-out`, { id: newId(), amount: rack }).catch(() => null);
    this.connection.close();
    location.assign(page(""));
  }

  render() {
    if (this.isWaitingToRender) return;
    this.isWaitingToRender = true;
    queueMicrotask(() => this.renderNow());
  }

  renderNow() {
    this.isWaitingToRender = false;
    const { state } = this;
    const view = state.view;
    document.body.classList.toggle("lost", state.line === "lost" || state.line === "ended");
    this.felt.show(feltOf(state));
    this.renderHand();
    this.renderBar();
    const isBetting = view?.phase === "bets_open" && table.ownBoxes(state).length > 0 && state.line === "open";
    const spot = this.spot();
    this.tray.show({
      chips: this.chips(),
      chosen: this.chip(),
      spot: spot ? areaName(spot.area) : "",
      isOpen: isBetting,
    });
    this.keys.show(keysOf(state), smallKeysOf(state));
    const clock = state.clock && state.line === "open" ? state.clock : null;
    this.clock.show(clock && { ...clock, ...timeUp(state, this.rules), rulebook: view?.rulebook ?? null });
    this.meter.show(state.meter !== null && view?.jackpot ? { amount: state.meter, text: this.meterText() } : null);
    const canKeepCompany = table.isSeated(state) && state.table.companyMax > 0;
    this.sheet.show(state, { rules: this.rules, lesson: this.lesson, canKeepCompany });
    const isOver = view?.phase === "concluded" && table.ownBets(state).length > 0;
    find("#below").classList.toggle("bets", isBetting || this.hand.classList.contains("empty"));
    find("#below").classList.toggle("over", isOver);
  }

  renderHand() {
    const { state } = this;
    const box = table.currentBox(state);
    const notice = noticeOf(state, Date.now());
    const canLook = Boolean(box && !box.looked && table.moveFor(state, "look", { at: box.at }));
    const isShown =
      box !== null && box.cards.length > 0 && box.showing !== "collected" && state.view?.phase !== "bets_open";
    const several = table.ownBoxes(state).length > 1;
    this.hand.show({
      cards: isShown ? box.cards.map(faceOf) : [],
      title: isShown ? (box.hand?.title ?? "") : "",
      box: several && box ? t.calls.box(box.at) : "",
      notice,
      rulebook: state.view?.rulebook ?? null,
      canLook,
    });
  }

  renderBar() {
    const { state } = this;
    const { min, max } = state.view?.limits.ante ?? {};
    /** @type {[string, string][]} */
    const facts = [];
    if (typeof min === "number" && typeof max === "number")
      facts.push([t.table.ante, t.table.limits(short(min), short(max))]);
    if (state.rack !== null) facts.push([t.table.rack, amount(state.rack)]);
    if (state.play)
      facts.push([t.table.net, signed(state.play.net)], [t.table.time, hours(Date.now() - state.play.since)]);
    render(find("#facts"), facts, () =>
      facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    const banner = /** @type {HTMLElement} */ (find("#banner"));
    const fault = Boolean(state.view?.fault);
    banner.hidden = !fault;
    setText(banner, fault ? t.table.fault : "");
    const leave = /** @type {HTMLElement} */ (find("#leave"));
    setText(
      find("#name"),
      state.table.name ? t.table.named(this.number, state.table.name) : t.table.title(this.number),
    );
    setText(leave, table.isSeated(state) ? t.table.leave : t.table.lobby);
    const chips = document.getElementById("chips-key");
    if (table.playerOf(state) !== null && !chips) {
      const button = h("button", { type: "button", class: "plain small", id: "chips-key" }, t.table.chipsTitle);
      button.addEventListener("click", () => chipsDialog(this.number, () => this.state.rack ?? 0));
      find("#settings-key").before(button);
    }
  }

  /** The hand that takes the whole meter. */
  meterText() {
    /** @type {{ hand: string, pays: string }[]} */
    const rows = this.rules?.pay_tables?.jackpot_table ?? [];
    const all = rows.find((row) => row.pays.startsWith("100%"));
    return all ? t.meter.takesAll(all.hand) : t.meter.stake(short(this.state.view?.jackpot?.stake ?? 0));
  }
}

/** @param {State} state @param {number} at */
const boxLooked = (state, at) => table.boxAt(state, at)?.looked ?? false;

new TablePage().begin();
