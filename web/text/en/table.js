// The texts of the table in English.
// @ts-check
import { howTo } from "./how-to.js";

export const table = {
  howTo,

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
    gaveUp: "Your time ran out: your box was given up.",
    /** @param {string} box @param {string} bets */
    bets: (box, bets) => `${box}: ${bets}.`,
    /** @param {string} box */
    takesBack: (box) => `${box}: bets taken back.`,
    /** @param {string} box @param {string} bet @param {string} minimum */
    minimum: (box, bet, minimum) => `${box}: ${bet} takes ${minimum} at least. Add to it or take it back.`,
    /** @param {string} box */
    jackpotOffered: (box) => `${box}: the Jackpot bet is offered.`,
    /** @param {string} box */
    basePrompted: (box) => `${box}: a Jackpot bet needs another bet beside it. Add one or take it back.`,
    oneHand: "With several boxes you may look at one hand only; the others are played blind or folded unseen.",
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
    foldedByAbsence: (box) => `${box}: time ran out, counts as folded.`,
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
    /** @param {number | null} at @param {string | null} play @param {string | null} lost @param {number | null} seconds */
    yourTurn: (at, play, lost, seconds) =>
      `It is your decision${at === null ? "" : ` for box ${at}`}. ${play === null ? "Play" : `Play ${play}`}, or fold${lost === null ? "" : ` and lose ${lost}`}.${seconds === null ? "" : ` ${seconds} seconds.`}`,
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
    /** @param {number} at @param {string} lines @param {string} net */
    settledSoFar: (at, lines, net) => `Your box ${at}: ${lines}. So far ${net}; the Jackpot comes last.`,
    /** @param {string} amount */
    plus: (amount) => `plus ${amount}`,
    /** @param {string} amount */
    minus: (amount) => `minus ${amount}`,
    /** @param {string} amount */
    envy: (amount) => `Envy Bonus ${amount}.`,
    /** @param {string} title */
    standsStill: (title) => `The pit has been called. ${title}. Your bets stay where they are.`,
    voided: "The round is void. Every bet goes back.",
    /** @param {string} rack @param {string | null} net */
    over: (rack, net) => `The round is over${net === null ? "" : `: net ${net}`}. Rack ${rack}.`,
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
    /** @param {string} spot @param {string | null} price */
    chosen: (spot, price) => (price === null ? `${spot}.` : `${spot}, costs ${price}.`),
    /** @param {number} at */
    boxChosen: (at) => `Box ${at}.`,
    /** @param {string | null} purse @param {string} rack @param {string | null} net @param {number | null} minutes */
    standing: (purse, rack, net, minutes) =>
      `${purse === null ? "" : `Purse ${purse}. `}Rack ${rack}.${net === null ? "" : ` Net ${net}.`}${minutes === null ? "" : ` ${minutes} minutes.`}`,
  },

  states: {
    choice: "Play on, or take your bets back?",
    /** @param {boolean} withdraws */
    silence: (withdraws) => (withdraws ? "Silence counts as taking them back." : "Silence counts as playing on."),
    others: "Other players are asked.",
    othersText: "The round stands still until they have chosen whether they play on.",
    stands: "The pit has been called.",
    standsText: "A supervisor of the tables rules on it; your bets stay where they are until then.",
    /** Rows of the matrix whose title says nothing by itself. */
    matters: { "IR-35": "Something was reported that the rulebook does not name" },
    /** @param {string} title */
    matter: (title) => `${title}. A supervisor of the tables rules on it; your bets stay where they are until then.`,
    voided: "The round is void.",
    /** @param {string} amount */
    voidedText: (amount) => `Every bet goes back: ${amount}. The jackpot is as it was before the round.`,
    lost: "Trying to come back.",
    lostText: "The table goes on without you. Cards and chips stay as last seen.",
    /** @param {number} seconds */
    lostDeciding: (seconds) => `The table goes on without you. Your decision keeps its time: ${seconds} s.`,
    back: "You are back.",
    backText: "Nothing was missed.",
    backYourTurn: "Nothing was missed. It is still your decision.",
    noAnswer: "No answer yet.",
    noAnswerText: "Asking again under the same number. A bet is never placed twice.",
    refused: "The Dealer says no.",
    /** @param {string} bet @param {string} minimum */
    belowMinimum: (bet, minimum) => `The minimum for ${bet} is ${minimum}.`,
    notLinked: "This table has only just joined its jackpot: Jackpot bets are taken from the next round on.",
    /** @param {string} all */
    tooLittle: (all) => `That is more than you have: ${all} in your purse and rack.`,
    layFirst: "Lay that first.",
    betsClosed: "Bets are closed until the next round.",
    missed: "Time ran out.",
    /** @param {string} boxes */
    boxes: (boxes) => `boxes ${boxes}`,
    /** @param {string} where @param {string} lost */
    missedFolded: (where, lost) => `Your hand at ${where} was folded: ${lost} lost.`,
    /** @param {string} where @param {string} back */
    missedReturned: (where, back) => `Your hand at ${where} is out of the round: ${back} came back to you.`,
    /** @param {string} where */
    missedTurned: (where) => `The Dealer turned your hand at ${where}; it counted as it lay.`,
    /** @param {string} where */
    missedGone: (where) => `You counted as gone at ${where}.`,
    gaveUp: "Your box was given up.",
    gaveUpSit: "Your box was given up: sit down again to go on.",
    /** @param {string} boxes */
    severalBoxes: (boxes) => `You play boxes ${boxes}.`,
    /** @param {number} at */
    chipsGoTo: (at) => `Your chips go to box ${at}.`,
    /** @param {string} name */
    backing: (name) => `${name} decides there; you bet beside, and match your own share on Play.`,
    blocked: "No bet for now.",
    /** @param {number} minutes */
    played: (minutes) => `You have played for ${minutes} minutes.`,
    /** @param {string} staked @param {string} returned @param {string} net */
    playedText: (staked, returned, net) => `Staked ${staked}, back ${returned}, net ${net}.`,
    ended: "This table is open elsewhere.",
    endedText: "You opened it in another window, or signed out. Load this page again to play here.",
    restart: "The house restarts in a moment.",
    restartText: "No new round is opened until it is back. Your chips stay where they are.",
    closed: "The table is closed.",
    closedText: "The lobby has the tables that are open.",
    paused: "The table rests.",
    pausedText: "The house opens the next round.",
    sitSoon: "You have a box as soon as bets open.",
    sitSoonText: "The round on the table is played to its end first.",
    sittingOut: "You sit this round out.",
    sittingOutText: "Bets open again when it is over.",
    soon: "Bets open in a moment.",
    soonText: "",
    watching: "You are watching.",
    watchingText: "To play, take a free box: press “sit here” or the button “Sit down”.",
    staff: "Your role plays at no table.",
    full: "Every box is taken.",
    fullText: "Watch until one is free, or look for another table in the lobby.",
    empty: "All boxes are free.",
    emptyText: "Sit down at one. Cards are dealt once you have bet and press Done, or when the time for bets is up.",
    placeBets: "Place your bets, please.",
    placeBetsText: "Choose a chip and press a spot of your box; each press adds one. Not betting sits the round out.",
    /** @param {string} amount */
    yourBets: (amount) => `Your bets are ${amount}.`,
    othersMayBet: "The others may still bet.",
    pressDone: "Add to them, or press Done: then the cards are dealt.",
    raise: "A bet lies below its minimum.",
    raiseText: "Add to it or take it back.",
    /** @param {string} box */
    waitsFor: (box) => `${box} decides.`,
  },

  keys: {
    sitDown: "Sit down",
    asGuest: "as a guest, with play money",
    yourBox: "a box of your own",
    sameAgain: "Same again, deal",
    planned: "when bets open; press again to call it off",
    /** @param {string} amount */
    anteAndDeal: (amount) => `Ante ${amount}, deal`,
    leastAnte: "the least Ante alone",
    undo: "Undo",
    lastChange: "the last change",
    done: "Done",
    double: "Double",
    clear: "Clear",
    /** @param {string} all @param {string} parts */
    sum: (all, parts) => `${all}: ${parts}`,
    /** @param {string} all @param {string} boxes */
    onBoxes: (all, boxes) => `${all} on boxes ${boxes}`,
    /** @param {number} at */
    toBox: (at) => `To box ${at}`,
    /** @param {number} at */
    giveBack: (at) => `Give box ${at} back`,
    dismiss: "Put this note away",
    fold: "Fold",
    givesUp: "gives up this hand",
    givesUpAnte: "gives up your Ante",
    /** @param {string} bets */
    lost: (bets) => `${bets} lost`,
    foldKeep: "Fold, keep Pair Plus",
    stand: "Stand",
    pairPlusAlone: "Pair Plus alone",
    look: "Look",
    yourCards: "at your cards",
    /** @param {string} amount */
    play: (amount) => `Play ${amount}`,
    asMuchAsAnte: "as much as your Ante",
    /** @param {string} amount */
    playBlind: (amount) => `Play blind ${amount}`,
    unseen: "cards stay down",
    everyShare: "for every share of the box",
    /** @param {number} at */
    yourShare: (at) => `your share of box ${at}`,
    reveal: "Show your hand",
    hide: "Keep it hidden",
    handStaysDown: "the hand stays down",
    /** What keeping a hand down does, by what the rulebook says of it. @type {Record<string, string>} */
    hidden: {
      own_burden: "unseen, it wins nothing against a Dealer who qualifies",
      deemed_lower: "counts as lower than the Dealer’s",
      deemed_folded: "counts as folded: Ante and Play are lost",
      dealer_reveals: "the Dealer turns it for you",
    },
    /** @param {string} amount */
    takeBack: (amount) => `Take ${amount} back`,
    playOn: "Play on",
    allBoxes: "all your bets",
    leave: "Leave the table",
    cashOut: "chips go to your purse",
    goOn: "Go on",
    sameTable: "at this table",
  },

  clock: {
    bets: "then bets close and the cards are dealt.",
    seeds: "then the deck is made without seeds that are not open",
    /** @param {boolean} withdraws */
    choices: (withdraws) => (withdraws ? "silence counts as taking your bets back." : "silence counts as playing on."),
    /** @param {string} box */
    other: (box) => `for ${box}.`,
    /** By what the table does then. @type {Record<string, string>} */
    then: {
      folded: "then you count as gone: your hand is folded and you give up your box.",
      returned: "then you count as gone: your bets go back and you give up your box.",
      stands: "then you count as gone: your hand stays in with the bets that need no decision, and you give up your box.",
      shown: "then you count as gone: the Dealer turns your hand and you give up your box.",
    },
    gone: "then you count as gone and give up your box.",
    /** @param {number} seconds */
    seconds: (seconds) => `${seconds} s`,
    nextRound: "Next round",
    opens: "opens in a moment.",
  },

  felt: {
    name: "The table",
    /** @param {string} number */
    house: (number) => `House ${number}`,
    dealer: "The Dealer",
    community: "Community",
    you: "You",
    decides: "decides",
    folds: "folds",
    timeOut: "time ran out",
    keepsPairPlus: "folds, Pair Plus stays",
    blind: "blind",
    out: "out",
    printed: { oceanfront: "Dealer plays with a Queen", "rws-multilink-2024": "Queen high or better" },
    printedElse: "Dealer qualifies with Queen high or better",
    /** @param {string} title */
    qualifies: (title) => `${title.charAt(0).toUpperCase()}${title.slice(1)}, qualifies`,
    /** @param {string} title */
    doesNotQualify: (title) => `${title.charAt(0).toUpperCase()}${title.slice(1)}, does not qualify`,
    /** @param {string} call */
    quoted: (call) => `“${call}”`,
    /** @param {string} amount */
    back: (amount) => `${amount} back`,
    sitHere: "sit here",
    playToo: "play too",
    backIt: "bet here",
    /** @param {string} text @param {number} at */
    keyLabel: (text, at) => `Box ${at}: ${text}`,
    /** @param {string} amount */
    price: (amount) => `costs ${amount}`,
    /** @param {number} at */
    strip: (at) => `Your box ${at}`,
    /** @param {string} name @param {string | null} staked @param {string | null} result @param {string | null} price */
    spot: (name, staked, result, price) =>
      [name, result ?? staked ?? "empty", ...(price === null ? [] : [`costs ${price}`])].join(", "),
    /** @param {number} at @param {string} name @param {string[]} rest */
    boxLabel: (at, name, rest) => [`Box ${at}`, name === "" ? "free" : name, ...rest].join(", "),
  },

  table: {
    /** @param {string | number} table */
    title: (table) => `Table ${table}`,
    /** @param {string | number} table @param {string} name */
    named: (table, name) => `Table ${table}, ${name}`,
    /** @param {string | number} table */
    documentTitle: (table) => `Table ${table} · queenhigh`,
    leave: "Leave",
    lobby: "Lobby",
    skip: "To your buttons",
    keys: "Your keys",
    /** @param {number} round */
    round: (round) => `Round ${round}`,
    hand: "Your hand",
    calls: "Calls of the round",
    chips: "Your chips",
    sheet: "The round",
    ante: "Ante",
    rack: "Rack at this table",
    purse: "Purse",
    youHave: "You have",
    net: "Net",
    time: "Played",
    /** @param {string} min @param {string} max */
    limits: (min, max) => `${min} to ${max}`,
    /** @param {string} amount */
    chip: (amount) => `Chip of ${amount}`,
    amountFor: "Amount",
    setAmount: "Lay",
    atTheTable: "At the table",
    whatItPays: "What it pays",
    yourThree: "Your three cards",
    fiveHand: "Five-card hand",
    jackpotHand: "Jackpot hand",
    pays: "pays",
    /** @param {string} net */
    boxNet: (net) => `net ${net}`,
    /** @param {string} net */
    netSoFar: (net) => `so far ${net}`,
    /** @param {string} round @param {string} phase */
    callsOf: (round, phase) => `${round}, ${phase}`,
    /** @param {string} net */
    lastRound: (net) => `Last round: net ${net}`,
    company: "Company",
    companyText:
      "Players of the house who keep you company with play money. They lay their bets a second or two after you; a button that deals at once leaves them out of that round.",
    /** @param {number} count @param {number} most */
    companyCount: (count, most) => `${count} of ${most} at most`,
    /** @param {string} name @param {number} at */
    companyBox: (name, at) => `${name} at box ${at}`,
    /** @param {string} boxes */
    companyAt: (boxes) => `In this round: ${boxes}.`,
    companyOut: "None of them is in this round.",
    more: "One more",
    fewer: "One fewer",
    settings: "Settings",
    help: "Keys of the keyboard",
    close: "Close",
    wrong: "Something wrong?",
    wrongText: "Tell the Dealer what you saw. The round stands still until it is ruled on.",
    tell: "Tell the Dealer",
    chipsTitle: "Chips and purse",
    buyIn: "Buy in",
    cashOut: "Cash out",
    /** @param {string} purse @param {string} rack */
    purseAndRack: (purse, rack) =>
      `${purse} in your purse, ${rack} in your rack. The rack holds your chips at this table: what you win or take back comes here, a bet takes from the purse what the rack lacks, and Leave puts all of it back into the purse.`,
    leaving: "Leave the table?",
    leavingText:
      "Your bets are in play. If you leave now you count as gone, and the rulebook says what becomes of them.",
    stay: "Stay",
    replay: "This round, event by event, and the proof of its deck",
    /** @param {number} count */
    watchers: (count) => (count === 1 ? "1 person at this table" : `${count} people at this table`),
    noNotice: "",
    fault: "The jackpot does not work at the moment.",
    shared: "Boxes with bets of several players",
    /** @param {string} name */
    decides: (name) => `${name}, decides`,
    /** @param {string} name */
    backs: (name) => `${name}, backs`,
  },

  phases: {
    closed: "closed",
    ready: "ready",
    bets_open: "bets open",
    bets_closed: "bets closed",
    dealing: "dealing",
    deciding: "deciding",
    dealer_shown: "showing",
    settling: "settling",
    jackpots: "jackpots",
    concluded: "over",
    voided: "void",
  },

  meter: {
    name: "Jackpot",
    /** @param {string} hand */
    takesAll: (hand) => `${hand.charAt(0).toUpperCase()}${hand.slice(1)} takes all of it.`,
    /** @param {string} stake */
    stake: (stake) => `A bet of ${stake} takes part.`,
    /** @param {string} stake */
    price: (stake) => `The Jackpot bet always costs ${stake}, whichever chip is chosen.`,
    /** @param {string} amount */
    added: (amount) => `This round added ${amount} from its Jackpot bets.`,
    addedNothing: "This round has added nothing yet.",
    /** @param {string} seed */
    seed: (seed) => `Once all of it is won it begins again at ${seed}.`,
    /** @param {number} table @param {string} amount */
    lastWin: (table, amount) => `Last won at table ${table}: ${amount}.`,
    neverWon: "Nobody has won it yet.",
  },

  teacher: {
    name: "Teacher",
    exact: "exact, on average",
    play: "Play",
    fold: "Fold",
    scope: "Of Ante, Play and Ante Bonus alone; other bets are not counted.",
    /** @param {string} hands @param {string} not @param {string} win @param {string} lose @param {string | null} tie */
    odds: (hands, not, win, lose, tie) =>
      `Of ${hands} Dealer’s hands ${not} do not qualify, you beat ${win}, ${lose} beat you${tie === null ? "" : `, and ${tie} are equal to yours`}.`,
    /** @param {string} play @param {string} fold */
    line: (play, fold) => `Teacher: ${play}, ${fold} on average.`,
    /** @param {string} what @param {string} amount */
    gains: (what, amount) => `${what} gains ${amount}`,
    /** @param {string} what @param {string} amount */
    loses: (what, amount) => `${what} loses ${amount}`,
    playing: "playing",
    folding: "folding",
    /** @param {string} better @param {string} other @param {string} difference */
    verdict: (better, other, difference) => `On average ${better} and ${other}: a difference of ${difference}.`,
    /** @param {string} cost */
    cost: (cost) => `Your decision cost ${cost} on average.`,
    noCost: "No other decision was worth more on average.",
    offerText: "Play or fold? The Teacher shows what each is worth on average; Settings turns it off again.",
    offer: "Show the Teacher",
    on: "The Teacher is on: it shows what playing and folding are worth. Settings turns it off.",
    off: "Figures for this hand are not to be had.",
  },

  settings: {
    look: "My cards turn by themselves",
    lookText: "When off, you look with a button, and may play blind.",
    letters: "Letters work as keys",
    lettersText: "F folds, P plays, and so on: see the list below.",
    teacher: "Teacher",
    teacherText: "The exact worth of playing and of folding, and afterwards what a decision cost.",
    theme: "Colours",
    system: "as the system",
    light: "day",
    dark: "night",
    four: "Four colours for the suits",
    motion: "Less motion",
  },

  reports: {
    saw: "What you saw",
    kinds: {
      foreign_card: "A card that does not belong to the deck",
      not_shuffled: "The cards were not shuffled",
      misdealt: "The cards do not lie as they should",
      count_doubted: "The number of cards is in doubt",
      dealing_error: "Another error of the deal",
      lone_jackpot: "A Jackpot bet without the bet it needs",
      outside_limits: "A bet outside the limits",
      staked_in_error: "A box was staked by mistake",
      extra_look: "A player looked at a hand he may not see",
      disclosure: "A player showed his cards",
      earlier_round: "An error of an earlier round",
      other: "Something else",
    },
    fields: {
      found: "What was found",
      what: "In your words",
      player: "Player",
      at: "Box",
      boxes: "Box",
      area: "Bet",
      round: "Round",
    },
  },

  help: {
    /** @type {[string, string][]} */
    keys: [
      ["1 – 7", "sit at a box, while you have none"],
      ["A L J V", "choose Ante, Pair Plus, Jackpot, Five Card"],
      ["↑ ↓", "one chip more, one less on the chosen spot"],
      ["0 – 9", "type an amount for the chosen spot, once you sit"],
      ["Z, D, Del", "undo, double, clear"],
      ["S", "same again, deal"],
      ["Enter", "Done; without a bet: Ante and deal; without a box: sit down"],
      ["Space", "look at your cards"],
      ["F, P, K, B", "fold, play, fold and keep Pair Plus, play blind"],
      ["P, X", "show your hand, keep it hidden"],
      ["W", "why: the first clause of your settlement"],
      ["T, H, M, N", "read out time, hand, jackpot, purse and rack"],
      ["?", "this list"],
    ],
  },
};
