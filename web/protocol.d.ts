// The types of what the house sends and takes, made from its Rust types.
// Do not edit: `UPDATE_EXPECT=1 cargo test -p queenhigh-server --test openapi` writes this file.

/** What is done: the codes of rounds.md 8.1. */
export type Act =
  | "cannot_arise"
  | "no_effect"
  | "open"
  | "void"
  | "void_and_reshuffle"
  | "continue"
  | {
    choices: WhoChooses;
  }
  | {
    move_hands: Then;
  }
  | {
    reconstruct: Then;
  }
  | {
    remove_hand: Others;
  }
  | "may_withdraw"
  | "return_bet"
  | "return_bet_at_end"
  | "return_jackpot_bets"
  | "refuse"
  | "refuse_excess"
  | "correct_or_take_back"
  | "settle_as_it_stands"
  | "settle_to_maximum"
  | "settle_to_ante"
  | "settle_once"
  | "keep_at_risk"
  | "treat_as_folded"
  | "invalidate"
  | "settle_normally"
  | {
    unrevealed: DeclineReveal;
  }
  | "order_then_choices"
  | "rule_on_intent"
  | "keep_one_hand"
  | "may_bar"
  | "bar_persists"
  | "count_deck"
  | "house_mode"
  | "awards_held";

/** Who asks for something. */
export type Actor =
  | {
    player: PlayerId;
  }
  | {
    staff: {
      /** The person. */
      person: PersonId;
      /** The post. */
      post: Post;
    };
  }
  | "system";

/** Who asks for something. */
export type ActorInRequest =
  | {
    player: PlayerId;
  }
  | {
    staff: {
      /** The person. */
      person: PersonId;
      /** The post. */
      post: Post;
    };
  }
  | "system";

/** Which way an adjustment goes. */
export type Adjusted = "to_player" | "from_player";

/** An amount in minor units. */
export type Amount = number;

/** What the Dealer says on turning the own hand (oceanfront ofg.deal.6, OFG-12). */
export type Announcement = "plays" | "does_not_play";

/** What the pit answers. */
export type AnswerBody = {
  /** What is told to the player: 1 to 2,000 letters. */
  answer: string;
  /** What was found. */
  finding: Finding;
};

/** A marked spot of a betting box that takes chips while bets are open, and Play afterwards. */
export type Area = "ante" | "play" | "pair_plus" | "jackpot" | "five_card";

/** A table as the house has it. */
export type AtTable = {
  /** How many players of the house may be asked to it. */
  company_max: number;
  /** Its name. */
  name: string | null;
  /** Its number. */
  table: TableId;
};

/** What a table waits for. */
export type Awaited =
  | "seeds"
  | "bets"
  | {
    decision: {
      /** The box that has not decided. */
      at: BoxNumber;
    };
  }
  | {
    reveal: {
      /** The box whose hand lies face down. */
      at: BoxNumber;
    };
  }
  | "choices";

/** One award of the jackpot. */
export type AwardView = {
  /** What it paid, without any stake beside it. */
  amount: Money;
  /** The box that won it. */
  at: BoxNumber;
  /** The row of the jackpot's table. */
  award: JackpotAward;
};

/** One Player's chips on one area. */
export type BetView = {
  /** How much was staked. */
  amount: Money;
  /** Where they lie. */
  area: Area;
  /** What became of the bet; nothing while it is in play. */
  outcome: Outcome | null;
  /** Whose they are. */
  player: PlayerId;
};

/** Why nothing may be staked, brought or sat down for. */
export type Blocked = {
  /** A stable word, as in a problem. */
  code: string;
  /** The limit, what was used, and when it opens, for a person. */
  detail: string;
  /** When it opens, where that is known. */
  opens: Timestamp | null;
};

/** The least and the most a bet may be; a bound that is not set has no effect. */
export type Bounds = {
  /** The most. */
  max?: Money | null;
  /** The least. */
  min?: Money | null;
};

/** The least and the most a bet may be; a bound that is not set has no effect. */
export type BoundsInRequest = {
  /** The most. */
  max?: Money | null;
  /** The least. */
  min?: Money | null;
};

/** A betting box, counted from 1 at the Dealer's left. */
export type BoxNumber = number;

/** One box of the layout. */
export type BoxView = {
  /** Its number. */
  at: BoxNumber;
  /** The chips on it, from the far side of the felt. */
  bets: Array<BetView>;
  /** Its cards. */
  cards: Array<Face>;
  /** Its Player has claimed a jackpot. */
  claimed: boolean;
  /** Who decides for it. */
  controller: PlayerId | null;
  /** What it has decided. */
  decision: DecisionView;
  /** The five-card hand it plays for a jackpot or the side bet, where all of that lies open. */
  five_card: string | null;
  /** Its hand, where all of it lies open to the viewer. */
  hand: HandView | null;
  /** The Dealer has offered the jackpot bet (mbs-2019 3.5.1). */
  jackpot_offered: boolean;
  /** Every bet that has come to its end, with the sentence and the clauses. */
  lines: Array<WagerSettled>;
  /** Its Player has picked the hand up. */
  looked: boolean;
  /** Areas whose bet has to be raised or taken back (5.2, 5.12.1). */
  prompted: Array<Area>;
  /** Who sits there. */
  seated: PlayerId | null;
  /** The Dealer has counted it out. */
  settled: boolean;
  /** How its cards lie. */
  showing: ShowingView;
};

/** Rank, then suit: `As`, `Td`, `2c`. */
export type Card = string;

/** What happened to the cards of a table. */
export type CardEvent =
  | {
    /** The source. */
    from: Source;
    kind: "cards-taken";
  }
  | {
    kind: "seed-promised";
    /** The Player. */
    player: PlayerId;
    /** The digest of the seed. */
    promise: Fingerprint;
  }
  | {
    kind: "seed-sealed";
    /** What everybody can hold the seed against once it is told. */
    promise: Fingerprint;
    /** For those with the key: a number used once, then cipher and tag, in hexadecimal. */
    sealed: string;
  }
  | {
    kind: "seed-opened";
    /** The Player. */
    player: PlayerId;
    /** The seed. */
    seed: Seed;
  }
  | {
    kind: "shuffled";
    /** Who promised a seed and did not open it. */
    silent: Array<PlayerId>;
  }
  | {
    kind: "drawn";
    /** Their positions in the deck, from 0. */
    places: Array<number>;
    /** Where they went. */
    to: DrawnTo;
  }
  | {
    kind: "seed-told";
    /** The digest by which it was promised. */
    promise: Fingerprint;
    /** The seed. */
    seed: Seed;
  };

/** The cards of a table. */
export type CardsView = {
  /** Where those of the next round come from. */
  from: Source;
  /** The deck of the last round, where the house dealt it. */
  shuffle: ShuffleView | null;
};

/** What stopped play; mbs-2019 5.16 speaks of power alone. */
export type Cause = "power" | "technical";

/** A change that a player made. */
export type Change = {
  /** The value asked for; nothing: none. */
  after: number | null;
  /** When it was asked for. */
  at: Timestamp;
  /** The value before; nothing: none. */
  before: number | null;
  /** From when it holds; nothing where it was taken back. */
  from: Timestamp | null;
  /** What was changed. */
  limit: Limit;
};

/** An amount to be moved between a purse and a rack. */
export type ChipsBody = {
  /** In minor units. */
  amount: number;
  /** The caller's own id: the same id again gets the same answer. */
  id: CommandId;
};

/** Chips were moved. */
export type ChipsMoved = {
  /** The number of the last entry before it. */
  from: number;
  /** `done` */
  outcome: DoneWord;
  /** What the purse holds now. */
  purse: Money;
  /** What the rack holds now. */
  rack: Money;
  /** The number of its last entry. */
  to: number;
};

/** What a Player says who is asked to go on or to withdraw. */
export type Choice = "continue" | "withdraw";

/** Players who are asked to go on or to withdraw. */
export type ChoicesView = {
  /** Each box that is asked, and what it has said. */
  asked: Array<[BoxNumber, Choice | null]>;
  /** The clauses that give the choice. */
  clauses: Array<string>;
  /** What silence counts as once the time is over. */
  silence: Choice;
  /** On what terms they are asked. */
  terms: Terms;
};

/** A clause of a rulebook. */
export type ClauseLine = {
  clause: string;
  kind: string;
  requirement: string;
};

export type Clauses = Array<string>;

/** A message of a client on the live socket of a table. */
export type ClientMessage =
  | {
    /** Which log its number belongs to. */
    epoch?: string | null;
    /** The last entry it has. */
    n?: number | null;
    type: "hello";
  }
  | {
    /** Its own id: the same id again gets the same answer. */
    id: CommandId;
    /** What is asked. */
    request: TableRequest;
    type: "command";
  }
  | {
    type: "pong";
  };

/** A command as it comes in. */
export type Command = {
  /** The caller's own id for it: the same id again gets the same answer. */
  id: CommandId;
  /** What is asked. */
  request: TableRequest;
};

/** The caller's own id: the same id again gets the same answer. */
export type CommandId = string | number;

/** How the community cards reach the table (rws-multilink-2024 3.10.1, 3.11.1, 3.11.2). */
export type CommunityMethod = "shoe_last" | "packet_three_last" | "packet_two_first";

/** The players of the house at a table. */
export type Company = {
  /** How many of them stay there. */
  company: number;
  /** The table. */
  table: TableId;
};

/** How many players of the house are asked to a table. */
export type CompanyBody = {
  /** How many; 0 sends them away. */
  players: number;
};

/** What a correction puts right. */
export type Correction =
  | {
    corrects: "card";
    /** The card as it is. */
    is: Card;
    /** The card as recorded. */
    was: Card;
  }
  | {
    /** The box. */
    at: BoxNumber;
    corrects: "pay";
    /** What was handed over. */
    handed: Money;
    /** The Player paid. */
    player: PlayerId;
    /** The bet paid. */
    wager: Wager;
  };

/** What the Dealer does next; the jackpots are paid by the system. */
export type DealerDuty =
  | "open_bets"
  | {
    offer_jackpot: {
      /** The box that has none. */
      at: BoxNumber;
    };
  }
  | "close_bets"
  | {
    inform_one_hand: {
      /** Who holds them. */
      player: PlayerId;
    };
  }
  | "call_missing_pair_plus"
  | {
    deal: Step;
  }
  | "count_deck"
  | "report_misdeal"
  | "collect_folded"
  | "show_dealer"
  | {
    show_box: {
      /** Whose hand it is. */
      at: BoxNumber;
    };
  }
  | {
    settle: {
      /** The next box in the rulebook's order. */
      at: BoxNumber;
    };
  }
  | "pay_jackpots"
  | "conclude";

/** The hands the Dealer can hold against a Player's, by what becomes of a Play. */
export type DealerHands = {
  /** All of them. */
  hands: number;
  /** Qualified, and better than the Player's. */
  lose: number;
  /** Those that do not qualify. */
  not_qualified: number;
  /** Qualified, and equal to the Player's. */
  stand_off: number;
  /** Qualified, and worse than the Player's. */
  win: number;
};

export type Decision = "play" | "fold" | "none" | "absent" | "hidden";

/** What a box has decided. */
export type DecisionView =
  | "undecided"
  | "played"
  | "played_blind"
  | "folded"
  | "folded_keeping_pair_plus"
  | "folded_by_absence"
  | "standing_pair_plus"
  | "removed"
  | "withdrawn";

/** A hand the Player will not show. */
export type DeclineReveal = "own_burden" | "deemed_lower" | "deemed_folded" | "dealer_reveals";

/** A command to the desk of the house. */
export type DeskCommand = {
  /** An id of the caller's own: the same id again gets the same answer. */
  id: CommandId;
  /** What is asked. */
  request: DeskRequest;
  /** The second person, where two have to answer for it. */
  with?: SecondPerson | null;
};

