// At which boxes a Player sits: the lobby's lines name no players, so a table is asked whenever its boxes change.
//
//   const seats = new Seats(you.player);
//   await seats.look(lines);       // true where something changed
//   seats.at(3);                   // [4]
// @ts-check
import { call } from "./api.js";

/** @typedef {{ table: number, taken: readonly number[] }} Line */
/** @typedef {{ boxes: { at: number, seated: number | null }[] }} View */

export class Seats {
  /** Which boxes were taken when the table was last asked. @type {Map<number, string>} */
  #known = new Map();
  /** @type {Map<number, number[]>} */
  #mine = new Map();
  #player;
  #ask;

  /** @param {number} player @param {(table: number) => Promise<{ view: View }>} [ask] */
  constructor(player, ask = (table) => call("GET", `tables/${table}`)) {
    this.#player = player;
    this.#ask = ask;
  }

  /** @param {number} table */
  at(table) {
    return this.#mine.get(table) ?? [];
  }

  /** @param {readonly Line[]} lines @returns {Promise<boolean>} */
  async look(lines) {
    const changed = lines.filter(({ table, taken }) => (this.#known.get(table) ?? "") !== taken.join());
    await Promise.all(changed.map((line) => this.#lookAt(line)));
    return changed.length > 0;
  }

  /** @param {Line} line */
  async #lookAt({ table, taken }) {
    if (taken.length === 0) {
      this.#known.set(table, "");
      this.#mine.delete(table);
      return;
    }
    // A table that does not answer is asked again with the next look.
    const answer = await this.#ask(table).catch(() => null);
    if (!answer) return;
    const mine = answer.view.boxes.filter((box) => box.seated === this.#player);
    this.#known.set(table, taken.join());
    this.#mine.set(
      table,
      mine.map((box) => box.at),
    );
  }
}
