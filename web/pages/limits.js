// A Player's limits: how much is used, a field, and when a change would hold; the reality check; staying away;
// and beside them, plainly, what was staked, what came back and how long it took.
// @ts-check
import { amount, hours, signed } from "../amounts.js";
import { page } from "../api.js";
import { h } from "../dom.js";
import { netChart } from "../elements/net-chart.js";
import { runPage } from "../house.js";
import {
  askLimits,
  askPlay,
  boundsIn,
  comeBack,
  endOf,
  isTime,
  leaveAsItIs,
  setLimits,
  stayAway,
  typedValue,
  usedPercent,
  written,
} from "../limits.js";
import { dayStart, netByDay, RoundReader } from "../rounds.js";
import { t } from "../page-texts.js";

/** @typedef {import("../limits.js").Limit} Limit */
/** @typedef {import("../limits.js").Limits} Limits */
/** @typedef {import("../limits.js").Play} Play */

const BREAKS = ["24-hours", "7-days", "30-days", "90-days"];
const EXCLUSIONS = ["6-months", "1-year", "5-years", "for-good"];
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days of the chart, and how many rounds are read for it. */
const CHART_DAYS = 30;
const CHART_ROUNDS_MAX = 2_000;

/** @typedef {import("../house.js").HouseAnswer} HouseAnswer */

runPage(async (main, house) => {
  const { you } = house;
  const aside = /** @type {HTMLElement} */ (document.querySelector("aside"));
  if (!you || you.player === undefined) {
    aside.remove();
    main.replaceChildren(
      h("h1", {}, t.limits.heading),
      h("p", { class: "quiet" }, t.limits.lead),
      h("p", {}, h("a", { class: "btn small", href: `${page("sign-in")}?to=limits` }, t.limits.signIn)),
    );
    return;
  }
  const chart = h("section", { class: "by-day" });
  /** @param {Limits} limits */
  const show = async (limits) => {
    main.replaceChildren(...mainParts(limits, house, show));
    aside.replaceChildren(...asideParts(await askPlay(), limits, chart));
  };
  const limits = await askLimits();
  await show(limits);
  await showChart(chart, house, limits.now);
});

/** @param {HTMLElement} place @param {HouseAnswer} house @param {number} now */
async function showChart(place, house, now) {
  const since = dayStart(house, now) - (CHART_DAYS - 1) * DAY_MS;
  const rounds = await new RoundReader().takeSince(since, CHART_ROUNDS_MAX);
  if (rounds.length === 0) return;
  const oldest = rounds.at(-1)?.ended ?? since;
  const isCut = rounds.length >= CHART_ROUNDS_MAX;
  place.replaceChildren(
    h("h2", { class: "label" }, t.limits.chart),
    netChart(netByDay(rounds, house, now, CHART_DAYS)),
    isCut ? h("p", { class: "note" }, t.limits.chartFrom(t.dates.dayAndTime(oldest))) : "",
  );
}

/** @typedef {(limits: Limits) => Promise<void>} Show */

/** @param {Limits} limits @param {HouseAnswer} house @param {Show} show */
function mainParts(limits, house, show) {
  const { exclusion } = limits;
  const begins = t.dates.time(dayStart(house, limits.now));
  return [
    h(
      "section",
      {},
      h("h1", {}, t.limits.heading),
      h("p", { class: "quiet lead" }, t.limits.lead),
      h("p", { class: "note" }, t.limits.day(house.gaming_day_starts, house.time_zone, begins)),
    ),
    ...(exclusion ? [away(exclusion, show)] : []),
    h("section", { class: "limit-list" }, ...limits.limits.map((limit) => limitPart(limit, limits.now, show))),
    realityPart(limits, show),
    stayAwayPart(house.you?.purse ?? 0, limits.now, show),
  ];
}

/** Runs a change, shows what came of it, and says at `where` what went wrong.
 * @param {HTMLElement} where @param {() => Promise<Limits>} ask @param {Show} show
 * @param {(problem: unknown) => string} [words] @returns {Promise<boolean>} whether it was done */
async function change(where, ask, show, words = wordsOf) {
  where.textContent = "";
  try {
    await show(await ask());
    return true;
  } catch (problem) {
    where.textContent = words(problem);
    return false;
  }
}

/** @param {unknown} problem */
const wordsOf = (problem) => (problem instanceof Error ? problem.message : t.problems.unknown);

/** A refused value in words, not in the units of the interface. @param {string} limit @param {unknown} problem */
function refusalOf(limit, problem) {
  const bounds = boundsIn(limit, problem);
  return bounds ? t.limits.outOfBounds(bounds.least, bounds.most) : wordsOf(problem);
}