/** What is asked of the desk. */
export type DeskRequest =
  | {
    /** How much. */
    amount: Money;
    /** The player. */
    player: PlayerId;
    request: "deposit";
  }
  | {
    /** How much. */
    amount: Money;
    /** The player. */
    player: PlayerId;
    request: "withdraw";
  }
  | {
    /** How much. */
    amount: Money;
    /** The player. */
    player: PlayerId;
    request: "adjust";
    /** The table whose account bears it. */
    table: TableId;
    /** To the purse or from it. */
    way: Adjusted;
  }
  | {
    /** What is asked of it. */
    asks: LinkRequest;
    /** The link. */
    link: LinkId;
    request: "ask-link";
  }
  | {
    request: "pause-table";
    /** The table. */
    table: TableId;
  }
  | {
    request: "resume-table";
    /** The table. */
    table: TableId;
  }
  | {
    request: "reload-configuration";
  };

/** Where the cards come from; a shuffler hands out packets, everything else single cards. */
export type Device = "electronic_shoe" | "manual_shoe" | "by_hand" | "shuffler";

/** A second device was confirmed. */
export type DeviceConfirmed = {
  /** Codes are asked for from now on. */
  second_device: boolean;
};

/** The secret of a second device, told once. */
export type DeviceSecret = {
  /** An `otpauth` address, for the device. */
  uri: string;
};

/** SHA-256, in hexadecimal. */
export type Digest = string;

/** A dispute as it is told. */
export type Dispute = {
  /** The answer. */
  answer: DisputeAnswer | null;
  /** When it is to be answered. */
  answer_by: Timestamp;
  /** The bet. */
  bet: Wager;
  /** The box. */
  box: BoxNumber;
  /** When the player closed it. */
  closed: Timestamp | null;
  /** Its digest, with the options of the table. */
  digest: Digest | null;
  /** Its number. */
  dispute: number;
  /** Answers before it, where it was referred. */
  earlier: Array<DisputeAnswer>;
  /** The entries of the round. */
  entries: Entries;
  /** Whether the answer is late. */
  late: boolean;
  /** The line as it was settled. */
  line: DisputedLine;
  /** The name of that player, where there still is one. */
  name: string | null;
  /** Who raised it. */
  player: PlayerId;
  /** When it was raised. */
  raised: Timestamp;
  /** The number of the round there. */
  round: number;
  /** The rulebook it was played by. */
  rulebook: RulebookId | null;
  /** How far it has come. */
  state: DisputeState;
  /** The table. */
  table: TableId;
  /** The player's own words; none once they are erased. */
  text: string | null;
};

/** An answer of the pit. */
export type DisputeAnswer = {
  /** When. */
  at: Timestamp;
  /** By whom. */
  by: PersonId;
  /** What was found. */
  finding: Finding;
  /** What is told to the player. */
  text: string;
};

/** How far a dispute has come. */
export type DisputeState = "open" | "referred" | "answered" | "closed";

/** The line that is disputed, as it was settled. */
export type DisputedLine = {
  /** How much of it could be won or lost. */
  at_risk: Money;
  /** The clauses it follows from. */
  clauses: Array<string>;
  /** Won, lost or returned. */
  outcome: Outcome;
  /** What was handed back, stake included. */
  returned: Money;
  /** What was staked. */
  staked: Money;
  /** The sentence the Player was told. */
  why: string;
};

/** Disputes, those that wait for an answer first. */
export type DisputesPage = {
  /** The disputes. */
  disputes: Array<Dispute>;
};

/** A command was carried out, by the entries after `from` up to `to`. */
export type Done = {
  /** The number of the last entry before it. */
  from: number;
  /** `done` */
  outcome: DoneWord;
  /** The number of its last entry. */
  to: number;
};

/** What came of a command to the desk. */
export type DoneAtDesk = Done | Reloaded;

/** The one outcome that is no problem. */
export type DoneWord = "done";

/** Where cards go face down. */
export type DrawnTo = "burnt" | {
    hand: Spot;
  } | "community" | "discard";

/** What the house keeps of each bet on average, exactly, under best play; none for a bet that does not exist. */
export type Edges = {
  /** Of the Ante, with its Play. */
  ante_play: Exact | null;
  /** Of the five-card bet. */
  five_card: Exact | null;
  /** Of Pair Plus. */
  pair_plus: Exact | null;
};

/** A table that takes part in a link. */
export type Enrolled = {
  /** Whether it may feed and win. */
  enrolment: Enrolment;
  /** The number of the table. */
  table: TableId;
};

/** Whether an enrolled table takes part. */
export type Enrolment = "disabled" | "enabled" | "leaving";

/** The entries of a round in the log of its table. */
export type Entries = {
  /** The number of the last entry before it. */
  from: number | null;
  /** The number of its last entry. */
  to: number;
};

/** An event as one viewer may know it. */
export type EventView = {
  /** The name it is stored under. */
  kind: string;
} & (
  | {}
  | {
    digest: Digest;
    options: Array<[string, string]>;
    rulebook: RulebookId;
    setup: Setup;
  }
  | {
    notice: Notice;
  }
  | {
    method: CommunityMethod;
  }
  | {
    digest: Digest;
    round: number;
    rulebook: RulebookId;
  }
  | {
    at: BoxNumber;
  }
  | {
    boxes: Array<BoxNumber>;
  }
  | {
    player: PlayerId;
  }
  | {
    by: Actor;
    player: PlayerId;
  }
  | {
    at: BoxNumber;
    player: PlayerId;
  }
  | {
    at: BoxNumber;
    cites: Array<string>;
  }
  | {
    at: BoxNumber;
    by: Actor;
  }
  | {
    at: BoxNumber;
    when: Timestamp;
  }
  | {
    amount: Money;
    at: BoxNumber;
  }
  | {
    amount: Money;
    area: Area;
    at: BoxNumber;
    player: PlayerId;
  }
  | {
    amount: Money;
    area: Area;
    at: BoxNumber;
    placed_by: Actor;
    player: PlayerId;
  }
  | {
    area: Area;
    at: BoxNumber;
    minimum: Money;
  }
  | {
    plan: Array<Step>;
  }
  | {
    step: Step;
  }
  | {
    cards: Array<Face>;
    instead?: Step | null;
    to: Place;
  }
  | {
    at: BoxNumber;
    cards: Array<Face>;
    player: PlayerId;
  }
  | {
    amount: Money;
    at: BoxNumber;
    blind: boolean;
    player: PlayerId;
  }
  | {
    at: BoxNumber;
    pair_plus: FoldedPairPlus;
  }
  | {
    announced: Announcement | null;
    cards: Array<Face>;
    hand: HandView;
    qualifies: boolean;
  }
  | {
    at: BoxNumber;
    cards: Array<Face>;
    hand: HandView;
  }
  | WagerSettled
  | {
    amount: Money;
    at: BoxNumber;
    award: JackpotAward;
    by_cheque?: boolean | null;
  }
  | {
    after: Money;
    before: Money;
  }
  | {
    amount: Money;
  }
  | {
    displayed: Money;
  }
  | {
    boxes: Array<BoxNumber>;
    by: Actor;
    irregularity: Irregularity;
    row: string;
    when: Timestamp;
    whose: Whose;
  }
  | {
    act: Act;
    acting: boolean;
    asks: PendingChoices | null;
    by: Actor;
    cites: Array<string>;
    on: Irregularity;
    row: string;
  }
  | {
    by: Actor;
    on: Irregularity;
    proposal: Act;
  }
  | {
    cites: Array<string>;
    reshuffle: boolean;
  }
  | {
    grace_seconds: number;
    seconds: number;
  }
  | {
    laid: Array<PileView>;
  }
  | {
    boxes: Array<BoxNumber>;
    cites: Array<string>;
    terms: Terms;
  }
  | {
    at: BoxNumber;
    choice: Choice;
    lapsed: boolean;
  }
  | {
    at: BoxNumber;
    cites: Array<string>;
    player: PlayerId;
  }
  | {
    by: Actor;
    counted: number;
  }
  | {
    by: Actor;
    corrects: string;
    reason: string;
    when: Timestamp;
  }
  | {
    by: Actor;
    is: Face;
    was: Face;
  }
  | {
    at: BoxNumber;
    by: Actor;
    due: Money;
    handed: Money;
    player: PlayerId;
    wager: Wager;
  }
  | {
    by: Actor;
    person: PersonId;
    post: Post;
  }
  | {
    by: Actor;
    recorded: Money;
    when: Timestamp;
  }
  | {
    by: Actor;
    mode: FaultMode;
  }
  | {
    by: Actor;
  });

/** An exact number. */
export type Exact = {
  /** The same to twelve decimals. */
  decimal: string;
  /** The fraction in lowest terms, as `308/5525`. */
  exact: string;
};

/** A player stays away from every table. */
export type Exclusion = {
  /** For how long he asked to. */
  for: Term;
  /** When one who was kept out and has asked comes back. */
  returns: Timestamp | null;
  /** Since when. */
  since: Timestamp;
  /** A break is over then; one who is kept out may ask then to come back. Nothing: never. */
  until: Timestamp | null;
};

/** How long I stay away. */
export type ExclusionBody = {
  /** The first four are breaks and end by themselves. */
  for: Term;
};

/** A card on the felt, as one viewer sees it. */
export type Face = {
    up: Card;
  } | "down";

/** What kind of fault a link has. */
export type FaultCause = "reported" | "silence";

/** How later rounds are played while the fault lasts (5.17.2). */
export type FaultMode =
  | {
    plays: "close_table";
  }
  | {
    /** The box. */
    at: BoxNumber;
    plays: "bar_box";
  }
  | {
    plays: "no_jackpot";
  };

/** How later rounds are played while the fault lasts (5.17.2). */
export type FaultModeInRequest =
  | {
    plays: "close_table";
  }
  | {
    /** The box. */
    at: BoxNumber;
    plays: "bar_box";
  }
  | {
    plays: "no_jackpot";
  };

/** A jackpot that does not work. */
export type FaultView = {
  /** How later rounds are played; none until two people have chosen. */
  mode: FaultMode | null;
  /** The meter before the fault. */
  recorded: Money;
};

/** The exact figures of a rulebook, as `queenhigh analyze` writes them. */
export type Figures = {
  ante_play: { [name: string]: unknown };
  combined: { [name: string]: unknown };
  digest: string;
  five_card: { [name: string]: unknown } | null;
  hands: { [name: string]: number };
  jackpot: { [name: string]: unknown } | null;
  options: { [name: string]: string };
  pair_plus: { [name: string]: unknown } | null;
  rulebook: RulebookId;
};

/** What the pit found. */
export type Finding = "upheld" | "rejected" | "referred";

/** What an authority says. */
export type Finding2 =
  | {
    says: "upheld";
  }
  | {
    says: "dismissed";
  }
  | {
    says: "reconstructable";
  }
  | {
    says: "not_reconstructable";
  }
  | {
    says: "intended";
  }
  | {
    says: "not_intended";
  }
  | {
    /** The cards in the order they count. */
    cards: Array<Card>;
    says: "order";
  }
  | {
    /** What is to be done. */
    act: Act;
    says: "decided";
  }
  | {
    says: "by_the_clause";
  };

/** SHA-256, in hexadecimal. */
export type Fingerprint = string;

/** What a folding Player said of Pair Plus; it counts only where the rulebook lets him elect (MBS-05). */
export type FoldedPairPlus = "plain" | "kept" | "given_up";

/** A new guest. */
export type Guest = {
  /** The name the house gave. */
  name: string;
  /** The number of the Player. */
  player: PlayerId;
  /** The play money. */
  purse: Money;
  /** For programs: the session, sent as `Authorization: Bearer TOKEN`. */
  token: string;
};

