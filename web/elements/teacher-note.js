// <teacher-note>: the exact worth of playing and of folding this hand, in money, and afterwards what the decision
// cost. It says what is lost either way; it never says what to do.
//
//   note.show({ ante: 2500, play: "-0.956", fold: "-1", hands: 18424, not: 5767, win: 480, lose: 12160, decided: null });
//   note.show(null);      // off
// @ts-check
import { h, render } from "../dom.js";
import { signed } from "../amounts.js";
import { verdict, worthOf } from "../teacher.js";
import { t } from "../text.js";

/** @typedef {import("../teacher.js").Lesson} Lesson */

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
    const { play, fold } = worthOf(lesson);
    const tie = lesson.hands - lesson.not - lesson.win - lesson.lose;
    const shares = [lesson.not, lesson.win, lesson.lose, tie].map((count) => count / lesson.hands);
    const bar = h(
      "div",
      { class: "odds", "aria-hidden": "true" },
      h("span", { class: "a" }),
      h("span", { class: "b" }),
      h("span"),
    );
    shares
      .slice(0, 3)
      .forEach((share, nth) =>
        /** @type {HTMLElement} */ (bar.children[nth]).style.setProperty("--p", `${share * 100}%`),
      );
    const [not = "", win = "", lose = "", equal = ""] = shares.map(percent);
    const hands = lesson.hands.toLocaleString("en");
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
        h("p", {}, verdict(lesson)),
        h("p", { class: "note" }, t.teacher.odds(hands, not, win, lose, tie > 0 ? equal : null), " ", t.teacher.scope),
      ),
    ];
  }
}

customElements.define("teacher-note", TeacherNote);
