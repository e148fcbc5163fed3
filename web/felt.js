// What lies on the felt, box by box, as elements draw it. Pure: a state becomes a picture's description.
// @ts-check
import { areasOf, currentBox, isOwn, mayBetOn, moveFor, nameAt, nextOf, pendingOn, playerOf } from "./state.js";
import { isFree, priceOf } from "./wishes.js";
import { faceOf } from "./cards.js";
import { amount, short, shortSigned } from "./amounts.js";
import { t } from "./text.js";
import { areaName } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./protocol").BoxView} BoxView */
/** @typedef {import("./protocol").Area} Area */
/** @typedef {import("./protocol").WagerSettled} WagerSettled */

/** @typedef {{ area: Area, name: string, staked: number, paid: number, pending: number, tag: string,
 *   tagKind: "stake" | "won" | "lost" | "back" | "none", isOpen: boolean, isLit: boolean, isPrompted: boolean,
 *   isChosen: boolean, isFault: boolean, label: string, print: string, shares: { name: string, amount: number }[] }} Spot */
/** @typedef {{ at: number, isOwn: boolean, isCurrent: boolean, isIn: boolean, isTurn: boolean, isOpen: boolean,
 *   isGone: boolean, isLifted: boolean, faces: (string | null)[], isUp: boolean, name: string, status: string,
 *   label: string, key: null | "sit" | "join" | "back", spots: Spot[] }} FeltBox */
/** @typedef {{ positions: number, printed: string, dealer: (string | null)[], dealerTitle: string, dealerSaid: string,
 *   community: (string | null)[], communityTitle: string, boxes: FeltBox[] }} Felt */

/** @param {State} state @returns {Felt | null} */
export function feltOf(state) {
  const view = state.view;
  if (!view || view.positions === 0) return null;
  const current = currentBox(state);
  const boxes = view.boxes.length > 0 ? view.boxes : emptyBoxes(view.positions);
  return {
    positions: view.positions,
    printed: /** @type {Record<string, string>} */ (t.felt.printed)[view.rulebook ?? ""] ?? t.felt.printedElse,
    dealer: view.dealer.map(faceOf),
    dealerTitle: dealerTitle(view),
    dealerSaid: lastSaid(state),
    community: view.community.map(faceOf),
    communityTitle: t.felt.community,
    boxes: boxes.map((box) => feltBox(state, box, current?.at === box.at)),
  };
}

/** @param {number} positions @returns {BoxView[]} */
function emptyBoxes(positions) {
  return Array.from({ length: positions }, (_, nth) => ({
    at: nth + 1,
    seated: null,
    controller: null,
    bets: [],
    cards: [],
    hand: null,
    five_card: null,
    looked: false,
    decision: "undecided",
    showing: "face_down",
    prompted: [],
    jackpot_offered: false,
    claimed: false,
    lines: [],
    settled: false,
  }));
}

/** @param {import("./protocol").TableStateView} view */
function dealerTitle(view) {
  if (!view.dealer_hand) return "";
  return view.dealer_qualifies
    ? t.felt.qualifies(view.dealer_hand.title)
    : t.felt.doesNotQualify(view.dealer_hand.title);
}

/** The Dealer's last call, until the cards say more. @param {State} state */
function lastSaid(state) {
  if (state.view?.dealer_hand || ["concluded", "voided", "closed", "ready"].includes(state.view?.phase ?? ""))
    return "";
  return state.calls.findLast((call) => call.said)?.text ?? "";
}

/** @param {State} state @param {BoxView} box @param {boolean} isCurrent @returns {FeltBox} */
function feltBox(state, box, isCurrent) {
  const own = isOwn(state, box);
  const decides = nextOf(state).decision?.at === box.at;
  const isUp = box.cards.length > 0 && (box.showing === "revealed" || box.showing === "established");
  const hidden = box.showing === "collected";
  // The hand that its Player has picked up is not on the felt until he has decided.
  const isHeld = own && box.looked && box.decision === "undecided" && !isUp;
  const faces = hidden || isHeld ? [] : box.cards.map((face) => (isUp ? faceOf(face) : null));
  const name = own && whose(state, box) === playerOf(state) ? t.felt.you : (nameAt(state, box) ?? "");
  const status = statusOf(state, box, decides && !own);
  const spots = areasOf(state)
    .map((area) => spotOf(state, box, area, own))
    .reverse();
  return {
    at: box.at,
    isOwn: own,
    isCurrent: own && isCurrent,
    isIn: name !== "" || box.bets.length > 0,
    isTurn: decides,
    isOpen: own && mayBetOn(state, box.at),
    isGone: ["folded", "folded_by_absence", "removed", "withdrawn"].includes(box.decision),
    isLifted: box.looked && !own && box.decision === "undecided",
    faces,
    isUp,
    name,
    status,
    label: labelOf(box, name, status, spots),
    key: keyOf(state, box, own),
    spots,
  };
}

