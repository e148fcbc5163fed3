// The teacher's figures for the hand at hand, asked of the house once a hand and never worked out here, and the
// sentences made of them.
// @ts-check
import { amount } from "./amounts.js";
import { call } from "./api.js";
import { faceOf } from "./cards.js";
import { currentBox, ownOn } from "./state.js";
import { t } from "./text.js";

/** @typedef {import("./state.js").State} State */
/** Worths are per unit of Ante, as decimals; `decided` is what the person did. @typedef {{ ante: number, play: number,
 *   fold: number, hands: number, not: number, win: number, lose: number, decided: null | "play" | "fold" }} Lesson */

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

/** What playing and folding are worth, in minor units. @param {Lesson} lesson */
export function worthOf({ ante, play, fold }) {
  return { play: Math.round(play * ante), fold: Math.round(fold * ante) };
}

/** "Teacher: playing gains 0.11, folding loses 5.00 on average.": the line beside the hand. @param {Lesson} lesson */
export function lessonLine(lesson) {
  if (lesson.decided !== null) return "";
  const { play, fold } = worthOf(lesson);
  return t.teacher.line(worth(t.teacher.playing, play), worth(t.teacher.folding, fold));
}

/** @param {string} what @param {number} minor */
const worth = (what, minor) =>
  minor > 0 ? t.teacher.gains(what, amount(minor)) : t.teacher.loses(what, amount(-minor));

/** One sentence with the difference, or with what the decision cost. @param {Lesson} lesson */
export function verdict(lesson) {
  const { play, fold } = worthOf(lesson);
  const difference = amount(Math.abs(play - fold));
  const better = play >= fold ? "play" : "fold";
  if (lesson.decided !== null) return lesson.decided === better ? t.teacher.noCost : t.teacher.cost(difference);
  const words = [worth(t.teacher.playing, play), worth(t.teacher.folding, fold)];
  const [first = "", second = ""] = better === "play" ? words : words.toReversed();
  return t.teacher.verdict(first, second, difference);
}
