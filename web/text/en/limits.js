// The texts of a Player’s limits in English.
// @ts-check

export const limits = {
  limits: {
    heading: "Your limits",
    aside: "What you staked, what came back",
    lead: "They hold at every table of this house. Tighter holds at once, looser after 24 hours. No person here can loosen one for you sooner.",
    /** @param {string} starts @param {string} zone @param {string} yours */
    day: (starts, zone, yours) =>
      `A day here is the house’s day. It begins at ${starts} by the house’s clock (UTC${zone})${starts === yours ? "" : `, which is ${yours} by yours`}. A week begins on Monday and a month on the first, at the same hour.`,
    unit: "hours:minutes",
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
    wrongTime: "Write hours and minutes: 0:30 is half an hour, 3:00 three hours. Or nothing for no limit.",
    /** @param {string} least @param {string} most */
    outOfBounds: (least, most) => `It can be from ${least} to ${most}, or nothing for no limit.`,
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
    chart: "Net by day",
    /** @param {number} days @param {number} played */
    chartDays: (days, played) => `${played} of the last ${days} days with play.`,
    /** @param {string} from */
    chartFrom: (from) => `Rounds since ${from}; those before are not drawn.`,
    today: "today",
    chartValues: "The days as a table",
    chartColumns: { day: "Day", net: "Net" },
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
