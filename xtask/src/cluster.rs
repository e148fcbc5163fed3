//! Three PostgreSQL nodes under Patroni: installs what they need, then runs the tests of the house that
//! start and end such nodes.
//!
//! Apart from the one test command because it takes minutes, and packages that no other test needs.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::{need, test};

#[derive(Clone, Copy)]
pub enum For {
    Looking,
    Testing,
}

/// The house itself, and two processes that serve it. One test at a time: each has three servers of its
/// own, and they are to be measured.
const TEST: &[&str] = &[
    "test",
    "--package=queenhigh-house",
    "--test=cluster",
    "--package=queenhigh",
    "--test=two_processes",
    "--locked",
    "--",
    "--ignored",
    "--nocapture",
    "--test-threads=1",
];

pub fn run(purpose: For) -> Result<ExitCode> {
    need::provide(&need::CLUSTER)?;
    let which: &[&str] = match purpose {
        For::Looking => &["--exact", "a_cluster_to_look_at"],
        For::Testing => &["--skip", "a_cluster_to_look_at"],
    };
    let status = test::cargo().args(TEST).args(which).status();
    let well = status.context("cargo does not start")?.success();
    Ok(if well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
