// The texts of history, replay and disputes in English.
// @ts-check

export const rounds = {
  replay: {
    rounds: "Your rounds at this table",
    sheet: "What happened",
    /** @param {number} table @param {number} round */
    pageTitle: (table, round) => `Round ${round} at table ${table}, replayed · queenhigh`,
    /** @param {number} table @param {string | null} name @param {number} round @param {string} rulebook */
    where: (table, name, round, rulebook) => `Table ${table}${name ? ` ${name}` : ""}, round ${round}, ${rulebook}`,
    /** @param {number} table */
    table: (table) => `Table ${table}`,
    all: "all rounds",
    back: "Back",
    next: "Next",
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
    /** @param {string} staked @param {string} back */
    whole: (staked, back) => `The whole round: ${staked} staked, ${back} back`,
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
    pairPlusEverywhere: "The Dealer looks for boxes without Pair Plus: there is none.",
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
      hand: "Your hand",
      ended: "Ended",
      staked: "Staked",
      back: "Back",
      net: "Net",
    },
    /** @param {string} hand */
    folded: (hand) => `${hand}, folded`,
    unseen: "not seen",
    /** @param {number} rounds */
    shown: (rounds) => (rounds === 1 ? "This round" : `These ${rounds} rounds`),
    totals: { day: "Today", week: "This week", month: "This month" },
    /** @param {number} rounds @param {string} staked @param {string} back */
    total: (rounds, staked, back) => `${rounds === 1 ? "1 round" : `${rounds} rounds`}, ${staked} staked, ${back} back`,
    end: "That is every round.",
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
};
