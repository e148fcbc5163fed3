// What happened, in sentences: the calls beside the felt, and what a screen reader hears. Pure: an event, or two
// states and the events between them, become text.
// @ts-check
import { short } from "./amounts.js";
import { t } from "./text.js";
import { cardName } from "./cards.js";
import { netOf } from "./result.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./shapes").TableEvent} TableEventView */
/** @typedef {import("./protocol").BoxView} BoxView */
/** @typedef {{ key: string, text: string, said: boolean }} Spoken */
/** @typedef {{ text: string, urgent: boolean }} Announcement */

const c = t.calls;

/** "Box 4, you" or "Box 2, East". @param {State} state @param {number} at */
export function boxName(state, at) {
  const box = state.view?.boxes.find((each) => each.at === at);
  const player = box?.controller ?? box?.seated ?? box?.bets[0]?.player ?? null;
  if (player === null) return c.box(at);
  return player === state.you?.player ? c.boxYou(at) : c.boxOf(at, state.names[String(player)] ?? "");
}

/** The house calls its own players "House player 2 of table 4": on a felt there is room for less. @param {string} name */
export const shortName = (name) => name.replace(/^House player (\d+) of table \d+$/, (_, number) => t.felt.house(number));

/** @param {string} name as it was shortened */
export const isHouse = (name) => /\d$/.test(name) && name === t.felt.house(/\d+$/.exec(name)?.[0] ?? "");

/** @param {State} state @param {number | null | undefined} player */
const isYou = (state, player) => player !== null && player !== undefined && player === state.you?.player;

/** Whether this person decides for the box. @param {State} state @param {number} at */
function isYours(state, at) {
  const box = state.view?.boxes.find((each) => each.at === at);
  return isYou(state, box?.controller ?? box?.seated);
}

/** The calls of one event, for the sheet of the round. @param {State} state @param {TableEventView} event @returns {Spoken[]} */
export function callsOf(state, event) {
  const said = (/** @type {string} */ text) => [{ key: event.kind, text, said: true }];
  const plain = (/** @type {string} */ text, key = `${event.kind} ${event.at ?? ""}`) => [{ key, text, said: false }];
  const box = typeof event.at === "number" ? boxName(state, event.at) : "";
  switch (event.kind) {
    case "bets-opened":
      return said(c.placeYourBets);
    case "bets-closed":
      return said(c.noMoreBets);
    case "seat-taken":
      return plain(c.sitsDown(box), `seat ${event.at}`);
    case "player-left":
      return plain(leaves(state, event.player), `left ${event.player}`);
    case "bet-placed":
    case "bet-taken-back":
    case "excess-rejected": {
      const text = betsOf(state, event.at);
      return plain(text === "" ? c.takesBack(box) : c.bets(box, text), `bets ${event.at}`);
    }
    case "minimum-advised":
      return plain(c.minimum(box, areaName(event.area), short(event.minimum)));
    case "jackpot-offered":
      return plain(c.jackpotOffered(box));
    case "base-prompted":
      return plain(c.basePrompted(box));
    case "one-hand-informed":
      return isYou(state, event.player) ? plain(c.oneHand) : [];
    case "missing-pair-plus-called":
      // Called of no box where every box has it.
      return event.boxes.length === 0 ? [] : plain(c.missingPairPlus(list(event.boxes.map(String))));
    case "looked":
      return plain(c.looks(box));
    case "play-made":
      return plain(event.blind ? c.playsBlind(box) : c.plays(box), `decides ${event.at}`);
    case "folded":
      return plain(event.pair_plus === "kept" ? c.foldsKeeping(box) : c.folds(box), `decides ${event.at}`);
    case "folded-by-absence":
      return plain(c.foldedByAbsence(box), `decides ${event.at}`);
    case "pair-plus-stood":
      return plain(c.stands(box), `decides ${event.at}`);
    case "hand-removed":
      return plain(c.removed(box));
    case "dealer-shown":
      return plain(dealerHas(event));
    case "community-shown":
      return plain(c.community(list(event.cards.map(upName))));
    case "dealer-not-needed":
      return plain(c.dealerNotNeeded);
    case "hand-revealed":
    case "hand-established":
      return plain(c.shows(box, event.hand?.title ?? ""), `shows ${event.at}`);
    case "reveal-declined":
      return plain(c.hides(box), `shows ${event.at}`);
    case "jackpot-claimed":
      return plain(c.claims(box));
    case "jackpot-awarded":
      return plain(c.awarded(box, short(event.amount)));
    case "irregularity-reported":
      return plain(c.reported, "reported");
    case "ruling-made":
      return plain(c.ruled, "ruled");
    case "choices-offered":
      return plain(c.choicesOffered);
    case "choice-made":
      return plain(c.chose(box, event.choice === "withdraw"), `chose ${event.at}`);
    case "round-resumed":
      return plain(c.resumed);
    case "round-voided":
      return plain(c.voided);
    case "round-concluded":
      return plain(c.over);
    case "fault-found":
      return plain(c.fault);
    case "fault-cleared":
      return plain(c.faultCleared);
    default:
      return [];
  }
}

