// What the page says and offers in the place below the felt: a sentence where something is to be said, the keys
// that `moves` opens, and what happens when the time is up. Pure; no rule is worked out here.
// @ts-check
import {
  boxAt,
  boxToDecide,
  currentBox,
  isSeated,
  moveFor,
  nextOf,
  ownBets,
  ownBoxes,
  playerOf,
  sumOf,
} from "./state.js";
import { byOrder, leastAnte, sameAgain, seatToTake } from "./wishes.js";
import { amount, signed } from "./amounts.js";
import { t } from "./text.js";
import { boxName, matterName } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {{ id: string, label: string, sub: string, kbd: string, isYours: boolean, requests: Request[], isPressed?: boolean }} Key */
/** @typedef {{ title: string, text: string, clauses: string[], isUrgent: boolean }} Notice */
/** @typedef {{ switches?: { switch: string, value: string, clauses: string[] }[] }} Rules */

const k = t.keys;
const s = t.states;

/** @param {string} id @param {string} label @param {string} sub @param {string} kbd @param {Request[]} requests
 * @param {boolean} [isYours] whether the table waits for this key @returns {Key} */
const key = (id, label, sub, kbd, requests, isYours = false) => ({ id, label, sub, kbd, isYours, requests });

/** The keys under the hand. @param {State} state @returns {Key[]} */
export function keysOf(state) {
  const view = state.view;
  if (!view || state.line !== "open") return [];
  const choice = choiceKeys(state);
  if (choice.length > 0) return choice;
  if (isCheckDue(state)) return [key("leave", k.leave, k.cashOut, "", []), key("go-on", k.goOn, k.sameTable, "", [])];
  if (view.suspended) return [];
  const showing = revealKeys(state);
  if (showing.length > 0) return showing;
  const box = boxToDecide(state);
  if (box) return decisionKeys(state, box);
  const backing = backingKeys(state);
  if (backing.length > 0) return backing;
  if (!isSeated(state) && ownBets(state).length === 0) return sittingKeys(state);
  if (view.phase === "bets_open") return bettingKeys(state);
  if (view.phase === "concluded" || view.phase === "voided" || view.phase === "ready") return betweenKeys(state);
  return [];
}

/** A reality check waits for its answer before the next stake; never before a decision. @param {State} state */
function isCheckDue(state) {
  return state.check && boxToDecide(state) === null && revealKeys(state).length === 0;
}

/** @param {State} state */
function sittingKeys(state) {
  const isSpectator = state.you?.role === "spectator";
  if ((!isSpectator && playerOf(state) === null) || seatToTake(state) === null || state.plan !== null) return [];
  return [key("sit", k.sitDown, isSpectator ? k.asGuest : k.yourBox, "Enter", [], true)];
}

/** @param {State} state */
function bettingKeys(state) {
  const bets = ownBets(state);
  const ready = moveFor(state, "ready");
  if (bets.length === 0) {
    const least = leastAnte(state);
    const keys = [];
    const again = sameAgain(state);
    if (again.length > 0) keys.push(key("same-again", k.sameAgain, sumText(state.last), "S", again));
    if (least) {
      const { at, amount: ante } = least;
      const request = { request: "place-bet", at, area: /** @type {const} */ ("ante"), amount: ante };
      keys.push(key("least-ante", k.anteAndDeal(amount(ante)), k.leastAnte, "Enter", [request, { request: "ready" }]));
    }
    return keys;
  }
  const undo = key("undo", k.undo, k.lastChip, "Z", []);
  if (!ready) return [undo];
  return [undo, key("done", k.done, sumText(bets), "Enter", [ready.request], true)];
}

/** "8.00: 4 + 2 + 2". @param {readonly import("./state.js").Bet[]} bets */
function sumText(bets) {
  const all = amount(sumOf(bets));
  if (bets.length === 1) return all;
  return k.sum(
    all,
    byOrder(bets)
      .map((bet) => amount(bet.amount).replace(/\.00$/, ""))
      .join(" + "),
  );
}

