// The texts of the pages beside the table in English: lobby, door, rules, limits, history, replay, sign.
// `text.js` puts them beside those of `en.js`; another language has the same two files.
// @ts-check

export const pages = {
  words: { table: ["table", "tables"], rulebook: ["rulebook", "rulebooks"], day: ["day", "days"] },

  /** A number of things, small numbers in words. @param {number} number @param {string[]} word */
  count(number, [one, many]) {
    const small = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
    return `${small[number] ?? number} ${number === 1 ? one : many}`;
  },

  /** @param {number} share */
  percent: (share) => `${(share * 100).toFixed(2)} %`,

  dates: {
    /** @param {number} at */
    day: (at) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(at),
    /** @param {number} at */
    dayAndTime: (at) =>
      new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(at),
    /** @param {number} at */
    time: (at) => new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at),
    /** @param {number} at */
    timeToMilliseconds: (at) =>
      new Intl.DateTimeFormat("en-GB", {
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        fractionalSecondDigits: 3,
      }).format(at),
  },

  bar: {
    mark: "queenhigh",
    home: "queenhigh, all tables",
    skip: "To the content",
    main: "Main",
    tables: "Tables",
    history: "History",
    rules: "Rules",
    limits: "Limits",
    purse: "Purse",
    signIn: "Sign in",
    signOut: "Sign out",
    /** @param {string} name */
    person: (name) => `${name}: appearance, sign out`,
    theme: "Light or dark",
    themes: { system: "as the system", light: "light", dark: "dark" },
    suits: "Suits",
    suitColours: { two: "two colours", four: "four colours" },
  },

  meters: {
    /** @param {string} name @param {string} tables */
    label: (name, tables) => `${name}, ${tables}`,
    /** @param {number} link */
    unnamed: (link) => `Jackpot ${link}`,
    fault: "Not counted at present: what was recorded stands.",
    neverWon: "Not won yet.",
    /** @param {number} table @param {string} amount @param {string | null} day */
    lastWin: (table, amount, day) => `Last won at table ${table}${day ? ` on ${day}` : ""}, ${amount}.`,
  },

  lobby: {
    /** @param {number} tables @param {number} rulebooks */
    heading(tables, rulebooks) {
      const first = pages.count(tables, pages.words.table);
      return `${first[0]?.toUpperCase()}${first.slice(1)}, ${pages.count(rulebooks, pages.words.rulebook)}`;
    },
    lead: "Each table says what the house keeps of a bet, on average and exactly.",
    leadPlayMoney:
      "Play money, the same cards and odds as real money. Each table says what the house keeps of a bet, on average and exactly.",
    caption: "The tables of this house",
    columns: {
      table: "Table",
      game: "Game and rulebook",
      ante: "Ante",
      boxes: "Boxes",
      antePlay: "House keeps of Ante",
      pairPlus: "of Pair Plus",
      jackpot: "Jackpot",
      now: "Now",
    },
    note: "What the house keeps is that of best play, of the Ante with its Play; it is counted over all 407,170,400 deals, not simulated.",
    closed: "Closed",
    none: "none",
    /** @param {string} min */
    from: (min) => `from ${min}`,
    /** @param {string} min @param {string} max */
    fromTo: (min, max) => `${min} to ${max}`,
    /** @param {string} fraction */
    exactly: (fraction) => `exactly ${fraction.replaceAll(/\B(?=(\d{3})+\b)/g, ",").replace("/", " / ")}`,
    /** @param {number} taken @param {number} boxes */
    taken: (taken, boxes) => `${taken} of ${boxes} boxes taken`,
    sit: "Sit down",
    watch: "Watch",
    /** @param {number} table */
    sitAt: (table) => `Sit down at table ${table}`,
    /** @param {number} table */
    watchAt: (table) => `Watch table ${table}`,
    /** What happens at a table. @type {Record<string, string>} */
    phases: {
      closed: "closed",
      ready: "between rounds",
      "open bets": "bets open",
      "closed bets": "bets closed",
      "the deal": "dealing",
      "the decisions": "deciding",
      "the Dealer's hand": "Dealer shown",
      "the settlement": "settling",
      "the jackpots": "jackpots",
      "its end": "between rounds",
      "its end, void": "between rounds",
    },
    /** @param {{ phase: string, round: number | null, paused: boolean, seated: number, waiting: { for: any } | null }} line */
    now({ phase, round, paused, seated, waiting }) {
      if (paused) return "paused";
      if (typeof waiting?.for === "object" && waiting.for?.ruling) return "stands still";
      if (seated === 0 && phase !== "closed") return "waits for players";
      const words = pages.lobby.phases[phase] ?? phase;
      return round === null || phase === "closed" ? words : `${words}, round ${round}`;
    },
  },

  limitsToday: { title: "Your limits today", set: "Set limits" },

  signIn: {
    heading: "Sit down.",
    lead: "Three Card Poker by the rulebooks of real casinos. Every line of a settlement says why.",
    guest: "Play as a guest",
    guestNote: "No name, no address, play money. What you play is kept under a number of the house.",
    account: "With an account of this house",
    name: "Name",
    password: "Password",
    code: "Code of your second device, if you have one",
    key: "Sign in",
    note: "Staff sign in here too; what you may do follows from your post.",
    watch: "Watch a table without a name",
  },

  notFound: {
    heading: "There is no such page",
    lead: "The address leads nowhere in this house.",
    back: "To the tables",
  },

  rules: {
    sectionsLabel: "Sections",
    asideLabel: "What it pays, and the other rulebooks",
    /** @param {string} title */
    pageTitle: (title) => `${title}, the rules · queenhigh`,
    /** @param {{ rulebook: string, version: string, effective: string }} book */
    edition({ rulebook, version, effective }) {
      const known = version !== "unknown";
      const since = effective === "unknown" ? "" : `, in force from ${pages.rules.day(effective)}`;
      return `${rulebook}${known ? `, version ${version}` : ""}${since}. Told in our words. Digest`;
    },
    /** @param {string} written as 2020-03-17T08:00 */
    day(written) {
      const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
      const [date = "", time] = written.split("T");
      return `${day.format(new Date(`${date}T00:00Z`))}${time ? `, ${time}` : ""}`;
    },
    books: "Rulebooks",
    /** @param {number} number */
    clauses: (number) => `${number} clauses`,
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
    chosen: (value, choices) => `${value}; it may be ${choices.length > 6 ? `${choices[0]} to ${choices.at(-1)}` : choices.join(" or ")}.`,
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

  irregular: {
    label: "Something went wrong: describe it",
    hint: "a card was turned up during the deal",
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

  sign: {
    /** @param {string} name @param {number} table */
    wonAt: (name, table) => `${name}, won at table ${table}`,
    /** @param {string} name @param {number} table @param {string} amount */
    wonAloud: (name, table, amount) => `${name} won at table ${table}: ${amount}.`,
    /** @param {string} name @param {string} time */
    asOf: (name, time) => `${name}, as of ${time}`,
    lostAloud: "The line to the house is gone. The last figure stands.",
    playedAt: "Played for at",
    /** @param {number} table */
    lastWin: (table) => `Last won, table ${table}`,
    lastWinNone: "Last won",
    notYet: "not yet",
    round: "Round",
    /** @param {number} box */
    box: (box) => `box ${box}`,
    dealt: "Dealt",
    justNow: "just now",
    verified: "Verified by",
    waitsForTwo: "waits for two",
    verifiedYes: "the house",
    others: "The others now play for",
    /** @param {string} hand */
    hand: (hand) => hand.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase()),
    /** @param {string} pays */
    pays(pays) {
      const prize = pays.split(",")[0] ?? "";
      if (prize === "100% of the meter") return "all of it";
      if (prize === "10% of the meter") return "a tenth";
      return prize.replace(/^(\d+)\.00$/, "$1").replace(/\B(?=(\d{3})+$)/, ",");
    },
  },
};
