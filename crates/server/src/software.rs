//! By which program the house is served (STANDARDS M4).

use core::time::Duration;
use std::fs::File;

use sha2::{Digest as _, Sha256};

/// Says by which program the house is served: at the start, and once a day (STANDARDS M4).
pub async fn state_software() {
    let mut first = None;
    loop {
        let digest = tokio::task::spawn_blocking(software_digest).await;
        match digest {
            Ok(Ok(digest)) => {
                let same = first.get_or_insert_with(|| digest.clone()) == &digest;
                if same {
                    tracing::info!(sha256 = digest, "the program that serves");
                } else {
                    tracing::error!(sha256 = digest, ?first, "the program's file has changed");
                }
            }
            Ok(Err(error)) => tracing::error!(%error, "the program's file cannot be read"),
            Err(error) => tracing::error!(%error, "the program's file was not read"),
        }
        tokio::time::sleep(Duration::from_hours(24)).await;
    }
}

/// The SHA-256 of this program's file.
fn software_digest() -> std::io::Result<String> {
    let mut file = File::open(std::env::current_exe()?)?;
    let mut hasher = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        match std::io::Read::read(&mut file, &mut part)? {
            0 => return Ok(house::game::to_hex(&hasher.finalize())),
            length => hasher.update(&part[..length]),
        }
    }
}