/** A hand that lies open to the viewer, named. */
export type HandView = {
  /** `high_card`, `pair`, `flush`, `straight`, `three_of_a_kind`, `straight_flush` or `mini_royal`. */
  rank: string;
  /** As a Dealer calls it: a pair of Jacks. */
  title: string;
};

/** What a hand is worth on average against all that the Dealer can hold, Ante, Play and Ante Bonus together. */
export type HandWorth = {
  /** What the Dealer can hold. */
  dealer: DealerHands;
  /** Of folding it, per unit of Ante. */
  fold: Exact;
  /** Of playing it, per unit of Ante. */
  play: Exact;
};

/** The house, as a page has to know it before anything else. */
export type HouseBody = {
  /** The currency of every amount, in three letters. */
  currency: string;
  /** When a gaming day begins, as `06:00`. */
  gaming_day_starts: string;
  /** What a guest starts with. */
  guest_purse: Money | null;
  /** Whether guests may play. */
  guests: boolean;
  /** Its name. */
  name: string;
  /** Whether guests play with money that is none. */
  play_money: boolean;
  /** Hours and minutes from UTC, as `+08:00`. */
  time_zone: string;
  /** Who asks, as `/api/v1/me` answers; nothing for a passer-by. */
  you: Me | null;
};

/** What the House does between rounds. */
export type HouseDuty =
  | "open_table"
  | "choose_method"
  | {
    display_notice: {
      /** Which one is missing. */
      notice: Notice;
    };
  }
  | "choose_fault_mode"
  | "close_table";

/** What the house did at a table. */
export type HouseEvent =
  | {
    kind: "table-created";
  }
  | {
    kind: "link-joined";
    /** The link. */
    link: LinkId;
  }
  | {
    kind: "link-left";
    /** The link. */
    link: LinkId;
  }
  | {
    kind: "link-admitted";
    /** The link. */
    link: LinkId;
  }
  | {
    kind: "link-lost";
    /** The link. */
    link: LinkId;
    /** What it showed then. */
    recorded: Money;
  }
  | {
    kind: "player-ready";
    /** The Player. */
    player: PlayerId;
  }
  | {
    kind: "taken-over";
    /** The process, by its name. */
    owner: string;
  }
  | {
    kind: "times-set";
    /** The limits. */
    times: WaitingTimes;
  }
  | {
    /** What was waited for. */
    awaited: Awaited;
    kind: "waiting-ended";
    /** How long. */
    waited_seconds: number;
  }
  | {
    kind: "table-paused";
  }
  | {
    kind: "table-resumed";
  };

/** An exact part of one. */
export type IncrementShare = {
  /** The denominator. */
  of: number;
  /** The numerator. */
  part: number;
};

/** The rows of the matrix, in its order. */
export type Irregularity =
  | "foreign_card"
  | "deck_count_wrong"
  | "too_few_cards"
  | "not_shuffled"
  | "hands_misplaced"
  | "cards_misplaced"
  | "cards_exposed"
  | "card_exposed"
  | "exposed_after_deal"
  | "dealer_count_wrong"
  | "player_count_wrong"
  | "count_reconstructable"
  | "burn_missed"
  | "face_up_card"
  | "cards_together"
  | "community_wrong"
  | "other_dealing_error"
  | "interruption"
  | "jackpot_fault"
  | "late_bet"
  | "late_withdrawal"
  | "over_maximum"
  | "under_minimum"
  | "play_above_ante"
  | "play_below_ante"
  | "lone_jackpot"
  | "leaves_decision_due"
  | "leaves_nothing_due"
  | "hand_not_revealed"
  | "extra_look"
  | "mistaken_positions"
  | "disclosure"
  | "count_doubted"
  | "noticed_later"
  | "uncovered";

/** An award of a jackpot table, three-card or five-card. */
export type JackpotAward =
  | "major"
  | "high_card"
  | "pair"
  | "two_pair"
  | "three_of_a_kind"
  | "straight"
  | "flush"
  | "full_house"
  | "four_of_a_kind"
  | "straight_flush"
  | "mini_royal"
  | "royal_flush";

/** What a house declares of a jackpot before it takes a bet: none may be missing (STANDARDS P1). */
export type JackpotParameters = {
  /** What it shows on its first day. */
  base: Money;
  /** A contribution above this is unreasonable, and refused. */
  contribution_max: Money;
  /** The share that is kept for the next reset; with the other it makes one. */
  hidden: IncrementShare;
  /** The share of a contribution that is shown. */
  increment: IncrementShare;
  /** What it never shows more than. */
  limit: Money;
  /** What it shows after a win of all of it. */
  reset: Money;
  /** A win above this is verified by two people before it is paid (STANDARDS P25). */
  verify_above: Money;
};

/** The three figures no rulebook gives (G-03). */
export type JackpotSetup = {
  /** How much of each jackpot bet goes on the meter. */
  contribution: Money;
  /** What the meter starts from, and goes back to when all of it is won. */
  seed: Money;
  /** What a jackpot bet costs. */
  stake: Money;
};

/** The three figures no rulebook gives (G-03). */
export type JackpotSetupInRequest = {
  /** How much of each jackpot bet goes on the meter. */
  contribution: Money;
  /** What the meter starts from, and goes back to when all of it is won. */
  seed: Money;
  /** What a jackpot bet costs. */
  stake: Money;
};

/** The jackpot bet of a table. */
export type JackpotView = {
  /** What the meter goes back to when the whole of it is won. */
  seed: Money;
  /** What a bet on it costs. */
  stake: Money;
};

/** Something that a player may limit. */
export type Limit =
  | "deposit-day"
  | "deposit-week"
  | "deposit-month"
  | "loss-day"
  | "loss-week"
  | "loss-month"
  | "stake-round"
  | "time-session"
  | "time-day"
  | "reality-check";

/** One limit. */
export type LimitLine = {
  /** Which. */
  limit: Limit;
  /** Since when that is counted. */
  since: Timestamp | null;
  /** When it begins again at nothing. */
  until: Timestamp | null;
  /** How much of it is used; of deposits only where there is a limit. */
  used: number;
  /** The most: in minor units, or in minutes where it limits time. Nothing: no limit. */
  value: number | null;
  /** A looser value that waits. */
  waiting: Waiting | null;
};

/** A table's limits. Play takes the Ante's (G-22). */
export type Limits = {
  /** Of the Ante, and so of Play. */
  ante: Bounds;
  /** Of the side bet on five of six cards. */
  five_card: Bounds;
  /** Of Pair Plus. */
  pair_plus: Bounds;
};

/** A player's own limits. */
export type LimitsBody = {
  /** What he changed, newest first. */
  changes: Array<Change>;
  /** Whether he stays away from every table. */
  exclusion: Exclusion | null;
  /** Every limit that can be set. */
  limits: Array<LimitLine>;
  /** The time by the house's clock. */
  now: Timestamp;
  /** When he is told time and money. */
  reality_check: RealityCheck;
};

/** A table's limits. Play takes the Ante's (G-22). */
export type LimitsInRequest = {
  /** Of the Ante, and so of Play. */
  ante?: BoundsInRequest;
  /** Of the side bet on five of six cards. */
  five_card?: BoundsInRequest;
  /** Of Pair Plus. */
  pair_plus?: BoundsInRequest;
};

/** A fault of a link. */
export type LinkFaultSummary = {
  /** What kind of fault it is. */
  cause: FaultCause;
  /** What the link showed when it stopped. */
  recorded: Money;
  /** When the fault was found. */
  since: Timestamp;
};

/** A jackpot that one table or many feed. */
export type LinkId = number;

/** What can be asked of a link. */
export type LinkRequest =
  | {
    /** Its parameters. */
    level: JackpotParameters;
    request: "declare";
  }
  | {
    request: "set-value";
    /** What it is to show. */
    value: Money;
  }
  | {
    /** The parameters from then on. */
    level: JackpotParameters;
    request: "change";
  }
  | {
    request: "enrol";
    /** The table. */
    table: TableId;
  }
  | {
    request: "enable";
    /** The table. */
    table: TableId;
  }
  | {
    request: "disable";
    /** The table. */
    table: TableId;
  }
  | {
    /** How many cards the deck has. */
    deck: number;
    /** The number of the win. */
    number: number;
    request: "verify";
  }
  | {
    /** The number of the win. */
    number: number;
    /** Why it does not count. */
    reason: string;
    request: "reject";
  }
  | {
    request: "report-fault";
    /** What is wrong. */
    what: string;
  }
  | {
    request: "clear-fault";
  }
  | {
    /** The notice players are given. */
    notice: string;
    request: "decommission";
    /** The link that has it from then on. */
    to: LinkId;
  };

/** Whether a table takes part in the jackpot it feeds. */
export type LinkStatus =
  | "joined"
  | "admitted"
  | {
    lost: {
      /** What it showed when it stopped. */
      recorded: Money;
    };
  };

/** The jackpot a table feeds, and whether it takes part. */
export type Linked = {
  /** The link the table feeds. */
  link: LinkId;
  /** Whether the table takes part. */
  status: LinkStatus;
};

/** Something that may be asked of a table now: `request` can be sent as it stands, unless there are `fields` to fill in. */
export type ListedMove = {
  /** What each field of the request may hold, by the path to it: choices, or the word for what is free. */
  fields?: { [name: string]: unknown } | null;
  /** The largest. */
  limit_max?: Money | null;
  /** The smallest amount that the table's limits let stand. */
  limit_min?: Money | null;
  /** What is lost at once with a fold, bet by bet; other bets of the hand stay in. */
  loses?: { [name: string]: Money } | null;
  /** The largest. */
  max?: Money | null;
  /** The smallest amount that is granted, where an amount is to be chosen. */
  min?: Money | null;
  /** The request, or as much of it as is fixed. */
  request: NamedRequest;
  /** Amounts from the smallest to the largest go in steps of this one. */
  step?: Money | null;
};

/** A matter that waits for its ruling. */
export type MatterView = {
  /** The boxes it is about. */
  boxes: Array<BoxNumber>;
  /** The clauses the answer rests on. */
  clauses: Array<string>;
  /** What the authority is asked. */
  question: string;
  /** Which irregularity it is: `IR-07`. */
  row: string;
  /** The lowest post that may rule on it. */
  ruled_by: Post;
  /** The name of its row in the matrix. */
  title: string;
};

/** The account behind a session. */
export type Me = {
  /** When it signed in last. */
  last_sign_in: Timestamp | null;
  /** The name of the account. */
  name: string;
  /** The number of a person of the house. */
  person?: PersonId | null;
  /** The number of a Player. */
  player?: PlayerId | null;
  /** What a Player has in the purse. */
  purse: Money | null;
  /** What a Player has at tables. */
  racks: Array<Rack>;
  /** The role of the account. */
  role: Role;
  /** Whether a member of staff signs in with a second device. */
  second_device?: boolean | null;
};

/** A jackpot that tables feed. */
export type Meter = {
  /** Why the link takes no turns. */
  fault: LinkFaultSummary | null;
  /** How often it was won. */
  hits: number;
  /** The last win. */
  last_win: WinSummary | null;
  /** The number of the link. */
  link: LinkId;
  /** The last entry of its log that is counted here. */
  n: number;
  /** Its name. */
  name: string | null;
  /** What the meter shows. */
  shown: Money;
  /** The tables that take part. */
  tables: Array<Enrolled>;
  /** For how much in all. */
  won: Money;
};

/** An amount in the table currency's minor unit (cents, pence). */
export type Money = number;

/** A request by its name, with the fields that are fixed. */
export type NamedRequest = {
  /** The name of the request. */
  request: string;
} & { [name: string]: unknown };

