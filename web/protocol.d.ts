// The messages and views of the server, as the pages use them. Written by hand until it is generated.
export type Card = string;
export type Face = { up: Card } | "down";
export type Area = "ante" | "pair_plus" | "five_card" | "jackpot" | "play";
export type Wager = "play" | "ante_bonus" | "ante" | "pair_plus" | "five_card" | "jackpot" | "envy";
export type Outcome = "win" | "lose" | "stand_off" | "returned";
export type PhaseView =
  | "closed"
  | "ready"
  | "bets_open"
  | "bets_closed"
  | "dealing"
  | "deciding"
  | "dealer_shown"
  | "settling"
  | "jackpots"
  | "concluded"
  | "voided";
export type DecisionView =
  | "undecided"
  | "played"
  | "played_blind"
  | "folded"
  | "folded_keeping_pair_plus"
  | "folded_by_absence"
  | "standing_pair_plus"
  | "removed"
  | "withdrawn";
export type ShowingView = "face_down" | "revealed" | "hidden" | "established" | "collected";
export type Choice = "continue" | "withdraw";
export interface WagerSettled {
  at: number;
  player: number;
  wager: Wager;
  staked: number;
  at_risk: number;
  returned: number;
  outcome: Outcome;
  cites: string[];
  why: string;
}
export interface HandView {
  rank: string;
  title: string;
}
export interface BetView {
  area: Area;
  player: number;
  amount: number;
  outcome: Outcome | null;
}
export interface BoxView {
  at: number;
  seated: number | null;
  controller: number | null;
  bets: BetView[];
  cards: Face[];
  hand: HandView | null;
  five_card: string | null;
  looked: boolean;
  decision: DecisionView;
  showing: ShowingView;
  prompted: Area[];
  jackpot_offered: boolean;
  claimed: boolean;
  lines: WagerSettled[];
  settled: boolean;
}
export interface Bounds {
  min?: number;
  max?: number;
}
export interface MatterView {
  row: string;
  title: string;
  boxes: number[];
  question: string;
  ruled_by: string;
  clauses: string[];
}
export interface ChoicesView {
  terms: unknown;
  asked: [number, Choice | null][];
  silence: Choice;
  clauses: string[];
}
export type Awaited = "seeds" | "bets" | "choices" | { decision: { at: number } } | { reveal: { at: number } };
export interface TableStateView {
  table: number | null;
  rulebook: string | null;
  digest: string | null;
  positions: number;
  limits: { ante: Bounds; pair_plus: Bounds; five_card: Bounds };
  jackpot: { stake: number; seed: number } | null;
  notices: string[];
  method: string | null;
  fault: { recorded: number; mode: string | null } | null;
  seats: [number, number][];
  next: any;
  round: number;
  phase: PhaseView;
  dealer: Face[];
  dealer_hand: HandView | null;
  dealer_qualifies: boolean | null;
  community: Face[];
  boxes: BoxView[];
  discards: Face[];
  awards: { at: number; award: unknown; amount: number }[];
  meter_read: number | null;
  suspended: { matter: MatterView | null; choices: ChoicesView | null } | null;
  cards: { from: string; shuffle: unknown };
  ready: number[];
  link: { link: number; status: string } | null;
  awaited: Awaited | null;
  times: { opening_seconds: number; betting_seconds_max?: number; decision_seconds_max?: number };
  paused: boolean;
}
/** A request, tagged by its name; its other fields depend on it. */
export interface Request {
  request: string;
  at?: number;
  area?: Area;
  amount?: number;
  pair_plus?: "plain" | "kept" | "given_up";
  choice?: Choice;
  player?: number;
  report?: Record<string, unknown>;
}
export interface Move {
  request: Request;
  min?: number;
  max?: number;
  step?: number;
  limit_min?: number;
  limit_max?: number;
  fields?: Record<string, any>;
}
/** An event; which fields it has depends on its kind. */
export interface TableEventView {
  kind: string;
  [field: string]: any;
}
interface Whole {
  view: TableStateView;
  moves: Move[];
  deadline_ms: number | null;
  rack: number | null;
  names: Record<string, string>;
}
export interface You {
  role: string;
  player: number | null;
  person?: number | null;
  name: string | null;
}
export interface WelcomeMessage {
  type: "welcome";
  epoch: string;
  n: number;
  you: You;
}
export interface SnapshotMessage extends Whole {
  type: "snapshot";
  epoch: string;
  n: number;
}
export interface EventsMessage extends Whole {
  type: "events";
  from: number;
  to: number;
  events: (TableEventView | null)[];
}
export interface ResponseMessage {
  type: "response";
  id: string | number;
  outcome: "done" | "refused" | "error";
  code?: string;
  detail?: string;
  clauses?: string[];
}
export interface SoftMessage {
  type: "soft";
  watching?: number;
  here?: number[] | null;
  meter?: number | null;
  company?: number;
  restart_ms?: number | null;
  [field: string]: any;
}
export interface ByeMessage {
  type: "bye";
  code: number;
  again_ms: number | null;
  detail: string;
}
export type ServerMessage =
  WelcomeMessage | SnapshotMessage | EventsMessage | ResponseMessage | SoftMessage | ByeMessage | { type: "ping" };
