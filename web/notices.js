// What is said where the hand lies, and what happens when the time is up: the first sentence that applies. Pure; no
// rule is worked out here.
// @ts-check
import { amount, signed } from "./amounts.js";
import { choiceKeys, isCheckDue, switchOf } from "./situation.js";
import { boxAt, boxToDecide, currentBox, isSeated, moveFor, nextOf, ownBets, ownBoxes, playerOf, sumOf } from "./state.js";
import { netOf, openResult, playNow } from "./result.js";
import { t } from "./text.js";
import { seatToTake } from "./wishes.js";
import { areaName, boxName, list, matterName } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./situation.js").Rules} Rules */
/** @typedef {{ title: string, text: string, clauses: string[], isUrgent: boolean,
 *   isRoutine?: boolean }} Notice: what is routine is left out where there is no room */

const s = t.states;

/** Refusals of a bet that needs another one beside it. */
const NEEDS_BASE = new Set(["jackpot-needs-base", "ante-required", "side-bet-needs-base"]);

/** @param {State} state @param {number} now @param {Rules | null} [rules] @returns {Notice | null} */
export function noticeOf(state, now, rules = null) {
  return troubleOf(state, now) ?? missedNotice(state) ?? courseOf(state, rules);
}

/** @param {string} title @param {string} [text] @param {string[]} [clauses] @param {boolean} [isUrgent] @returns {Notice} */
const notice = (title, text = "", clauses = [], isUrgent = false) => ({ title, text, clauses, isUrgent });

/** What is not as usual. @param {State} state @param {number} now @returns {Notice | null} */
export function troubleOf(state, now) {
  const view = state.view;
  if (state.line === "ended") return notice(s.ended, s.endedText);
  if (state.line === "lost") return notice(s.lost, lostText(state, now), [], true);
  if (!view) return null;
  if (state.asked.some((asked) => asked.late)) return notice(s.noAnswer, s.noAnswerText);
  if (state.refusal) return notice(s.refused, refusalText(state, state.refusal), state.refusal.clauses, true);
  const { matter, choices } = view.suspended ?? {};
  if (choices && choiceKeys(state).length > 0)
    return notice(s.choice, s.silence(choices.silence === "withdraw"), choices.clauses, true);
  if (choices) return notice(s.others, s.othersText, choices.clauses);
  if (matter) return notice(s.stands, s.matter(matterName(matter)), matter.clauses, true);
  if (view.suspended) return notice(s.stands, s.standsText, [], true);
  if (view.phase === "voided") return notice(s.voided, s.voidedText(amount(backIn(state))), voidClauses(state));
  if (state.cameBack) return notice(s.back, boxToDecide(state) ? s.backYourTurn : s.backText);
  return null;
}

/** @param {State} state @param {number} now */
function lostText(state, now) {
  const decides = boxToDecide(state) !== null && state.clock !== null;
  return decides ? s.lostDeciding(Math.max(0, Math.ceil(((state.clock?.ends ?? now) - now) / 1000))) : s.lostText;
}

/** What the server says, as a sentence: without the field it names first, with a capital and a full stop.
 * @param {string} detail */
