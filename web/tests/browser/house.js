// The real program on a folder of its own, started and ended by a test.
//
//   const house = await House.open({ pace: "instant" });
//   const guest = await house.guest();              // a session by the API
//   await house.ask(guest, 1, { request: "sit", at: 3 });
//   await house.close();

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A debug build on a busy machine takes its time; a test that hangs still ends. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 90_000);

const PROGRAM = process.env.QUEENHIGH ?? join(ROOT, "target/debug/queenhigh");

/**
 * @typedef {{ token: string, player: number, name: string, purse: number }} Guest
 * @typedef {{ status: number, body: any }} Answer
 */

export class House {
  /** Where it listens, with a slash at its end. */
  url = "";
  #folder = mkdtempSync(join(tmpdir(), "queenhigh-pages-"));
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #log = "";
  #commands = 0;
  /** @type {string[]} */
  #arguments = [];

  /**
   * Opens the demo floor, or one that `change` makes of its file.
   * @param {{ change?: (floor: string) => string }} [how]
   */
  static async open({ change } = {}) {
    const house = new House();
    house.#arguments = ["--data", join(house.#folder, "data")];
    if (change) {
      const file = join(house.#folder, "house.toml");
      writeFileSync(file, change(demoFloor()));
      house.#arguments.push("--config", file);
    }
    if (process.env.QUEENHIGH_WEB) house.#arguments.push("--web", process.env.QUEENHIGH_WEB);
    await house.#start("127.0.0.1:0");
    return house;
  }

  /** @param {string} listen */
  async #start(listen) {
    const { RUST_BACKTRACE: _, ...env } = process.env;
    const child = spawn(PROGRAM, ["serve", ...this.#arguments, "--listen", listen], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    this.#log = "";
    let printed = "";
    child.stderr.on("data", (bytes) => (this.#log += bytes));
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the house does not open")), PATIENCE_MS);
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`the house ended with ${code}: ${this.#log}`)));
      child.stdout.on("data", (bytes) => {
        printed += bytes;
        const listening = /^listening on (http\S+)$/m.exec(printed);
        if (!listening) return;
        clearTimeout(timer);
        this.url = listening[1] ?? "";
        resolve(undefined);
      });
    });
  }

  /** Ends the process as a power cut would, or asks it to end. @param {"SIGKILL" | "SIGTERM"} signal */
  async end(signal) {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Starts the same house again where it listened before. */
  async startAgain() {
    await this.#start(new URL(this.url).host);
  }

  async close() {
    await this.end("SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * A call of the API.
   * @param {string} method @param {string} path
   * @param {{ token?: string | undefined, body?: unknown }} [how]
   * @returns {Promise<Answer>}
   */
  async call(method, path, { token, body } = {}) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    // A connection of its own: one that was kept may be closed by the house just now.
    headers.connection = "close";
    const answer = await fetch(new URL(path, this.url), {
      method,
      headers,
      redirect: "manual",
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  }

  /** @param {string} path @param {string} [token] */
  async get(path, token) {
    const { status, body } = await this.call("GET", path, { token });
    assert.equal(status, 200, `GET ${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A new guest. @returns {Promise<Guest>} */
  async guest() {
    const { status, body } = await this.call("POST", "/api/v1/guests");
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  /** A link that signs in the person of this role on the demo floor, once. @param {string} role */
  linkFor(role) {
    const name = role.charAt(0).toUpperCase() + role.slice(1).replaceAll("-", " ");
    const printed = this.run(["admin", "link", name]);
    const ticket = /\/enter\/([0-9a-f]+)/.exec(printed)?.[1];
    assert.ok(ticket, `no link for ${name}: ${printed}`);
    return new URL(`enter/${ticket}`, this.url).href;
  }

  /** Signs staff in. @param {string} role */
  async staff(role) {
    const answer = await fetch(this.linkFor(role), { redirect: "manual" });
    const cookie = answer.headers.get("set-cookie") ?? "";
    const token = /queenhigh_session=([0-9a-f]+)/.exec(cookie)?.[1];
    assert.ok(token, `no session for ${role}`);
    return token;
  }

  /**
   * A command to a table that must be carried out.
   * @param {{ token: string }} who @param {number} table @param {object} request
   */
  async ask(who, table, request) {
    const answer = await this.tryToAsk(who, table, request);
    assert.equal(answer.status, 200, `${JSON.stringify(request)}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** @param {{ token: string }} who @param {number} table @param {object} request */
  tryToAsk(who, table, request) {
    this.#commands += 1;
    const body = { id: `test ${this.#commands}`, request };
    return this.call("POST", `/api/v1/tables/${table}/commands`, { token: who.token, body });
  }

  /**
   * Waits until the table is as `is` says; polls, since it stands for any client.
   * @param {number} table @param {(body: any) => boolean} is @param {string} [token]
   */
  async table(table, is, token) {
    return until(async () => {
      const body = await this.get(`/api/v1/tables/${table}`, token);
      return is(body) ? body : null;
    }, `table ${table} as expected`);
  }

  /**
   * A whole round by the API, at a table where the house deals: the least Ante, and a decision.
   * @param {{ token: string }} who @param {number} table @param {"play" | "fold"} [decision]
   */
  async playRound(who, table, decision = "fold") {
    const open = await this.table(table, (body) => hasMove(body, "place-bet"), who.token);
    const bet = open.moves.find((/** @type {any} */ move) => isMove(move, "place-bet") && move.request.area === "ante");
    const { round } = open.view;
    await this.ask(who, table, bet.request);
    await this.ask(who, table, { request: "ready" });
    const dealt = await this.table(table, (body) => hasMove(body, decision), who.token);
    if (hasMove(dealt, "look"))
      await this.ask(who, table, dealt.moves.find((/** @type {any} */ each) => isMove(each, "look")).request);
    await this.ask(who, table, dealt.moves.find((/** @type {any} */ each) => isMove(each, decision)).request);
    await until(async () => {
      const { moves } = await this.get(`/api/v1/tables/${table}`, who.token);
      const reveal = moves.find((/** @type {any} */ each) => isMove(each, "reveal"));
      if (reveal) await this.ask(who, table, reveal.request);
      const { rounds } = await this.get("/api/v1/rounds", who.token);
      return rounds.some((/** @type {any} */ each) => each.table === table && each.round === round);
    }, "the round is over");
    return round;
  }

  /**
   * Waits until the link counts what the table feeds: it takes a table in between two rounds.
   * @param {number} table
   */
  async admitted(table) {
    await this.playRound(await this.guest(), table);
    await this.table(table, ({ view }) => view.link?.status === "admitted" && view.phase === "bets_open");
  }

  /**
   * Runs a command of the program on this house's folder.
   * @param {string[]} words @param {string} [input]
   */
  run(words, input = "") {
    const [command = "", ...rest] = words;
    const data = ["--data", join(this.#folder, "data")];
    return execFileSync(PROGRAM, [command, ...data, ...rest], { input, encoding: "utf8" });
  }
}

/** @param {any} move @param {string} request */
const isMove = (move, request) => move.request.request === request;

/** @param {any} body @param {string} request */
const hasMove = (body, request) => body.moves.some((/** @type {any} */ move) => isMove(move, request));

/** The demo floor as the program writes it. */
function demoFloor() {
  const folder = mkdtempSync(join(tmpdir(), "queenhigh-floor-"));
  const file = join(folder, "house.toml");
  execFileSync(PROGRAM, ["init", file], { stdio: "ignore" });
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

/** The demo floor with these lines in each table. @param {string} lines @returns {(floor: string) => string} */
export function everyTable(lines) {
  return (floor) => floor.replaceAll("[[table]]\n", `[[table]]\n${lines}\n`);
}

/**
 * Waits for a fact.
 * @template T
 * @param {() => Promise<T | null | undefined | false>} fact @param {string} what
 * @returns {Promise<T>}
 */
export async function until(fact, what) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await fact();
    if (found) return found;
    assert.ok(Date.now() < end, `waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
