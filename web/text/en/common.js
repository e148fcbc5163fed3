// The texts that every page has, the table too, in English: figures, cards, bets, clauses.
// @ts-check

export const common = {
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

  outcomes: { win: "won", lose: "lost", stand_off: "stands off: stake back", returned: "returned" },

  settlement: {
    /** @param {string} staked @param {string} returned */
    total: (staked, returned) => `${staked} staked, ${returned} back`,
  },

  clauses: {
    /** @param {string} clause */
    name: (clause) => `Clause ${common.clauses.label(clause)}`,
    /** A clause as people cite it: `3.13`, `bets 1, win` for `ofg.bets.1.win`, `house note 16` for how the house reads
     * what a text leaves open (`OFG-16`). @param {string} clause @returns {string} */
    label(clause) {
      const note = /^[A-Z]\w*-0*(\d+)$/.exec(clause);
      if (note) return `house note ${note[1]}`;
      const own = /^ofg\.(\w+)\.?(.*)$/.exec(clause);
      if (!own) return clause.replace(/\[(.+)\]/, " $1").replaceAll("-", " ");
      /** @type {Record<string, string>} */
      const sections = { sidebet: "Five Card", pp: "Pair Plus", ab: "Ante Bonus", irreg: "irregularities", intro: "introduction" };
      const section = sections[own[1] ?? ""] ?? own[1] ?? "";
      return [section, common.clauses.part(own[2] ?? "")].filter(Boolean).join(/^\d/.test(own[2] ?? "") ? " " : ", ");
    },
    /** What comes behind the section: `1, win` for `1.win`. @param {string} rest */
    part: (rest) => rest.replaceAll("-", " ").replaceAll(".", ", "),
    asking: "…",
    whole: "the whole rulebook",
  },

  pays: {
    title: "What it pays",
    hand: "Hand",
    pays: "Pays",
    even: "Ante and Play pay 1 to 1.",
    /** @type {Record<string, string>} */
    tables: {
      pair_plus_table: "Pair Plus",
      ante_bonus_table: "Ante Bonus",
      jackpot_table: "Jackpot",
      side_bet_table: "Five Card",
    },
  },
};
