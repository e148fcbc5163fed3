// Every text of the pages in English. A text is a string, or a function of what it names. Each writer has
// sections of his own; another language is another file with the same keys.
// @ts-check

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

  calls: {
    you: "You",
    aPlayer: "A player",
    /** @param {number} at */
    box: (at) => `Box ${at}`,
    /** @param {number} at */
    boxYou: (at) => `Box ${at}, you`,
    /** @param {number} at @param {string} name */
    boxOf: (at, name) => `Box ${at}, ${name}`,
    placeYourBets: "Place your bets, please.",
    noMoreBets: "No more bets.",
    /** @param {string} box */
    sitsDown: (box) => `${box}: sits down.`,
    /** @param {string} name */
    leaves: (name) => `${name} left the table.`,
    /** @param {string} box @param {string} bets */
    bets: (box, bets) => `${box}: ${bets}.`,
    /** @param {string} box */
    takesBack: (box) => `${box}: bets taken back.`,
    /** @param {string} box @param {string} bet @param {string} minimum */
    minimum: (box, bet, minimum) => `${box}: ${bet} takes ${minimum} at least. Add to it or take it back.`,
    /** @param {string} box */
    jackpotOffered: (box) => `${box} is offered the Jackpot bet.`,
    /** @param {string} box */
    basePrompted: (box) => `${box}: a Jackpot bet needs another bet beside it. Add one or take it back.`,
    oneHand: "You play several boxes: you may look at one hand only; the others are played blind.",
    /** @param {string} boxes */
    missingPairPlus: (boxes) => `No Pair Plus on box ${boxes}.`,
    /** @param {string} box */
    looks: (box) => `${box}, looks.`,
    /** @param {string} box */
    plays: (box) => `${box}, plays.`,
    /** @param {string} box */
    playsBlind: (box) => `${box}, plays blind.`,
    /** @param {string} box */
    folds: (box) => `${box}, folds.`,
    /** @param {string} box */
    foldsKeeping: (box) => `${box}, folds and keeps Pair Plus.`,
    /** @param {string} box */
    foldedByAbsence: (box) => `${box}: gone, counts as folded.`,
    /** @param {string} box */
    stands: (box) => `${box}: Pair Plus stands.`,
    /** @param {string} box */
    removed: (box) => `${box}: the hand is out of the round.`,
    /** @param {string} cards @param {string} hand */
    dealerPlays: (cards, hand) => `The Dealer has ${cards}: ${hand}, and qualifies.`,
    /** @param {string} cards @param {string} hand */
    dealerDoesNot: (cards, hand) => `The Dealer has ${cards}: ${hand}, and does not qualify.`,
    /** @param {string} cards */
    community: (cards) => `Community cards: ${cards}.`,
    dealerNotNeeded: "The Dealer’s hand stays down: nothing depends on it.",
    /** @param {string} box @param {string} hand */
    shows: (box, hand) => `${box}, shows ${hand}.`,
    /** @param {string} box */
    hides: (box) => `${box}, does not show the hand.`,
    /** @param {string} box */
    claims: (box) => `${box}, claims the jackpot.`,
    /** @param {string} box */
    settled: (box) => `${box}: settled.`,
    /** @param {string} box @param {string} amount */
    awarded: (box, amount) => `${box}, wins ${amount} from the jackpot’s table.`,
    reported: "The round stands still: the pit has been called.",
    ruled: "The pit has ruled.",
    choicesOffered: "Players are asked whether they play on.",
    /** @param {string} box @param {boolean} withdraws */
    chose: (box, withdraws) => (withdraws ? `${box}, takes the bets back.` : `${box}, plays on.`),
    resumed: "The round goes on.",
    voided: "The round is void. Every bet goes back.",
    over: "The round is over.",
    fault: "The jackpot does not work.",
    faultCleared: "The jackpot works again.",
  },

  announce: {
    /** @param {string} name @param {string} amount */
    bet: (name, amount) => `${name} ${amount}`,
    /** @param {string} bets @param {string} sum */
    inAll: (bets, sum) => `${bets}: ${sum} in all.`,
    /** @param {number} at */
    noBets: (at) => `Box ${at}: no bets.`,
    /** @param {number} at */
    youSit: (at) => `You sit at box ${at}.`,
    /** @param {string} min @param {string} max */
    limits: (min, max) => `Ante from ${min} to ${max}.`,
    /** @param {string} stake */
    jackpotStake: (stake) => `Jackpot ${stake}.`,
    /** @param {string} sum */
    ready: (sum) => `Your bets are ${sum}. The others may still bet.`,
    /** @param {string} meter */
    closedWithJackpot: (meter) => `No more bets. The jackpot is ${meter}.`,
    /** @param {string} boxes */
    dealt: (boxes) => `Cards are dealt to ${boxes.includes(" ") ? "boxes" : "box"} ${boxes}, and to the Dealer.`,
    /** @param {string} cards @param {string} title */
    hand: (cards, title) => `${cards}. ${title.charAt(0).toUpperCase()}${title.slice(1)}.`,
    /** @param {string | null} play @param {number | null} seconds */
    yourTurn: (play, seconds) =>
      `It is your decision. ${play === null ? "Play or fold." : `Play ${play}, or fold.`}${seconds === null ? "" : ` ${seconds} seconds.`}`,
    /** @param {string} amount */
    youPlay: (amount) => `You play ${amount}.`,
    /** @param {number} at */
    blind: (at) => `Box ${at} is played blind.`,
    /** @param {string} lost */
    youFold: (lost) => (lost === "" ? "You fold." : `You fold. Lost: ${lost}.`),
    /** @param {string} name @param {string} amount */
    wins: (name, amount) => `${name} wins ${amount}`,
    /** @param {string} name @param {string} amount */
    loses: (name, amount) => `${name} loses ${amount}`,
    /** @param {string} name @param {string} amount */
    back: (name, amount) => `${name} ${amount} back`,
    /** @param {number} at @param {string} lines @param {string} net */
    settled: (at, lines, net) => `Your box ${at}: ${lines}. Net ${net}.`,
    /** @param {string} amount */
    plus: (amount) => `plus ${amount}`,
    /** @param {string} amount */
    minus: (amount) => `minus ${amount}`,
    /** @param {string} amount */
    envy: (amount) => `Envy Bonus ${amount}.`,
    /** @param {string} title */
    standsStill: (title) => `The pit has been called. ${title}. Your bets stay where they are.`,
    voided: "The round is void. Every bet goes back.",
    /** @param {string} rack */
    over: (rack) => `The round is over. Rack ${rack}.`,
    tenSeconds: "Ten seconds.",
    /** @param {string} detail */
    refused: (detail) => `The Dealer says no. ${detail}`,
    /** @param {number} seconds */
    timeLeft: (seconds) => `${seconds} seconds.`,
    noLimit: "There is no time limit now.",
    noHand: "You hold no cards you have looked at.",
    /** @param {string} meter */
    meter: (meter) => `The jackpot is ${meter}.`,
    noMeter: "This table has no jackpot.",
    /** @param {string} rack @param {string | null} net @param {number | null} minutes */
    standing: (rack, net, minutes) =>
      `Rack ${rack}.${net === null ? "" : ` Net ${net}.`}${minutes === null ? "" : ` ${minutes} minutes.`}`,
  },

  states: {
    choice: "Play on, or take your bets back?",
  },

  // ---- the pages beside the table ----

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
      const first = en.count(tables, en.words.table);
      return `${first[0]?.toUpperCase()}${first.slice(1)}, ${en.count(rulebooks, en.words.rulebook)}`;
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
      const words = en.lobby.phases[phase] ?? phase;
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
  // ---- end of the pages beside the table ----
};
