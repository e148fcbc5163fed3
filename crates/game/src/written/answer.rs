//! The settlement as programs read it: every line with its clauses and the sentence `why`.

use crate::{Citations, DealerHand, JackpotSettlement, Line, SettledBox};
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::settled::SettledRound;

impl Serialize for SettledRound<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let mut round = json.serialize_struct("round", 7)?;
        round.serialize_field("rulebook", self.rulebook.name())?;
        match self.void {
            Some(clause) => round.serialize_field("void", clause)?,
            None => round.serialize_field("void", &false)?,
        }
        round.serialize_field("dealer", &self.dealer.map(Dealer))?;
        round.serialize_field("boxes", &Boxes(self))?;
        round.serialize_field("settlement_order", &self.settlement.order)?;
        round.serialize_field("jackpot", &self.jackpot().map(Jackpot))?;
        round.serialize_field("house_net", &self.house_net())?;
        round.end()
    }
}

struct Dealer(DealerHand);

impl Serialize for Dealer {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let mut dealer = json.serialize_struct("dealer", 2)?;
        dealer.serialize_field("hand", self.0.hand.rank().name())?;
        dealer.serialize_field("qualifies", &self.0.qualifies)?;
        dealer.end()
    }
}

struct Boxes<'a>(&'a SettledRound<'a>);

impl Serialize for Boxes<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let round = self.0;
        json.collect_seq(round.boxes().map(|(settled, player)| SeatAnswer {
            round,
            settled,
            player,
        }))
    }
}

struct SeatAnswer<'a> {
    round: &'a SettledRound<'a>,
    settled: &'a SettledBox,
    player: &'a str,
}

impl Serialize for SeatAnswer<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let (staked, returned) = (self.settled.staked(), self.settled.returned());
        let mut seat = json.serialize_struct("box", 7)?;
        seat.serialize_field("box", &self.settled.number)?;
        seat.serialize_field("player", self.player)?;
        seat.serialize_field("hand", &self.settled.hand.map(|hand| hand.rank().name()))?;
        seat.serialize_field("lines", &Lines(self))?;
        seat.serialize_field("staked", &staked)?;
        seat.serialize_field("returned", &returned)?;
        seat.serialize_field("net", &(returned - staked))?;
        seat.end()
    }
}

struct Lines<'a>(&'a SeatAnswer<'a>);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let seat = self.0;
        json.collect_seq(
            seat.settled
                .lines
                .iter()
                .map(|line| LineAnswer { seat, line }),
        )
    }
}

struct LineAnswer<'a> {
    seat: &'a SeatAnswer<'a>,
    line: &'a Line,
}

impl Serialize for LineAnswer<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let LineAnswer { seat, line } = self;
        let mut answer = json.serialize_struct("line", 7)?;
        answer.serialize_field("bet", line.wager.name())?;
        answer.serialize_field("staked", &line.staked)?;
        answer.serialize_field("at_risk", &line.at_risk)?;
        answer.serialize_field("returned", &line.returned)?;
        answer.serialize_field("outcome", line.outcome.name())?;
        answer.serialize_field("clauses", &Clauses(line.cites))?;
        answer.serialize_field("why", &Sentence(seat.round.explain(seat.settled, line)))?;
        answer.end()
    }
}

struct Clauses(Citations);

impl Serialize for Clauses {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let mut clauses = json.serialize_seq(None)?;
        for id in self.0.iter() {
            clauses.serialize_element(id)?;
        }
        clauses.end()
    }
}

struct Sentence(crate::Explained);

impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(&self.0)
    }
}

struct Jackpot<'a>(&'a JackpotSettlement);

impl Serialize for Jackpot<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let mut jackpot = json.serialize_struct("jackpot", 3)?;
        jackpot.serialize_field("before", &self.0.before)?;
        jackpot.serialize_field("payments", &Payments(self.0))?;
        jackpot.serialize_field("after", &self.0.after)?;
        jackpot.end()
    }
}

struct Payments<'a>(&'a JackpotSettlement);

impl Serialize for Payments<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_seq(self.0.payments.iter().map(Payment))
    }
}

struct Payment<'a>(&'a crate::JackpotPayment);

impl Serialize for Payment<'_> {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        let mut payment = json.serialize_struct("payment", 3)?;
        payment.serialize_field("box", &self.0.number)?;
        payment.serialize_field("amount", &self.0.amount)?;
        payment.serialize_field("award", self.0.award_name())?;
        payment.end()
    }
}
