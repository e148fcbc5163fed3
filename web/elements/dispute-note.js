// A dispute where it belongs: the form at a line, and what became of it.
//
//   disputeForm({ line, send: async (text) => … })     // a <details> with a field and a key
//   disputeNote(dispute, { close: async () => …, answer: async (answer) => … })
//
// The page that uses them sends; these only show and ask.
// @ts-check
import { h } from "../dom.js";
import { TEXT_LETTERS_MAX } from "../disputes.js";
import { t } from "../page-texts.js";

/** @typedef {import("../disputes.js").Dispute} Dispute */

/** @param {{ line: string, send: (text: string) => Promise<unknown> }} what */
export function disputeForm({ line, send }) {
  const field = h("textarea", { name: "text", rows: 3, required: true, maxlength: TEXT_LETTERS_MAX });
  const said = h("p", { class: "note", role: "alert" });
  const key = h("button", { class: "small" }, t.disputes.send);
  const form = h("form", {}, h("label", {}, t.disputes.what, field), key, said);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    key.disabled = true;
    try {
      await send(field.value.trim());
    } catch (problem) {
      said.textContent = problem instanceof Error ? problem.message : t.problems.unknown;
      key.disabled = false;
    }
  });
  return h(
    "details",
    { class: "dispute-form" },
    h("summary", { "aria-label": t.disputes.raiseAt(line) }, t.disputes.raise),
    form,
  );
}

/** @param {Dispute} dispute
 * @param {{ close?: () => Promise<unknown>, answer?: (said: { answer: string, finding: string }) => Promise<unknown> }} [may] */
export function disputeNote(dispute, may = {}) {
  const d = t.disputes;
  const { answer } = dispute;
  return h(
    "article",
    { class: `dispute ${dispute.state}`, "aria-label": d.name(dispute.dispute) },
    h("p", { class: "pair" }, h("b", {}, d.name(dispute.dispute)), h("span", {}, d.states[dispute.state])),
    h("p", { class: "said" }, dispute.text ?? d.erased),
    !answer && h("p", { class: "note" }, d.answerBy(t.dates.dayAndTime(dispute.answer_by), dispute.late)),
    answer && h("p", { class: "note" }, d.answered(d.findings[answer.finding], t.dates.dayAndTime(answer.at))),
    answer && h("p", { class: "said" }, answer.text),
    may.answer && !answer && answerForm(may.answer),
    may.close && dispute.state !== "closed" && closeKey(may.close),
  );
}

/** @param {() => Promise<unknown>} close */
function closeKey(close) {
  return h("button", { class: "plain small", onclick: () => close() }, t.disputes.close);
}

/** @param {(said: { answer: string, finding: string }) => Promise<unknown>} send */
function answerForm(send) {
  const d = t.disputes;
  const field = h("textarea", { name: "answer", rows: 3, required: true, maxlength: TEXT_LETTERS_MAX });
  const finding = h(
    "select",
    { name: "finding" },
    ...Object.entries(d.findings).map(([value, text]) => h("option", { value }, text)),
  );
  const said = h("p", { class: "note", role: "alert" });
  const form = h(
    "form",
    { class: "answer-form" },
    h("label", {}, d.finding, finding),
    h("label", {}, d.answer, field),
    h("button", { class: "small" }, d.sendAnswer),
    said,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send({ answer: field.value.trim(), finding: finding.value });
    } catch (problem) {
      said.textContent = problem instanceof Error ? problem.message : t.problems.unknown;
    }
  });
  return form;
}
