// How the game is played, for somebody who has never seen it, in English. What differs between rulebooks is told by
// what the rulebook says of it: a word of its own under each value of a switch.
// @ts-check

export const howTo = {
  name: "How it is played",
  deal: "Lay an Ante on your box. You and the Dealer get three cards each.",
  decide: "Look at yours. Play lays as much again as your Ante and goes on; Fold gives the hand up.",
  dealer:
    "The Dealer needs Queen high or better to qualify. If not, your Ante is paid 1 to 1 and Play comes back. If so, the better hand wins both, and equal hands get both back.",
  /** @param {string} rows */
  bonus: (rows) => `Ante Bonus needs no bet of its own: whoever plays is paid for ${rows}, even against a better Dealer.`,
  /** @param {string} least */
  pairPlus: (least) =>
    `Pair Plus is a bet on your own three cards alone: ${least} or better wins, whatever the Dealer has.`,
  /** What a fold does to Pair Plus. @type {Record<string, string>} */
  foldPairPlus: {
    lost: "It is lost if you fold.",
    kept: "It stays in if you fold.",
    by_election: "If you fold you may keep it.",
  },
  /** @param {string} stake */
  jackpot: (stake) => `The Jackpot bet costs ${stake}, never more or less, and plays for the jackpot shown.`,
  /** What it needs beside it. @type {Record<string, string>} */
  jackpotNeeds: {
    ante: "It needs an Ante on the same box.",
    ante_or_pair_plus: "It needs an Ante or a Pair Plus on the same box.",
  },
  /** Which cards it looks at. @type {Record<string, string>} */
  jackpotCards: {
    three_card: "Your own three cards decide it.",
    five_card_linked:
      "Five cards decide it: your three and two Community cards that lie beside the Dealer’s and are turned with them. They count for nothing else.",
  },
  /** What a fold does to it. @type {Record<string, string>} */
  foldJackpot: { forfeited: "It is lost if you fold.", alive: "It stays in if you fold." },
  /** @param {string} amounts */
  envy: (amounts) =>
    `Envy: if another player gets one of the top hands, your Jackpot bet is paid an Envy Bonus (${amounts}).`,
  /** @param {string} least */
  fiveCard: (least) =>
    `Five Card is a bet on the best five of six cards, your three and the Dealer’s three: ${least} or better wins.`,
  /** What it needs beside it. @type {Record<string, string>} */
  fiveCardNeeds: {
    ante: "It needs an Ante.",
    pair_plus: "It needs a Pair Plus.",
    either: "It needs an Ante or a Pair Plus.",
  },
  /** What a fold does to it. @type {Record<string, string>} */
  foldFiveCard: { lost: "It is lost if you fold.", alive: "It stays in if you fold." },
  /** @param {string} cap */
  cap: (cap) => `No bet may be more than ${cap}.`,
  ranks:
    "Hands of three cards from the top: mini royal (Ace-King-Queen of one suit), straight flush (three in a row of one suit), three of a kind, straight (three in a row), flush (one suit), pair, high card.",
  majorRoyal: "Major royal: all six cards of one suit, Ace to Nine.",
  odds: "“5 to 1” pays five times the bet, and the bet comes back too.",
  forOne: "“20 for 1” pays twenty times the bet, and the bet itself does not come back.",
  meterShare: "“100% of the meter” is the whole jackpot shown.",
  standsOff: "“Stands off” means neither won nor lost: the stake comes back.",
};
