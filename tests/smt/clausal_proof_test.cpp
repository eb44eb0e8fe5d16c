// Clausal proofs: of real runs of CaDiCaL they are accepted, and no edit makes one of a satisfiable formula pass.
#include "smt/clausal_proof.hpp"
#include "smt/recording_solver.hpp"
#include "smt/refutation.hpp"
#include "smt/trimming.hpp"

#include "program/expression.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::smt {
namespace {

using Random = std::mt19937_64;
using Kind = RefutationCheck::Kind;

std::size_t below(Random &random, std::size_t bound) { return static_cast<std::size_t>(random() % bound); }

/// Clauses of two to four literals. At this density, most formulas are unsatisfiable.
Clauses randomFormula(Random &random, Literal variables, std::size_t clauses) {
  Clauses formula;
  for (std::size_t i = 0; i < clauses; ++i) {
    std::vector<Literal> clause(2 + below(random, 3));
    for (Literal &literal : clause)
      literal =
          (1 + static_cast<Literal>(below(random, static_cast<std::size_t>(variables)))) * (random() % 2 == 0 ? 1 : -1);
    formula.add(clause);
  }
  return formula;
}

/// So many pigeons in one hole less.
Clauses pigeons(Literal count) {
  const Literal holes = count - 1;
  const auto isIn = [&](Literal pigeon, Literal hole) { return 1 + pigeon * holes + hole; };
  Clauses formula;
  for (Literal pigeon = 0; pigeon < count; ++pigeon) {
    std::vector<Literal> somewhere;
    for (Literal hole = 0; hole < holes; ++hole)
      somewhere.push_back(isIn(pigeon, hole));
    formula.add(somewhere);
  }
  for (Literal hole = 0; hole < holes; ++hole)
    for (Literal a = 0; a < count; ++a)
      for (Literal b = a + 1; b < count; ++b)
        formula.add({-isIn(a, hole), -isIn(b, hole)});
  return formula;
}

class ClausalProofTest : public ::testing::Test {
protected:
  Answer solve(const Clauses &formula) { return refute(formula, cancellation).answer; }
  TrimmedProof trimmed(const Clauses &formula) {
    return trim(formula, refute(formula, cancellation).trace, cancellation);
  }
  RefutationCheck check(const Clauses &formula, const ClausalProof &proof) {
    return checkRefutation(formula, proof, cancellation);
  }
  void expectChecked(const Clauses &formula) {
    const TrimmedProof found = trimmed(formula);
    ASSERT_EQ(found.kind, TrimmedProof::Kind::Proof) << found.message;
    const RefutationCheck result = check(formula, found.proof);
    EXPECT_EQ(result.kind, Kind::Valid) << result.message;
  }

