// Every text of the pages in English. A text is a string, or a function of what it names. Each writer has
// sections of his own; another language is another file with the same keys.
// @ts-check
import { table } from "./en-table.js";

export const en = {
  figures: {
    thousands: ",",
    point: ".",
    /** @param {string} first @param {string} last */
    and: (first, last) => `${first} and ${last}`,
  },

  problems: {
    unknown: "The house could not do it.",
    noAnswer: "The house does not answer.",
    unreadable: "The house answered something this page cannot read.",
  },

  cards: {
    faceDown: "face down",
    ranks: {
      A: "Ace",
      K: "King",
      Q: "Queen",
      J: "Jack",
      T: "Ten",
      9: "Nine",
      8: "Eight",
      7: "Seven",
      6: "Six",
      5: "Five",
      4: "Four",
      3: "Three",
      2: "Two",
    },
    suits: { s: "spades", h: "hearts", d: "diamonds", c: "clubs" },
    /** @param {string} rank @param {string} suit */
    name: (rank, suit) => `${rank} of ${suit}`,
  },

  bets: {
    play: "Play",
    ante: "Ante",
    ante_bonus: "Ante Bonus",
    pair_plus: "Pair Plus",
    five_card: "Five Card",
    jackpot: "Jackpot",
    envy: "Envy Bonus",
  },

  outcomes: { win: "won", lose: "lost", stand_off: "stands off", returned: "returned" },

  settlement: {
    /** @param {string} staked @param {string} returned */
    total: (staked, returned) => `${staked} staked, ${returned} back`,
  },

  clauses: {
    /** @param {string} clause */
    name: (clause) => `Clause ${clause}`,
    asking: "…",
    whole: "the whole rulebook",
  },

  // ---- the table ----
  ...table,

};