/** Further keys while bets are open. @param {State} state @returns {Key[]} */
export function smallKeysOf(state) {
  if (state.view?.phase !== "bets_open" || state.line !== "open" || ownBets(state).length === 0) return [];
  return [key("double", k.double, "", "D", []), key("clear", k.clear, "", "Delete", [])];
}

/** @param {State} state @param {import("./protocol").BoxView} box */
function decisionKeys(state, box) {
  const at = box.at;
  const play = moveFor(state, "play", { at });
  const look = box.looked ? undefined : moveFor(state, "look", { at });
  const keys = [];
  for (const { request, ...move } of state.moves.filter(
    (each) => each.request.request === "fold" && each.request.at === at,
  )) {
    if (request.pair_plus === "given_up") continue;
    const loses = /** @type {any} */ (move).loses;
    const isKept = request.pair_plus === "kept";
    const sub = typeof loses === "number" ? k.loses(amount(loses)) : isKept ? k.givesUpAnte : k.givesUp;
    if (isKept) keys.push(key("keep", k.foldKeep, sub, "K", [request], true));
    else keys.unshift(key("fold", k.fold, sub, "F", [request], true));
  }
  const stand = moveFor(state, "stand-pair-plus", { at });
  if (stand) keys.push(key("stand", k.stand, k.pairPlusAlone, "P", [stand.request], true));
  if (look) keys.push(key("look", k.look, k.yourCards, "Space", [look.request], true));
  if (play) keys.push(playKey(play.request, box));
  const forAll = state.moves.find(
    ({ request }) => request.request === "play" && request.at === at && request !== play?.request,
  );
  if (forAll) keys.push({ ...playKey(forAll.request, box), id: "play-all", sub: k.everyShare, kbd: "" });
  return keys;
}

/** @param {Request} request @param {import("./protocol").BoxView} box */
function playKey(request, box) {
  const ante = amount(request.amount ?? 0);
  if (!box.looked) return key("blind", k.playBlind(ante), k.unseen, "B", [request], true);
  return key("play", k.play(ante), k.asMuchAsAnte, "P", [request], true);
}

/** A player who backs a box matches his own share on Play, once its Player goes on. @param {State} state */
function backingKeys(state) {
  const move = moveFor(state, "play");
  if (!move) return [];
  return [
    key("play", k.play(amount(move.request.amount ?? 0)), k.yourShare(move.request.at ?? 0), "P", [move.request], true),
  ];
}

/** @param {State} state */
function revealKeys(state) {
  const show = moveFor(state, "reveal");
  if (!show || nextOf(state).reveal?.player !== playerOf(state)) return [];
  const at = show.request.at;
  const hide = moveFor(state, "decline-reveal", { at });
  const keys = hide ? [key("hide", k.hide, k.handStaysDown, "X", [hide.request], true)] : [];
  return [...keys, key("reveal", k.reveal, t.calls.box(at ?? 0), "P", [show.request], true)];
}

/** @param {State} state */
function choiceKeys(state) {
  const choices = state.moves.filter(({ request }) => request.request === "choose-all" || request.request === "choose");
  const withdraw = choices.find(({ request }) => request.choice === "withdraw");
  const goOn = choices.find(({ request }) => request.choice === "continue");
  const bets =
    withdraw?.request.at === undefined ? allOwn(state) : allOwn(state).filter((bet) => bet.at === withdraw.request.at);
  const keys = [];
  if (withdraw)
    keys.push(
      key("withdraw", k.takeBack(amount(sumOf(bets))), boxText(withdraw.request), "B", [withdraw.request], true),
    );
  if (goOn) keys.push(key("continue", k.playOn, boxText(goOn.request), "P", [goOn.request], true));
  return keys;
}

