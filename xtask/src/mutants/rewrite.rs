//! A file of Rust with all its mutants built in, one of which is chosen when the program starts.
//!
//! Each place that has mutants asks `crate::mutants` which one is active. Where the compiler wants to
//! know the value itself (constants, lengths of arrays, patterns), nothing can be asked: those mutants
//! are not built. `const` is taken from functions, and given back where a constant calls them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{Context, Result};
use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::edit::{Edit, Piece};
use super::list::{Genre, Mutant, Place};

/// What the compiler has said so far about a package.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Mutants that do not compile.
    pub unviable: BTreeSet<u32>,
    /// Functions that a constant calls, as `Type::function` or `function`.
    pub constant: BTreeSet<String>,
}

/// What became of the mutants of a file.
pub struct Rewritten {
    pub edits: Vec<Edit>,
    /// Mutants that no program can be built with, and why.
    pub not_tried: BTreeMap<u32, &'static str>,
    /// Mutants that cannot compile, as the source alone shows.
    pub unviable: BTreeSet<u32>,
    /// Functions that lost their `const`.
    pub no_longer_const: BTreeSet<String>,
}

pub const IN_A_CONSTANT: &str = "the compiler computes it";
const IMPL_TRAIT: &str = "returns an unnamed type";
const NO_PLACE: &str = "kind of change is not built";

/// Finds the place of each mutant in the source, and what has to stand there.
pub fn rewrite(source: &str, mutants: &[&Mutant], verdicts: &Verdicts) -> Result<Rewritten> {
    let file = syn::parse_file(source).context("not Rust")?;
    let mut wanted: BTreeMap<(Genre, Place), Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        if !verdicts.unviable.contains(&mutant.id) {
            let at = wanted.entry((mutant.genre, mutant.start)).or_default();
            at.push(mutant);
        }
    }
    let mut finder = Finder {
        wanted,
        verdicts,
        self_type: String::new(),
        constants: 0,
        done: Rewritten {
            edits: Vec::new(),
            not_tried: BTreeMap::new(),
            unviable: BTreeSet::new(),
            no_longer_const: BTreeSet::new(),
        },
    };
    finder.visit_file(&file);
    let mut done = finder.done;
    for mutant in finder.wanted.values().flatten() {
        done.not_tried.entry(mutant.id).or_insert(NO_PLACE);
    }
    Ok(done)
}

struct Finder<'a> {
    /// What is still to be found.
    wanted: BTreeMap<(Genre, Place), Vec<&'a Mutant>>,
    verdicts: &'a Verdicts,
    self_type: String,
    /// How many constants stand around the place that is read.
    constants: u32,
    done: Rewritten,
}

impl<'a> Finder<'a> {
    /// The mutants of this kind at this place, if they can be built here.
    fn take(&mut self, genre: Genre, start: LineColumn) -> Vec<&'a Mutant> {
        let place = Place {
            line: start.line,
            column: start.column + 1,
        };
        let found = self.wanted.remove(&(genre, place)).unwrap_or_default();
        if self.constants == 0 {
            return found;
        }
        let ids = found.iter().map(|mutant| (mutant.id, IN_A_CONSTANT));
        self.done.not_tried.extend(ids);
        Vec::new()
    }

    fn edit(&mut self, range: Range<usize>, pieces: Vec<Piece>) {
        self.done.edits.push(Edit { range, pieces });
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constants += 1;
        visit(self);
        self.constants -= 1;
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let name = if self.self_type.is_empty() {
            signature.ident.to_string()
        } else {
            format!("{}::{}", self.self_type, signature.ident)
        };
        let stays_const = self.verdicts.constant.contains(&name);
        self.constants += u32::from(stays_const);
        if let Some(constness) = signature.constness.as_ref().filter(|_| !stays_const) {
            self.edit(constness.span().byte_range(), Vec::new());
            self.done.no_longer_const.insert(name);
        }
        if let Some(first) = block.stmts.first() {
            self.values(signature, block, first.span().start());
        }
        self.visit_block(block);
        self.constants -= u32::from(stays_const);
    }

    /// The function returns something else at once.
    fn values(&mut self, signature: &syn::Signature, block: &syn::Block, first: LineColumn) {
        let mutants = self.take(Genre::FnValue, first);
        if has_impl(&signature.output) {
            let ids = mutants.iter().map(|mutant| (mutant.id, IMPL_TRAIT));
            self.done.not_tried.extend(ids);
            return;
        }
        let returns = mutants.iter().flat_map(|mutant| {
            let (id, value) = (mutant.id, &mutant.replacement);
            let returns = Piece::text(format!("return {value};"));
            [
                Piece::text(format!(" if crate::mutants::is({id}) {{ ")),
                Piece::Mutant(id, vec![returns]),
                Piece::text(" }"),
            ]
        });
        let returns: Vec<Piece> = returns.collect();
        if !returns.is_empty() {
            let at = block.brace_token.span.open().byte_range().end;
            self.edit(at..at, returns);
        }
    }
}