/** What comes next at a table. */
export type NextDuty =
  | {
    house: HouseDuty;
  }
  | {
    dealer: DealerDuty;
  }
  | {
    bets: {
      /** A bet below its minimum: bets do not close before it is raised or taken back (5.2). */
      short: [BoxNumber, Area] | null;
      /** The Dealer's next step towards the deal. */
      then: DealerDuty;
    };
  }
  | {
    decision: {
      /** The first box that has not decided, clockwise from the Dealer's left (G-17). */
      at: BoxNumber;
      /** Who decides for it. */
      player: PlayerId;
    };
  }
  | {
    reveal: {
      /** The box whose hand lies face down. */
      at: BoxNumber;
      /** Whose hand it is. */
      player: PlayerId;
    };
  }
  | {
    ruling: {
      /** What was reported. */
      on: Irregularity;
      /** The lowest post that may rule on it. */
      post: Post;
    };
  }
  | {
    choices: {
      /** The boxes that have not answered. None where the pit may still permit a withdrawal. */
      boxes: Array<BoxNumber>;
      /** On what terms they are asked. */
      terms: Terms;
    };
  };

export type NotDone = "refused" | "error";

/** What hangs at the table for everybody to read. */
export type Notice = "limits" | "jackpot_amount" | "dealing_method" | "no_jackpot";

/** What the other boxes may do when one hand is removed. */
export type Others = "play_on" | "choose" | "may_be_permitted_to_withdraw";

/** How a bet ended. */
export type Outcome = "win" | "lose" | "stand_off" | "returned";

/** Who is asked once everything reported is ruled on. */
export type PendingChoices = {
  /** Which boxes. */
  boxes: Array<BoxNumber>;
  /** On what terms. */
  terms: Terms;
};

/** A member of staff; the house knows the name, the log keeps the number. */
export type PersonId = number;

/** How far the table has come. */
export type PhaseView =
  | "closed"
  | "ready"
  | "bets_open"
  | "bets_closed"
  | "dealing"
  | "deciding"
  | "dealer_shown"
  | "settling"
  | "jackpots"
  | "concluded"
  | "voided";

/** A place and the cards there, as one viewer sees them. */
export type PileView = {
  /** Their faces, where they lie open. */
  cards: Array<Face>;
  /** Where they lie. */
  place: Place;
};

/** Where a card lies. */
export type Place = {
    box: BoxNumber;
  } | "dealer" | "community" | "burnt" | "discards" | "held";

/** What a player has played. */
export type PlayBody = {
  /** Why nothing may be staked now. */
  blocked: Blocked | null;
  /** In this gaming day. */
  day: PlayLine;
  /** Since the first of the month. */
  month: PlayLine;
  /** When he is told of it. */
  reality_check: RealityCheck;
  /** Without a break of a quarter of an hour. */
  session: PlayLine;
  /** The same at one table. */
  table?: PlayLine | null;
  /** Since Monday. */
  week: PlayLine;
};

/** Rounds, money and time. */
export type PlayLine = {
  /** The difference. */
  net: number;
  /** What they returned. */
  returned: number;
  /** How many rounds were settled. */
  rounds: number;
  /** Since when; nothing where there was no play. */
  since: Timestamp | null;
  /** The stakes in them. */
  staked: number;
  /** How long, in milliseconds. */
  time_ms: number;
};

/** A person at the table; equal ids are one person, on however many boxes. */
export type PlayerId = number;

/** The posts of a pit, each able to do what those before it may (rws-2020 1.13, mbs-2019 6.2).  The shift manager is the Table Game Shift Manager of the RWS texts and the Gaming Shift Manager of mbs-2019. */
export type Post = "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "house";

/** An answer that is not the one that was hoped for. */
export type Problem = {
  /** After how long it may be tried again. */
  again_ms?: number | null;
  /** The clauses behind a refusal of the rules. */
  clauses?: Array<string>;
  /** A stable word for programs. */
  code:
    | "above-maximum"
    | "account-limit"
    | "adjustment-by-staff-only"
    | "adjustment-by-two-people"
    | "all-or-none"
    | "already-linked"
    | "amount-not-positive"
    | "amount-out-of-range"
    | "amount-too-large"
    | "another-hand-seen"
    | "ante-required"
    | "barred"
    | "below-minimum"
    | "below-minimum-here"
    | "bet-unsettled"
    | "bets-closed"
    | "bets-not-open"
    | "bets-still-open"
    | "box-shut"
    | "box-taken"
    | "cage-not-yours"
    | "cage-other-post"
    | "cannot-arise"
    | "card-source-in-round"
    | "card-twice"
    | "closing"
    | "code-wrong"
    | "configuration-faulty"
    | "configuration-refused"
    | "correction-pending"
    | "count-first"
    | "count-wrong"
    | "dealer-count-wrong"
    | "dealer-shows"
    | "decide-first"
    | "decided"
    | "deck-count-wrong"
    | "deck-empty"
    | "deck-not-shuffled"
    | "deck-sealed"
    | "deck-shuffled-already"
    | "device-enrolled"
    | "dispute-over"
    | "dispute-raised"
    | "fault-known"
    | "fault-mode-not-chosen"
    | "hand-gone"
    | "has-ante"
    | "hit-status"
    | "house-deals"
    | "house-or-system-only"
    | "id-of-system"
    | "id-reused"
    | "insufficient-funds"
    | "internal"
    | "jackpot-amount"
    | "jackpot-needs-base"
    | "jackpot-not-offered"
    | "jackpot-parameters-wrong"
    | "jackpot-twice"
    | "jackpots-paid"
    | "jackpots-unpaid"
    | "limit-below-shown"
    | "limit-deposit"
    | "limit-loss"
    | "limit-stake"
    | "limit-time"
    | "link-change-in-round"
    | "link-declared"
    | "link-ended"
    | "link-faulty"
    | "link-in-use"
    | "link-lost"
    | "link-not-admitted"
    | "link-not-declared"
    | "link-other-post"
    | "link-pays"
    | "link-person-unknown"
    | "link-table-status"
    | "link-works"
    | "list-too-long"
    | "malformed"
    | "meter-below-seed"
    | "method-not-allowed"
    | "missing-pair-plus-not-called"
    | "name-taken"
    | "no-amount"
    | "no-ante"
    | "no-bet"
    | "no-bet-yet"
    | "no-bets-to-end"
    | "no-cards"
    | "no-choices"
    | "no-configuration"
    | "no-fault"
    | "no-guests"
    | "no-jackpot-bet"
    | "no-jackpot-hand"
    | "no-jackpot-now"
    | "no-jackpots-waiting"
    | "no-reason"
    | "no-round-to-deal"
    | "no-rulebook-named"
    | "no-secret-told"
    | "no-such-answer"
    | "no-such-box"
    | "no-such-posting"
    | "no-vault-key"
    | "nobody-in"
    | "not-adjacent"
    | "not-allowed"
    | "not-asked"
    | "not-at-hand"
    | "not-collected"
    | "not-controller"
    | "not-displayed"
    | "not-found"
    | "not-hidden"
    | "not-in-chips"
    | "not-in-round"
    | "not-informed"
    | "not-json"
    | "not-linked"
    | "not-next"
    | "not-next-to-settle"
    | "not-offered"
    | "not-served"
    | "not-shown"
    | "not-signed-in"
    | "not-waiting"
    | "not-your-post"
    | "not-your-turn"
    | "nothing-proposed"
    | "nothing-to-collect"
    | "nothing-to-correct"
    | "nothing-to-rule"
    | "nothing-wrong"
    | "one-box-only"
    | "other-meter"
    | "other-rulebook"
    | "owner-or-two-people"
    | "pair-plus-only"
    | "person-unknown"
    | "play-unequal"
    | "played-already"
    | "player-shows"
    | "players-only"
    | "proposal-lapsed"
    | "purse-stopped"
    | "ready-before"
    | "ready-players-only"
    | "reality-check"
    | "round-not-over"
    | "second-person-needed"
    | "second-person-refused"
    | "seconds-out-of-range"
    | "seed-not-as-promised"
    | "seed-not-now"
    | "seed-not-promised"
    | "seed-not-sealed"
    | "seed-not-told"
    | "seed-promised-before"
    | "seed-repeated"
    | "seed-round-not-over"
    | "seed-without-bet"
    | "self-excluded"
    | "settled"
    | "setup-incomplete"
    | "setup-wrong"
    | "shown-already"
    | "shuffle-too-early"
    | "side-bet-needs-base"
    | "sign-in-refused"
    | "still-waiting"
    | "stopped"
    | "suspended"
    | "system-only"
    | "table-closed"
    | "table-deals"
    | "table-exists"
    | "table-not-paused"
    | "table-open"
    | "table-paused"
    | "table-stopped"
    | "text-too-long"
    | "too-large"
    | "too-many"
    | "too-many-disputes"
    | "too-much-company"
    | "two-people-of-two-posts"
    | "unavailable"
    | "undecided"
    | "upgrade-required"
    | "value-out-of-range"
    | "value-touched-since-reset"
    | "wrong-count"
    | "wrong-phase";
  /** What happened, for a person. */
  detail: string;
  /** The HTTP status. */
  status: number;
  /** The status in words. */
  title: string;
};

/** A Player's part in a deck. */
export type PromiseView = {
  /** The Player. */
  player: PlayerId;
  /** The digest of the seed. */
  promise: Fingerprint;
  /** The seed, once it is open. */
  seed: Seed | null;
};

/** What a Player has. */
export type PurseBody = {
  /** The Player. */
  player: PlayerId;
  /** In the purse. */
  purse: Money;
  /** At tables. */
  racks: Array<Rack>;
};

/** A Player's chips at a table. */
export type Rack = {
  /** How much. */
  amount: Money;
  /** The table. */
  table: TableId;
};

/** What a player disputes. */
export type RaiseBody = {
  /** The bet whose line it is about. */
  bet: Wager;
  /** The box. */
  box: BoxNumber;
  /** The number of the round there. */
  round: number;
  /** The table. */
  table: number;
  /** What is wrong, in the player's own words: 1 to 2,000 letters. */
  text: string;
};

/** When a player is told time and money. */
export type RealityCheck = {
  /** What he may choose. */
  choices: Array<number>;
  /** Whether nothing is staked before he answers. */
  due: boolean;
  /** The most that he may choose. */
  max: number;
  /** After so many minutes of play; nothing: not. */
  minutes: number | null;
  /** When it is due, while he plays. */
  next: Timestamp | null;
  /** A longer time that waits. */
  waiting: Waiting | null;
};

/** The configuration was read again, and holds from the next round on. */
export type Reloaded = {
  /** How many links it has. */
  links: number;
  /** `done` */
  outcome: DoneWord;
  /** How many tables it has. */
  tables: number;
  /** What of it takes effect at the next start only. */
  takes_new_start: string | null;
};

