//! Disputes and their answers.

use serde_json::{Value, json};

use super::{Call, Needs, in_json, in_path, read_call};
use crate::disputes::{AnswerBody, Dispute, DisputesPage, RaiseBody};
use crate::openapi::schemas::Schemas;

pub(super) fn calls(schemas: &mut Schemas) -> Vec<Call> {
    let dispute = in_json(schemas.sent::<Dispute>());
    let number = || {
        in_path(
            "dispute",
            json!({"type": "integer", "minimum": 0, "maximum": i64::MAX}),
        )
    };
    let raised =
        json!({"table": 1, "round": 17, "box": 3, "bet": "ante", "text": "The Dealer had a Jack."});
    let answered = json!({"answer": "The Dealer had a Queen: 3.12.", "finding": "rejected"});
    vec![
        Call {
            method: "post",
            session: Needs::Session,
            body: Some(
                json!({"application/json": {"schema": schemas.read::<RaiseBody>(), "example": raised}}),
            ),
            good: (201, "It was raised.", dispute.clone()),
            problems: &[404, 409],
            ..read_call(
                "/api/v1/disputes",
                "Dispute a line of a round of mine that is over",
                Value::Null,
            )
        },
        Call {
            session: Needs::Session,
            ..read_call(
                "/api/v1/disputes",
                "My disputes, or for staff all: those that wait for an answer first",
                in_json(schemas.sent::<DisputesPage>()),
            )
        },
        Call {
            session: Needs::Session,
            parameters: vec![number()],
            ..read_call("/api/v1/disputes/{dispute}", "A dispute", dispute.clone())
        },
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![number()],
            body: Some(
                json!({"application/json": {"schema": schemas.read::<AnswerBody>(), "example": answered}}),
            ),
            problems: &[409],
            ..read_call(
                "/api/v1/disputes/{dispute}/answer",
                "Answer a dispute: for a pit manager, or a shift manager",
                dispute.clone(),
            )
        },
        Call {
            method: "post",
            session: Needs::Session,
            parameters: vec![number()],
            problems: &[409],
            ..read_call(
                "/api/v1/disputes/{dispute}/close",
                "Close my dispute",
                dispute,
            )
        },
    ]
}