/** @param {State} state @param {BoxView} box */
function whose(state, box) {
  return box.controller ?? box.seated ?? state.view?.seats.find(([at]) => at === box.at)?.[1] ?? playerOf(state);
}

/** What a person who does not play this box may do with it.
 * @param {State} state @param {BoxView} box @param {boolean} own @returns {FeltBox["key"]} */
function keyOf(state, box, own) {
  if (own || state.view?.phase === "closed" || state.line !== "open") return null;
  const player = playerOf(state);
  const free = isFree(state, box.at);
  if (player === null) return free && state.you?.role === "spectator" ? "sit" : null;
  const seated = state.view?.seats.some(([, who]) => who === player);
  if (!seated) return free ? "sit" : null;
  if (!mayBetOn(state, box.at)) return null;
  return free ? "join" : "back";
}

/** @param {State} state @param {BoxView} box @param {boolean} decides */
function statusOf(state, box, decides) {
  if (decides) return t.felt.decides;
  switch (box.decision) {
    case "folded":
      return t.felt.folds;
    case "folded_by_absence":
      return isOwn(state, box) ? t.felt.timeOut : t.felt.folds;
    case "folded_keeping_pair_plus":
      return t.felt.keepsPairPlus;
    case "played_blind":
      return state.view?.phase === "deciding" ? t.felt.blind : "";
    case "removed":
    case "withdrawn":
      return t.felt.out;
    case "undecided":
    case "played":
    case "standing_pair_plus":
      return "";
    default:
      return "";
  }
}

/** @param {State} state @param {BoxView} box @param {Area} area @param {boolean} own @returns {Spot} */
function spotOf(state, box, area, own) {
  const bets = box.bets.filter((bet) => bet.area === area);
  const staked = bets.reduce((sum, bet) => sum + bet.amount, 0);
  const lines = box.lines.filter((line) => line.wager === area);
  const pending = own ? pendingOn(state, box.at, area) : 0;
  const { tag, tagKind, left, paid } = resultOf(staked, lines);
  const isOpen = own && moveFor(state, "place-bet", { at: box.at, area }) !== undefined;
  const name = areaName(area);
  const price = priceOf(state, area);
  return {
    area,
    name,
    staked: left,
    paid,
    pending,
    tag,
    tagKind,
    isOpen,
    isLit: area === "jackpot" && staked > 0 && state.view?.phase !== "bets_open",
    isPrompted: box.prompted.includes(area),
    isChosen: own && state.view?.phase === "bets_open" && state.spot?.at === box.at && state.spot.area === area,
    isFault: area === "jackpot" && Boolean(state.view?.fault),
    label: t.felt.spot(
      name,
      staked > 0 ? amount(staked) : null,
      lines.length > 0 ? tag : null,
      staked === 0 && price !== null ? amount(price) : null,
    ),
    print: price === null ? name : t.announce.bet(name, short(price)),
    shares: bets.map((bet) => ({ name: state.names[String(bet.player)] ?? "", amount: bet.amount })),
  };
}

/** The chips that lie on a spot and the figure beside them, before and after it is settled.
 * @param {number} staked @param {WagerSettled[]} lines
 * @returns {{ tag: string, tagKind: Spot["tagKind"], left: number, paid: number }} */
function resultOf(staked, lines) {
  if (lines.length === 0) {
    return { tag: staked > 0 ? short(staked) : "", tagKind: staked > 0 ? "stake" : "none", left: staked, paid: 0 };
  }
  const returned = lines.reduce((sum, line) => sum + line.returned, 0);
  const net = returned - lines.reduce((sum, line) => sum + line.staked, 0);
  if (net > 0) return { tag: shortSigned(net), tagKind: "won", left: staked, paid: net };
  if (returned === 0) return { tag: shortSigned(net), tagKind: "lost", left: 0, paid: 0 };
  return { tag: t.felt.back(short(returned)), tagKind: "back", left: 0, paid: 0 };
}

/** @param {BoxView} box @param {string} name @param {string} status @param {Spot[]} spots */
function labelOf(box, name, status, spots) {
  const bets = spots.filter((spot) => spot.tag !== "").map((spot) => `${spot.name} ${spot.tag}`);
  const hand = box.hand && (box.showing === "revealed" || box.showing === "established") ? box.hand.title : "";
  return t.felt.boxLabel(
    box.at,
    name,
    [status, ...bets, hand].filter((part) => part !== ""),
  );
}
