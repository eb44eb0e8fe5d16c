// Facts for other engines: they hold in every state of random executions, a wrong analysis does not get any past the
// check, and engines that use them agree with the explorer.
#include "engines/campaign.hpp"
#include "engines/cegar/cegar.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/modular/certificate.hpp"
#include "engines/modular/facts.hpp"
#include "engines/modular/modular.hpp"
#include "interpreter/machine.hpp"
#include "mutants.hpp"
#include "proof/confirm_facts.hpp"
#include "random_locking.hpp"
#include "random_ordering.hpp"
#include "random_relations.hpp"

#include <deque>
#include <optional>
#include <random>
#include <string>
#include <typeinfo>
#include <vector>

namespace heddle::testing {

namespace {

using engines::Facts;
using program::Bounds;
using program::ValueFacts;

constexpr std::uint64_t effortOfFacts = 300'000;

std::optional<Facts> factsOf(const Program &program, Mutation mutation = Mutation::None) {
  support::Cancellation cancellation;
  engines::Statistics statistics;
  return engines::modular::findFacts({.program = program, .cancellation = cancellation}, effortOfFacts, statistics,
                                     mutation);
}

/// What the analysis says, whether or not it holds.
Facts unconfirmed(const Program &program, Mutation mutation) {
  support::Cancellation cancellation;
  const engines::modular::Objects objects(program);
  engines::modular::Fixpoint fixpoint(program, objects, cancellation, mutation);
  fixpoint.run();
  return {proof::factsOf(program, engines::modular::certificateOf(program, objects, fixpoint)), {}};
}

template <typename Options>
Outcome askWith(Entry<Options> entry, const Program &program, const std::optional<Facts> &facts,
                const std::type_identity_t<Options> &options = {}) {
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  return entry({.program = program, .cancellation = cancellation, .facts = facts ? &*facts : nullptr}, options);
}

engines::lazy::Options checkedLazy() {
  engines::lazy::Options options;
  options.tree.checkProof = true;
  return options;
}

const Bounds *sharedBounds(const Facts &facts, const Program &program, const std::string &name) {
  for (const auto &[piece, bounds] : facts.values.shared)
    if (program.objects[piece.object].name == name)
      return &bounds;
  return nullptr;
}

/// The flag is 0 or 1; that x is 5 in the end follows from the order of the threads, which the analysis does not see.
constexpr const char *handOver =
    "atomic_int flag, turn; int x;\n"
    "void *worker(void *arg) { while (turn != 1) {} x = 5; turn = 2; flag = 1; return 0; }\n"
    "int main(void) { pthread_t t = start(worker, 0); turn = 1; while (turn != 2) {}\n"
    "int f = flag; int v = x; check(f <= 1 && f >= 0); check(v == 5 || f == 7);\n"
    "join(t); return 0; }\n";

/// Memory and live registers of all threads between two steps.
class Comparison {
public:
  Comparison(const Program &program, const ValueFacts &facts) : program_(program), facts_(facts) {
    for (const program::Cfa &cfa : program.cfas)
      codes_.emplace_back(cfa);
  }

  void compare(const interpreter::State &state) {
    for (const interpreter::Thread &thread : state.threads) {
      if (!thread.active())
        continue;
      const ValueFacts::At &here = facts_.at(thread.cfa, thread.location);
      ASSERT_TRUE(here.isReachable) << program_.cfas[thread.cfa].name << ", location " << thread.location;
      compareRegisters(thread, here);
      for (const auto &[piece, bounds] : here.memory)
        compareMemory(state, piece, bounds);
      if (here.isShared)
        for (const auto &[piece, bounds] : facts_.shared)
          compareMemory(state, piece, bounds);
    }
  }
  unsigned compared() const { return compared_; }

private:
  void compareRegisters(const interpreter::Thread &thread, const ValueFacts::At &here) {
    interpreter::CfaCode &code = codes_[thread.cfa];
    const auto &live = code.liveness().at(thread.location);
    code.unpack(live, thread.registers);
    for (const program::RegisterId reg : live)
      if (const auto known = here.registers.find(reg); known != here.registers.end()) {
        const program::Register &what = program_.cfas[thread.cfa].registers[reg];
        EXPECT_TRUE(known->second.contains(code.evaluator().get(reg), what.width)) << what.name;
        ++compared_;
      }
  }

  void compareMemory(const interpreter::State &state, const ValueFacts::Piece &piece, const Bounds &bounds) {
    const interpreter::Place place =
        state.memory.find(program_.pointers.pointer(piece.object, piece.offset), piece.bytes, false);
    if (state.memory.uninitialised(place, piece.bytes) != 0)
      return;
    EXPECT_TRUE(bounds.contains(state.memory.read(place, piece.bytes), piece.bytes * 8))
        << program_.objects[piece.object].name;
    ++compared_;
  }