/** @param {State} state @param {number} player */
function leaves(state, player) {
  if (!isYou(state, player)) return c.leaves(state.names[String(player)] ?? c.aPlayer);
  return state.missed?.gaveUp ? c.gaveUp : c.leaves(c.you);
}

/** "Ante 25, Pair Plus 10": everything that lies on a box. @param {State} state @param {number} at */
function betsOf(state, at) {
  const box = state.view?.boxes.find((each) => each.at === at);
  const order = ["ante", "pair_plus", "five_card", "jackpot"];
  return order
    .map((area) => [
      area,
      (box?.bets ?? []).filter((bet) => bet.area === area).reduce((sum, bet) => sum + bet.amount, 0),
    ])
    .filter(([, amount]) => Number(amount) > 0)
    .map(([area, amount]) => t.announce.bet(areaName(String(area)), short(Number(amount))))
    .join(", ");
}

/** @param {string} area */
export const areaName = (area) => /** @type {Record<string, string>} */ (t.bets)[area] ?? area;

/** @param {import("./protocol").Face} face */
const upName = (face) => (typeof face === "object" ? cardName(face.up) : t.cards.faceDown);

/** @param {TableEventView} event */
function dealerHas(event) {
  const cards = event.cards.map(upName).join(", ");
  return event.qualifies ? c.dealerPlays(cards, event.hand.title) : c.dealerDoesNot(cards, event.hand.title);
}

/** "2, 3 and 6". @param {string[]} items */
export function list(items) {
  if (items.length < 2) return items.join("");
  return t.figures.and(items.slice(0, -1).join(", "), items.at(-1) ?? "");
}

/** What a screen reader hears of a message, in the order of DESIGN: the own box first.
 * @param {State} before @param {State} after @param {TableEventView[]} events @param {number} now
 * @param {boolean} [looksBySelf] whether the only hand of the person turns by itself
 * @returns {Announcement[]} */
