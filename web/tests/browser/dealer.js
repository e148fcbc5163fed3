// A dealer with real cards, who asks by the API: where a test must know which cards come.
//
//   const dealer = await Dealer.at(house, 1);        // a table with `cards = "table"` in the file
//   await dealer.openBets();
//   await dealer.closeAndDeal(["Qs 7h 4d", "Jc 9d 4s"]);   // boxes in the order of the deal, then the Dealer
//   await dealer.finish();

import { until } from "./house.js";

/** What a dealer does when it is listed, in this order of preference. */
const ENDING = ["collect-folded", "show-dealer", "show-box", "settle", "pay-jackpots", "conclude"];

export class Dealer {
  /** @param {import("./house.js").House} house @param {number} table @param {string} token */
  constructor(house, table, token) {
    this.house = house;
    this.table = table;
    this.token = token;
  }

  /** @param {import("./house.js").House} house @param {number} table */
  static async at(house, table) {
    return new Dealer(house, table, await house.staff("dealer"));
  }

  /** @param {object} request */
  ask(request) {
    return this.house.ask(this, this.table, request);
  }

  /** The table as the dealer sees it. */
  look() {
    return this.house.get(`/api/v1/tables/${this.table}`, this.token);
  }

  openBets() {
    return until(async () => {
      const { body, status } = await this.house.tryToAsk(this, this.table, { request: "open-bets" });
      return status === 200 ? body : null;
    }, "bets open");
  }

  /** @param {string[]} hands three cards each, with blanks between */
  async closeAndDeal(hands) {
    await this.ask({ request: "close-bets" });
    for (const hand of hands) await this.ask({ request: "deal-packet", cards: hand.split(" ") });
  }

  /** Does the next listed step, if one of these is the dealer's. @returns {Promise<boolean>} */
  async step() {
    const { moves } = await this.look();
    for (const name of ENDING) {
      const found = moves.find((/** @type {any} */ move) => move.request.request === name);
      if (found) {
        await this.ask(found.request);
        return true;
      }
    }
    return false;
  }

  /** Goes on until the round is over; Players reveal by themselves, or a test does it for them. */
  async finish() {
    await until(async () => {
      while (await this.step());
      const { view } = await this.look();
      return view.phase === "concluded" || view.phase === "voided";
    }, "the round is over");
  }
}

/** The demo floor with real cards at table 1. @param {string} floor */
export function realCards(floor) {
  return floor.replace('name = "Sentosa"\n', 'name = "Sentosa"\ncards = "table"\n');
}