  const Program &program_;
  const ValueFacts &facts_;
  std::deque<interpreter::CfaCode> codes_;
  unsigned compared_ = 0;
};

/// The number of values that were compared.
unsigned compareInExecutions(const Program &program, const ValueFacts &facts, std::uint64_t seed) {
  constexpr unsigned executions = 5;
  constexpr unsigned steps = 200;
  Comparison comparison(program, facts);
  std::mt19937_64 random(seed);
  for (unsigned i = 0; i < executions; ++i) {
    interpreter::Machine machine(program, {});
    interpreter::RandomInputs inputs(random);
    interpreter::State state = machine.initialState();
    interpreter::StepResult result = machine.start(state, inputs);
    for (unsigned step = 0; step < steps && result.kind == interpreter::StepResult::Kind::Done && !state.ended;
         ++step) {
      comparison.compare(state);
      std::vector<unsigned> enabled;
      for (unsigned thread = 0; thread < state.threads.size(); ++thread)
        if (state.threads[thread].active() && machine.enabled(state, thread))
          enabled.push_back(thread);
      if (enabled.empty())
        break;
      result = machine.step(state, enabled[random() % enabled.size()], inputs);
      machine.settle(state);
    }
  }
  return comparison.compared();
}

template <typename Generator> void compareRandom(PropertySet properties, std::uint64_t offset) {
  unsigned compared = 0;
  for (std::uint64_t seed = 0; seed < campaignSize(20); ++seed) {
    const std::string text = Generator(offset + seed).make();
    const Program program = compile(text, properties);
    if (const std::optional<Facts> facts = factsOf(program)) {
      compared += compareInExecutions(program, facts->values, seed);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ":\n" << text;
    }
  }
  EXPECT_GT(compared, 0U) << typeid(Generator).name();
}

/// Engines with facts, and without.
template <typename Generator> void compareEngines(PropertySet properties, std::uint64_t offset) {
  unsigned withFacts = 0;
  for (std::uint64_t seed = 0; seed < programCount(20); ++seed) {
    const std::string text = Generator(offset + seed).make();
    const Program program = compile(text, properties);
    const std::optional<Facts> facts = factsOf(program);
    if (!facts)
      continue;
    ++withFacts;
    const Verdict expected = ask(engines::explore::run, program, {}, 60'000).verdict();
    const auto compare = [&](const char *engine, const Outcome &outcome) {
      EXPECT_EQ(complaint(program, outcome), "") << engine << ", seed " << seed << ":\n" << text;
      if (expected != Verdict::Unknown && outcome.verdict() != Verdict::Unknown) {
        EXPECT_EQ(outcome.verdict(), expected) << engine << ", seed " << seed << ":\n" << text;
      }
    };
    compare("bmc", askWith(engines::bmc::run, program, facts));
    if (properties == PropertySet{Property::UnreachCall}) {
      compare("lazy", askWith(engines::lazy::run, program, facts, checkedLazy()));
      compare("cegar", askWith(engines::cegar::run, program, facts));
    }
  }
  EXPECT_GT(withFacts, 0U);
}

void expectNoWrongVerdict(const std::vector<Mutant> &mutants, PropertySet properties, unsigned &wrong) {
  for (const Mutant &mutant : mutants) {
    const Program program = compile(mutant.wrong, properties);
    if (const std::optional<Facts> facts = factsOf(program, mutant.mutation)) {
      EXPECT_NE(askWith(engines::bmc::run, program, facts).verdict(), Verdict::True) << mutant.name;
      compareInExecutions(program, facts->values, 0);
    }
    const Outcome outcome = askWith(engines::bmc::run, program, unconfirmed(program, mutant.mutation));
    wrong += outcome.verdict() == Verdict::True || internalErrorOf(outcome) != nullptr ? 1 : 0;
  }
}

} // namespace

TEST(ModularFacts, BoundSharedMemoryAlthoughThereIsNoProof) {
  const Program program = compile(handOver);
  const std::optional<Facts> facts = factsOf(program);
  ASSERT_TRUE(facts);
  const Bounds *flag = sharedBounds(*facts, program, "flag");
  ASSERT_TRUE(flag);
  EXPECT_EQ(flag->low, 0U);
  EXPECT_EQ(flag->high, 1U);
  EXPECT_NE(askWith(engines::modular::run, program, std::nullopt).verdict(), Verdict::True);
}

TEST(ModularFacts, HoldAfterAViolation) {
  // In the formula of bmc, main reads x after the violation: it is 3 only then.
  const Program program = compile("int x; atomic_int z; void *worker(void *arg) { __VERIFIER_atomic_begin(); x = 3; "
                                  "check(z == 0); x = 0; __VERIFIER_atomic_end(); return 0; }\n"
                                  "int main(void) { pthread_t t = start(worker, 0); z = 1; z = 0; int w = x; "
                                  "check(w <= 3); return 0; }\n");
  const std::optional<Facts> facts = factsOf(program);
  ASSERT_TRUE(facts);
  if (const Bounds *x = sharedBounds(*facts, program, "x")) {
    EXPECT_TRUE(x->contains(3, 32));
  }
  EXPECT_EQ(askWith(engines::bmc::run, program, facts).verdict(), Verdict::False);
}

TEST(ModularFacts, AreReadFromTheirCertificate) {
  const Program program = compile(handOver);
  const std::optional<Facts> facts = factsOf(program);
  ASSERT_TRUE(facts);
  const std::optional<Facts> read = engines::modular::readFacts(program, facts->certificate);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->values.shared, facts->values.shared);
  EXPECT_EQ(read->values.count(), facts->values.count());
  EXPECT_FALSE(engines::modular::readFacts(program, "modular\nglobal 99 0 4 number 0 1 0 1\nend 0\n"));
  EXPECT_FALSE(engines::modular::readFacts(program, "no certificate"));
}

TEST(ModularFacts, BoundReadsInBmc) {
  const Program program = compile(handOver);
  engines::bmc::Options options;
  options.depth = 3;
  const Outcome outcome = askWith(engines::bmc::run, program, factsOf(program), options);
  EXPECT_GT(number(outcome, "facts.reads"), 0U);
  EXPECT_EQ(complaint(program, outcome), "");
}

TEST(ModularFacts, ExcludeReadFromsInBmc) {
  // The analysis knows that only main, while it is alone, stores 7.
  const Program program = compile("int x = 7; void *worker(void *arg) { x = 1; x = 2; return 0; }\n"
                                  "int main(void) { x = 0; pthread_t t = start(worker, 0), u = start(worker, 0);\n"
                                  "int v = x; check(v <= 2); join(t); join(u); return 0; }\n");
  const std::optional<Facts> facts = factsOf(program);
  const Outcome with = askWith(engines::bmc::run, program, facts);
  const Outcome without = askWith(engines::bmc::run, program, std::nullopt);
  EXPECT_EQ(with.verdict(), Verdict::True);
  EXPECT_EQ(without.verdict(), Verdict::True);
  EXPECT_LE(number(with, "literals.read-from"), number(without, "literals.read-from"));
}

TEST(ModularFacts, ReplaceLabelsInLazy) {
  const Program program = compile("atomic_int x; void *worker(void *arg) { while (1) { x = 1; x = 2; x = 0; } }\n"
                                  "int main(void) { start(worker, 0); start(worker, 0); while (1) { int v = x; "
                                  "check(v < 3 && v >= 0); } }\n");
  const Outcome outcome = askWith(engines::lazy::run, program, factsOf(program), checkedLazy());
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_NE(proofOf(outcome).check, "");
  EXPECT_GT(number(outcome, "facts.used"), 0U);
}

TEST(ModularFacts, AddPredicatesInCegar) {
  const Program program = compile("atomic_uint x; void *worker(void *arg) { while (1) { x = 1; x = 2; x = 0; } }\n"
                                  "int main(void) { start(worker, 0); while (1) { unsigned v = x; check(v < 5); } }\n");
  const std::optional<Facts> facts = factsOf(program);
  ASSERT_TRUE(facts);
  engines::cegar::Options options;
  options.domain = engines::cegar::Options::Domain::Cartesian;
  const Outcome outcome = askWith(engines::cegar::run, program, facts, options);
  EXPECT_EQ(outcome.verdict(), Verdict::True);
  EXPECT_GT(number(outcome, "facts.predicates"), 0U);
}

TEST(ModularFacts, HoldInRandomExecutions) {
  compareRandom<RandomRelations>({Property::UnreachCall}, 0);
  compareRandom<RandomLocking>({Property::NoDataRace}, 0);
  compareRandom<RandomOrdering>({Property::UnreachCall}, 0);
}

TEST(ModularFacts, EnginesThatUseThemAgreeWithTheExplorer) {
  compareEngines<RandomRelations>({Property::UnreachCall}, 2'000'000);
  compareEngines<RandomOrdering>({Property::UnreachCall}, 2'000'000);
  compareEngines<RandomLocking>({Property::NoDataRace}, 2'000'000);
}

TEST(ModularFacts, OfMutantsAreStoppedByTheCheck) {
  unsigned wrong = 0; // what the mutants would cause without it
  expectNoWrongVerdict(relationMutants(), {Property::UnreachCall}, wrong);
  expectNoWrongVerdict(allMutants(), {Property::NoDataRace, Property::ValidDeref}, wrong);
  EXPECT_GT(wrong, 0U);
}

} // namespace heddle::testing