/// `(match the active mutant { each => its pieces, otherwise => the source })`.
fn choice(arms: Vec<(u32, Vec<Piece>)>, otherwise: Vec<Piece>) -> Vec<Piece> {
    let ids: Vec<String> = arms.iter().map(|(id, _)| id.to_string()).collect();
    let head = format!("(match crate::mutants::any(&[{}]) {{ ", ids.join(", "));
    let mut pieces = vec![Piece::Text(head)];
    for (id, arm) in arms {
        pieces.push(Piece::text(format!("{id} => {{ ")));
        pieces.push(Piece::Mutant(id, arm));
        pieces.push(Piece::text(" } "));
    }
    pieces.push(Piece::text("_ => { "));
    pieces.extend(otherwise);
    pieces.push(Piece::text(" } })"));
    pieces
}

fn source(of: &impl Spanned) -> Piece {
    Piece::Source(of.span().byte_range())
}

/// Whether a `let` stands in the chain of `&&` that begins here; such a chain is no expression.
fn is_let_chain(expr: &syn::Expr) -> bool {
    if let syn::Expr::Binary(binary) = expr {
        return is_let_chain(&binary.left) || is_let_chain(&binary.right);
    }
    matches!(expr, syn::Expr::Let(_))
}

fn has_impl(output: &syn::ReturnType) -> bool {
    struct Found(bool);
    impl Visit<'_> for Found {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut found = Found(false);
    found.visit_return_type(output);
    found.0
}

