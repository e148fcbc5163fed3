// The little felt of a table: which of its boxes are taken. Numbers run from the right, as on the felt.
//
//   tableMini({ boxes: 7, taken: [2, 3, 4, 6] })
// @ts-check
import { svg } from "../dom.js";
import { t } from "../page-texts.js";

/** @param {{ boxes: number, taken: readonly number[] }} seats */
export function tableMini({ boxes, taken }) {
  const spots = Array.from({ length: boxes }, (_, nth) => {
    const number = nth + 1;
    const step = boxes > 1 ? 126 / (boxes - 1) : 0;
    const angle = ((63 - nth * step) * Math.PI) / 180;
    return svg("circle", {
      cx: (40 + 32.4 * Math.sin(angle)).toFixed(1),
      cy: (2 + 29 * Math.cos(angle)).toFixed(1),
      r: 3.4,
      class: taken.includes(number) ? "on" : null,
    });
  });
  return svg(
    "svg",
    { class: "mini", viewBox: "0 0 80 42", role: "img", "aria-label": t.lobby.taken(taken.length, boxes) },
    svg("path", { d: "M1 1H79V8A39 33 0 0 1 1 8Z" }),
    ...spots,
  );
}