export function sentence(detail) {
  const text = detail.replace(/^[a-z_.]+: /, "");
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Why the Dealer says no, with the figure or the way out where the page has it; clauses stand beside it as links.
 * @param {State} state @param {import("./state.js").Refusal} refusal */
export function refusalText(state, { detail, code, clauses, request }) {
  const area = request?.area;
  const { ante, pair_plus, five_card } = state.view?.limits ?? {};
  const least = area === "pair_plus" ? pair_plus?.min : area === "five_card" ? five_card?.min : ante?.min;
  if (code === "below-minimum-here" && area && typeof least === "number")
    return s.belowMinimum(areaName(area), amount(least));
  if (code === "link-not-admitted") return s.notLinked;
  if (code === "insufficient-funds") return s.tooLittle(amount((state.purse ?? 0) + (state.rack ?? 0)));
  const cited = clauses.length > 0 ? detail.lastIndexOf(` (${state.view?.rulebook} `) : -1;
  const words = sentence(cited > 0 ? detail.slice(0, cited) : detail);
  return NEEDS_BASE.has(code) ? `${words} ${s.layFirst}` : words;
}

/** The time ran out: stays until it is put away, or until the next bet. @param {State} state @returns {Notice | null} */
function missedNotice(state) {
  const missed = state.missed;
  if (!missed || boxToDecide(state)) return null;
  const { boxes, what, lost, back, gaveUp } = missed;
  const where = boxes.length === 1 ? t.calls.box(boxes[0] ?? 0).toLowerCase() : s.boxes(list(boxes.map(String)));
  const course = {
    folded: s.missedFolded(where, amount(lost)),
    returned: s.missedReturned(where, amount(back)),
    turned: s.missedTurned(where),
    gone: s.missedGone(where),
  }[what];
  const seat = gaveUp ? [isSeated(state) ? s.gaveUp : s.gaveUpSit] : [];
  return notice(s.missed, [course, ...seat].join(" "), [], true);
}

/** @param {State} state */
function backIn(state) {
  const player = playerOf(state);
  const lines = (state.view?.boxes ?? []).flatMap((box) => box.lines).filter((line) => line.player === player);
  return lines.reduce((sum, line) => sum + line.returned, 0);
}

/** @param {State} state */
function voidClauses(state) {
  const lines = (state.view?.boxes ?? []).flatMap((box) => box.lines);
  return [...new Set(lines.flatMap((line) => line.cites))].slice(0, 4);
}

/** What the round comes to for this person. @param {State} state @param {Rules | null} rules @returns {Notice | null} */
function courseOf(state, rules) {
  const view = state.view;
  if (!view) return null;
  const play = playNow(state);
  if (isCheckDue(state) && play) return checkNotice(play);
  if (state.blocked && view.phase === "bets_open" && ownBets(state).length === 0)
    return notice(s.blocked, sentence(state.blocked.detail));
  if (state.restart !== null) return notice(s.restart, s.restartText);
  if (view.phase === "closed") return notice(s.closed, s.closedText);
  if (view.paused && view.phase !== "deciding") return notice(s.paused, s.pausedText);
  if (state.plan === "sit" || (state.plan && typeof state.plan === "object")) return notice(s.sitSoon, s.sitSoonText);
  if (!isSeated(state) && ownBets(state).length === 0) return watching(state);
  const bets = ownBets(state);
  if (view.phase === "bets_open") return betting(state, bets, rules);
  if (bets.length === 0 && view.phase !== "concluded" && view.phase !== "ready")
    return notice(s.sittingOut, s.sittingOutText);
  if (view.phase === "ready" || (bets.length === 0 && view.phase === "concluded")) return notice(s.soon, s.soonText);
  return deciding(state);
}

/** @param {import("./result.js").Play} play */
function checkNotice({ staked, returned, net, since }) {
  const minutes = Math.floor((since === null ? 0 : Date.now() - since) / 60_000);
  return notice(s.played(minutes), s.playedText(amount(staked), amount(returned), signed(net)));
}

/** @param {State} state */
function watching(state) {
  const free = seatToTake(state) !== null;
  const none = state.view?.boxes.every((box) => box.bets.length === 0) && state.view.seats.length === 0;
  if (playerOf(state) === null && state.you?.role !== "spectator") return notice(s.watching, s.staff);
  if (!free) return notice(s.full, s.fullText);
  return none ? notice(s.empty, s.emptyText) : notice(s.watching, s.watchingText);
}

/** @param {State} state @param {import("./state.js").Bet[]} bets @param {Rules | null} rules */
function betting(state, bets, rules) {
  const several = ownBoxes(state);
  const isNew = state.opened.some((at) => bets.every((bet) => bet.at !== at));
  if (several.length > 1 && isNew) return severalBoxes(state, rules);
  const open = openResult(state);
  if (bets.length === 0 && open)
    return { ...notice(s.placeBets, t.table.lastRound(signed(netOf(open)))), isRoutine: true };
  if (bets.length === 0) return { ...notice(s.placeBets, s.placeBetsText), isRoutine: state.last.length > 0 };
  const player = playerOf(state);
  if (player !== null && state.view?.ready.includes(player) && !moveFor(state, "ready")) {
    return notice(s.yourBets(amount(sumOf(bets))), s.othersMayBet);
  }
  const prompted = ownBoxes(state).find((box) => box.prompted.length > 0);
  if (prompted) return notice(s.raise, s.raiseText);
  return { ...notice(s.yourBets(amount(sumOf(bets))), s.pressDone), isRoutine: true };
}

/** Said before a bet lies on the second box: which one the chips go to, and what may be looked at.
 * @param {State} state @param {Rules | null} rules */
function severalBoxes(state, rules) {
  const view = switchOf(rules, "multi_box_view");
  const isOne = view?.value === "one_hand";
  const at = currentBox(state)?.at ?? 0;
  const other = boxAt(state, at)?.controller ?? boxAt(state, at)?.seated ?? null;
  const isBacked = other !== null && other !== playerOf(state);
  const rule = isBacked ? [s.backing(state.names[String(other)] ?? "")] : isOne ? [t.calls.oneHand] : [];
  const text = [s.chipsGoTo(at), ...rule];
  const boxes = list(ownBoxes(state).map((box) => String(box.at)));
  return notice(s.severalBoxes(boxes), text.join(" "), isOne && !isBacked ? (view?.clauses ?? []) : []);
}

/** Waiting for others, while no own hand is to be seen. @param {State} state */
function deciding(state) {
  const next = nextOf(state);
  const own = currentBox(state);
  if (own && own.cards.length > 0) return null;
  const at = next.decision?.at ?? next.reveal?.at;
  if (typeof at === "number" && !boxToDecide(state)) return notice(s.waitsFor(boxName(state, at)));
  return null;
}

/** What happens when the time is up, in a sentence with its clauses. @param {State} state @param {Rules | null} rules
 * @returns {{ text: string, clauses: string[] }} */
export function timeUp(state, rules) {
  const awaited = state.view?.awaited;
  if (awaited === "bets") return { text: t.clock.bets, clauses: [] };
  if (awaited === "seeds") return { text: t.clock.seeds, clauses: [] };
  if (awaited === "choices") {
    const choices = state.view?.suspended?.choices;
    return { text: t.clock.choices(choices?.silence === "withdraw"), clauses: choices?.clauses ?? [] };
  }
  if (!awaited || typeof awaited !== "object") return { text: "", clauses: [] };
  const at = "decision" in awaited ? awaited.decision.at : awaited.reveal.at;
  const box = boxAt(state, at);
  if (box?.controller !== playerOf(state)) return { text: t.clock.other(boxName(state, at)), clauses: [] };
  const then = t.clock.then[thenOf(state)] ?? t.clock.gone;
  if ("reveal" in awaited) return { text: then, clauses: [] };
  const found = (box?.looked ? switchOf(rules, "absent_after_viewing") : null) ?? switchOf(rules, "absent_undecided");
  return { text: then, clauses: found?.clauses ?? [] };
}

/** @param {State} state */
const thenOf = (state) => /** @type {import("./shapes").TimesEnd} */ (state.view ?? {}).then ?? "";