export function announcementsOf(before, after, events, now, looksBySelf = false) {
  const view = after.view;
  if (!view) return [];
  /** @type {Announcement[]} */
  const own = [];
  /** @type {Announcement[]} */
  const others = [];
  const a = t.announce;
  const say = (/** @type {string} */ text, urgent = false) => own.push({ text, urgent });
  const tell = (/** @type {string} */ text) => others.push({ text, urgent: false });
  const betted = new Set();
  for (const event of events) {
    const yours = typeof event.at === "number" && isYours(after, event.at);
    switch (event.kind) {
      case "seat-taken":
        if (isYou(after, event.player)) say(sitting(after, event.at));
        break;
      case "bets-opened":
        tell(c.placeYourBets);
        break;
      case "bet-placed":
      case "bet-taken-back":
      case "excess-rejected":
        if (isYou(after, event.player)) betted.add(event.at);
        break;
      case "minimum-advised":
        if (yours) say(c.minimum(boxName(after, event.at), areaName(event.area), short(event.minimum)));
        break;
      case "one-hand-informed":
        if (isYou(after, event.player)) say(c.oneHand);
        break;
      case "player-ready":
        if (isYou(after, event.player)) say(a.ready(short(stakedBy(after))));
        break;
      case "bets-closed":
        tell(view.jackpot && after.meter !== null ? a.closedWithJackpot(short(after.meter)) : c.noMoreBets);
        break;
      case "deal-completed":
        tell(a.dealt(list(view.boxes.filter((box) => box.cards.length > 0).map((box) => String(box.at)))));
        break;
      case "looked":
        if (isYou(after, event.player)) say(handOf(after, event.at));
        break;
      case "play-made":
        if (yours) say(event.blind ? a.blind(event.at) : a.youPlay(short(event.amount)));
        else tell(callText(after, event));
        break;
      case "folded":
      case "folded-by-absence":
        if (yours && !after.missed) say(a.youFold(lostIn(events, event.at)));
        else if (!yours) tell(callText(after, event));
        break;
      case "dealer-shown":
      case "community-shown":
      case "dealer-not-needed":
      case "ruling-made":
      case "round-resumed":
        tell(callText(after, event));
        break;
      case "box-settled":
        if (yours) say(settledBox(after, event.at));
        break;
      case "jackpot-awarded":
        (yours ? say : tell)(callText(after, event));
        break;
      case "wager-settled":
        if (yours && event.wager === "envy" && event.returned > 0) say(a.envy(short(event.returned)));
        break;
      case "round-voided":
        say(a.voided, true);
        break;
      case "round-concluded":
        tell(overWords(after));
        break;
      default:
        break;
    }
  }
  for (const at of betted) say(ownBetsAt(after, at));
  if (!before.view?.suspended && view.suspended?.matter) say(a.standsStill(matterName(view.suspended.matter)), true);
  if (!before.view?.suspended?.choices && view.suspended?.choices) say(t.states.choice, true);
  const turn = turnOf(after, looksBySelf);
  if (turn !== null && turn !== turnOf(before, looksBySelf)) {
    others.push({ text: yourTurn(after, turn, now), urgent: true });
  }
  return [...own, ...others].filter(({ text }) => text !== "");
}

/** What was seen, in words. @param {import("./protocol").MatterView} matter */
export function matterName({ row, title }) {
  return (
    /** @type {Record<string, string>} */ (t.states.matters)[row] ?? title.charAt(0).toUpperCase() + title.slice(1)
  );
}

/** The box that this person decides for now; where its cards turn by themselves, once they have.
 * @param {State} state @param {boolean} looksBySelf @returns {number | null} */
function turnOf(state, looksBySelf) {
  const { decision } = /** @type {import("./shapes").Next} */ (state.view?.next ?? {});
  if (!decision || !isYou(state, decision.player)) return null;
  const box = state.view?.boxes.find((each) => each.at === decision.at);
  return looksBySelf && box && !box.looked && box.bets.length > 0 ? null : decision.at;
}

/** @param {State} state @param {TableEventView} event */
const callText = (state, event) => callsOf(state, event)[0]?.text ?? "";

/** @param {State} state */
function stakedBy(state) {
  const bets = (state.view?.boxes ?? []).flatMap((box) => box.bets).filter((bet) => isYou(state, bet.player));
  return bets.reduce((sum, bet) => sum + bet.amount, 0);
}

/** @param {State} state @param {number} at */
function sitting(state, at) {
  const { limits, jackpot } = state.view ?? {};
  const parts = [t.announce.youSit(at)];
  const { min, max } = limits?.ante ?? {};
  if (typeof min === "number" && typeof max === "number") parts.push(t.announce.limits(short(min), short(max)));
  if (jackpot) parts.push(t.announce.jackpotStake(short(jackpot.stake)));
  return parts.join(" ");
}

