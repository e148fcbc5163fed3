// Calls of the house's interface. The address of this module tells under which path the house is served.
// @ts-check
import { t } from "./text.js";

/** Where the house is served. */
export const ROOT = new URL("./", import.meta.url);

/** The address of a page: `page("table/3")`. @param {string} path */
export function page(path) {
  return new URL(path, ROOT).href;
}

/** What the house answers where it cannot do what was asked. */
export class Problem extends Error {
  /** @param {{ status?: number, code?: string, detail?: string, title?: string, clauses?: string[] }} body */
  constructor(body) {
    super(body.detail ?? body.title ?? t.problems.unknown);
    this.name = "Problem";
    this.status = body.status ?? 0;
    /** A stable word; `no-answer` where the house could not be reached. */
    this.code = body.code ?? "unknown";
    /** The clauses by which a rule refused. */
    this.clauses = body.clauses ?? [];
  }
}

/** Calls the house: JSON in, JSON out. Throws a `Problem`.
 * @param {string} method @param {string} path below `api/v1/` @param {unknown} [body]
 * @returns {Promise<any>} */
export async function call(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  let response;
  try {
    response = await fetch(new URL(`api/v1/${path}`, ROOT), request);
  } catch {
    throw new Problem({ code: "no-answer", detail: t.problems.noAnswer });
  }
  const text = await response.text();
  /** @type {any} */
  let answer = null;
  try {
    answer = text === "" ? null : JSON.parse(text);
  } catch {
    throw new Problem({ status: response.status, detail: t.problems.unreadable });
  }
  if (!response.ok) throw new Problem({ status: response.status, ...answer });
  return answer;
}

/** A new id for a command: the same id again gets the same answer, never a second bet. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Who is signed in; `null` for a passer-by. @returns {Promise<any>} */
export async function me() {
  try {
    return await call("GET", "me");
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) return null;
    throw problem;
  }
}

/** Makes a guest with a purse of play money and signs him in. */
export const newGuest = () => call("POST", "guests");

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** An answer that does not change while a page is open, asked for once. @param {string} path */
function once(path) {
  const known = kept.get(path);
  if (known) return known;
  const asked = call("GET", path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

/** @param {string} rulebook */
export const rulebook = (rulebook) => once(`rulebooks/${encodeURIComponent(rulebook)}`);

/** A clause in our words. @param {string} rulebook @param {string} clause */
export const clause = (rulebook, clause) =>
  once(`rulebooks/${encodeURIComponent(rulebook)}/clauses/${encodeURIComponent(clause)}`);

/** The exact figures of a rulebook. @param {string} rulebook */
export const figures = (rulebook) => once(`analyze/${encodeURIComponent(rulebook)}`);
