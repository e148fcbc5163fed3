// The texts of the rulebook reader in English.
// @ts-check

export const rules = {
  rules: {
    sectionsLabel: "Sections",
    asideLabel: "What it pays, and the other rulebooks",
    /** @param {string} title */
    pageTitle: (title) => `${title}, the rules · queenhigh`,
    /** @param {string} rules @param {string | null} since */
    edition: (rules, since) =>
      `${rules.charAt(0).toUpperCase()}${rules.slice(1)}${since ? `, in force from ${since}` : ""}. Told in our words.`,
    /** @param {string[]} tables as "table 1, Sentosa" */
    playedAt: (tables) => `Played here at ${tables.length > 1 ? `${tables.slice(0, -1).join("; ")} and ${tables.at(-1)}` : tables[0]}.`,
    notPlayed: "No table here plays it now.",
    /** @param {number} table @param {string | null} name */
    table: (table, name) => `table ${table}${name ? ` (${name})` : ""}`,
    choose: "Choose a rulebook",
    contents: "Contents",
    plays: "How it is played",
    playsAll: [
      "You bet an Ante, get three cards, look at them and decide: fold, or add a Play bet as large as the Ante. Then your hand is compared with the Dealer’s.",
    ],
    /** What follows from the answers of a rulebook, in the order in which it is told.
     * @type {[string, Record<string, string>][]} */
    answers: [
      ["qualifier", { by_rank: "The Dealer qualifies with Queen high or better. If not, the Ante wins 1 to 1 and the Play bet comes back." }],
      ["tie", { push: "With equal hands Ante and Play come back." }],
      ["ante_required", { yes: "Every box needs an Ante.", no: "Pair Plus may be bet without an Ante: then there is nothing to decide." }],
      ["fold_pair_plus", {
        lost: "After a fold Pair Plus is lost too.",
        kept: "After a fold Pair Plus stays in and can still win.",
        by_election: "After a fold Pair Plus stays in and can still win, unless you give it up.",
      }],
      ["fold_jackpot", {
        forfeited: "After a fold the Jackpot bet can win nothing.",
        alive: "After a fold the Jackpot bet stays in and can still win.",
      }],
      ["jackpot_kind", {
        three_card: "The Jackpot looks at your three cards.",
        five_card_linked: "The Jackpot looks at five cards: your three and the two community cards.",
        none: "There is no jackpot.",
      }],
      ["community", { two: "Two community cards lie beside the Dealer’s. They count for the Jackpot alone." }],
      ["envy", { "250_50": "Envy Bonus: a Jackpot bet is also paid when another player has one of the two best hands." }],
      ["side_bet", { five_of_six: "Five Card is a bet on the best five of six cards: your three and the Dealer’s three." }],
      ["box_sharing", {
        exclusive: "A box belongs to one player.",
        shared: "Several players may bet on one box; one of them decides.",
      }],
      ["multi_box", {
        any_free_box: "You may play several boxes, but look at one hand only.",
        any_restrictable: "You may play several boxes, but look at one hand only.",
        not_offered: "You play one box.",
      }],
      ["absent_undecided", {
        folded: "If you are gone when you should decide, your hand counts as folded.",
        invalid_returned: "If you are gone when you should decide, your bets go back.",
      }],
    ],
    clauseByClause: "Clause by clause",
    remarks: "Remarks on the text",
    remarksLead: "Where the copy that was told here is incomplete or leaves something open:",
    source: "Which text this is",
    /** @param {string} id @param {string} version */
    sourceText: (id, version) => `Known here as ${id}${version === "unknown" ? "" : `, version ${version}`}. Its digest, by which every round says what it was played under:`,
    /** @param {string} written as 2020-03-17T08:00 */
    day(written) {
      const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
      const [date = "", time] = written.split("T");
      return `${day.format(new Date(`${date}T00:00Z`))}${time ? `, ${time}` : ""}`;
    },
    books: "Rulebooks",
    /** @param {number} number */
    clauses: (number) => (number === 1 ? "1 clause" : `${number} clauses`),
    irregularities: "Irregularities, moment by moment",
    /** @type {Record<string, string>} */
    sections: {
      preamble: "Preamble",
      1: "Words",
      2: "Layout and cards",
      3: "The game",
      4: "What it pays",
      5: "When something goes wrong",
      6: "Who decides",
      appendix: "Appendices",
      title: "Title",
      intro: "Introduction",
      rank: "The order of hands",
      bets: "The bets",
      deal: "The deal",
      irreg: "When something goes wrong",
      odds: "The odds",
      pp: "What Pair Plus pays",
      ab: "What the Ante Bonus pays",
      sidebet: "What Five Card pays",
    },
    beside: "Show beside each clause what another rulebook does differently",
    alone: "alone",
    /** @param {string} question @param {string} other @param {string} own */
    differs: (question, other, own) => `${question}: ${other}, here ${own}.`,
    notAsked: "nothing",
    apart: "How far apart",
    /** @param {number} number */
    ofSwitches: (number) => `of ${number} questions`,
    /** @param {number} number */
    differ: (number) => `${number} differ`,
    keeps: "What the house keeps",
    antePlay: "Ante and Play",
    /** @param {string} lowest */
    keepsNote: (lowest) =>
      `Of each bet, on average and exactly, when ${lowest.replaceAll("-", "\u2011")} and better are played. Counted over every deal, not simulated.`,
    /** @param {number} number */
    open: (number) => `What the text leaves to the house: ${number}`,
    /** @param {string} value @param {string[]} choices */
    chosen: (value, choices) =>
      `${value}; it may be ${choices.length > 6 ? `${choices[0]} to ${choices.at(-1)}` : choices.join(" or ")}.`,
  },

  irregular: {
    label: "Something went wrong: describe it",
    hint: "a card was turned up",
    key: "Look up",
    nothing: "No irregularity has these words. Try others, or read all of them below.",
    all: "All irregularities, moment by moment",
    /** @param {string} id @param {string} title */
    readAs: (id, title) => `${id}, ${title}`,
    /** @type {Record<string, string>} */
    moments: {
      bets_open: "While bets are open",
      bets_closed: "When bets are closed",
      dealing: "During the deal",
      deciding: "While Players decide",
      shown: "When the Dealer’s hand is shown",
      concluded: "When the round is over",
      later: "In a later round",
    },
    /** @param {string} name @param {string} value */
    circumstance(name, value) {
      /** @type {Record<string, string>} */
      const known = {
        "contact=true": "a Player has looked at cards",
        "contact=false": "no Player has looked at cards",
        "whose=player": "a Player’s hand",
        "whose=dealer": "the Dealer’s hand",
        "outcome=true": "it can change the outcome",
        "outcome=false": "it cannot change the outcome",
        "by_dealer=true": "by the Dealer",
        "by_dealer=false": "not by the Dealer",
        "reconstructable=true": "it can be put right",
        "reconstructable=false": "it cannot be put right",
        "power=true": "a power failure",
        "power=false": "no power failure",
      };
      return known[`${name}=${value}`] ?? `${name.replaceAll("_", " ")} ${value}`;
    },
  },
};
