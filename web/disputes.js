// Disputes: what a Player asks staff to look at again, line by line, and what they answered.
// @ts-check
import { call } from "./api.js";

/** @typedef {{ text: string, finding: "upheld" | "rejected" | "referred", at: number, by: string | number }} DisputeAnswer */
/** @typedef {{ dispute: number, state: "open" | "answered" | "referred" | "closed", player: number, name: string | null,
 *   table: number, round: number, box: number, bet: string, text: string | null, raised: number, answer_by: number,
 *   late: boolean, line: { why: string, clauses: string[] }, entries: { from: number | null, to: number }, rulebook: string,
 *   digest: string, answer: DisputeAnswer | null }} Dispute */

/** The longest text of a dispute or of an answer. */
export const TEXT_LETTERS_MAX = 1_000;

/** Mine; for staff everybody's. @returns {Promise<Dispute[]>} */
export async function disputes() {
  const { disputes } = await call("GET", "disputes");
  return disputes;
}

/** @param {{ table: number, round: number, box: number, bet: string, text: string }} what @returns {Promise<Dispute>} */
export const raise = (what) => call("POST", "disputes", what);

/** @param {number} dispute @param {{ answer: string, finding: string }} answer @returns {Promise<Dispute>} */
export const answerDispute = (dispute, answer) => call("POST", `disputes/${dispute}/answer`, answer);

/** @param {number} dispute @returns {Promise<Dispute>} */
export const closeDispute = (dispute) => call("POST", `disputes/${dispute}/close`, {});
