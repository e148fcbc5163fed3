// <teacher-note>: the exact worth of playing and of folding this hand, in money, and afterwards what the decision
// cost. It says what is lost either way; it never says what to do.
//
//   note.show({ ante: 2500, play: "-0.956", fold: "-1", hands: 18424, not: 5767, win: 480, lose: 12160, decided: null });
//   note.show(null);      // off
// @ts-check
import { h, render } from "../dom.js";
import { signed } from "../amounts.js";
import { t } from "../text.js";

/** Worths are per unit of Ante, as decimals; `decided` is what the person did. @typedef {{ ante: number, play: number,
 *   fold: number, hands: number, not: number, win: number, lose: number, decided: null | "play" | "fold" }} Lesson */

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(1)} %`;

export class TeacherNote extends HTMLElement {
  connectedCallback() {
    this.classList.add("teach");
  }

  /** @param {Lesson | null} lesson */
  show(lesson) {
    this.hidden = lesson === null;
    render(this, lesson, () => (lesson ? this.parts(lesson) : []));
  }

  /** @param {Lesson} lesson */
  parts(lesson) {
    const play = Math.round(lesson.play * lesson.ante);
    const fold = Math.round(lesson.fold * lesson.ante);
    const shares = [lesson.not, lesson.win, lesson.lose].map((count) => count / lesson.hands);
    const bar = h(
      "div",
      { class: "odds", "aria-hidden": "true" },
      h("span", { class: "a" }),
      h("span", { class: "b" }),
      h("span"),
    );
    shares.forEach((share, nth) =>
      /** @type {HTMLElement} */ (bar.children[nth]).style.setProperty("--p", `${share * 100}%`),
    );
    const [not, win, lose] = shares.map(percent);
    return [
      h(
        "section",
        {},
        h("h2", { class: "split" }, t.teacher.name, h("span", {}, t.teacher.exact)),
        h(
          "div",
          { class: "worth" },
          h("span", {}, t.teacher.play),
          h("b", { class: "num" }, signed(play)),
          h("span", {}, t.teacher.fold),
          h("b", { class: "num" }, signed(fold)),
        ),
        bar,
        h(
          "p",
          { class: "note" },
          t.teacher.odds(String(lesson.hands.toLocaleString("en")), not ?? "", win ?? "", lose ?? ""),
          " ",
          verdict(lesson),
        ),
      ),
    ];
  }
}

/** One sentence with the difference. @param {Lesson} lesson */
function verdict({ ante, play, fold, decided }) {
  const difference = Math.round(Math.abs(play - fold) * ante);
  const better = play >= fold ? "play" : "fold";
  if (decided === null) {
    const figure = signed(difference).replace("+", "");
    return better === "play" ? t.teacher.playBetter(figure) : t.teacher.foldBetter(figure);
  }
  return decided === better ? t.teacher.noCost : t.teacher.cost(signed(difference).replace("+", ""));
}

customElements.define("teacher-note", TeacherNote);