/** What the reporter saw or found, as facts. The round works out which irregularity that is. */
export type Report =
  | {
    /** What was found, in words. */
    found: string;
    saw: "foreign_card";
  }
  | {
    /** How many cards there were. */
    counted: number;
    saw: "deck_count";
  }
  | {
    saw: "not_shuffled";
  }
  | {
    /** How many are left. */
    left: number;
    saw: "too_few_cards";
  }
  | {
    saw: "misdealt";
  }
  | {
    /** What lies there. */
    cards: Array<Card>;
    /** The place. */
    place: Place;
    saw: "found";
  }
  | {
    /** Who turned them. */
    by: ActorInRequest;
    /** The cards turned. */
    cards: Array<Card>;
    saw: "exposed";
  }
  | {
    /** The card. */
    card: Card;
    saw: "face_up";
  }
  | {
    /** The cards, in no known order. */
    cards: Array<Card>;
    saw: "together";
  }
  | {
    /** The boxes it touches. */
    boxes: Array<BoxNumber>;
    saw: "dealing_error";
    /** What happened, in words. */
    what: string;
  }
  | {
    /** What stopped play. */
    cause: Cause;
    saw: "interruption";
    /** For how long. */
    seconds: number;
  }
  | {
    /** The meter before the fault. */
    recorded: Money;
    saw: "jackpot_fault";
  }
  | {
    /** How many. */
    amount: Money;
    /** The area. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    /** Whose chips. */
    player: PlayerId;
    saw: "late_bet";
  }
  | {
    /** The area. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    /** Who took them. */
    player: PlayerId;
    saw: "late_withdrawal";
  }
  | {
    /** The area. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    saw: "outside_limits";
  }
  | {
    /** The box. */
    at: BoxNumber;
    /** The chips that lie on Play. */
    found: Money;
    /** Whose chips. */
    player: PlayerId;
    saw: "unequal_play";
  }
  | {
    /** The box. */
    at: BoxNumber;
    saw: "lone_jackpot";
  }
  | {
    /** The box whose hand was looked at. */
    at: BoxNumber;
    /** Who looked. */
    player: PlayerId;
    saw: "extra_look";
  }
  | {
    /** The box. */
    at: BoxNumber;
    /** The Player who staked it. */
    player: PlayerId;
    saw: "staked_in_error";
  }
  | {
    /** The Player. */
    player: PlayerId;
    saw: "disclosure";
  }
  | {
    saw: "count_doubted";
  }
  | {
    /** The number of that round. */
    round: number;
    saw: "earlier_round";
    /** What went wrong, in words. */
    what: string;
  }
  | {
    saw: "other";
    /** What happened, in words. */
    what: string;
  };

/** What a person does at the house. */
export type Role =
  | "player"
  | "guest"
  | "dealer"
  | "pit-supervisor"
  | "pit-manager"
  | "shift-manager"
  | "cage"
  | "accounting"
  | "surveillance"
  | "auditor"
  | "administrator";

export type RoleOrSpectator = Role | Spectator;

/** One entry of a round. */
export type RoundEntry = {
  /** When it was stored. */
  at: Timestamp;
  /** What happened; nothing where the caller may not know. */
  event: TableEventView | null;
  /** Its number in the log. */
  n: number;
};

/** A round that is over. */
export type RoundLine = {
  /** When it was over. */
  ended: Timestamp;
  /** The difference. */
  net: number;
  /** What they returned. */
  returned: Money;
  /** Its number there. */
  round: number;
  /** The rulebook it was played by. */
  rulebook: RulebookId;
  /** The stakes: for a Player his own, for staff all. */
  staked: Money;
  /** The table it was played at. */
  table: TableId;
  /** The clauses by which it is void; none where it counts. */
  void: Array<string> | null;
};

/** Rounds that are over, newest first. */
export type RoundsPage = {
  /** For the next page, where there are older rounds. */
  before: string | null;
  /** The rounds. */
  rounds: Array<RoundLine>;
};

/** The five rulebooks, in the order of `rounds.md`. */
export type RulebookId = "rws-2020" | "rws-2013" | "mbs-2019" | "rws-multilink-2024" | "oceanfront";

/** A rulebook as the list of rulebooks shows it. */
export type RulebookLine = {
  digest: string;
  id: RulebookId;
  title: string;
  version: string;
};

/** How the second person proves himself: as at a sign-in. */
export type SecondPerson = SignIn | WithTicket;

/** 256 bits of chance, in hexadecimal. */
export type Seed = string;

/** A message of the house on the live socket of a table. */
export type ServerMessage =
  | {
    /** The table as the house has it. */
    at: AtTable;
    /** Which log the numbers belong to. */
    epoch: string;
    /** The last entry of the log. */
    n: number;
    type: "welcome";
    /** As whom the client is served. */
    you: You;
  }
  | {
    /** How long the table still waits. */
    deadline_ms: number | null;
    /** Which log the number belongs to. */
    epoch: string;
    /** What the client may ask now, and the rules would grant. */
    moves: Array<ListedMove>;
    /** The last entry that the view includes. */
    n: number;
    /** The names of those who sit or have a bet, by their numbers. */
    names: { [name: string]: string };
    /** The client's chips here; none for those who are no Player. */
    rack: Money | null;
    type: "snapshot";
    /** The table. */
    view: TableStateView;
  }
  | {
    /** How long the table still waits. */
    deadline_ms: number | null;
    /** One for each entry after `from`; nothing where the client may not know of it. */
    events: Array<TableEventView | null>;
    /** The number of the last entry before the first event. */
    from: number;
    /** What the client may ask now, and the rules would grant. */
    moves: Array<ListedMove>;
    /** The names of those who sit or have a bet, by their numbers. */
    names: { [name: string]: string };
    /** The client's chips here; none for those who are no Player. */
    rack: Money | null;
    /** The number of the last event. */
    to: number;
    type: "events";
    /** The table. */
    view: TableStateView;
  }
  | {
    /** The id of the command. */
    id: CommandId;
    type: "response";
  } & (
    | Done
    | {
      /** After how long it may be tried again. */
      again_ms?: number | null;
      /** The clauses behind a refusal of the rules. */
      clauses?: Array<string>;
      /** A stable word for programs. */
      code:
        | "above-maximum"
        | "account-limit"
        | "adjustment-by-staff-only"
        | "adjustment-by-two-people"
        | "all-or-none"
        | "already-linked"
        | "amount-not-positive"
        | "amount-out-of-range"
        | "amount-too-large"
        | "another-hand-seen"
        | "ante-required"
        | "barred"
        | "below-minimum"
        | "below-minimum-here"
        | "bet-unsettled"
        | "bets-closed"
        | "bets-not-open"
        | "bets-still-open"
        | "box-shut"
        | "box-taken"
        | "cage-not-yours"
        | "cage-other-post"
        | "cannot-arise"
        | "card-source-in-round"
        | "card-twice"
        | "closing"
        | "code-wrong"
        | "configuration-faulty"
        | "configuration-refused"
        | "correction-pending"
        | "count-first"
        | "count-wrong"
        | "dealer-count-wrong"
        | "dealer-shows"
        | "decide-first"
        | "decided"
        | "deck-count-wrong"
        | "deck-empty"
        | "deck-not-shuffled"
        | "deck-sealed"
        | "deck-shuffled-already"
        | "device-enrolled"
        | "dispute-over"
        | "dispute-raised"
        | "fault-known"
        | "fault-mode-not-chosen"
        | "hand-gone"
        | "has-ante"
        | "hit-status"
        | "house-deals"
        | "house-or-system-only"
        | "id-of-system"
        | "id-reused"
        | "insufficient-funds"
        | "internal"
        | "jackpot-amount"
        | "jackpot-needs-base"
        | "jackpot-not-offered"
        | "jackpot-parameters-wrong"
        | "jackpot-twice"
        | "jackpots-paid"
        | "jackpots-unpaid"
        | "limit-below-shown"
        | "limit-deposit"
        | "limit-loss"
        | "limit-stake"
        | "limit-time"
        | "link-change-in-round"
        | "link-declared"
        | "link-ended"
        | "link-faulty"
        | "link-in-use"
        | "link-lost"
        | "link-not-admitted"
        | "link-not-declared"
        | "link-other-post"
        | "link-pays"
        | "link-person-unknown"
        | "link-table-status"
        | "link-works"
        | "list-too-long"
        | "malformed"
        | "meter-below-seed"
        | "method-not-allowed"
        | "missing-pair-plus-not-called"
        | "name-taken"
        | "no-amount"
        | "no-ante"
        | "no-bet"
        | "no-bet-yet"
        | "no-bets-to-end"
        | "no-cards"
        | "no-choices"
        | "no-configuration"
        | "no-fault"
        | "no-guests"
        | "no-jackpot-bet"
        | "no-jackpot-hand"
        | "no-jackpot-now"
        | "no-jackpots-waiting"
        | "no-reason"
        | "no-round-to-deal"
        | "no-rulebook-named"
        | "no-secret-told"
        | "no-such-answer"
        | "no-such-box"
        | "no-such-posting"
        | "no-vault-key"
        | "nobody-in"
        | "not-adjacent"
        | "not-allowed"
        | "not-asked"
        | "not-at-hand"
        | "not-collected"
        | "not-controller"
        | "not-displayed"
        | "not-found"
        | "not-hidden"
        | "not-in-chips"
        | "not-in-round"
        | "not-informed"
        | "not-json"
        | "not-linked"
        | "not-next"
        | "not-next-to-settle"
        | "not-offered"
        | "not-served"
        | "not-shown"
        | "not-signed-in"
        | "not-waiting"
        | "not-your-post"
        | "not-your-turn"
        | "nothing-proposed"
        | "nothing-to-collect"
        | "nothing-to-correct"
        | "nothing-to-rule"
        | "nothing-wrong"
        | "one-box-only"
        | "other-meter"
        | "other-rulebook"
        | "owner-or-two-people"
        | "pair-plus-only"
        | "person-unknown"
        | "play-unequal"
        | "played-already"
        | "player-shows"
        | "players-only"
        | "proposal-lapsed"
        | "purse-stopped"
        | "ready-before"
        | "ready-players-only"
        | "reality-check"
        | "round-not-over"
        | "second-person-needed"
        | "second-person-refused"
        | "seconds-out-of-range"
        | "seed-not-as-promised"
        | "seed-not-now"
        | "seed-not-promised"
        | "seed-not-sealed"
        | "seed-not-told"
        | "seed-promised-before"
        | "seed-repeated"
        | "seed-round-not-over"
        | "seed-without-bet"
        | "self-excluded"
        | "settled"
        | "setup-incomplete"
        | "setup-wrong"
        | "shown-already"
        | "shuffle-too-early"
        | "side-bet-needs-base"
        | "sign-in-refused"
        | "still-waiting"
        | "stopped"
        | "suspended"
        | "system-only"
        | "table-closed"
        | "table-deals"
        | "table-exists"
        | "table-not-paused"
        | "table-open"
        | "table-paused"
        | "table-stopped"
        | "text-too-long"
        | "too-large"
        | "too-many"
        | "too-many-disputes"
        | "too-much-company"
        | "two-people-of-two-posts"
        | "unavailable"
        | "undecided"
        | "upgrade-required"
        | "value-out-of-range"
        | "value-touched-since-reset"
        | "wrong-count"
        | "wrong-phase";
      /** What happened, for a person. */
      detail: string;
      /** `refused` by the rules or the house, or an `error`. */
      outcome: NotDone;
      /** The HTTP status. */
      status: number;
      /** The status in words. */
      title: string;
    })
  | {
    type: "soft";
  } & (
    | {
      /** How many players of the house keep it company. */
      company: number;
      /** The Players among them; not known where several processes serve the table. */
      here: Array<PlayerId> | null;
      /** What the jackpot shows that the table feeds. */
      meter: Money | null;
      /** When the house restarts, once that is announced. */
      restart_ms: number | null;
      soft: "table";
      /** How many clients look at the table. */
      watching: number;
    }
    | PlayBody)
  | {
    type: "ping";
  }
  | {
    /** After how long the client may come back; nothing where it should not. */
    again_ms: number | null;
    /** The close code. */
    code: number;
    /** Why. */
    detail: string;
    type: "bye";
  };

/** A session that began. */
export type Session = {
  /** When the account signed in before. */
  last_sign_in: Timestamp | null;
  /** The name of the account. */
  name: string;
  /** The role of the account. */
  role: Role;
  /** For programs: the session, sent as `Authorization: Bearer TOKEN`. */
  token: string;
};

export type SettledAward = {
  amount: number;
  award: string;
  box: number;
};

