// Sitting down at a box of the table page, and leaving it.
// @ts-check
import { call, newGuest, newId, page } from "./api.js";
import { leaveDialog } from "./dialogs.js";
import * as table from "./state.js";
import * as wishes from "./wishes.js";

export class Seat {
  /** @param {import("./pages/table.js").TablePage} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {number | null} at */
  take(at) {
    if (table.isSeated(this.page.state)) {
      this.page.hear({ type: "plan", plan: null });
      return;
    }
    // The box he had comes free when the round that is over makes room for the next.
    const isOver = ["concluded", "voided"].includes(this.page.state.view?.phase ?? "");
    if (at !== null && isOver && table.ownBets(this.page.state).some((bet) => bet.at === at)) return;
    const free = at !== null && wishes.isFree(this.page.state, at) ? at : wishes.seatToTake(this.page.state);
    const move = free === null ? undefined : table.moveFor(this.page.state, "sit", { at: free });
    if (!move) return;
    this.page.hear({ type: "plan", plan: null });
    this.page.ask([move.request]);
  }

  /** Sits down; a passer-by becomes a guest first. @param {number | null} at */
  async sit(at) {
    this.page.hear({ type: "plan", plan: at === null ? "sit" : { sit: at } });
    if (this.page.state.you !== null && this.page.state.you.role !== "spectator") return;
    // Before the first message it is not known who asks; the house says so.
    const you = this.page.state.you ?? (await this.whoAmI());
    if (you && you.role !== "spectator") return;
    try {
      await newGuest();
      this.page.connection.forget();
      this.page.connection.restart();
    } catch (problem) {
      this.page.fail(problem);
    }
  }

  async whoAmI() {
    try {
      return (await call("GET", "house")).you;
    } catch {
      return null;
    }
  }

  async leave() {
    const { state } = this.page;
    const inPlay = state.view?.boxes.some((box) =>
      box.bets.some((bet) => bet.player === table.playerOf(state) && bet.outcome === null),
    );
    if (inPlay && state.view?.phase !== "bets_open" && !(await leaveDialog())) return;
    await this.page.ask(wishes.clear(state));
    const leave = table.isSeated(this.page.state) ? table.moveFor(this.page.state, "leave") : undefined;
    if (leave) await this.page.ask([leave.request]);
    const rack = this.page.state.rack ?? 0;
    if (rack > 0 && !inPlay)
      await call("POST", `tables/${this.page.number}/cash-out`, { id: newId(), amount: rack }).catch(() => null);
    this.page.connection.close();
    location.assign(page(""));
  }
}