  support::Cancellation cancellation;
};

TEST_F(ClausalProofTest, ProofsOfRandomFormulasAreAccepted) {
  Random random(1);
  int refuted = 0;
  for (int i = 0; i < 150; ++i) {
    const auto variables = static_cast<Literal>(20 + below(random, 130));
    const Clauses formula = randomFormula(random, variables, static_cast<std::size_t>(variables) * 9 / 2);
    if (solve(formula) != Answer::Unsatisfiable)
      continue;
    ++refuted;
    expectChecked(formula);
  }
  EXPECT_GT(refuted, 50);
}

TEST_F(ClausalProofTest, ProofsThatNeedManyConflictsAreAccepted) {
  for (const Literal count : {2, 5, 8})
    expectChecked(pigeons(count));
}

TEST_F(ClausalProofTest, AContradictionWithinTheFormulaNeedsNoTrace) {
  Clauses units;
  units.add({1});
  units.add({-1, 2});
  units.add({-2, -1});
  expectChecked(units);
  Clauses opposite;
  opposite.add({1});
  opposite.add({-1});
  expectChecked(opposite);
  Clauses empty;
  empty.add({3, 4});
  empty.add(std::span<const Literal>{});
  expectChecked(empty);
}

TEST_F(ClausalProofTest, RepeatedAndOppositeLiteralsAreAccepted) {
  Clauses formula;
  formula.add({1, 1, 2});
  formula.add({-1, -1, 2, 2});
  formula.add({1, -1});
  formula.add({-2, -2, 3});
  formula.add({-3, -2, -3});
  expectChecked(formula);
}

/// What bounded model checking does: clauses of expressions, calls under assumptions, and more clauses between them.
TEST_F(ClausalProofTest, TheRecordedFormulaOfASolverHasAProof) {
  program::ExprPool pool;
  const std::unique_ptr<RecordingSolver> solver = makeRecordingSolver();
  const auto factor = [&](program::RegisterId id) { return pool.zext(pool.reg(id, 7), 14); };
  solver->addEquality(solver->trueLiteral(), pool.mul(factor(0), factor(1)), pool.constant(127 * 113, 14));
  const Literal less = solver->literalOf(pool.make(program::ExprKind::Ult, pool.reg(0, 7), pool.reg(1, 7)));
  ASSERT_EQ(solver->solve(std::vector{less}, cancellation), Answer::Satisfiable);
  const Literal one = solver->literalOf(pool.eq(pool.reg(0, 7), pool.constant(113, 7)));
  solver->addClause({-one});
  ASSERT_EQ(solver->solve(std::vector{less}, cancellation), Answer::Unsatisfiable);
  solver->addConsequence(std::vector{-less});

  Clauses formula = solver->formula();
  ASSERT_EQ(solve(formula), Answer::Satisfiable) << "consequences are not recorded";
  formula.add({less});
  expectChecked(formula);
}

TEST_F(ClausalProofTest, ATraceWithAClauseThatDoesNotFollowIsInvalid) {
  Clauses formula;
  formula.add({1, 2});
  formula.add({-1, 3});
  formula.add({-2, 3});
  formula.add({-3, 4, 5});
  formula.add({-3, 4, -5});
  ProofTrace trace;
  trace.clauses.add({-4});
  trace.clauses.add({-3});
  trace.clauses.add(std::span<const Literal>{});
  trace.isDeletion = {false, false, false};
  EXPECT_EQ(trim(formula, trace, cancellation).kind, TrimmedProof::Kind::Invalid);
}

TEST_F(ClausalProofTest, ATraceWithoutAContradictionIsInvalid) {
  Clauses formula;
  formula.add({1, 2});
  EXPECT_EQ(trim(formula, {}, cancellation).kind, TrimmedProof::Kind::Invalid);
}

/// A solver may delete a clause and use it again later, if it has restored it without a trace; then no proof is found.
TEST_F(ClausalProofTest, DeletedClausesAreNotUsedAnyMore) {
  Clauses formula = pigeons(4);
  ProofTrace trace = refute(formula, cancellation).trace;
  ProofTrace deleted;
  deleted.clauses.add(formula[0]);
  deleted.isDeletion.push_back(true);
  for (std::size_t i = 0; i < trace.clauses.size(); ++i) {
    deleted.clauses.add(trace.clauses[i]);
    deleted.isDeletion.push_back(trace.isDeletion[i]);
  }
  EXPECT_EQ(trim(formula, deleted, cancellation).kind, TrimmedProof::Kind::Invalid);
}

TEST_F(ClausalProofTest, TheCheckerFollowsHintsOnly) {
  Clauses formula;
  formula.add({1, 2});
  formula.add({-1, 3});
  formula.add({-2, 3});
  ClauseChecker checker(formula);
  EXPECT_FALSE(checker.derive(std::vector{3}, {}));
  EXPECT_FALSE(checker.derive(std::vector{3}, std::vector<ClauseId>{0, 1})) << "not unit";
  EXPECT_FALSE(checker.derive(std::vector{3}, std::vector<ClauseId>{1, 2})) << "no conflict";
  EXPECT_FALSE(checker.derive(std::vector{3}, std::vector<ClauseId>{7})) << "no such clause";
  EXPECT_FALSE(checker.derive(std::vector{-3}, std::vector<ClauseId>{1, 2, 0}));
  EXPECT_TRUE(checker.derive(std::vector{3}, std::vector<ClauseId>{1, 2, 0}));
  EXPECT_TRUE(checker.derive(std::vector{3, 4}, {})) << "it contains a literal that holds";
  EXPECT_FALSE(checker.isRefuted());
  EXPECT_EQ(checker.propagate(std::vector{-1}, std::vector<ClauseId>{0}), ClauseChecker::Outcome::Open);
  EXPECT_TRUE(checker.holds(2));
  EXPECT_FALSE(checker.holds(-1) && checker.holds(1));
}

/// The formula without its clause `without`.
Clauses part(const Clauses &formula, std::size_t without) {
  Clauses result;
  for (std::size_t i = 0; i < formula.size(); ++i)
    if (i != without)
      result.add(formula[i]);
  return result;
}

/// Changes a literal, a hint or the order of the proof.
ClausalProof edited(const ClausalProof &proof, Random &random, std::size_t formulaSize) {
  ClausalProof result;
  const std::size_t place = below(random, proof.steps.size());
  const std::size_t kind = below(random, 5);
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    std::vector<Literal> literals(proof.steps[i].begin(), proof.steps[i].end());
    std::vector<ClauseId> hints = proof.hints[i];
    if (i == place) {
      if (kind == 0)
        continue;
      if (kind == 1 && !literals.empty())
        literals[below(random, literals.size())] *= -1;
      if (kind == 2 && !literals.empty())
        literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(below(random, literals.size())));
      if (kind == 3 && !hints.empty())
        hints.erase(hints.begin() + static_cast<std::ptrdiff_t>(below(random, hints.size())));
      if (kind == 4 && !hints.empty())
        hints[below(random, hints.size())] = static_cast<ClauseId>(below(random, formulaSize + proof.steps.size()));
    }
    result.steps.add(literals);
    result.hints.push_back(hints);
  }
  return result;
}