export type SettledBox = {
  box: number;
  hand: string | null;
  lines: Array<SettledLine>;
  net: number;
  player: string;
  returned: number;
  staked: number;
};

export type SettledDealer = {
  hand: string;
  qualifies: boolean;
};

export type SettledJackpot = {
  after: number;
  before: number;
  payments: Array<SettledAward>;
};

export type SettledLine = {
  at_risk: number;
  bet: string;
  clauses: Array<string>;
  outcome: string;
  returned: number;
  staked: number;
};

/** A settled round, as `queenhigh settle` writes it. */
export type SettledRound = {
  boxes: Array<SettledBox>;
  dealer: SettledDealer | null;
  house_net: number;
  jackpot: SettledJackpot | null;
  rulebook: RulebookId;
  /** The boxes still in at the showdown, in the order they are settled. */
  settlement_order: Array<number>;
  /** False, or the clause by which the round is void. */
  void: unknown;
};

/** What a house fixes when it opens a table; frozen for the length of a round and kept with it. */
export type Setup = {
  /** Where the cards come from. */
  device: Device;
  /** A house that is back within so many seconds goes on where it was; the rulebook's clause on interruptions is for longer ones. Nothing: never. */
  interruption_grace_seconds?: number;
  /** The jackpot's figures, where the game has one. */
  jackpot?: JackpotSetup | null;
  /** The least and the most of each bet. */
  limits: Limits;
  /** How many betting boxes the layout has. */
  positions: number;
  /** The smallest chip on the table: bets are laid in multiples of it. Left out, of one minor unit. */
  smallest_chip?: Money | null;
};

/** What a house fixes when it opens a table; frozen for the length of a round and kept with it. */
export type SetupInRequest = {
  /** Where the cards come from. */
  device: Device;
  /** A house that is back within so many seconds goes on where it was; the rulebook's clause on interruptions is for longer ones. Nothing: never. */
  interruption_grace_seconds?: number;
  /** The jackpot's figures, where the game has one. */
  jackpot?: JackpotSetupInRequest | null;
  /** The least and the most of each bet. */
  limits: LimitsInRequest;
  /** How many betting boxes the layout has. */
  positions: number;
  /** The smallest chip on the table: bets are laid in multiples of it. Left out, of one minor unit. */
  smallest_chip?: Money | null;
};

/** How the cards of a box lie. */
export type ShowingView = "face_down" | "revealed" | "hidden" | "established" | "collected";

/** How far a deck is made, and what was promised for it. */
export type ShuffleView = {
  /** What Players promised, and the seeds of those who opened theirs. */
  players: Array<PromiseView>;
  /** The digest by which the house promised its seed. */
  promise: Fingerprint | null;
  /** The house's seed, once it is published. */
  seed: Seed | null;
};

/** Signing in by name and password. */
export type SignIn = {
  /** The code of the second device, where the house asks for one. */
  code?: string | null;
  /** The name of the account. */
  name: string;
  /** Its password. */
  password: string;
};

/** What the Dealer's hand did instead of the next movement of the deal. */
export type Slip =
  | {
    did: "missed";
  }
  | {
    /** The cards that left the device. */
    cards: Array<Card>;
    did: "instead";
    /** Where they went. */
    to: Place;
  }
  | {
    /** The cards that went along. */
    cards: Array<Card>;
    did: "extra";
    /** Where they went. */
    to: Place;
  };

/** Where the cards of a table come from. */
export type Source = "table" | "house";

export type Spectator = "spectator";

/** Where a dealt card goes. */
export type Spot = {
    box: BoxNumber;
  } | "dealer";

/** One movement of the Dealer's hand. */
export type Step =
  | "burn"
  | {
    single: Spot;
  }
  | {
    packet: Spot;
  }
  | "community_from_shoe"
  | {
    community_packet: number;
  }
  | "discard_community";

/** Why the round stands still. */
export type SuspensionView = {
  /** Who is asked to go on or to withdraw. */
  choices: ChoicesView | null;
  /** What is ruled on first. */
  matter: MatterView | null;
};

/** A table as the caller may see it. */
export type TableBody = {
  /** How many players of the house may be asked to the table. */
  company_max: number;
  /** How long the table still waits. */
  deadline_ms: number | null;
  /** Which log the numbers belong to. */
  epoch: string;
  /** What the caller may ask now, and the rules would grant. */
  moves: Array<ListedMove>;
  /** The last entry of the log that the view includes. */
  n: number;
  /** The name of the table. */
  name: string | null;
  /** The names of those who sit or have a bet, by their numbers. */
  names: { [name: string]: string };
  /** The caller's chips here; none for those who are no Player. */
  rack: Money | null;
  /** The table. */
  view: TableStateView;
};

/** An event of a table as one viewer may know it. */
export type TableEventView =
  | EventView
  | HouseEvent
  | CardEvent
  | {
    /** `seed-sealed` */
    kind: string;
    /** The digest of the seed. */
    promise: Fingerprint;
  };

/** A table of this house. */
export type TableId = number;

/** A table as the lobby shows it. */
export type TableLine = {
  /** How many boxes the table has. */
  boxes: number;
  /** Where the cards of the next round come from. */
  cards: Source;
  /** The digest of that rulebook with the options of this table. */
  digest: Digest | null;
  /** What the house keeps of each bet, under the options of this table. */
  edge: Edges | null;
  /** The jackpot bet. */
  jackpot: JackpotSetup | null;
  /** The least and the most of each bet. */
  limits: Limits | null;
  /** The link the table feeds. */
  link: LinkId | null;
  /** The last entry of its log that is counted here. */
  n: number;
  /** Its name. */
  name: string | null;
  /** No round is opened until the pause is lifted. */
  paused: boolean;
  /** `closed`, `ready`, or the phase of the round under way. */
  phase: string;
  /** The number of the round under way, or of the last. */
  round: number | null;
  /** The rulebook it runs under; none while it is closed. */
  rulebook: RulebookId | null;
  /** At how many of them a Player sits or has chips. */
  seated: number;
  /** The number of the table. */
  table: TableId;
  /** Which they are. */
  taken: Array<BoxNumber>;
  /** Whom the table waits for. */
  waiting: Waiting2 | null;
};

