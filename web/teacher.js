// The teacher's figures for the hand at hand: asked of the house once a hand, never worked out here.
// @ts-check
import { call } from "./api.js";
import { faceOf } from "./cards.js";
import { currentBox, ownOn } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./elements/teacher-note.js").Lesson} Lesson */

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** Tells the figures of the own hand, once they are here; `null` where there is nothing to teach.
 * @param {State} state @param {(lesson: Lesson | null) => void} tell */
export function lessonFor(state, tell) {
  const box = currentBox(state);
  const rulebook = state.view?.rulebook;
  const cards = box?.looked ? box.cards.map(faceOf) : [];
  if (!box || !rulebook || cards.length !== 3 || cards.includes(null) || state.view?.phase === "bets_open") {
    tell(null);
    return;
  }
  const path = `tables/${state.view?.table}/hands/${cards.join("")}`;
  const known = asked.get(path) ?? call("GET", path);
  asked.set(path, known);
  const ante = ownOn(state, box.at, "ante");
  const decided = decidedBy(box.decision);
  known.then(
    (figures) => tell({ ...readFigures(figures), ante, decided }),
    () => tell(null),
  );
}

/** @param {import("./protocol").DecisionView} decision @returns {Lesson["decided"]} */
function decidedBy(decision) {
  if (decision === "played" || decision === "played_blind") return "play";
  return decision.startsWith("folded") ? "fold" : null;
}

/** @param {any} figures */
function readFigures({ play, fold, dealer }) {
  return {
    play: Number(play.decimal),
    fold: Number(fold.decimal),
    hands: dealer.hands,
    not: dealer.not_qualified,
    win: dealer.win,
    lose: dealer.lose,
  };
}
