// Lays and takes back the person's bets, a change at a time: each can be undone as a whole, and is read out once.
// @ts-check
import { announce } from "./announce.js";
import { refusalText } from "./notices.js";
import { t } from "./text.js";
import * as wishes from "./wishes.js";
import { ownBetsAt } from "./words.js";

/** @typedef {import("./pages/table.js").TablePage} TablePage */
/** @typedef {import("./state.js").Bet} Bet */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {import("./shapes").TableEvent} TableEvent */
/** @typedef {import("./protocol").Area} Area */

const BET_EVENTS = new Set(["bet-placed", "bet-taken-back", "excess-rejected"]);

export class BetMaker {
  /** The boxes a change has touched so far; `null` where none is under way. @type {Set<number> | null} */
  #touched = null;
  /** Changes wait for one another: each begins from what the one before has left. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
  }

  /** The events that are read out one by one: not the bets of a change, which is read out when it is done.
   * @param {TableEvent[]} events */
  heardNow(events) {
    const player = this.page.state.you?.player;
    const isOurs = (/** @type {TableEvent} */ event) => BET_EVENTS.has(event.kind) && event.player === player;
    if (!this.#touched) return events;
    for (const event of events.filter(isOurs)) this.#touched.add(event.at);
    return events.filter((event) => !isOurs(event));
  }

  /** One more chip. @param {number} at @param {Area} area @param {number} [chip] */
  async lay(at, area, chip = wishes.chipOf(this.page.state)) {
    if (wishes.lay(this.page.state, at, area, chip).length === 0) this.sayClosed();
    else await this.change(() => this.page.ask(wishes.lay(this.page.state, at, area, chip)));
  }

  /** One chip less. @param {number} at @param {Area} area */
  takeOne(at, area) {
    const chip = wishes.chipOf(this.page.state);
    return this.change(() => this.goTo(wishes.oneLess(this.page.state, at, area, chip)));
  }

  /** The bet on an area becomes this amount. @param {number} at @param {Area} area @param {number} amount */
  set(at, area, amount) {
    return this.change(() => this.goTo(wishes.betsWith(this.page.state, at, area, amount)));
  }

  double() {
    return this.change(() => this.page.ask(wishes.double(this.page.state)));
  }

  /** Takes back everything, or what lies on one box. @param {number} [at] */
  clear(at) {
    return this.change(() => this.page.ask(wishes.clear(this.page.state, at)));
  }

  /** The bets of the last round, and done. */
  async sameAgain() {
    const isLaid = await this.change(() => this.page.ask(wishes.sameAgain(this.page.state)));
    if (isLaid) await this.page.ask([{ request: "ready" }]);
  }

  /** The whole of the last change is taken back. */
  undo() {
    return this.inTurn(async () => {
      const bets = wishes.before(this.page.state);
      if (!bets) return false;
      this.page.hear({ type: "step-back" });
      return this.gather(() => this.goTo(bets));
    });
  }

  /** @param {readonly Bet[]} bets */
  async goTo(bets) {
    const back = wishes.takeBacks(this.page.state, bets);
    if (back.length > 0 && !(await this.page.ask(back))) return false;
    return this.page.ask(wishes.lays(this.page.state, bets));
  }

  /** A change that can be undone. @param {() => Promise<boolean>} make */
  change(make) {
    return this.inTurn(async () => {
      const before = this.page.state.steps.length;
      this.page.hear({ type: "step" });
      const isMade = await this.gather(make);
      // What was refused as a whole left nothing to be undone.
      if (!isMade && this.page.state.steps.length > before && this.isAsBefore()) this.page.hear({ type: "step-back" });
      return isMade;
    });
  }

  /** @param {() => Promise<boolean>} make @returns {Promise<boolean>} */
  inTurn(make) {
    const made = this.#queue.then(make);
    this.#queue = made.catch(() => false);
    return made;
  }

  isAsBefore() {
    const bets = wishes.before(this.page.state) ?? [];
    return wishes.takeBacks(this.page.state, bets).length === 0 && wishes.lays(this.page.state, bets).length === 0;
  }

  /** Reads out once what several requests came to. @param {() => Promise<boolean>} make */
  async gather(make) {
    this.#touched = new Set();
    try {
      return await make();
    } finally {
      const boxes = [...this.#touched];
      this.#touched = null;
      announce(boxes.map((at) => ownBetsAt(this.page.state, at)).join(" "));
    }
  }

  sayClosed() {
    const refusal = { detail: t.states.betsClosed, code: "", clauses: [], request: null };
    this.page.hear({ type: "refused", refusal });
    announce(t.announce.refused(refusalText(this.page.state, refusal)), { urgent: true });
  }
}
