// What each of the last days came to: a bar a day from a line at nothing, the highest and the lowest named. Wins and
// losses have one colour. The same values as a table behind it.
//
//   aside.append(netChart(days));      // days: as `netByDay` answers, oldest first
// @ts-check
import { shortSigned, signed } from "../amounts.js";
import { h, svg } from "../dom.js";
import { t } from "../page-texts.js";

/** @typedef {{ day: number, net: number | null }} Day */

const WIDTH = 360;
const HEIGHT = 96;
/** Room for the two figures above and below. */
const EDGE = 16;

/** Where the bars stand, in units of the drawing: pure, for the test. @param {readonly Day[]} days */
export function barsOf(days) {
  const nets = days.map(({ net }) => net ?? 0);
  const high = Math.max(0, ...nets);
  const low = Math.min(0, ...nets);
  const scale = (HEIGHT - 2 * EDGE) / Math.max(1, high - low);
  const zero = EDGE + high * scale;
  const step = WIDTH / days.length;
  const bars = nets.map((net, nth) => ({
    net,
    x: nth * step,
    width: step * 0.7,
    y: net > 0 ? zero - net * scale : zero,
    height: Math.abs(net) * scale,
  }));
  return { bars, zero, high, low };
}

/** @param {readonly Day[]} days */
export function netChart(days) {
  const { bars, zero, high, low } = barsOf(days);
  const played = days.filter(({ net }) => net !== null).length;
  /** The figure of the first bar with this net. @param {number} net @param {number} drop */
  const figure = (net, drop) => {
    const bar = bars.find((each) => each.net === net);
    if (!bar || net === 0) return null;
    const middle = bar.x + bar.width / 2;
    const anchor = middle < 40 ? "start" : middle > WIDTH - 40 ? "end" : "middle";
    const x = anchor === "start" ? 0 : anchor === "end" ? WIDTH : middle;
    return svg("text", { x, y: (net > 0 ? bar.y - 5 : bar.y + bar.height) + drop, "text-anchor": anchor }, shortSigned(net));
  };
  return h(
    "div",
    { class: "net-chart" },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t.limits.chartDays(days.length, played) },
      svg("path", { d: `M0 ${zero}H${WIDTH}`, class: "zero" }),
      ...bars
        .filter(({ height }) => height > 0)
        .map(({ x, y, width, height }) => svg("rect", { x, y, width, height: Math.max(1, height) })),
      figure(high, 0),
      figure(low, 12),
    ),
    h(
      "p",
      { class: "pair note" },
      h("span", {}, t.dates.day(days[0]?.day ?? 0)),
      h("span", {}, t.limits.today),
    ),
    h("p", { class: "note" }, t.limits.chartDays(days.length, played)),
    valuesOf(days),
  );
}

/** @param {readonly Day[]} days */
function valuesOf(days) {
  const c = t.limits.chartColumns;
  const rows = days.filter(({ net }) => net !== null).reverse();
  if (rows.length === 0) return null;
  return h(
    "details",
    {},
    h("summary", { class: "note" }, t.limits.chartValues),
    h(
      "table",
      { class: "pays" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, c.day), h("th", { scope: "col" }, c.net))),
      h(
        "tbody",
        {},
        ...rows.map(({ day, net }) => h("tr", {}, h("td", {}, t.dates.day(day)), h("td", {}, signed(net ?? 0)))),
      ),
    ),
  );
}
