// The check of a proof against mutants of the explorer. Programs that violate their property are given to explorers
// with one defect each. Every mutant must prove some of them, and the check must reject all these proofs.
#include "engines/explore/weakening.hpp"

#include "mutation_size.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace heddle::engines::explore {

using namespace testing;

namespace {

using interpreter::ExplorerMutation;
using interpreter::ExplorerMutator;
using Reduction = Options::Reduction;

struct Mutant {
  const char *name;
  ExplorerMutation mutation;
  PropertySet properties = {Property::UnreachCall};
  Reduction reduction = Reduction::None;
  std::uint64_t seeds = 60; // more for mutants that seldom prove something wrong
  bool gotos = false;
};

const Mutant mutants[] = {
    {"skip a thread", ExplorerMutation::SkipThread},
    {"skip a thread, races", ExplorerMutation::SkipThread, {Property::NoDataRace}},
    {"skip a thread, memory", ExplorerMutation::SkipThread, {Property::ValidDeref, Property::ValidFree}},
    {"forget a successor", ExplorerMutation::ForgetSuccessor},
    {"forget a successor, leaks", ExplorerMutation::ForgetSuccessor, {Property::ValidFree, Property::ValidMemtrack}},
    {"forget inputs", ExplorerMutation::ForgetInputs, {Property::UnreachCall}, Reduction::None, 400},
    {"merge states", ExplorerMutation::MergeStates},
    {"merge states, races", ExplorerMutation::MergeStates, {Property::NoDataRace}},
    {"ignore a violation", ExplorerMutation::IgnoreViolation},
    {"ignore a race", ExplorerMutation::IgnoreViolation, {Property::NoDataRace}},
    {"ignore a deadlock", ExplorerMutation::IgnoreDeadlock, {Property::NoDeadlock}},
    {"skip a thread, deadlocks", ExplorerMutation::SkipThread, {Property::NoDeadlock}},
    {"sleep through steps", ExplorerMutation::SleepThroughSteps, {Property::UnreachCall}, Reduction::Sleep, 300},
    {"claim a persistent set", ExplorerMutation::ClaimPersistent, {Property::UnreachCall}, Reduction::Persistent, 300},
    {"ignore threads for ever",
     ExplorerMutation::IgnoreThreadsForEver,
     {Property::UnreachCall},
     Reduction::Persistent,
     400,
     true},
};

Outcome run(const Program &program, const Mutant &mutant, ExplorerMutator mutator, bool checks) {
  support::Cancellation cancellation;
  cancellation.setEffort(20'000);
  Options options;
  options.reduction = mutant.reduction;
  options.checkProof = checks;
  return runWeakened({.program = program, .cancellation = cancellation}, options, {mutator});
}

struct Score {
  unsigned wrong = 0;
  unsigned rejected = 0;
};

Score attack(const Mutant &mutant) {
  Score score;
  RandomProgramOptions programs;
  programs.gotos = mutant.gotos;
  programs.assumptions = !mutant.properties.contains(Property::NoDeadlock);
  for (std::uint64_t seed = 0; seed < mutationSize(mutant.seeds); ++seed) {
    const Program program = RandomProgram(seed, mutant.properties, programs).make();
    if (run(program, mutant, {}, false).verdict() != Verdict::False)
      continue;
    for (const unsigned period : {1U, 2U, 3U, 5U}) {
      const ExplorerMutator mutator(mutant.mutation, period);
      if (run(program, mutant, mutator, false).verdict() != Verdict::True)
        continue;
      ++score.wrong;
      const Outcome outcome = run(program, mutant, mutator, true);
      const auto *error = std::get_if<InternalError>(&outcome.answer);
      const bool isRejected = error != nullptr && error->kind == InternalError::Kind::InvalidProof;
      score.rejected += isRejected ? 1 : 0;
      EXPECT_TRUE(isRejected) << mutant.name << ", seed " << seed << ", period " << period;
    }
  }
  return score;
}

} // namespace

TEST(ExploreMutation, IsRejectedByTheCheck) {
  std::cout << "mutant | wrong proofs | rejected\n";
  for (const Mutant &mutant : mutants) {
    const Score score = attack(mutant);
    std::cout << mutant.name << " | " << score.wrong << " | " << score.rejected << '\n';
    EXPECT_GT(score.wrong, 0U) << mutant.name << " proves nothing that is wrong";
  }
}

} // namespace heddle::engines::explore
