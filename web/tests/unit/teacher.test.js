// The teacher's sentences: gains and losses have their signs, and what a decision cost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lessonLine, verdict } from "../../teacher.js";

const figures = { ante: 500, fold: -1, hands: 18_424, not: 5_767, win: 480, lose: 12_160, decided: null };

test("what gains is said to gain, and what loses to lose", () => {
  const good = { ...figures, play: 0.022 };
  assert.equal(lessonLine(good), "Teacher: playing gains 0.11, folding loses 5.00 on average.");
  assert.equal(verdict(good), "On average playing gains 0.11 and folding loses 5.00: a difference of 5.11.");
  const poor = { ...figures, play: -1.2 };
  assert.equal(verdict(poor), "On average folding loses 5.00 and playing loses 6.00: a difference of 1.00.");
});

test("afterwards the decision has its price", () => {
  assert.equal(verdict({ ...figures, play: -1.2, decided: "play" }), "Your decision cost 1.00 on average.");
  assert.equal(
    verdict({ ...figures, play: -1.2, decided: "fold" }),
    "No other decision was worth more on average.",
  );
  assert.equal(lessonLine({ ...figures, play: -1.2, decided: "fold" }), "");
});
