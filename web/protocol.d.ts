// The messages and views of the server, as the pages use them. Written by hand until it is generated.
export type Card = string;
export type Face = { up: Card } | "down";
export type Area = "ante" | "pair_plus" | "five_card" | "jackpot" | "play";
export type Wager = "play" | "ante_bonus" | "ante" | "pair_plus" | "five_card" | "jackpot" | "envy";
export type Outcome = "win" | "lose" | "stand_off" | "returned";
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