TEST_F(ClausalProofTest, NoProofOfASatisfiableFormulaIsAccepted) {
  Random random(2);
  int satisfiable = 0;
  for (int round = 0; round < 40; ++round) {
    const Clauses formula = round < 4 ? pigeons(4 + round) : randomFormula(random, 30, 140);
    const TrimmedProof found = trimmed(formula);
    if (found.kind != TrimmedProof::Kind::Proof)
      continue;
    for (std::size_t without = 0; without < formula.size(); without += 1 + below(random, 20)) {
      const Clauses weaker = part(formula, without);
      if (solve(weaker) != Answer::Satisfiable)
        continue;
      ++satisfiable;
      // The proof as it was, with the hints renumbered, and with the place of the missing clause taken by another one.
      ClausalProof renumbered = found.proof;
      for (std::vector<ClauseId> &hints : renumbered.hints)
        for (ClauseId &hint : hints)
          hint -= hint > without ? 1 : 0;
      EXPECT_EQ(check(weaker, renumbered).kind, Kind::Invalid);
      EXPECT_EQ(check(weaker, found.proof).kind, Kind::Invalid);
      for (int i = 0; i < 20; ++i)
        EXPECT_EQ(check(weaker, edited(renumbered, random, weaker.size())).kind, Kind::Invalid);
    }
  }
  EXPECT_GT(satisfiable, 20);
}

TEST_F(ClausalProofTest, ASatisfiableFormulaHasNoRefutation) {
  Clauses formula;
  formula.add({1, 2});
  formula.add({-1, -2});
  EXPECT_EQ(solve(formula), Answer::Satisfiable);
}

TEST_F(ClausalProofTest, CancellationStopsEverything) {
  const Clauses formula = pigeons(7);
  const Refutation refutation = refute(formula, cancellation);
  const TrimmedProof found = trim(formula, refutation.trace, cancellation);
  ASSERT_EQ(found.kind, TrimmedProof::Kind::Proof);
  cancellation.request(support::StopReason::Interrupted);
  EXPECT_EQ(refute(pigeons(12), cancellation).answer, Answer::Unknown);
  EXPECT_EQ(trim(formula, refutation.trace, cancellation).kind, TrimmedProof::Kind::Cancelled);
  EXPECT_EQ(check(formula, found.proof).kind, Kind::Cancelled);
}

} // namespace
} // namespace heddle::smt