/** @param {Limit} limit @param {number} now @param {Show} show */
function limitPart(limit, now, show) {
  const name = t.limits.names[limit.limit] ?? limit.limit;
  const id = `limit-${limit.limit}`;
  const said = h("p", { class: "note said-here", role: "alert", id: `${id}-said` });
  const unit = isTime(limit.limit) && h("span", { class: "note", id: `${id}-unit` }, t.limits.unit);
  const field = h("input", {
    "aria-labelledby": id,
    "aria-describedby": unit ? `${id}-unit ${id}-said` : `${id}-said`,
    inputmode: isTime(limit.limit) ? "text" : "decimal",
    autocomplete: "off",
    placeholder: t.limits.none,
    value: limit.value === null ? "" : written(limit.limit, limit.value),
  });
  const gauge = h("div", { class: "gauge" });
  gauge.style.setProperty("--p", `${usedPercent(limit)}%`);
  const form = h(
    "form",
    { class: "limit" },
    h("div", {}, h("h2", { id }, name), h("p", { class: "note" }, used(limit)), gauge),
    h("span", { class: "field" }, field, unit),
    h("button", { class: "plain", "aria-label": t.limits.setNamed(name) }, t.limits.set),
    said,
    h("p", { class: "note" }, ...when(limit, now, said, show)),
  );
  const refuse = () => {
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const value = typedValue(limit.limit, field.value);
    if (value === undefined) {
      said.textContent = isTime(limit.limit) ? t.limits.wrongTime : t.limits.wrongAmount;
      refuse();
      return;
    }
    const ask = () => setLimits({ [limit.limit]: value });
    if (!(await change(said, ask, show, (problem) => refusalOf(limit.limit, problem)))) refuse();
  });
  return form;
}

/** @param {Limit} limit */
function used(limit) {
  // A win is no loss: then nothing of the limit is used.
  const spent = written(limit.limit, Math.max(0, limit.used));
  if (limit.value === null) return t.limits.usedNone(spent);
  const until = limit.until === null ? null : t.dates.dayAndTime(limit.until);
  return t.limits.usedOf(spent, written(limit.limit, limit.value), until);
}

/** @param {Limit} limit @param {number} now @param {HTMLElement} said @param {Show} show */
function when(limit, now, said, show) {
  const { waiting } = limit;
  if (!waiting) {
    return [limit.value === null ? t.limits.firstHolds : t.limits.holds(t.dates.dayAndTime(now + DAY_MS))];
  }
  const wished = waiting.value === null ? t.limits.none : written(limit.limit, waiting.value);
  const stays = limit.value === null ? t.limits.none : written(limit.limit, limit.value);
  return [
    t.limits.waits(wished, t.dates.dayAndTime(waiting.asked), t.dates.dayAndTime(waiting.from)),
    " ",
    h(
      "button",
      { type: "button", class: "as-link", onclick: () => change(said, () => leaveAsItIs(limit.limit), show) },
      t.limits.leaveAt(stays),
    ),
  ];
}

/** @param {Limits} limits @param {Show} show */
function realityPart({ reality_check: check }, show) {
  const said = h("p", { class: "note said-here", role: "alert" });
  const keys = check.choices.map((minutes) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(minutes === check.minutes),
        onclick: () => change(said, () => setLimits({ "reality-check": minutes }), show),
      },
      t.limits.minutes(minutes),
    ),
  );
  const { next, waiting } = check;
  return h(
    "section",
    {},
    h("h2", { class: "split", id: "reality" }, t.limits.reality, h("span", {}, t.limits.realityBlocks)),
    h("p", {}, t.limits.realityWords),
    h("div", { class: "seg", role: "group", "aria-labelledby": "reality" }, ...keys),
    h("p", { class: "note" }, t.limits.realityNext(next === null ? null : t.dates.time(next))),
    waiting && h("p", { class: "note" }, t.limits.realityWaits(waiting.value ?? 0, t.dates.dayAndTime(waiting.from))),
    said,
  );
}