/** @param {Request} request */
const boxText = (request) => (request.at === undefined ? k.allBoxes : t.calls.box(request.at));

/** @param {State} state */
function allOwn(state) {
  const player = playerOf(state);
  return (state.view?.boxes ?? []).flatMap((box) =>
    box.bets
      .filter((bet) => bet.player === player && bet.outcome === null)
      .map((bet) => ({ at: box.at, amount: bet.amount })),
  );
}

/** @param {State} state */
function betweenKeys(state) {
  if (state.last.length === 0) return [];
  const planned = state.plan === "same-again";
  return [
    key("change", k.change, k.yourBets, "C", []),
    { ...key("same-again", k.sameAgain, sumText(state.last), "S", []), isPressed: planned },
  ];
}

/** What is to be said where the hand lies; the first that applies. @param {State} state @param {number} now @returns {Notice | null} */
export function noticeOf(state, now) {
  return troubleOf(state, now) ?? courseOf(state);
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
  if (state.refusal) return notice(s.refused, sentence(state.refusal.detail), state.refusal.clauses, true);
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

/** What the round comes to for this person. @param {State} state @returns {Notice | null} */
function courseOf(state) {
  const view = state.view;
  if (!view) return null;
  if (isCheckDue(state) && state.play) return checkNotice(state.play);
  if (state.blocked && view.phase === "bets_open" && ownBets(state).length === 0)
    return notice(s.blocked, sentence(state.blocked.detail));
  if (state.restart !== null) return notice(s.restart, s.restartText);
  if (view.phase === "closed") return notice(s.closed, s.closedText);
  if (view.paused && view.phase !== "deciding") return notice(s.paused, s.pausedText);
  if (state.plan === "sit" || (state.plan && typeof state.plan === "object")) return notice(s.sitSoon, s.sitSoonText);
  if (!isSeated(state) && ownBets(state).length === 0) return watching(state);
  const bets = ownBets(state);
  if (view.phase === "bets_open") return betting(state, bets);
  if (bets.length === 0 && view.phase !== "concluded" && view.phase !== "ready")
    return notice(s.sittingOut, s.sittingOutText);
  if (view.phase === "ready" || (bets.length === 0 && view.phase === "concluded")) return notice(s.soon, s.soonText);
  return deciding(state);
}

/** @param {NonNullable<State["play"]>} play */
function checkNotice({ staked, returned, net, since }) {
  const minutes = Math.floor((Date.now() - since) / 60_000);
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

/** @param {State} state @param {import("./state.js").Bet[]} bets */
function betting(state, bets) {
  if (bets.length === 0) return notice(s.placeBets, s.placeBetsText);
  const player = playerOf(state);
  if (player !== null && state.view?.ready.includes(player) && !moveFor(state, "ready")) {
    return notice(s.yourBets(amount(sumOf(bets))), s.othersMayBet);
  }
  const prompted = ownBoxes(state).find((box) => box.prompted.length > 0);
  if (prompted) return notice(s.raise, s.raiseText);
  return notice(s.yourBets(amount(sumOf(bets))), s.pressDone);
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
  if (awaited && typeof awaited === "object") {
    const at = "decision" in awaited ? awaited.decision.at : awaited.reveal.at;
    const box = boxAt(state, at);
    if (box?.controller !== playerOf(state)) return { text: t.clock.other(boxName(state, at)), clauses: [] };
    if ("reveal" in awaited) return { text: t.clock.reveal, clauses: [] };
    const byName = (/** @type {string} */ name) =>
      rules?.switches?.find((each) => each.switch === name && each.value !== "-");
    const found = (box?.looked ? byName("absent_after_viewing") : undefined) ?? byName("absent_undecided");
    const isReturned = found?.value.includes("returned") ?? false;
    return { text: found ? t.clock.decision(isReturned) : t.clock.gone, clauses: found?.clauses ?? [] };
  }
  return { text: "", clauses: [] };
}
