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

  limitsToday: { title: "Your limits today", set: "Set limits", change: "All limits, breaks, what you staked" },

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
    chosen: (value, choices) =>
      `${value}; it may be ${choices.length > 6 ? `${choices[0]} to ${choices.at(-1)}` : choices.join(" or ")}.`,
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

  replay: {
    rounds: "Your rounds at this table",
    sheet: "What happened",
    /** @param {number} table @param {number} round */
    pageTitle: (table, round) => `Round ${round} at table ${table}, replayed · queenhigh`,
    /** @param {number} table @param {string | null} name @param {number} round @param {string} rulebook */
    where: (table, name, round, rulebook) => `Table ${table}${name ? ` ${name}` : ""}, ${rulebook}, round ${round}`,
    /** @param {number} table */
    table: (table) => `Table ${table}`,
    all: "all rounds",
    back: "Back",
    on: "On",
    run: "Run",
    stop: "Stop",
    space: "Space",
    track: "Event",
    /** @param {number} at @param {number} count */
    event: (at, count) => `Event ${at} of ${count}`,
    /** @param {number} at @param {number} count @param {string} says */
    valueText: (at, count, says) => `${at} of ${count}: ${says}`,
    /** @param {string} time @param {number} entry @param {number} table */
    stored: (time, entry, table) => `Stored at ${time}, entry ${entry} of table ${table}.`,
    phases: {
      open: "bets open",
      closed: "closed",
      dealing: "dealing",
      deciding: "deciding",
      shown: "shown",
      settling: "settling",
      over: "over",
    },
    happened: "What happened",
    /** @param {number} table */
    stream: (table) => `log of table ${table}`,
    /** @param {number} left */
    more: (left) => `${left} more to come`,
    toEnd: "Show how it ended",
    ended: "How it ended",
    /** @param {number} box @param {string | null} hand */
    ownBox: (box, hand) => `Your box ${box}${hand ? `: ${hand}` : ""}`,
    atTheTable: "At the table",
    /** @param {number} box */
    box: (box) => `box ${box}`,
    /** @param {number} entry @param {number} table */
    entry: (entry, table) => `Entry ${entry} in the log of table ${table}.`,
    offline: "Check all of it offline",
    offlineNote:
      "With a copy of the house’s data: this reads every entry again, puts each request to the rules and compares cards, payments and money.",
    unseen: "An entry that only the house may read.",
    /** @param {string} kind */
    other: (kind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("-", " ")}.`,
    you: "You",
    aPlayer: "A player",
    dealer: "the Dealer",
    community: "the community cards",
    /** @param {string} box @param {string} bet @param {string} amount */
    bet: (box, bet, amount) => `${box}: ${bet} ${amount}.`,
    /** @param {string} box @param {string} bet */
    takesBack: (box, bet) => `${box}: ${bet} taken back.`,
    /** @param {string} name */
    ready: (name) => (name === "You" ? "You are done betting." : `${name} is done betting.`),
    /** @param {string} name */
    seedPromised: (name) =>
      name === "You" ? "You promise a seed for the deck." : `${name} promises a seed for the deck.`,
    /** @param {string} name */
    seedOpened: (name) => (name === "You" ? "You open your seed." : `${name} opens the promised seed.`),
    seedSealed: "The house promises its seed for the deck.",
    shuffled: "The deck is made from the seeds.",
    seedTold: "The house tells its seed: the deck can be made again.",
    dealStarted: "The deal begins.",
    burned: "A card is burnt.",
    /** @param {number} cards @param {string} to */
    dealt: (cards, to) =>
      `${cards === 1 ? "A card" : cards === 2 ? "Two cards" : "Three cards"} to ${to.replace(/^Box/, "box")}.`,
    /** @param {string} box */
    handCompleted: (box) => `${box}: the hand is complete.`,
    dealCompleted: "The deal is complete.",
    /** @param {string} box @param {string} bet @param {string} outcome @param {string} returned */
    settled: (box, bet, outcome, returned) => `${box}: ${bet} ${outcome}, ${returned} back.`,
    /** @param {string} box @param {string} amount */
    contribution: (box, amount) => `${box}: ${amount} of the Jackpot bet goes to the meter.`,
    /** @param {string} box */
    boxSettled: (box) => `${box}: settled.`,
    boxesSettled: "Every box is settled.",
    timeOver: "The time is over.",
    linkAdmitted: "The jackpot’s link takes the table in.",
  },

  deck: {
    title: "The deck",
    none: "The house did not deal this round from a deck of its own, so there is no seed to check.",
    promised: "Promised before the cards",
    seed: "The house’s seed, told after",
    /** @param {number} player */
    playerSeed: (player) => `Seed of player ${player}`,
    withheld: "not opened",
    checking: "Making the deck again …",
    here: "checked here, just now",
    cannot:
      "This browser computes no digests on a connection that is not encrypted. Do it by hand, or open the page on the house’s encrypted address.",
    holds: "The seeds give the deck that was dealt.",
    fails: "The seeds do not give the deck that was dealt.",
    code: "The code that checked it",
    byHand: "is short enough to read; the same can be done with sha256sum and a pencil.",
    yes: "holds",
    no: "does not hold",
    /** @param {{ what: "promise", whose: "house" | number } | { what: "deck" } | { what: "hand", to: string }} step */
    step(step) {
      if (step.what === "promise") {
        return step.whose === "house"
          ? "The house’s seed is the promised one:"
          : `The seed of player ${step.whose} is the promised one:`;
      }
      if (step.what === "deck") return "The seeds give the published deck:";
      return `The open hand of ${step.to === "dealer" ? "the Dealer" : step.to} lay at its place in the deck:`;
    },
  },

  disputes: {
    raise: "Dispute this line",
    /** @param {string} line */
    raiseAt: (line) => `Dispute this line: ${line}`,
    what: "What should be looked at again?",
    send: "Send to the pit",
    /** @param {number} number */
    name: (number) => `Dispute ${number}`,
    states: { open: "open", answered: "answered", referred: "referred", closed: "closed" },
    findings: { upheld: "upheld", rejected: "rejected", referred: "referred" },
    /** @param {string} when @param {boolean} late */
    answerBy: (when, late) => (late ? `An answer was due by ${when}.` : `The house answers by ${when}.`),
    /** @param {string} finding @param {string} when */
    answered: (finding, when) => `The house: ${finding}, ${when}.`,
    close: "I am content: close it",
    erased: "The text was erased.",
    title: "Disputes",
    none: "No dispute.",
    finding: "Finding",
    answer: "Answer to the player",
    sendAnswer: "Answer",
    /** @param {number} table @param {number} round @param {string} box */
    about: (table, round, box) => `Table ${table}, round ${round}, ${box}`,
    /** @param {number} from @param {number} to */
    entries: (from, to) => `Entries ${from} to ${to}`,
  },

  history: {
    heading: "Your rounds",
    headingStaff: "Rounds of the house",
    lead: "Every round with its replay, its settlement and why, and the proof of its deck.",
    caption: "Rounds that are over, newest first",
    columns: {
      round: "Round",
      table: "Table",
      rulebook: "Rulebook",
      ended: "Ended",
      staked: "Staked",
      back: "Back",
      net: "Net",
    },
    none: "You have played no round yet.",
    noneStaff: "No round has been played yet.",
    older: "Older rounds",
    signIn: "Sign in to see your rounds",
    /** @param {number} table @param {number} round */
    replay: (table, round) => `Replay round ${round} at table ${table}`,
    replayKey: "Replay",
    voided: "void",
    allTables: "all tables",
    tableLabel: "Table",
  },

  limits: {
    heading: "Your limits",
    aside: "What you staked, what came back",
    lead: "They hold at every table of this house. Tighter holds at once, looser after 24 hours. No person here can loosen one for you sooner.",
    signIn: "Sign in to see your limits",
    /** @type {Record<string, string>} */
    names: {
      "deposit-day": "Into the purse in a day",
      "deposit-week": "Into the purse in a week",
      "deposit-month": "Into the purse in a month",
      "loss-day": "Loss in a day",
      "loss-week": "Loss in a week",
      "loss-month": "Loss in a month",
      "stake-round": "Staked in one round",
      "time-session": "Time in one sitting",
      "time-day": "Time at tables in a day",
      "reality-check": "Reality check",
      exclusion: "Staying away",
    },
    none: "none",
    set: "Set",
    /** @param {string} name */
    setNamed: (name) => `Set: ${name}`,
    /** @param {string} used */
    usedNone: (used) => `${used}, no limit set`,
    /** @param {string} used @param {string} value @param {string | null} until */
    usedOf: (used, value, until) => `${used} of ${value}${until ? `, until ${until}` : ""}`,
    firstHolds: "A first limit holds at once.",
    /** @param {string} from */
    holds: (from) => `Lower holds at once. Higher, or none, from ${from}.`,
    /** @param {string} value @param {string} asked @param {string} from */
    waits: (value, asked, from) => `You asked for ${value} on ${asked}. It holds from ${from}.`,
    /** @param {string} value */
    leaveAt: (value) => `Leave it at ${value}`,
    wrongAmount: "Write an amount such as 200 or 200.00, or nothing for no limit.",
    wrongTime: "Write hours and minutes such as 3:00, or nothing for no limit.",
    reality: "Reality check",
    realityBlocks: "blocks the next stake, never a decision",
    realityWords: "Tell me what I have staked, what came back and how long I have played, every",
    /** @param {number} minutes */
    minutes: (minutes) => `${minutes} minutes`,
    /** @param {string | null} next */
    realityNext: (next) => `${next ? `Next at ${next}. ` : ""}More often holds at once, less often after 24 hours.`,
    /** @param {number} minutes @param {string} from */
    realityWaits: (minutes, from) => `Every ${minutes} minutes holds from ${from}.`,
    stayAway: "Stay away",
    stayAwayWhere: "from every table, from now",
    stayAwayWords:
      "A break ends by itself. Keeping yourself out does not: when its time is over you ask, and wait another seven days.",
    breaks: "A break",
    keepOut: "Keep me out",
    /** @type {Record<string, string>} */
    terms: {
      "24-hours": "24 hours",
      "7-days": "7 days",
      "30-days": "30 days",
      "90-days": "90 days",
      "6-months": "6 months",
      "1-year": "1 year",
      "5-years": "5 years",
      "for-good": "for good",
    },
    /** @param {string} purse */
    stayAwayNote: (purse) =>
      `You are asked once more, in one sentence with the day it ends. After that no person can take it back before then. Bets that lie are settled, your purse of ${purse} and your racks stay yours and are paid at the cage.`,
    /** @param {string} term @param {string | null} until */
    sure: (term, until) =>
      until
        ? `You stay away from every table for ${term}, until ${until}. No person can take that back before then.`
        : "You stay away from every table for good. No person can take that back.",
    goOn: "Do not stay away",
    stayAwayKey: "Stay away",
    /** @param {string | null} until */
    away: (until) =>
      until ? `You stay away from every table until ${until}.` : "You stay away from every table for good.",
    /** @param {string} when */
    returns: (when) => `You asked to come back. It holds from ${when}.`,
    comeBack: "Ask to come back",
    netMonth: "Net, this month",
    /** @param {number} rounds */
    rounds: (rounds) => (rounds === 1 ? "One round." : `${rounds} rounds.`),
    blocked: "No bet is taken now",
    spans: { session: "Since signing in", day: "Today", week: "This week", month: "This month" },
    columns: { time: "Time", staked: "Staked", back: "Back", net: "Net", hours: "Hours" },
    edge: "The house keeps a part of each bet on average; the lobby says how much, exactly. Playing longer does not win it back.",
    changes: "What holds when",
    noChanges: "Nothing was changed yet.",
    /** @param {string} name @param {string} before @param {string} after @param {string | null} from */
    changed: (name, before, after, from) => `${name} from ${before} to ${after}, ${from ? `from ${from}` : "at once"}`,
  },
};
