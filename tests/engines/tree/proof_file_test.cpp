// Proofs of engines lazy and cegar as files: they are read as they were written and still valid, and no change of a
// file makes a wrong proof valid or the reader fail.
#include "engines/cegar/loop.hpp"
#include "engines/lazy/impact.hpp"
#include "false_programs.hpp"
#include "mutants.hpp"
#include "proof/check.hpp"
#include "proof/fingerprint.hpp"
#include "proof/proof_file.hpp"
#include "text_edits.hpp"

namespace heddle::testing {

namespace {

using Kind = proof::CheckResult::Kind;
using proof::ReachabilityProof;
using support::Expected;

constexpr std::uint64_t searchEffort = 20'000;
constexpr std::uint64_t checkEffort = 50'000;
constexpr std::size_t largestProof = 2'000; // nodes

struct NamedProgram {
  std::string name;
  Program program;
};

/// Programs of tests/programs, each of their files with the properties of its task and what `heddle verify` adds: that
/// no execution is cut. In short mode, every tenth task.
std::vector<NamedProgram> trueTasks() {
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/tests/programs"))
    if (entry.path().extension() == ".yml")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::vector<NamedProgram> result;
  for (std::size_t i = 0; i < files.size(); i += isInLongMode() ? 1 : 10) {
    const auto task = frontend::parseTask(files[i]);
    if (!task)
      continue;
    for (const frontend::TaskProperty &property : task->properties) {
      const auto spec = frontend::parsePropertyFile(property.file);
      if (property.expectedVerdict != std::optional(true) || !spec ||
          !((spec->properties - engines::tree::unsupported) == spec->properties))
        continue;
      frontend::Options options;
      options.files = task->inputFiles;
      options.properties = spec->properties;
      options.dataModel = task->dataModel;
      Expected<Program> program = frontend::load(options);
      if (!program)
        continue;
      transform::prepare(*program);
      program->properties = program->properties | program::definedBehaviour | PropertySet{Property::KnownFunctions};
      result.push_back({std::filesystem::path(files[i]).filename().string(), std::move(*program)});
    }
  }
  return result;
}

std::optional<ReachabilityProof> proofBy(engines::tree::Search &search) {
  if (!std::holds_alternative<engines::NoViolation>(search.run()))
    return std::nullopt;
  return search.proof();
}

std::vector<ReachabilityProof> proofsOf(const Program &program) {
  static const engines::lazy::Options lazy;
  static const engines::cegar::Options cegar;
  std::vector<ReachabilityProof> proofs;
  for (const bool isLazy : {true, false}) {
    support::Cancellation cancellation;
    cancellation.setEffort(searchEffort);
    const Context context{.program = program, .cancellation = cancellation, .engine = isLazy ? "lazy" : "cegar"};
    std::unique_ptr<engines::tree::Search> search;
    if (isLazy)
      search = std::make_unique<engines::lazy::Impact>(context, lazy);
    else
      search = std::make_unique<engines::cegar::Loop>(context, cegar);
    if (std::optional<ReachabilityProof> proof = proofBy(*search))
      proofs.push_back(std::move(*proof));
  }
  return proofs;
}

std::string fileOf(const Program &program, const ReachabilityProof &proof) {
  proof::Header header;
  header.heddle = "test";
  header.claims = program.properties;
  return proof::headerText(header) + proof::proofText(program, proof, {.engine = "test"});
}

Expected<ReachabilityProof> read(const Program &program, const std::string &text) {
  const Expected<proof::ProofFile> file = proof::readHeader("p", text);
  if (!file)
    return file.error();
  if (!(file->header.proves == program.properties))
    return support::Error{"another claim"};
  return proof::readProof(*file, program);
}

proof::CheckResult check(const Program &program, const ReachabilityProof &proof) {
  support::Cancellation cancellation;
  cancellation.setEffort(checkEffort);
  return proof::check(program, proof, {.solver = smt::Backend::CaDiCaL}, cancellation);
}

bool sameStructure(const ReachabilityProof &a, const ReachabilityProof &b) {
  return a.reduction == b.reduction && a.pauses == b.pauses && a.controls == b.controls &&
         a.variables.size() == b.variables.size() &&
         std::ranges::equal(a.nodes, b.nodes, [](const proof::Node &x, const proof::Node &y) {
           return x.control == y.control && x.parent == y.parent && x.slot == y.slot && x.action == y.action &&
                  x.made == y.made && x.children == y.children && x.coveredBy == y.coveredBy &&
                  x.expanded == y.expanded && x.label.size() == y.label.size() && x.choices.size() == y.choices.size();
         });
}

} // namespace

TEST(EngineProofFile, IsReadAsItWasWritten) {
  unsigned count = 0;
  for (const auto &[name, program] : trueTasks())
    for (const ReachabilityProof &proof : proofsOf(program)) {
      const std::string text = fileOf(program, proof);
      const Expected<ReachabilityProof> again = read(program, text);
      ASSERT_TRUE(again) << name << ": " << again.error().message;
      EXPECT_EQ(fileOf(program, *again), text) << name;
      EXPECT_TRUE(sameStructure(proof, *again)) << name;
      if (proof.nodes.size() > largestProof)
        continue;
      const Kind expected = check(program, proof).kind;
      const proof::CheckResult result = check(program, *again);
      EXPECT_EQ(result.kind, expected) << name << ": " << result.message;
      count += result.isValid() ? 1 : 0;
    }
  EXPECT_GT(count, 20U) << "too few valid proofs";
}

TEST(EngineProofFile, IsRejectedForAnotherProgram) {
  const std::vector<NamedProgram> programs = trueTasks();
  const std::vector<FalseProgram> wrong = falsePrograms();
  std::mt19937_64 random(1);
  for (const auto &[name, program] : programs)
    for (const ReachabilityProof &proof : proofsOf(program)) {
      const FalseProgram &other = wrong[random() % wrong.size()];
      EXPECT_NE(proof::fingerprint(program), proof::fingerprint(other.program)) << name << " and " << other.name;
      // The fingerprint is no protection: without it, the check fails as well.
      Program claimed = program;
      claimed.properties = other.program.properties;
      const Expected<ReachabilityProof> again = read(other.program, fileOf(claimed, proof));
      const bool isValid = again && check(other.program, *again).isValid();
      EXPECT_FALSE(isValid) << name << " as a proof of " << other.name;
    }
}

TEST(EngineProofFile, NoEditMakesAWrongProofValid) {
  const std::vector<FalseProgram> programs = falsePrograms();
  const std::vector<Mutant> mutants = allMutants();
  std::mt19937_64 random(2);
  unsigned rejected = 0;
  unsigned checked = 0;
  for (std::size_t i = 0; i < programs.size(); ++i)
    for (std::size_t j = i % 5; j < mutants.size(); j += 5) {
      support::Cancellation cancellation;
      cancellation.setEffort(searchEffort);
      const Context context{.program = programs[i].program, .cancellation = cancellation, .engine = "mutant"};
      const auto search = mutants[j].make(context, 1 + static_cast<unsigned>(random() % 3));
      const std::optional<ReachabilityProof> proof = proofBy(*search);
      if (!proof || proof->nodes.size() > largestProof)
        continue;
      const std::string text = fileOf(programs[i].program, *proof);
      for (std::uint64_t edit = 0; edit < campaignSize(12); ++edit) {
        const Expected<ReachabilityProof> edited = read(programs[i].program, TextEditor(text, random).edited());
        ++(edited ? checked : rejected);
        const bool isValid = edited && check(programs[i].program, *edited).isValid();
        EXPECT_FALSE(isValid) << "a proof by " << mutants[j].name << " of " << programs[i].name;
      }
    }
  if (isInShortMode())
    return;
  EXPECT_GT(rejected, 100U);
  EXPECT_GT(checked, 20U);
}

/// Edited proofs of true programs may be valid or not; the reader and the checker must cope with all of them.
TEST(EngineProofFile, NoEditBreaksTheReader) {
  std::mt19937_64 random(3);
  for (const auto &[name, program] : trueTasks())
    for (const ReachabilityProof &proof : proofsOf(program)) {
      if (proof.nodes.size() > 200)
        continue;
      const std::string text = fileOf(program, proof);
      for (std::uint64_t edit = 0; edit < campaignSize(20); ++edit) {
        const Expected<ReachabilityProof> edited = read(program, TextEditor(text, random).edited());
        const std::string message = edited ? check(program, *edited).message : edited.error().message;
        EXPECT_TRUE(edited || !message.empty()) << name;
      }
    }
}

} // namespace heddle::testing
