//! Who says so: the clauses and resolved ambiguities an answer rests on.
//!
//! A citation is the id of a clause in `docs/rulebooks/clauses.tsv` (`3.12.1`, `ofg.deal.7`) or of an
//! entry of `docs/rulebooks/ambiguities.md` (`R20-04`, `G-19`). Every id is written into the
//! program, so a citation costs a pointer and settling a round allocates nothing for it.

use core::fmt;

/// Ids of clauses and ambiguities, in the order a reader should look them up.
pub type Cites = &'static [&'static str];

/// Up to four lists of citations read as one: the rule, the table it points to, the correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Citations([Cites; 4]);

impl Citations {
    /// One list.
    #[inline]
    pub const fn one(first: Cites) -> Citations {
        Citations([first, &[], &[], &[]])
    }

    /// Two lists, the rule first.
    #[inline]
    pub const fn two(first: Cites, second: Cites) -> Citations {
        Citations([first, second, &[], &[]])
    }

    /// The same with `more` behind.
    ///
    /// # Panics
    ///
    /// On a fifth list: no rule rests on so many, so that is a bug of ours.
    #[must_use]
    #[inline]
    pub fn and(mut self, more: Cites) -> Citations {
        if more.is_empty() {
            return self;
        }
        let free = self.0.iter_mut().find(|list| list.is_empty());
        *free.expect("no settlement rests on more than four lists of clauses") = more;
        self
    }

    /// The first two lists, where there are no more.
    #[inline]
    pub(crate) const fn as_two(&self) -> Option<[Cites; 2]> {
        let [first, second, third, _] = self.0;
        if third.is_empty() {
            Some([first, second])
        } else {
            None
        }
    }

    /// Each id once, in order of first mention.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> + use<> {
        let all = self.0.into_iter().flat_map(|list| list.iter().copied());
        all.clone().enumerate().filter_map(move |(at, id)| {
            let repeated = all.clone().take(at).any(|earlier| earlier == id);
            (!repeated).then_some(id)
        })
    }
}

impl From<Cites> for Citations {
    fn from(cites: Cites) -> Citations {
        Citations::one(cites)
    }
}

impl fmt::Display for Citations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, id) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            f.write_str(id)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_are_listed_once_and_in_order() {
        let cites = Citations::two(&["3.16", "4.3"], &["4.3"]).and(&["G-08"]);
        assert_eq!(cites.to_string(), "3.16, 4.3, G-08");
    }
}
