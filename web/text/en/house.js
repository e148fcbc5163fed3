// The texts that the pages beside the table share, and those of lobby, door and sign, in English.
// @ts-check

export const house = {
  words: { table: ["table", "tables"], rulebook: ["rulebook", "rulebooks"], day: ["day", "days"] },

  /** A number of things, small numbers in words. @param {number} number @param {string[]} word */
  count(number, [one, many]) {
    const small = "no one two three four five six seven eight nine ten eleven twelve".split(" ");
    return `${small[number] ?? number} ${number === 1 ? one : many}`;
  },

  /** @param {number} share */
  percent: (share) => `${(share * 100).toFixed(2)}\u00a0%`,

  dates: {
    /** @param {number} at */
    day: (at) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(at),
    /** @param {number} at */
    dayAndYear: (at) =>
      new Intl.DateTimeFormat("en-GB", {
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
      }).format(at),
    /** @param {number} at */
    dayAndTime: (at) =>
      new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(
        at,
      ),
    /** @param {number} at */
    shortDayAndTime: (at) =>
      new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(at),
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
    guestLeaves: "Sign out as a guest?",
    /** @param {string} name @param {string} purse */
    guestLeavesText: (name, purse) =>
      `${name} has no password, so there is no way back: its purse of ${purse}, its rounds and its limits cannot be reached again.`,
    guestStays: "Stay signed in",
    guestGoes: "Sign out for good",
    /** @param {string} name */
    person: (name) => `${name}: appearance, sign out`,
    theme: "Light or dark",
    themes: { system: "as the system", light: "light", dark: "dark" },
    suits: "Suits",
    suitColours: { two: "two colours", four: "four colours" },
  },

  books: {
    /** What the letters in a rulebook's title stand for. @type {Record<string, string>} */
    houses: { RWS: "Resorts World Sentosa", MBS: "Marina Bay Sands" },
    /** @param {string} house @param {string | null} year */
    rulesOf: (house, year) => `rules of ${house}${year ? `, ${year}` : ""}`,
    /** @param {string} house @param {string | null} year */
    short: (house, year) => (year ? `${house} ${year}` : house),
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
      const first = house.count(tables, house.words.table);
      return `${first[0]?.toUpperCase()}${first.slice(1)}, ${house.count(rulebooks, house.words.rulebook)}`;
    },
    lead: "Sit down at a table, or watch one first. Each says what the house keeps of a bet on average.",
    leadPlayMoney:
      "Play money, with the same cards and odds as real money. Sit down at a table, or watch one first. Each says what the house keeps of a bet on average.",
    caption: "The tables of this house",
    columns: {
      table: "Table",
      game: "Game and rules",
      ante: "Ante",
      boxes: "Boxes",
      antePlay: "House keeps of Ante",
      pairPlus: "of Pair Plus",
      jackpot: "Jackpot",
      now: "Now",
    },
    note: "What “house keeps” means: of every 100 that players lay as Ante, 3.37 % is 3.37 that stays with the house on average, if each hand is played as well as it can be. The figures are counted over every possible deal, all 407,170,400 of them, so they are exact.",
    /** What is particular about the game of a rulebook, in a line. @type {Record<string, string>} */
    about: {
      "rws-2020": "The plain game. A fold loses Pair Plus and Jackpot too.",
      "rws-2013": "The plain game, one box for each player. A fold loses Pair Plus and Jackpot too.",
      "mbs-2019": "After a fold Pair Plus and Jackpot stay in. Players may share a box.",
      "rws-multilink-2024":
        "Two shared cards make a five-card hand for the Jackpot. After a fold Pair Plus and Jackpot stay in.",
      oceanfront: "Small bets. Five Card in place of a jackpot. The house keeps more.",
    },
    /** @param {string} game @param {string} rules */
    gameBy: (game, rules) => `${game}, ${rules}`,
    /** @param {string} boxes as "box 4" or "boxes 4 and 6" */
    youSit: (boxes) => `You sit at ${boxes}.`,
    /** @param {number[]} boxes */
    boxes: (boxes) => (boxes.length === 1 ? `box ${boxes[0]}` : `boxes ${boxes.slice(0, -1).join(", ")} and ${boxes.at(-1)}`),
    /** @param {string} amount */
    youHave: (amount) => `${amount} of yours lies in your rack here.`,
    goOn: "Go on",
    /** @param {number} table */
    goOnAt: (table) => `Go on at table ${table}`,
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
      const words = house.lobby.phases[phase] ?? phase;
      return round === null || phase === "closed" ? words : `${words}, round ${round}`;
    },
  },

  newHere: {
    title: "New here? Three Card Poker in a minute",
    round: "A round",
    roundText: [
      "You bet an Ante. You and the Dealer each get three cards; you see only yours.",
      "Now you decide. Fold: the Ante is lost. Or play: you add a second bet as large as the Ante, and the better hand wins.",
      "The Dealer needs Queen high or better to be in. If not, your Ante wins as much again and the second bet comes back.",
    ],
    bets: "Other bets",
    betsText: [
      "Pair Plus wins with a pair or better, whatever the Dealer has.",
      "Jackpot is a small fixed bet beside the Ante. It wins with rare hands, the rarest takes the whole meter.",
      "Ante Bonus is no bet: a straight or better earns it on the Ante. Three of a kind beats a straight, a straight beats a flush.",
    ],
    which: "Which table?",
    /** @param {number} table @param {string} keeps */
    plainest: (table, keeps) => `Table ${table} has the plainest rules. The house keeps ${keeps} of the Ante.`,
    /** @param {number} table @param {string} min @param {string} keeps */
    smallest: (table, min, keeps) => `Table ${table} takes the smallest bets, from ${min}, but the house keeps ${keeps}.`,
    place: "A box is your place at the table. The house deals by itself, also to you alone. The table tells you what each button does.",
    /** @param {number} table */
    watch: (table) => `Watch table ${table} first`,
    rules: "Read its rules",
  },

  limitsToday: { title: "Your limits today", set: "Set limits", change: "All limits, breaks, what you staked" },

  signIn: {
    heading: "Sit down.",
    lead: "Three Card Poker by the rulebooks of real casinos. Every line of a settlement says why.",
    guest: "Play as a guest",
    guestNote: "No name, no address, play money. There is no way back to a guest’s purse after signing out.",
    account: "With an account of this house",
    name: "Name",
    password: "Password",
    code: "Code of your second device, if you have one",
    key: "Sign in",
    note: "Staff sign in here too; what you may do follows from your post.",
    watch: "See the tables without signing in; each can be watched",
  },

  notFound: {
    heading: "There is no such page",
    lead: "The address leads nowhere in this house.",
    back: "To the tables",
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