/** What is asked of a table. What may be asked now is listed in `moves`. */
export type TableRequest =
  | {
    /** What the house chooses where the rulebook leaves it open. */
    options?: {
      affected_scope?: "computed" | "all_players";
      ante_bonus_requires_play?: "yes" | "no";
      auto_notice?: "on" | "off";
      burn?: "shoe_only" | "always";
      choices_deadline?: "dealer_shown" | "end_of_round";
      envy_multiple?: "per_winning_hand" | "one_per_round";
      exposed_after_deal?: "referral" | "continue" | "void";
      exposed_one?: "options_to_affected" | "continue" | "void" | "referral";
      fixed_awards_from_meter?: "no" | "yes";
      fold_envy_receive?: "no" | "yes";
      fold_envy_trigger?: "no" | "if_exposed";
      hidden_hand_no_qualify_ante?: "paid" | "lost";
      jackpot_claim?: "auto_detect" | "must_notify";
      jackpot_fault_scope?: "round" | "only_if_jackpot_bets";
      jackpot_stake_on_win?: "kept" | "returned";
      limit_scope?: "per_area" | "per_position";
      major_payment?: "table" | "cage_cheque";
      meter_increment?: "at_accept" | "at_settlement_if_not_won";
      move_hands_choices?: "offer" | "none";
      no_choice_made?: "withdraw" | "continue";
      play_over?: "to_ante" | "to_table_maximum";
      player_count_wrong_uncontacted?: "hand_only" | "void_round";
      positions?:
        | "1"
        | "2"
        | "3"
        | "4"
        | "5"
        | "6"
        | "7"
        | "8"
        | "9"
        | "10"
        | "11"
        | "12"
        | "13"
        | "14"
        | "15";
      reveal_when_all_folded?: "if_needed" | "always";
      reverse_contribution_on_return?: "yes" | "no";
      /** play ante_bonus ante pair_plus five_card in any order */
      settle_bet_order?: "play ante_bonus ante pair_plus five_card";
      settle_seat_order?: "left_first" | "right_first" | "custom";
    };
    request: "open-table";
    rulebook: "rws-2020";
    /** What the table is opened with. */
    setup: SetupInRequest;
  }
  | {
    /** What the house chooses where the rulebook leaves it open. */
    options?: {
      absent_undecided?: "folded" | "invalid_returned";
      acting_up?: "assigned_person" | "acting_or_higher";
      affected_scope?: "computed" | "all_players";
      ante_bonus_requires_play?: "yes" | "no";
      auto_notice?: "on" | "off";
      box_sharing?: "exclusive" | "shared";
      choices_deadline?: "dealer_shown" | "end_of_round";
      decline_reveal?: "own_burden" | "deemed_lower" | "deemed_folded" | "dealer_reveals";
      envy_multiple?: "per_winning_hand" | "one_per_round";
      envy_unit?: "per_jackpot_bet" | "per_player";
      exposed_after_deal?: "referral" | "continue" | "void";
      exposed_after_seen?: "continue" | "options_to_affected" | "referral";
      exposed_one?: "continue" | "void";
      face_up_card?: "use_as_next" | "referral";
      fixed_awards_from_meter?: "no" | "yes";
      fold_envy_receive?: "yes" | "no";
      fold_envy_trigger?: "no" | "if_exposed";
      fold_jackpot?: "forfeited" | "alive";
      hidden_hand_no_qualify_ante?: "paid" | "lost";
      insufficient_cards?: "void" | "referral";
      interruption_no_outcome?: "void" | "option_withdraw_all";
      interruption_outcome?: "continue" | "referral";
      interruption_scope?: "any_technical" | "power_only";
      invalidated_bets?: "returned" | "lost";
      jackpot_claim?: "auto_detect" | "must_notify";
      jackpot_cross_table_order?: "time_full_hand_dealt" | "first_entered";
      jackpot_fault_later?: "close_or_bar_box_or_no_jackpot_with_notice" | "referral";
      jackpot_fault_scope?: "round" | "only_if_jackpot_bets";
      jackpot_fault_seen?: "continue_at_recorded" | "referral";
      jackpot_fault_unseen?: "void" | "referral";
      jackpot_stake_on_win?: "kept" | "returned";
      jackpot_without_base?: "return_when_noticed" | "cure_then_return_at_end";
      joint_cards?: "supervisor_then_choices_all" | "referral";
      limit_scope?: "per_area" | "per_position";
      meter_increment?: "at_accept" | "at_settlement_if_not_won";
      misdeal_contacted?: "choices" | "referral";
      multi_box?: "not_offered" | "any_free_box";
      no_choice_made?: "withdraw" | "continue";
      other_dealing_error?: "choices" | "referral";
      over_max_open?: "reject_excess" | "refuse";
      pair_plus_only_view?: "allowed" | "barred";
      play_over?: "to_ante" | "to_table_maximum";
      player_count_wrong?: "hand_only" | "void_all";
      positions?:
        | "1"
        | "2"
        | "3"
        | "4"
        | "5"
        | "6"
        | "7"
        | "8"
        | "9"
        | "10"
        | "11"
        | "12"
        | "13"
        | "14"
        | "15";
      proxy_bets?: "pit_staff" | "none";
      reveal_when_all_folded?: "if_needed" | "always";
      reverse_contribution_on_return?: "yes" | "no";
      /** play ante_bonus ante pair_plus five_card in any order */
      settle_bet_order?: "play ante_bonus ante pair_plus five_card";
      settle_seat_order?: "left_first" | "right_first" | "custom";
      uncovered_authority?: "table_game_shift_manager" | "gaming_shift_manager" | "manager_on_duty";
      under_min_closed?: "as_is" | "once_then_return";
      under_min_open?: "raise_or_withdraw" | "refuse";
      unshuffled?: "void" | "referral";
    };
    request: "open-table";
    rulebook: "rws-2013";
    /** What the table is opened with. */
    setup: SetupInRequest;
  }
  | {
    /** What the house chooses where the rulebook leaves it open. */
    options?: {
      absent_after_viewing?: "invalid_returned" | "folded";
      ante_bonus_requires_play?: "yes" | "no";
      auto_notice?: "on" | "off";
      backer_play?: "match_own_share" | "controller_may_cover" | "controller_only";
      box_sharing?: "shared" | "exclusive";
      envy_multiple?: "per_winning_hand" | "one_per_round";
      envy_unit?: "per_jackpot_bet" | "per_player";
      exposed_after_deal?: "referral" | "continue" | "void";
      exposed_after_seen?: "referral" | "continue";
      exposed_one?: "referral" | "continue" | "void";
      face_up_card?: "referral" | "use_as_next";
      fixed_awards_from_meter?: "no" | "yes";
      fold_envy_receive?: "yes" | "no";
      fold_envy_trigger?: "if_exposed" | "no";
      hidden_hand_no_qualify_ante?: "paid" | "lost";
      insufficient_cards?: "referral" | "void";
      invalidated_bets?: "returned" | "lost";
      jackpot_claim?: "auto_detect" | "must_notify";
      jackpot_fault_later?: "referral" | "close_or_bar_box_or_no_jackpot_with_notice";
      jackpot_fault_seen?: "referral" | "continue_at_recorded";
      jackpot_stake_on_win?: "kept" | "returned";
      limit_scope?: "per_area" | "per_position";
      literal_ace_in_32A?: "high" | "low";
      major_payment?: "table" | "cage_cheque";
      meter_increment?: "at_accept" | "at_settlement_if_not_won";
      over_max_open?: "refuse" | "reject_excess";
      pair_plus_only_view?: "allowed" | "barred";
      permit_withdrawal_role?: "pit_supervisor" | "gaming_shift_manager";
      plain_fold_pair_plus?: "kept" | "lost";
      play_over?: "to_ante" | "to_table_maximum";
      player_count_wrong_uncontacted?: "hand_only" | "void_round";
      positions?: "4" | "5" | "6" | "7";
      qualifier?: "by_rank" | "literal_card";
      reveal_when_all_folded?: "if_needed" | "always";
      reverse_contribution_on_return?: "yes" | "no";
      /** play ante_bonus ante pair_plus five_card in any order */
      settle_bet_order?: "play ante_bonus ante pair_plus five_card";
      settle_seat_order?: "left_first" | "right_first" | "custom";
      under_min_grace_scope?: "table_visit" | "gaming_day";
      under_min_open?: "raise_or_withdraw" | "refuse";
    };
    request: "open-table";
    rulebook: "mbs-2019";
    /** What the table is opened with. */
    setup: SetupInRequest;
  }
  | {
    /** What the house chooses where the rulebook leaves it open. */
    options?: {
      affected_scope?: "computed" | "all_players";
      ante_bonus_requires_play?: "yes" | "no";
      auto_notice?: "on" | "off";
      burn?: "shoe_only" | "always";
      choices_deadline?: "dealer_shown" | "end_of_round";
      community_discard?: "last" | "first" | "middle";
      community_error?: "options" | "return_jackpot_bets" | "void";
      exposed_after_deal?: "referral" | "continue" | "void";
      exposed_after_seen?: "continue" | "options_to_affected";
      fixed_awards_from_meter?: "no" | "yes";
      fold_pair_plus?: "kept" | "lost";
      jackpot_claim?: "auto_detect" | "must_notify";
      jackpot_fault_scope?: "round" | "only_if_jackpot_bets";
      jackpot_stake_on_win?: "kept" | "returned";
      limit_scope?: "per_area" | "per_position";
      major_payment?: "table" | "cage_cheque";
      meter_increment?: "at_accept" | "at_settlement_if_not_won";
      move_hands_choices?: "offer" | "none";
      no_choice_made?: "withdraw" | "continue";
      percent_rounding?: "down" | "nearest";
      percent_win_effect?: "deduct" | "deduct_floor_seed" | "reset";
      play_over?: "to_ante" | "to_table_maximum";
      player_count_wrong_uncontacted?: "hand_only" | "void_round";
      positions?:
        | "1"
        | "2"
        | "3"
        | "4"
        | "5"
        | "6"
        | "7"
        | "8"
        | "9"
        | "10"
        | "11"
        | "12"
        | "13"
        | "14"
        | "15";
      refuse_reveal_play?: "lost" | "returned";
      reveal_when_all_folded?: "if_needed" | "always";
      reverse_contribution_on_return?: "yes" | "no";
      /** play ante_bonus ante pair_plus five_card in any order */
      settle_bet_order?: "play ante_bonus ante pair_plus five_card";
      settle_seat_order?: "left_first" | "right_first" | "custom";
    };
    request: "open-table";
    rulebook: "rws-multilink-2024";
    /** What the table is opened with. */
    setup: SetupInRequest;
  }
  | {
    /** What the house chooses where the rulebook leaves it open. */
    options?: {
      absent_undecided?: "folded" | "invalid_returned";
      acting_up?: "assigned_person" | "acting_or_higher";
      ante_bonus_requires_play?: "yes" | "no";
      ante_required?: "yes" | "no";
      auto_notice?: "on" | "off";
      box_sharing?: "exclusive" | "shared";
      contact_test?: "seen" | "handled";
      exposed_after_deal?: "referral" | "continue" | "void";
      exposed_after_seen?: "referral" | "continue";
      exposed_one?: "referral" | "continue" | "void";
      exposed_two_contacted?: "referral" | "continue" | "void";
      exposed_two_uncontacted?: "referral" | "void";
      face_up_card?: "referral" | "use_as_next";
      fold_side_bet?: "alive" | "lost";
      foreign_or_count_wrong?: "referral" | "void";
      insufficient_cards?: "referral" | "void";
      interruption_no_outcome?: "referral" | "void" | "option_withdraw_all";
      interruption_outcome?: "referral" | "continue";
      invalidated_bets?: "returned" | "lost";
      late_withdrawal?: "refuse" | "kept_at_risk";
      limit_scope?: "per_area" | "per_position";
      misdeal_uncontacted?: "referral" | "void_unless_whole_hands";
      multi_box?: "not_offered" | "two_adjacent";
      multi_box_view?: "sequential" | "one_hand";
      over_max_open?: "refuse" | "reject_excess";
      pair_plus_only_view?: "allowed" | "barred";
      pay_method?: "lay_and_pay" | "pick_and_pay";
      play_over?: "to_ante" | "to_table_maximum";
      positions?:
        | "1"
        | "2"
        | "3"
        | "4"
        | "5"
        | "6"
        | "7"
        | "8"
        | "9"
        | "10"
        | "11"
        | "12"
        | "13"
        | "14"
        | "15";
      proxy_bets?: "none" | "pit_staff";
      reveal_when_all_folded?: "if_needed" | "always";
      /** play ante_bonus ante pair_plus five_card in any order */
      settle_bet_order?: "play ante_bonus ante pair_plus five_card";
      side_bet_requires?: "ante" | "pair_plus" | "either";
      tie?: "push" | "player_wins";
      uncovered_authority?: "manager_on_duty" | "table_game_shift_manager" | "gaming_shift_manager";
      under_min_closed?: "as_is" | "once_then_return";
      under_min_open?: "refuse" | "raise_or_withdraw";
      unshuffled?: "referral" | "void";
      void_action?: "return_bets" | "redeal_same_bets";
    };
    request: "open-table";
    rulebook: "oceanfront";
    /** What the table is opened with. */
    setup: SetupInRequest;
  }
  | {
    request: "close-table";
  }
  | {
    /** The notice to hang. */
    notice: Notice;
    request: "display-notice";
  }
  | {
    /** The method from the next round on. */
    method: CommunityMethod;
    request: "choose-method";
  }
  | {
    request: "open-bets";
  }
  | {
    /** The box in front of the seat. */
    at: BoxNumber;
    request: "sit";
  }
  | {
    /** The chips added, not the total. */
    amount: Money;
    /** The bet: Ante, Pair Plus, the side bet or the jackpot. Play is `Request::Play`. */
    area: Area;
    /** The box bet on. */
    at: BoxNumber;
    request: "place-bet";
  }
  | {
    /** The chips added, not the total. */
    amount: Money;
    /** The bet. */
    area: Area;
    /** The box bet on. */
    at: BoxNumber;
    /** The Player whose chips and bet these are. */
    player: PlayerId;
    request: "place-bet-for";
  }
  | {
    /** The box whose Player is asked. */
    at: BoxNumber;
    request: "offer-jackpot";
  }
  | {
    /** The area to clear; a jackpot bet that needs it must come off too. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    request: "take-back";
  }
  | {
    /** The area whose total is too high. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    request: "reject-excess";
  }
  | {
    /** The area whose total is too low. */
    area: Area;
    /** The box. */
    at: BoxNumber;
    request: "advise-minimum";
  }
  | {
    /** The Player who is told. */
    player: PlayerId;
    request: "inform-one-hand";
  }
  | {
    request: "call-missing-pair-plus";
  }
  | {
    request: "close-bets";
  }
  | {
    /** The card burnt. */
    card: Card;
    request: "burn";
  }
  | {
    /** The card drawn. */
    card: Card;
    request: "deal-next";
  }
  | {
    /** The cards of the packet, in the order they lie. */
    cards: Array<Card>;
    request: "deal-packet";
  }
  | {
    /** The two cards. */
    cards: Array<Card>;
    request: "deal-community";
  }
  | {
    request: "discard-community";
  }
  | {
    request: "slip";
    /** What was done instead of the next movement. */
    slip: Slip;
  }
  | {
    /** The box whose cards are looked at. */
    at: BoxNumber;
    request: "look";
  }
  | {
    /** The box whose cards are handled. */
    at: BoxNumber;
    request: "touch";
  }
  | {
    /** The Play bet: as much as the Ante, or it is refused. */
    amount: Money;
    /** The box decided for. */
    at: BoxNumber;
    request: "play";
  }
  | {
    /** The box decided for. */
    at: BoxNumber;
    /** What the Player says about Pair Plus, where the rulebook lets it be kept. */
    pair_plus: FoldedPairPlus;
    request: "fold";
  }
  | {
    /** The box with Pair Plus alone. */
    at: BoxNumber;
    request: "stand-pair-plus";
  }
  | {
    /** The Player who leaves. */
    player: PlayerId;
    request: "leave";
  }
  | {
    request: "collect-folded";
  }
  | {
    request: "show-dealer";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "show-box";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "reveal";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "decline-reveal";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "establish-hand";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "view-hidden";
  }
  | {
    /** The box with the hand. */
    at: BoxNumber;
    request: "claim-jackpot";
  }
  | {
    /** The box; any other than the next is refused. */
    at: BoxNumber;
    request: "settle";
  }
  | {
    /** The meter as the link hands it over: contributions in, earlier winners paid. */
    displayed: Money;
    request: "pay-jackpots";
  }
  | {
    request: "conclude";
  }
  | {
    /** What was seen. */
    report: Report;
    request: "report";
  }
  | {
    /** The answer. */
    finding: Finding2;
    /** The irregularity ruled on. */
    on: Irregularity;
    request: "rule";
  }
  | {
    /** The irregularity passed on. */
    on: Irregularity;
    /** What they propose. */
    proposal: Act;
    request: "refer";
  }
  | {
    /** The box chosen for. */
    at: BoxNumber;
    /** To go on or to withdraw. */
    choice: Choice;
    request: "choose";
  }
  | {
    /** To go on or to withdraw. */
    choice: Choice;
    request: "choose-all";
  }
  | {
    /** The box. */
    at: BoxNumber;
    request: "permit-withdrawal";
  }
  | {
    request: "end-choices";
  }
  | {
    /** How many cards there are. */
    counted: number;
    request: "count-deck";
  }
  | {
    /** What was wrong and what is right. */
    correction: Correction;
    /** Why, in words for the record. */
    reason: string;
    request: "propose-correction";
  }
  | {
    request: "approve-correction";
  }
  | {
    /** The Player barred. */
    player: PlayerId;
    request: "bar";
  }
  | {
    /** The Player who may play again. */
    player: PlayerId;
    request: "lift-bar";
  }
  | {
    /** The Player stopped. */
    player: PlayerId;
    request: "stop-action";
  }
  | {
    /** The Player confined. */
    player: PlayerId;
    request: "restrict-to-one";
  }
  | {
    /** The Player set free. */
    player: PlayerId;
    request: "lift-restriction";
  }
  | {
    /** Who acts. */
    person: PersonId;
    /** The post acted in. */
    post: Post;
    request: "assign-acting";
  }
  | {
    /** The mode proposed. */
    mode: FaultModeInRequest;
    request: "propose-fault-mode";
  }
  | {
    request: "approve-fault-mode";
  }
  | {
    request: "clear-fault";
  }
  | {
    request: "create-table";
  }
  | {
    /** The link. */
    link: LinkId;
    request: "join-link";
  }
  | {
    request: "leave-link";
  }
  | {
    request: "ready";
  }
  | {
    request: "set-times";
    /** The limits. */
    times: WaitingTimes;
  }
  | {
    request: "pause-table";
  }
  | {
    request: "resume-table";
  }
  | {
    /** The source from then on. */
    from: Source;
    request: "take-cards";
  }
  | {
    /** The digest of the seed. */
    promise: Fingerprint;
    request: "promise-seed";
  }
  | {
    request: "open-seed";
    /** The seed. */
    seed: Seed;
  }
  | {
    request: "shuffle";
  }
  | {
    request: "deal";
  };

