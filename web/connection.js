// The socket of a table, and the only place that holds one. It comes back by itself, asks again under the same
// id what had no answer, and hands every message on: what they mean is the business of state.js.
// @ts-check
import { ROOT, newId } from "./api.js";

/** @typedef {Exclude<import("./protocol").ServerMessage, { type: "response" }> | import("./shapes").Response} ServerMessage */
/** @typedef {import("./shapes").Request} Request */
/** @typedef {{ type: "line", line: "opening" | "open" | "lost" | "ended", detail?: string }} LineMessage */
/** @typedef {{ type: "asked", id: string, request: Request }} AskedMessage */
/** @typedef {{ type: "unanswered", id: string }} UnansweredMessage */
/** @typedef {{ outcome: "done" | "refused" | "error", code?: string, detail?: string, clauses?: string[], to?: number }} Answer */

/** The close codes from which there is no coming back: signed out, opened elsewhere, not understood. */
const FINAL = new Set([4400, 4401, 4409, 1009]);
const AGAIN_MS = [250, 500, 1000, 2000, 4000, 5000];
/** After so long without an answer the page says so. */
const UNANSWERED_MS = 1500;
/** The server pings every 15 seconds; a line that is silent for longer is gone. */
const SILENT_MS = 40_000;

export class TableConnection {
  /** @param {number} table @param {(message: ServerMessage | LineMessage | AskedMessage | UnansweredMessage) => void} tell */
  constructor(table, tell) {
    const address = new URL(`api/v1/tables/${table}/socket`, ROOT);
    address.protocol = address.protocol.replace("http", "ws");
    this.address = address;
    this.tell = tell;
    /** Where this page left off. @type {{ epoch: string | null, n: number | null }} */
    this.place = { epoch: null, n: null };
    /** @type {Map<string, { request: Request, answer: (answer: Answer) => void, timer: ReturnType<typeof setTimeout> }>} */
    this.waiting = new Map();
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.over = false;
    /** The first opening, and those this page asked for itself, are no loss of the line. */
    this.isPlanned = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    /** @type {number | null} */
    this.againMs = null;
  }

  open() {
    this.over = false;
    this.tell({ type: "line", line: this.isPlanned ? "opening" : "lost" });
    this.isPlanned = false;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...this.place }));
    socket.onmessage = (event) => this.hear(socket, JSON.parse(String(event.data)));
    socket.onclose = (event) => this.closed(socket, event.code, event.reason);
    this.expectSound(socket);
  }

  /** Closes the socket and opens another: after signing in, or where a message went missing. */
  restart() {
    this.tries = 0;
    this.againMs = 0;
    this.isPlanned = true;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) shut(this.socket);
    else this.open();
  }

  close() {
    this.over = true;
    clearTimeout(this.silence);
    if (this.socket) shut(this.socket);
  }

  /** Forgets where the page left off, so that the whole table comes again. */
  forget() {
    this.place = { epoch: null, n: null };
  }

  /** Asks something of the table. The answer may take a while; the id stays the same however often it is asked.
   * @param {Request} request @returns {Promise<Answer>} */
  ask(request) {
    const id = newId();
    return new Promise((answer) => {
      const timer = setTimeout(() => this.tell({ type: "unanswered", id }), UNANSWERED_MS);
      this.waiting.set(id, { request, answer, timer });
      this.tell({ type: "asked", id, request });
      this.send(id);
    });
  }

  /** @param {string} id */
  send(id) {
    const asked = this.waiting.get(id);
    if (asked && this.socket?.readyState === WebSocket.OPEN && this.isWelcome) {
      this.socket.send(JSON.stringify({ type: "command", id, request: asked.request }));
    }
  }

  /** @param {WebSocket} socket @param {ServerMessage} message */
  hear(socket, message) {
    if (socket !== this.socket) return;
    this.expectSound(socket);
    switch (message.type) {
      case "ping":
        socket.send('{"type":"pong"}');
        return;
      case "welcome":
        this.tell(message);
        return;
      case "snapshot":
        this.place = { epoch: message.epoch, n: message.n };
        break;
      case "events":
        if (this.place.n !== message.from) {
          this.forget();
          this.restart();
          return;
        }
        this.place.n = message.to;
        break;
      case "response":
        this.answered(message);
        break;
      case "bye":
        this.againMs = message.again_ms ?? null;
        break;
      case "soft":
        break;
      default:
        break;
    }
    this.tell(message);
    if (message.type === "snapshot" || message.type === "events") this.settleIn();
  }

  /** The table is here: what had no answer is asked again. */
  settleIn() {
    if (this.isWelcome) return;
    this.isWelcome = true;
    this.tries = 0;
    const unanswered = [...this.waiting.keys()];
    this.tell({ type: "line", line: "open" });
    for (const id of unanswered) this.send(id);
  }

  /** @param {import("./shapes").Response} message */
  answered(message) {
    const asked = this.waiting.get(String(message.id));
    if (!asked) return;
    clearTimeout(asked.timer);
    this.waiting.delete(String(message.id));
    asked.answer(message);
  }

  /** @param {WebSocket} socket @param {number} code @param {string} reason */
  closed(socket, code, reason) {
    if (socket !== this.socket) return;
    clearTimeout(this.silence);
    this.isWelcome = false;
    if (this.over || FINAL.has(code)) {
      this.over = true;
      this.tell({ type: "line", line: "ended", detail: reason });
      return;
    }
    this.tell({ type: "line", line: this.isPlanned ? "opening" : "lost" });
    const wait = this.againMs ?? AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)] ?? 5000;
    this.againMs = null;
    this.tries += 1;
    setTimeout(() => {
      if (!this.over && socket === this.socket) this.open();
    }, wait);
  }

  /** @param {WebSocket} socket */
  expectSound(socket) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (socket !== this.socket) return;
      socket.onclose = null;
      socket.close();
      this.closed(socket, 4009, "");
    }, SILENT_MS);
  }

  isWelcome = false;
}

/** Closes a socket; one that is being opened as soon as it is open: before that a browser calls it an error.
 * @param {WebSocket} socket */
function shut(socket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
