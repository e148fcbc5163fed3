// Things that move to their place: cards out of the shoe, chips to a spot. Only transform and opacity move, a tap
// anywhere ends every motion, and nothing waits for one: the state is always ahead of the picture.
// @ts-check
import { isMotionReduced } from "./settings.js";

const DEAL_MS = 320;
const APART_MS = 90;
const CHIP_MS = 240;
const EASE = "cubic-bezier(.2,.7,.2,1)";
/** Where the shoe stands, as parts of the felt's width and height. */
const SHOE = { x: 0.825, y: 0.05 };

/** Lets cards come out of the shoe, one after the other. @param {HTMLElement} felt @param {Element[]} cards */
export function deal(felt, cards) {
  if (isMotionReduced() || cards.length === 0) return;
  const place = felt.getBoundingClientRect();
  const from = { x: place.left + place.width * SHOE.x, y: place.top + place.height * SHOE.y };
  const boxes = cards.map((card) => card.getBoundingClientRect());
  cards.forEach((card, nth) => {
    const box = /** @type {DOMRect} */ (boxes[nth]);
    const x = from.x - (box.left + box.width / 2);
    const y = from.y - (box.top + box.height / 2);
    const turn = angleOf(card);
    // The card lies in a box that is turned: the way back to the shoe is turned the other way.
    const dx = x * Math.cos(-turn) - y * Math.sin(-turn);
    const dy = x * Math.sin(-turn) + y * Math.cos(-turn);
    card.animate(
      [
        { transform: `translate(${dx}px, ${dy}px)`, opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      { duration: DEAL_MS, delay: nth * APART_MS, easing: EASE, fill: "backwards" },
    );
  });
}

/** Chips that came to a spot, or were paid. @param {Element[]} stacks */
export function land(stacks) {
  if (isMotionReduced()) return;
  stacks.forEach((stack, nth) =>
    stack.animate(
      [
        { transform: "translateY(-40%) scale(1.08)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: CHIP_MS, delay: nth * 60, easing: EASE, fill: "backwards" },
    ),
  );
}

/** A chip that was refused slides back. @param {Element} stack */
export function slideBack(stack) {
  if (isMotionReduced()) return;
  stack.animate(
    [
      { transform: "translateY(40%)", opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    CHIP_MS,
  );
}

/** Ends every motion that has an end. */
export function finishAll() {
  for (const motion of document.getAnimations()) {
    const timing = motion.effect?.getComputedTiming();
    if (timing?.endTime !== Infinity && motion.playState === "running") motion.finish();
  }
}

/** How far the box of a card is turned, in radians. @param {Element} card */
function angleOf(card) {
  const box = card.closest("betting-box");
  const rotate = box ? getComputedStyle(box).rotate : "none";
  const degrees = Number.parseFloat(rotate);
  return Number.isNaN(degrees) ? 0 : (degrees * Math.PI) / 180;
}
