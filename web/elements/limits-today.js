// What a Player has used of his limits today, for the lobby: only those he has set.
//
//   parent.append(limitsToday());     // fills itself
// @ts-check
import { page } from "../api.js";
import { h } from "../dom.js";
import { askLimits, usedPercent, written } from "../limits.js";
import { t } from "../page-texts.js";

/** Those that say something about today. */
const TODAY = ["time-day", "loss-day", "deposit-day"];

export function limitsToday() {
  const part = h("section", { class: "limits-today" }, h("h2", { class: "label" }, t.limitsToday.title));
  askLimits().then(({ limits, exclusion }) => {
    const set = limits.filter((limit) => limit.value !== null && TODAY.includes(limit.limit));
    part.append(
      ...set.flatMap((limit) => {
        const gauge = h("div", { class: "gauge" });
        gauge.style.setProperty("--p", `${usedPercent(limit)}%`);
        const of = t.limits.usedOf(
          written(limit.limit, Math.max(0, limit.used)),
          written(limit.limit, limit.value ?? 0),
          null,
        );
        return [h("p", { class: "pair" }, h("span", {}, t.limits.names[limit.limit]), h("span", {}, of)), gauge];
      }),
    );
    if (exclusion)
      part.append(h("p", {}, t.limits.away(exclusion.until === null ? null : t.dates.day(exclusion.until))));
    part.append(
      h(
        "p",
        { class: "note" },
        h("a", { href: page("limits") }, set.length > 0 ? t.limitsToday.change : t.limitsToday.set),
      ),
    );
  });
  return part;
}
