// How the game of a table is played, in steps for a newcomer, from what its rulebook says: switches and pay tables.
// Pure; no rule is worked out here.
// @ts-check
import { amount, short } from "./amounts.js";
import { switchOf } from "./situation.js";
import { t } from "./text.js";
import { list } from "./words.js";

/** @typedef {{ hand: string, pays: string }} PayLine */
/** @typedef {import("./situation.js").Rules & { pay_tables?: Record<string, PayLine[]> }} Book */

const h = t.howTo;

/** @param {Book | null} rules @param {number | null} stake of the Jackpot bet, where the table has one
 * @returns {{ steps: string[], notes: string[] }} */
export function howToOf(rules, stake) {
  const steps = [h.deal, h.decide, h.dealer];
  if (!rules) return { steps, notes: [h.ranks] };
  const bonus = rowsOf(rules, "ante_bonus_table");
  if (bonus.length > 0) steps.push(h.bonus(list(bonus.toReversed().map(({ hand, pays }) => `${hand} ${pays}`))));
  const pairPlus = rowsOf(rules, "pair_plus_table").at(-1);
  if (pairPlus) steps.push(words(h.pairPlus(`a ${pairPlus.hand}`), wordOf(rules, "fold_pair_plus", h.foldPairPlus)));
  if (stake !== null && rowsOf(rules, "jackpot_table").length > 0) steps.push(...jackpotSteps(rules, stake));
  const fiveCard = rowsOf(rules, "side_bet_table").at(-1);
  if (fiveCard) {
    const needs = wordOf(rules, "side_bet_requires", h.fiveCardNeeds);
    steps.push(words(h.fiveCard(fiveCard.hand), needs, wordOf(rules, "fold_side_bet", h.foldFiveCard)));
  }
  const cap = switchOf(rules, "bet_cap")?.value ?? "none";
  if (/^\d/.test(cap)) steps.push(h.cap(cap));
  return { steps, notes: notesOf(rules) };
}

/** @param {Book} rules @param {number} stake */
function jackpotSteps(rules, stake) {
  const steps = [
    words(
      h.jackpot(short(stake)),
      wordOf(rules, "jackpot_requires", h.jackpotNeeds),
      wordOf(rules, "jackpot_kind", h.jackpotCards),
      wordOf(rules, "fold_jackpot", h.foldJackpot),
    ),
  ];
  const envies = rowsOf(rules, "jackpot_table").flatMap(({ hand, pays }) => {
    const paid = /envy (\d+)\.(\d\d)/.exec(pays);
    return paid ? [`${hand} ${amount(Number(paid[1]) * 100 + Number(paid[2]))}`] : [];
  });
  if (envies.length > 0) steps.push(h.envy(list(envies)));
  return steps;
}

/** The words of this rulebook's pay tables that a newcomer has not met. @param {Book} rules */
function notesOf(rules) {
  const rows = Object.values(rules.pay_tables ?? {}).flat();
  const has = (/** @type {RegExp} */ word) => rows.some(({ hand, pays }) => word.test(hand) || word.test(pays));
  return [
    h.ranks,
    h.odds,
    ...(has(/for 1/) ? [h.forOne] : []),
    ...(has(/%/) ? [h.meterShare] : []),
    ...(has(/major royal/) ? [h.majorRoyal] : []),
    h.standsOff,
  ];
}

/** @param {Book} rules @param {string} name @returns {PayLine[]} */
const rowsOf = (rules, name) => rules.pay_tables?.[name] ?? [];

/** @param {Book} rules @param {string} name @param {Record<string, string>} texts */
const wordOf = (rules, name, texts) => texts[switchOf(rules, name)?.value ?? ""] ?? "";

/** @param {...string} sentences */
const words = (...sentences) => sentences.filter((sentence) => sentence !== "").join(" ");