/** @param {number} purse @param {number} now @param {Show} show */
function stayAwayPart(purse, now, show) {
  const said = h("p", { class: "note said-here", role: "alert" });
  const ask = h("dialog", { class: "ask-once", "aria-labelledby": "ask-once" });
  /** @param {string} term */
  const key = (term) =>
    h(
      "button",
      { type: "button", class: "plain", onclick: () => askOnceMore(ask, term, now, said, show) },
      t.limits.terms[term],
    );
  return h(
    "section",
    {},
    h("h2", { class: "split" }, t.limits.stayAway, h("span", {}, t.limits.stayAwayWhere)),
    h("p", {}, t.limits.stayAwayWords),
    h("h3", {}, t.limits.breaks),
    h("div", { class: "keys" }, ...BREAKS.map(key)),
    h("h3", {}, t.limits.keepOut),
    h("div", { class: "keys" }, ...EXCLUSIONS.map(key)),
    h("p", { class: "note" }, t.limits.stayAwayNote(amount(purse))),
    said,
    ask,
  );
}

/** One sentence with the day it ends, and two keys of one size.
 * @param {HTMLDialogElement} ask @param {string} term @param {number} now @param {HTMLElement} said @param {Show} show */
function askOnceMore(ask, term, now, said, show) {
  const ends = endOf(term, now);
  const close = () => ask.close();
  const sure = () => {
    ask.close();
    change(said, () => stayAway(term), show);
  };
  ask.replaceChildren(
    h(
      "p",
      { class: "say", id: "ask-once" },
      t.limits.sure(t.limits.terms[term] ?? term, ends === null ? null : t.dates.dayAndYear(ends)),
    ),
    h(
      "div",
      { class: "keys" },
      h("button", { type: "button", onclick: close }, t.limits.goOn),
      h("button", { type: "button", onclick: sure }, t.limits.stayAwayKey),
    ),
  );
  ask.showModal();
}

/** @param {import("../limits.js").Exclusion} exclusion @param {Show} show */
function away(exclusion, show) {
  const said = h("p", { class: "note said-here", role: "alert" });
  const { until, returns } = exclusion;
  const isBreak = BREAKS.includes(exclusion.for);
  return h(
    "section",
    { class: "away", role: "status" },
    h("p", { class: "say" }, t.limits.away(until === null ? null : t.dates.dayAndYear(until))),
    returns !== null && h("p", {}, t.limits.returns(t.dates.dayAndTime(returns))),
    !isBreak &&
      returns === null &&
      h(
        "button",
        { type: "button", class: "plain small", onclick: () => change(said, comeBack, show) },
        t.limits.comeBack,
      ),
    said,
  );
}

/** @param {Play} play @param {Limits} limits @param {HTMLElement} chart */
function asideParts(play, { changes }, chart) {
  const spans = /** @type {const} */ (["session", "day", "week", "month"]);
  const c = t.limits.columns;
  const rows = spans.map((span) => {
    const { staked, returned, net, time_ms } = play[span];
    return h(
      "tr",
      {},
      h("td", {}, t.limits.spans[span]),
      h("td", { "data-l": c.staked }, amount(staked)),
      h("td", { "data-l": c.back }, amount(returned)),
      h("td", { "data-l": c.net }, h("b", {}, signed(net))),
      h("td", { "data-l": c.hours }, hours(time_ms)),
    );
  });
  return [
    h(
      "section",
      {},
      h("h2", { class: "label" }, t.limits.netMonth),
      h("p", { class: "no net-now" }, signed(play.month.net)),
      h("p", { class: "note" }, t.limits.rounds(play.month.rounds)),
    ),
    chart,
    play.blocked && h("section", {}, h("h2", {}, t.limits.blocked), h("p", {}, play.blocked.detail)),
    h(
      "section",
      {},
      h(
        "table",
        { class: "pays spans" },
        h(
          "thead",
          {},
          h("tr", {}, ...[c.time, c.staked, c.back, c.net, c.hours].map((text) => h("th", { scope: "col" }, text))),
        ),
        h("tbody", {}, ...rows),
      ),
      h("p", { class: "note" }, t.limits.edge),
    ),
    h("section", {}, h("h2", {}, t.limits.changes), changesList(changes)),
  ].filter((part) => part !== null);
}

/** @param {import("../limits.js").Change[]} changes */
function changesList(changes) {
  if (changes.length === 0) return h("p", { class: "note" }, t.limits.noChanges);
  const value = (/** @type {string} */ limit, /** @type {number | null} */ of) =>
    of === null ? t.limits.none : limit === "reality-check" ? t.limits.minutes(of) : written(limit, of);
  return h(
    "ol",
    { class: "calls changes" },
    ...changes.map(({ at, limit, before, after, from }) =>
      h(
        "li",
        {},
        h("time", {}, t.dates.day(at)),
        h(
          "span",
          {},
          t.limits.changed(
            t.limits.names[limit] ?? limit,
            value(limit, before),
            value(limit, after),
            from <= at ? null : t.dates.dayAndTime(from),
          ),
        ),
      ),
    ),
  );
}