/** What a viewer may know of a table of the house. */
export type TableStateView = {
  /** What the table waits for, where it does so for a limited time. */
  awaited: Awaited | null;
  /** What the jackpots of the round paid. */
  awards: Array<AwardView>;
  /** Every box of the layout, clockwise from the Dealer's left. */
  boxes: Array<BoxView>;
  /** Where the cards come from, and how far the deck is made. */
  cards: CardsView;
  /** The community cards. */
  community: Array<Face>;
  /** The Dealer's cards. */
  dealer: Array<Face>;
  /** The Dealer's hand, once it is shown. */
  dealer_hand: HandView | null;
  /** Whether the Dealer's hand plays, once it is shown. */
  dealer_qualifies: boolean | null;
  /** The digest of that rulebook with the options the house chose. */
  digest: string | null;
  /** The burnt and discarded cards: backs, until surveillance reads the finished round. */
  discards: Array<Face>;
  /** The jackpot does not work. */
  fault: FaultView | null;
  /** The jackpot bet. */
  jackpot: JackpotView | null;
  /** What may be staked. */
  limits: Limits;
  /** The jackpot the table feeds. */
  link: Linked | null;
  /** The meter from which they were paid. */
  meter_read: Money | null;
  /** How community cards are dealt, where the house chose it. */
  method: CommunityMethod | null;
  /** What the Dealer owes, or whom the table waits for. */
  next: NextDuty;
  /** What hangs at the table. */
  notices: Array<Notice>;
  /** Whether the House has paused the table: no round is opened until it is resumed. */
  paused: boolean;
  /** How far it has come. */
  phase: PhaseView;
  /** How many boxes the layout has. */
  positions: number;
  /** The Players who have bet what they want, while bets are open at a table where the house deals. */
  ready: Array<PlayerId>;
  /** The number of the round, 0 before the first. */
  round: number;
  /** The rulebook it runs under; none while it is closed. */
  rulebook: RulebookId | null;
  /** Who sits where. */
  seats: Array<[BoxNumber, PlayerId]>;
  /** Why the round stands still, where it does. */
  suspended: SuspensionView | null;
  /** The table. */
  table: TableId | null;
  /** What follows when that time is up. */
  then: TimesEnd | null;
  /** How long the table gives people, from the next round on. */
  times: WaitingTimes;
};

/** How long a player stays away. */
export type Term =
  | "24-hours"
  | "7-days"
  | "30-days"
  | "90-days"
  | "6-months"
  | "1-year"
  | "5-years"
  | "for-good";

/** On what terms Players are asked. */
export type Terms = "dealing_error" | "permitted" | "all_or_none";

/** What follows once the cards lie as they should. */
export type Then = "go_on" | {
    ask: WhoChooses;
  };

/** What a table does when the time is up for which it waits. */
export type TimesEnd =
  | "shuffled"
  | "bets_closed"
  | "folded"
  | "returned"
  | "stands"
  | "shown"
  | "choices_ended";

/** Milliseconds since 1970 by the clock of the house. */
export type Timestamp = number;

/** The table after a commit. */
export type ViewAt = {
  /** The last entry that it includes. */
  n: number;
  /** The table, as the caller could see it then. */
  view: TableStateView;
};

/** A line of a settlement, in the order in which lines are printed.  Ante Bonus and Envy are payments: no Player stakes them (MBS-22). */
export type Wager = "play" | "ante_bonus" | "ante" | "pair_plus" | "five_card" | "jackpot" | "envy";

/** The end of one bet, or of one Player's share of it. */
export type WagerSettled = {
  /** The box the bet lay on. */
  at: BoxNumber;
  /** How much of them the result counted; the rest was above a limit. */
  at_risk: Money;
  /** The clauses it was settled by. */
  cites: Clauses;
  /** How it ended. */
  outcome: Outcome;
  /** Whose share it was. */
  player: PlayerId;
  /** What goes to the Player's rack: stake handed back and winnings together. */
  returned: Money;
  /** The chips that lay there. */
  staked: Money;
  /** Which bet, or the bonus, ended. */
  wager: Wager;
  /** The reason in a sentence. */
  why: string;
};

/** A looser value that does not hold yet. */
export type Waiting = {
  /** When it was asked for. */
  asked: Timestamp;
  /** From when it holds. */
  from: Timestamp;
  /** The value; nothing: no limit. */
  value: number | null;
};

/** What a table waits for, who has to act, since when and until when. */
export type Waiting2 = {
  /** The boxes that have not answered, in the order they are asked. */
  boxes: Array<BoxNumber>;
  /** What the table waits for. */
  for: WaitsFor;
  /** The players who answer for these boxes. */
  players: Array<PlayerId>;
  /** Since when the table has waited for this. */
  since: Timestamp;
  /** The title of the irregularity, where a ruling is awaited. */
  title?: string | null;
  /** When the time the table gives is up, by the clock of the house. */
  until: Timestamp | null;
};

/** What the house gives people time for at a table, from the next round on. */
export type WaitingTimes = {
  /** For bets, from the first one on; then they are closed. No rulebook limits it, so a house that says nothing gives all the time there is. */
  betting_seconds_max?: number | null;
  /** For each decision; a Player who does not make it has left, and the rulebook says what follows (IR-27). As long for a hand to be turned, which the Dealer then does, and for a choice after an error, which silence then makes. */
  decision_seconds_max?: number | null;
  /** For Players to open the seeds they promised; the deck is then made without those who did not. */
  opening_seconds: number;
};

/** Who must act before the table goes on, apart from the dealer. */
export type WaitsFor =
  | {
    ruling: Irregularity;
  }
  | "choices"
  | "permission"
  | "seeds"
  | "decisions"
  | {
    jackpot_pay: LinkId;
  }
  | {
    link: LinkId;
  };

/** Who is asked whether to go on or to withdraw (5.10.1 to 5.10.3). */
export type WhoChooses = "affected" | "all" | "jackpot_boxes";

/** A round that is over, whole. */
export type WholeRound = {
  /** The digest of that rulebook with the options of the table. */
  digest: Digest | null;
  /** What happened, entry by entry. */
  events: Array<RoundEntry>;
  /** The number of the last entry before it. */
  from: number | null;
  /** The name of the table. */
  name: string | null;
  /** The names of those who sat or had a bet at its end, by their numbers. */
  names: { [name: string]: string };
  /** All that is needed to make its deck again, where the house dealt. */
  proof: unknown;
  /** Its number there. */
  round: number;
  /** The rulebook it was played by. */
  rulebook: RulebookId | null;
  /** The table it was played at. */
  table: TableId;
  /** The number of its last entry. */
  to: number;
  /** How to check all of it. */
  verify: string;
  /** The table at its end. */
  view: TableStateView;
  /** The table after each commit, where `views=all` asks for it. */
  views?: Array<ViewAt> | null;
};

/** Whose cards the trouble is about. */
export type Whose = "player" | "dealer" | "community";

/** A win of a jackpot. */
export type WinSummary = {
  /** What it draws from the meter. */
  drawn: Money;
  /** The number of the hit at its link. */
  number: number;
  /** The round it was won in. */
  round: number;
  /** The table it was won at. */
  table: TableId;
  /** Whether two people still have to verify it. */
  to_verify: boolean;
};

/** A one-time ticket. */
export type WithTicket = {
  /** As the house printed it. */
  ticket: string;
};

/** A box of a round. */
export type WrittenBox = {
  ante?: Amount;
  /** Its number, from the Dealer's left. */
  box: number;
  /** Three cards, as `As Ks Qs`. */
  cards?: string;
  /** What was decided. */
  decision?: Decision;
  five_card?: Amount;
  /** The clause by which the hand is out. */
  invalidated?: string;
  jackpot?: Amount;
  pair_plus?: Amount;
  play?: Amount;
  /** Equal names mean one person. */
  player: string;
  /** A repeated stake below the minimum (mbs-2019 5.13). */
  under_minimum_before?: boolean;
  /** The clause by which the Player took every bet back. */
  withdrawn?: string;
};

/** A jackpot as a round finds it. */
export type WrittenJackpot = {
  /** The meter, with this round's contributions in it. */
  displayed: Amount;
  /** What a full win resets it to. */
  seed: Amount;
  /** What a bet costs. */
  stake: Amount;
};

/** A round written down. Which cards and bets go together the rules say. */
export type WrittenRound = {
  /** The boxes, in any order. */
  boxes: Array<WrittenBox>;
  /** Two cards, under `rws-multilink-2024`. */
  community?: string;
  /** The Dealer's hand: three cards, as `Jc Td 8h`. */
  dealer?: string;
  /** The jackpot, where a box stakes on it. */
  jackpot?: WrittenJackpot;
  /** Wins at other linked tables that are paid after. */
  jackpots_paid_after?: Array<WrittenWin>;
  /** Wins at other linked tables that are paid before this table's. */
  jackpots_paid_before?: Array<WrittenWin>;
  /** The least and the most of each bet; each bound may be left out. */
  limits?: { [name: string]: { [name: string]: Amount } };
  /** The house's options, by switch. */
  options?: { [name: string]: unknown };
  /** The rulebook it is settled by. */
  rulebook: RulebookId;
  /** The clause by which the whole round is void. */
  void?: string;
};

/** A win at another table. */
export type WrittenWin = {
  /** `major`, or `straight_flush` under `rws-multilink-2024`. */
  award: string;
};

/** As whom a client is served. */
export type You = {
  /** The name of the account. */
  name: string | null;
  /** The number of a person of the house. */
  person?: PersonId | null;
  /** The number of a Player. */
  player: PlayerId | null;
  /** The role, or `spectator`. */
  role: RoleOrSpectator;
};