/** What the person has on a box, in a sentence. @param {State} state @param {number} at */
export function ownBetsAt(state, at) {
  const box = state.view?.boxes.find((each) => each.at === at);
  const bets = (box?.bets ?? []).filter((bet) => isYou(state, bet.player) && bet.area !== "play");
  if (bets.length === 0) return t.announce.noBets(at);
  const words = bets.map((bet) => t.announce.bet(areaName(bet.area), short(bet.amount)));
  const sum = bets.reduce((all, bet) => all + bet.amount, 0);
  return bets.length === 1 ? `${words[0]}.` : t.announce.inAll(words.join(", "), short(sum));
}

/** The own cards and what they make. @param {State} state @param {number} at */
export function handOf(state, at) {
  const box = state.view?.boxes.find((each) => each.at === at);
  if (!box?.hand) return "";
  return t.announce.hand(box.cards.map(upName).join(", "), box.hand.title);
}

/** @param {State} state @param {number} at @param {number} now */
function yourTurn(state, at, now) {
  const play = state.moves.find(({ request }) => request.request === "play" && request.at === at);
  const seconds = state.clock ? Math.ceil((state.clock.ends - now) / 1000) : null;
  const amount = play?.request.amount;
  const own = (state.view?.boxes ?? []).filter((box) => isYou(state, box.controller));
  const fold = state.moves.find(({ request }) => request.request === "fold" && request.at === at);
  const lost = Object.values(fold?.loses ?? {}).reduce((sum, each) => sum + each, 0);
  return t.announce.yourTurn(
    own.length > 1 ? at : null,
    amount === undefined ? null : short(amount),
    lost > 0 ? short(lost) : null,
    seconds,
  );
}

/** "Ante 25, Pair Plus 10": the bets of a box that were lost with this. @param {TableEventView[]} events @param {number} at */
function lostIn(events, at) {
  const lost = events.filter((event) => event.kind === "wager-settled" && event.at === at && event.outcome === "lose");
  return lost.map((line) => t.announce.bet(areaName(line.wager), short(line.staked))).join(", ");
}

/** "Your box: Play 25 back, Ante wins 25. Net plus 10." @param {State} state @param {number} at */
function settledBox(state, at) {
  const lines = (state.view?.boxes.find((each) => each.at === at)?.lines ?? []).filter((line) =>
    isYou(state, line.player),
  );
  if (lines.length === 0) return "";
  const net = lines.reduce((sum, line) => sum + line.returned - line.staked, 0);
  const words = lines.map(lineWords).join(", ");
  const isOpen = lines.every((line) => line.wager !== "jackpot") && hasJackpot(state, at);
  return (isOpen ? t.announce.settledSoFar : t.announce.settled)(at, words, spokenNet(net));
}

/** Whether the person's Jackpot bet on the box waits for the last box. @param {State} state @param {number} at */
function hasJackpot(state, at) {
  const bets = state.view?.boxes.find((each) => each.at === at)?.bets ?? [];
  return bets.some((bet) => bet.area === "jackpot" && isYou(state, bet.player));
}

/** @param {State} state */
function overWords(state) {
  const { result, rack } = state;
  if (rack === null) return c.over;
  const net = result && result.round === state.view?.round ? netOf(result) : null;
  return t.announce.over(short(rack), net === null ? null : spokenNet(net));
}

/** @param {import("./protocol").WagerSettled} line */
function lineWords(line) {
  const name = areaName(line.wager);
  const net = line.returned - line.staked;
  if (line.outcome === "win") return t.announce.wins(name, short(net));
  if (line.outcome === "lose") return t.announce.loses(name, short(-net));
  return t.announce.back(name, short(line.returned));
}

/** @param {number} net */
export const spokenNet = (net) =>
  net < 0 ? t.announce.minus(short(-net)) : net > 0 ? t.announce.plus(short(net)) : "0";
