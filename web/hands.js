// Which hand a Player had in a round that is over: asked round by round, a few at a time, since the list of rounds
// does not tell.
//
//   const hands = new Hands(you.player, (line, hand) => show(line, hand));
//   hands.want(lines);
// @ts-check
import { call } from "./api.js";
import { t } from "./page-texts.js";

/** @typedef {{ table: number, round: number }} Which */
/** @typedef {{ at: number, decision: string | null, hand: { title: string } | null, lines: { player: number }[] }} PlayedBox */

/** How many rounds are asked for at once. */
const AT_ONCE = 3;

/** The hands of this Player in words; nothing where he only watched. @param {readonly PlayedBox[]} boxes
 * @param {number} player */
export function handWords(boxes, player) {
  const mine = boxes.filter((box) => box.lines.some((line) => line.player === player));
  return mine
    .map(({ hand, decision }) => {
      const name = hand?.title ?? t.history.unseen;
      return decision?.startsWith("folded") ? t.history.folded(name) : name;
    })
    .join("; ");
}

export class Hands {
  /** @type {Which[]} */
  #wanted = [];
  #under = 0;
  #player;
  #tell;

  /** @param {number} player @param {(which: Which, hand: string) => void} tell */
  constructor(player, tell) {
    this.#player = player;
    this.#tell = tell;
  }

  /** @param {readonly Which[]} rounds */
  want(rounds) {
    this.#wanted.push(...rounds);
    while (this.#under < AT_ONCE && this.#wanted.length > 0) this.#next();
  }

  async #next() {
    const which = this.#wanted.shift();
    if (!which) return;
    this.#under += 1;
    // A round whose hand cannot be told is still a round: its place stays empty.
    const round = await call("GET", `rounds/${which.table}/${which.round}`).catch(() => null);
    this.#under -= 1;
    if (round) this.#tell(which, handWords(round.view.boxes, this.#player));
    this.want([]);
  }
}