impl Visit<'_> for Finder<'_> {
    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let mut outer = String::new();
        if let syn::Type::Path(path) = &*item.self_ty {
            let last = path.path.segments.last();
            outer = last.map_or_else(String::new, |last| last.ident.to_string());
        }
        std::mem::swap(&mut self.self_type, &mut outer);
        visit::visit_item_impl(self, item);
        self.self_type = outer;
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }

    fn visit_expr_binary(&mut self, expr: &syn::ExprBinary) {
        let mutants = self.take(Genre::BinaryOperator, expr.op.span().start());
        if is_let_chain(&expr.left) || is_let_chain(&expr.right) {
            let ids = mutants.iter().map(|mutant| mutant.id);
            self.done.unviable.extend(ids);
        } else if !mutants.is_empty() {
            let with = |operator: &str| {
                let operator = Piece::text(format!(") {operator} ("));
                let (left, right) = (source(&expr.left), source(&expr.right));
                vec![Piece::text("("), left, operator, right, Piece::text(")")]
            };
            let arms = mutants.iter().map(|one| (one.id, with(&one.replacement)));
            let pieces = choice(arms.collect(), vec![source(expr)]);
            self.edit(expr.span().byte_range(), pieces);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &syn::ExprUnary) {
        let mutants = self.take(Genre::UnaryOperator, expr.op.span().start());
        if !mutants.is_empty() {
            let arms = mutants
                .iter()
                .map(|one| (one.id, vec![source(&expr.expr)]))
                .collect();
            let pieces = choice(arms, vec![source(expr)]);
            self.edit(expr.span().byte_range(), pieces);
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        let deleted = self.take(Genre::MatchArm, arm.span().start());
        let not_deleted = deleted
            .iter()
            .map(|one| Piece::Mutant(one.id, vec![Piece::text(not(one.id))]));
        let mut guard: Vec<Piece> = not_deleted.collect();
        if let Some((_, condition)) = &arm.guard {
            let replaced = self.take(Genre::MatchArmGuard, condition.span().start());
            let built = !is_let_chain(condition);
            if !built {
                let ids = replaced.iter().map(|one| (one.id, NO_PLACE));
                self.done.not_tried.extend(ids);
            }
            if built && !replaced.is_empty() {
                let arms = replaced
                    .iter()
                    .map(|one| (one.id, vec![Piece::text(&one.replacement)]));
                guard.extend(choice(arms.collect(), vec![source(condition)]));
            } else if built {
                guard.extend([Piece::text("("), source(condition), Piece::text(")")]);
            } else {
                guard.push(source(condition));
            }
            if !deleted.is_empty() || built && !replaced.is_empty() {
                self.edit(condition.span().byte_range(), guard);
            }
        } else if !deleted.is_empty() {
            guard.insert(0, Piece::text(" if "));
            guard.push(Piece::text("true"));
            let at = arm.pat.span().byte_range().end;
            self.edit(at..at, guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &syn::ExprStruct) {
        let whole = expr.span().byte_range();
        let mut arms = Vec::new();
        for pair in expr.fields.pairs() {
            let field = pair.value();
            let kept = field.span().byte_range();
            let comma = pair.punct().map(|comma| comma.span().byte_range().end);
            let behind = comma.unwrap_or(kept.end);
            for mutant in self.take(Genre::StructField, field.span().start()) {
                let before = Piece::Source(whole.start..kept.start);
                let after = Piece::Source(behind..whole.end);
                arms.push((mutant.id, vec![before, after]));
            }
        }
        if !arms.is_empty() {
            self.edit(whole, choice(arms, vec![source(expr)]));
        }
        visit::visit_expr_struct(self, expr);
    }

    fn visit_item_const(&mut self, item: &syn::ItemConst) {
        self.constant(|finder| visit::visit_item_const(finder, item));
    }

    fn visit_item_static(&mut self, item: &syn::ItemStatic) {
        self.constant(|finder| visit::visit_item_static(finder, item));
    }

    fn visit_impl_item_const(&mut self, item: &syn::ImplItemConst) {
        self.constant(|finder| visit::visit_impl_item_const(finder, item));
    }

    fn visit_trait_item_const(&mut self, item: &syn::TraitItemConst) {
        self.constant(|finder| visit::visit_trait_item_const(finder, item));
    }

    fn visit_expr_const(&mut self, expr: &syn::ExprConst) {
        self.constant(|finder| visit::visit_expr_const(finder, expr));
    }

    fn visit_expr_repeat(&mut self, expr: &syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
        self.constant(|finder| finder.visit_expr(&expr.len));
    }

    fn visit_variant(&mut self, variant: &syn::Variant) {
        self.constant(|finder| visit::visit_variant(finder, variant));
    }

    fn visit_type(&mut self, found: &syn::Type) {
        self.constant(|finder| visit::visit_type(finder, found));
    }

    fn visit_pat(&mut self, pat: &syn::Pat) {
        self.constant(|finder| visit::visit_pat(finder, pat));
    }
}

/// The condition under which an arm is not deleted.
fn not(id: u32) -> String {
    format!("!crate::mutants::is({id}) && ")
}
