// Shapes of the server's types as the table page handles them. Requests and events differ by their name; the page
// reads the fields it knows of each, so they are one open shape here.
import type { Area, Choice, ListedMove, ServerMessage, TableStateView } from "./protocol";

/** A request as `moves` lists it and as it is sent. */
export type Request = {
  request: string;
  at?: number;
  area?: Area;
  amount?: number;
  pair_plus?: "plain" | "kept" | "given_up";
  choice?: Choice;
  player?: number;
  report?: Record<string, unknown>;
};

/** Something this person may ask now. */
export type Move = Omit<ListedMove, "request" | "loses"> & {
  request: Request;
  /** What a fold loses, by area, where the server says so. */
  loses?: Record<string, number> | null;
};

/** An event; which fields it has depends on its kind. */
export type TableEvent = { kind: string; [field: string]: any };

/** What comes next, where it is this kind of step. */
export type Next = {
  decision?: { at: number; player: number };
  reveal?: { at: number; player: number };
};

/** What the table does when the time is up for which it waits. */
export type TimesEnd = { then?: string | null };

type Named<T extends ServerMessage["type"]> = Extract<ServerMessage, { type: T }>;

/** The whole table, or what happened and the table after it. */
export type TableMessage = {
  view: TableStateView;
  moves: ListedMove[];
  rack: number | null;
  names: Record<string, string>;
  deadline_ms: number | null;
};
export type Welcome = Named<"welcome">;
export type Soft = Named<"soft">;
/** The answer to a command. */
export type Response = {
  type: "response";
  id: string | number;
  outcome: "done" | "refused" | "error";
  code?: string;
  detail?: string;
  clauses?: string[];
  /** The number of the last event it made. */
  to?: number;
};
