//! A Merkle tree over the heads of all streams: one hash for all, and a short proof for each stream.

use sha2::{Digest as _, Sha256};

use super::Heads;
use crate::log::Fingerprint;

/// The root of the tree over all heads, in the order of streams. Leaves and branches are hashed with
/// different first bytes, so that no branch passes for a leaf (as in RFC 6962); a level with an odd
/// number of nodes passes its last one up unchanged.
pub fn root(heads: &Heads) -> Fingerprint {
    let leaf = |(stream, (seq, fingerprint)): (&crate::log::Stream, &(u64, Fingerprint))| {
        let mut sum = Sha256::new();
        sum.update([0]);
        sum.update(format!("{stream} {seq} ").as_bytes());
        sum.update(fingerprint.0);
        Fingerprint(sum.finalize().into())
    };
    let mut level: Vec<Fingerprint> = heads.iter().map(leaf).collect();
    while level.len() > 1 {
        level = level.chunks(2).map(branch).collect();
    }
    level.pop().unwrap_or_else(|| Fingerprint::of(b""))
}

fn branch(nodes: &[Fingerprint]) -> Fingerprint {
    match nodes {
        [left, right] => {
            let mut sum = Sha256::new();
            sum.update([1]);
            sum.update(left.0);
            sum.update(right.0);
            Fingerprint(sum.finalize().into())
        }
        [one] => *one,
        _ => Fingerprint::of(b""),
    }
}
