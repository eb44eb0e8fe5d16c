// Attacks on the proof checker: engines with defects prove programs that violate their property, and the checker must
// reject each of these proofs. Proofs are also edited at random before they are checked.
#include "false_programs.hpp"
#include "mutants.hpp"
#include "proof/check.hpp"
#include "proof_edits.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>

namespace heddle::testing {

namespace {

using Kind = proof::CheckResult::Kind;

constexpr std::uint64_t searchEffort = 20'000;
constexpr std::uint64_t checkEffort = 50'000;

/// In short mode, a random program is tried with one period only.
std::vector<unsigned> periodsFor(const FalseProgram &program, std::size_t mutant) {
  if (isInLongMode())
    return {1, 2, 3, 4, 5, 7, 12};
  if (program.isWritten)
    return {1, 2, 3};
  return {1 +
          static_cast<unsigned>((mutant + program.name.size() + static_cast<unsigned char>(program.name.back())) % 3)};
}

/// The proof of the mutant, if it says that the program is safe.
std::optional<proof::ReachabilityProof> proofBy(const Mutant &mutant, const Program &program, unsigned period) {
  support::Cancellation cancellation;
  cancellation.setEffort(searchEffort);
  const Context context{.program = program, .cancellation = cancellation, .engine = "mutant"};
  const std::unique_ptr<engines::tree::Search> search = mutant.make(context, period);
  if (!std::holds_alternative<engines::NoViolation>(search->run()))
    return std::nullopt;
  return search->proof();
}

proof::CheckResult checked(const Program &program, const proof::ReachabilityProof &proof) {
  support::Cancellation cancellation;
  cancellation.setEffort(checkEffort);
  return proof::check(program, proof, {.solver = smt::Backend::CaDiCaL}, cancellation);
}

struct Row {
  unsigned runs = 0;
  unsigned wrong = 0;
  std::map<Kind, unsigned> results;
};

void print(const std::string &title, const std::vector<std::pair<std::string, Row>> &rows) {
  std::cout << fmt::format("{:36} {:>6} {:>6} {:>8} {:>13} {:>10} {:>7}\n", title, "runs", "wrong", "invalid",
                           "inconclusive", "cancelled", "missed");
  for (auto [name, row] : rows)
    std::cout << fmt::format("{:36} {:6} {:6} {:8} {:13} {:10} {:7}\n", name, row.runs, row.wrong,
                             row.results[Kind::Invalid], row.results[Kind::Inconclusive], row.results[Kind::Cancelled],
                             row.results[Kind::Valid]);
}

} // namespace

TEST(ProofMutation, EveryWrongProofOfAMutantIsRejected) {
  const std::vector<FalseProgram> programs = falsePrograms();
  std::vector<std::pair<std::string, Row>> rows;
  for (const Mutant &mutant : allMutants()) {
    Row row;
    for (const FalseProgram &each : programs)
      for (const unsigned period : periodsFor(each, rows.size())) {
        ++row.runs;
        const std::optional<proof::ReachabilityProof> proof = proofBy(mutant, each.program, period);
        if (!proof)
          continue;
        ++row.wrong;
        const Kind kind = checked(each.program, *proof).kind;
        ++row.results[kind];
        EXPECT_NE(kind, Kind::Valid) << mutant.name << " with period " << period << " on " << each.name;
      }
    EXPECT_GT(row.wrong, 0U) << mutant.name << " causes no wrong verdict, so it tests nothing";
    rows.emplace_back(mutant.name, row);
  }
  print("mutant", rows);
}

TEST(ProofMutation, NoEditMakesAWrongProofValid) {
  const std::vector<FalseProgram> programs = falsePrograms();
  const std::vector<Mutant> mutants = allMutants();
  const std::uint64_t edits = campaignSize(4);
  std::map<std::string, Row> rows;
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < programs.size(); ++i)
    for (std::size_t j = i % 3; j < mutants.size(); j += 3) {
      const auto proof = proofBy(mutants[j], programs[i].program, 1 + static_cast<unsigned>(random() % 3));
      if (!proof || proof->nodes.size() > 2'000)
        continue;
      for (std::uint64_t edit = 0; edit < edits; ++edit) {
        proof::ReachabilityProof edited = *proof;
        ProofEditor editor(edited, random);
        const std::string name = editor.edit();
        for (std::uint64_t more = random() % 3; more > 0; --more)
          editor.edit();
        const proof::CheckResult result = checked(programs[i].program, edited);
        Row &row = rows[name];
        ++row.runs;
        ++row.wrong;
        ++row.results[result.kind];
        EXPECT_NE(result.kind, Kind::Valid)
            << name << " in a proof by " << mutants[j].name << " of " << programs[i].name;
      }
    }
  print("edit", {rows.begin(), rows.end()});
}

} // namespace heddle::testing
