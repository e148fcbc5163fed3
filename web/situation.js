// The keys that stand below the felt, as `moves` opens them; what is said beside them is in notices.js. Pure; no
// rule is worked out here.
// @ts-check
import { boxToDecide, currentBox, isSeated, moveFor, nextOf, ownBets, ownBoxes, playerOf, sumOf } from "./state.js";
import { byOrder, leastAnte, sameAgain, seatToTake } from "./wishes.js";
import { amount, short } from "./amounts.js";
import { t } from "./text.js";
import { areaName, list } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {{ id: string, label: string, sub: string, kbd: string, isYours: boolean, requests: Request[], isPressed?: boolean }} Key */
/** @typedef {{ switches?: { switch: string, value: string, clauses: string[] }[] }} Rules */

const k = t.keys;

/** What the rulebook has under a switch, where it has something. @param {Rules | null} rules @param {string} name */
export const switchOf = (rules, name) =>
  rules?.switches?.find((each) => each.switch === name && each.value !== "-") ?? null;

/** @param {string} id @param {string} label @param {string} sub @param {string} kbd @param {Request[]} requests
 * @param {boolean} [isYours] whether the table waits for this key @returns {Key} */
const key = (id, label, sub, kbd, requests, isYours = false) => ({ id, label, sub, kbd, isYours, requests });

/** The keys under the hand. @param {State} state @param {Rules | null} [rules] @returns {Key[]} */
export function keysOf(state, rules = null) {
  const view = state.view;
  if (!view || state.line !== "open") return [];
  const choice = choiceKeys(state);
  if (choice.length > 0) return choice;
  if (isCheckDue(state)) return [key("leave", k.leave, k.cashOut, "", []), key("go-on", k.goOn, k.sameTable, "", [])];
  if (view.suspended) return [];
  const showing = revealKeys(state, rules);
  if (showing.length > 0) return showing;
  const box = boxToDecide(state);
  if (box) return decisionKeys(state, box);
  const backing = backingKeys(state);
  if (backing.length > 0) return backing;
  const isBetween = view.phase === "concluded" || view.phase === "voided" || view.phase === "ready";
  if (!isSeated(state) && (isBetween || ownBets(state).length === 0)) return sittingKeys(state);
  if (view.phase === "bets_open") return bettingKeys(state);
  return isBetween ? dealKeys(state) : [];
}

/** A reality check waits for its answer before the next stake; never before a decision. @param {State} state */
export function isCheckDue(state) {
  return state.check && boxToDecide(state) === null && revealKeys(state, null).length === 0;
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
  if (bets.length === 0) return dealKeys(state);
  const ready = moveFor(state, "ready");
  const keys = state.steps.length > 0 ? [key("undo", k.undo, k.lastChange, "Z", [])] : [];
  if (ready) keys.push(key("done", k.done, sumText(bets), "Enter", [ready.request], true));
  return keys;
}

/** The keys that lay bets and have them dealt, each in one press. Between rounds they are pressed for the next one:
 * so they never change places. @param {State} state */
function dealKeys(state) {
  const isOpen = state.view?.phase === "bets_open";
  const wait = (/** @type {Key} */ made) =>
    isOpen ? made : { ...made, isPressed: state.plan === made.id, sub: state.plan === made.id ? k.planned : made.sub };
  const keys = [];
  const least = isOpen ? leastAnte(state) : anteAhead(state);
  if (least) {
    const { at, amount: ante } = least;
    const request = { request: "place-bet", at, area: /** @type {const} */ ("ante"), amount: ante };
    const requests = [request, { request: "ready" }];
    keys.push(wait(key("least-ante", k.anteAndDeal(amount(ante)), k.leastAnte, "Enter", requests)));
  }
  const again = isOpen ? sameAgain(state) : state.last;
  if (again.length > 0) keys.push(wait(key("same-again", k.sameAgain, sumText(state.last), "S", [])));
  return keys;
}

/** The least Ante of the next round, before bets are open. @param {State} state */
function anteAhead(state) {
  const least = state.view?.limits.ante.min;
  const at = state.view?.seats.find(([, who]) => who === playerOf(state))?.[0];
  return typeof least === "number" && at !== undefined ? { at, amount: least } : null;
}

/** "15.00: Ante 10, Pair Plus 5"; of several boxes "20.00 on boxes 4 and 5". @param {readonly import("./state.js").Bet[]} bets */
function sumText(bets) {
  const all = amount(sumOf(bets));
  const boxes = [...new Set(bets.map((bet) => bet.at))].sort((one, other) => one - other);
  if (boxes.length > 1) return k.onBoxes(all, list(boxes.map(String)));
  return k.sum(
    all,
    byOrder(bets)
      .map((bet) => t.announce.bet(areaName(bet.area), short(bet.amount)))
      .join(", "),
  );
}

/** Further keys: what to do with all bets, with several boxes, with a note. @param {State} state @returns {Key[]} */
export function smallKeysOf(state) {
  if (state.line !== "open") return [];
  const note = state.missed ? [key("dismiss", k.dismiss, "", "", [])] : [];
  if (state.view?.phase !== "bets_open") return note;
  const all = [key("double", k.double, "", "D", []), key("clear", k.clear, "", "Delete", [])];
  return [...(ownBets(state).length === 0 ? [] : all), ...boxKeys(state), ...note];
}

/** Goes to another own box, or gives one back that was taken beside the seat. @param {State} state */
function boxKeys(state) {
  const own = ownBoxes(state);
  if (own.length < 2) return [];
  const now = currentBox(state)?.at;
  const seats = (state.view?.seats ?? []).filter(([, who]) => who === playerOf(state)).map(([at]) => at);
  const others = own.filter(({ at }) => at !== now).map(({ at }) => key(`to-box ${at}`, k.toBox(at), "", "", []));
  const back = own.filter(({ at }) => !seats.includes(at)).map(({ at }) => key(`give ${at}`, k.giveBack(at), "", "", []));
  return [...others, ...back];
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
    const isKept = request.pair_plus === "kept";
    const sub = lostWords(move.loses) ?? (isKept ? k.givesUpAnte : k.givesUp);
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

/** "Ante 10.00 and Jackpot 5.00 lost", where the server says what a fold loses.
 * @param {import("./shapes").Move["loses"]} loses */
function lostWords(loses) {
  const bets = byOrder(
    Object.entries(loses ?? {}).map(([area, lost]) => ({ at: 0, area: /** @type {any} */ (area), amount: lost })),
  );
  if (bets.length === 0) return null;
  return k.lost(list(bets.map((bet) => t.announce.bet(areaName(bet.area), amount(bet.amount)))));
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

/** @param {State} state @param {Rules | null} rules */
function revealKeys(state, rules) {
  const show = moveFor(state, "reveal");
  if (!show || nextOf(state).reveal?.player !== playerOf(state)) return [];
  const at = show.request.at;
  const hide = moveFor(state, "decline-reveal", { at });
  const does = /** @type {Record<string, string>} */ (k.hidden)[switchOf(rules, "decline_reveal")?.value ?? ""];
  const keys = hide ? [key("hide", k.hide, does ?? k.handStaysDown, "X", [hide.request], true)] : [];
  return [...keys, key("reveal", k.reveal, t.calls.box(at ?? 0), "P", [show.request], true)];
}

/** @param {State} state */
export function choiceKeys(state) {
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
