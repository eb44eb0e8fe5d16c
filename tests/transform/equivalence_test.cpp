// Preparing a program changes no verdict: random programs are explored as they come from a front end, with
// every access visible and one operation for each action, and again after `prepare`.
//
// Both must agree on whether a violation is reachable and, if none is, on the contents of memory with which all threads
// can terminate and with which they can be blocked for ever. (Executions are not followed after a violation, so the
// rest may differ; so may memory if an assumption has stopped a thread.)
#include "interpreter/inputs.hpp"
#include "interpreter/machine.hpp"
#include "program_builder.hpp"
#include "transform/prepare.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <unordered_set>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class Generator {
public:
  Generator(ProgramBuilder &build, std::uint64_t seed) : build_(build), random_(seed) {}

  void run() {
    for (const char *name : {"x", "y", "z"})
      globals_.push_back(build_.global(name, 1));
    pointer_ = build_.global("p", 8);
    site_ = build_.site("malloc");
    std::vector<CfaBuilder> cfas{build_.cfa("main"), build_.cfa("first"), build_.cfa("second")};
    for (std::size_t i = 1; i < cfas.size(); ++i)
      body(cfas[i], pick(5) + 2).endThread();

    CfaBuilder &main = cfas[0];
    Line line = body(main, pick(3));
    const unsigned threads = pick(2) + 1;
    std::vector<RegisterId> handles;
    for (unsigned i = 0; i < threads; ++i) {
      handles.push_back(main.reg("t", 64));
      line.spawn(handles.back(), cfas[1 + pick(2)].id(), build_.word(0));
      if (pick(2) == 0)
        line = statements(main, line, 1);
    }
    const bool joins = pick(2) == 0;
    if (joins)
      for (const RegisterId handle : handles)
        line.join(main.use(handle));
    line = statements(main, line, pick(3));
    line.endThread();
  }

private:
  unsigned pick(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  Line body(CfaBuilder &cfa, unsigned count) {
    registers_.clear();
    for (const char *name : {"a", "b", "c"})
      registers_.push_back(cfa.reg(name, 8));
    heap_ = cfa.pointer("h");
    Line line = cfa.fromEntry();
    for (const RegisterId reg : registers_)
      line.assign(reg, byte(0));
    line.assign(heap_, build_.word(0));
    return statements(cfa, line, count);
  }

  Line statements(CfaBuilder &cfa, Line line, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      line = statement(cfa, line, 2);
    return line;
  }

  Expr byte(unsigned value) { return build_.constant(value, 8); }
  RegisterId reg() { return registers_[pick(3)]; }
  Expr variable() { return build_.address(globals_[pick(3)]); }
  Expr value(const CfaBuilder &cfa) {
    return pick(2) == 0 ? byte(pick(3)) : build_.pool().add(cfa.use(reg()), byte(pick(3)));
  }
  Expr condition(const CfaBuilder &cfa) {
    const Expr equal = build_.pool().eq(cfa.use(reg()), byte(pick(3)));
    return pick(2) == 0 ? equal : build_.pool().negate(equal);
  }

  Line statement(CfaBuilder &cfa, Line line, unsigned depth) {
    switch (pick(depth == 0 ? 9 : 13)) {
    case 0:
    case 1:
      return line.load(reg(), variable());
    case 2:
    case 3:
      return line.store(variable(), value(cfa));
    case 4:
      return line.assign(reg(), value(cfa));
    case 5:
      return pick(3) == 0 ? line.assume(condition(cfa)) : line.assign(reg(), value(cfa));
    case 6:
      return pick(4) == 0 ? line.check(build_.pool().ne(cfa.use(reg()), byte(pick(4) + 1))) : line;
    case 7:
      return line.action({Havoc{reg(), 0, 1, InputKind::Nondet, "input"}});
    case 8:
      return heap(cfa, line);
    case 9:
      return branch(cfa, line, depth);
    case 10:
      return loop(cfa, line, depth);
    default:
      return block(cfa, line, depth);
    }
  }

  Line heap(CfaBuilder &cfa, Line line) {
    switch (pick(7)) {
    case 0:
      return line.allocate(heap_, site_, 1, pick(2) == 0);
    case 1:
      return line.allocate(heap_, site_, 1, true).store(build_.address(pointer_), cfa.use(heap_));
    case 2:
      return line.load(heap_, build_.address(pointer_));
    case 3:
      return line.release(cfa.use(heap_));
    case 4:
      return line.store(cfa.use(heap_), value(cfa));
    default:
      return line.load(reg(), cfa.use(heap_));
    }
  }

  Line branch(CfaBuilder &cfa, Line line, unsigned depth) {
    const Expr decision = condition(cfa);
    const bool atomic = atomic_;
    const LocationId meet = cfa.location(atomic);
    Line yes = inside(cfa, line.here()).guard(decision);
    Line no = inside(cfa, line.here()).guard(build_.pool().negate(decision));
    statement(cfa, yes, depth - 1).jump(meet);
    if (pick(2) == 0)
      no = statement(cfa, no, depth - 1);
    no.jump(meet);
    return inside(cfa, meet);
  }

  /// At most two rounds.
  Line loop(CfaBuilder &cfa, Line line, unsigned depth) {
    const RegisterId count = cfa.reg("i", 8);
    line.assign(count, byte(0));
    const LocationId head = line.here();
    const Expr more = build_.pool().make(ExprKind::Ult, cfa.use(count), byte(2));
    Line round = inside(cfa, head).guard(more);
    statement(cfa, round, depth - 1).assign(count, cfa.plus(count, 1)).jump(head);
    return inside(cfa, head).guard(build_.pool().negate(more));
  }

  Line block(CfaBuilder &cfa, Line line, unsigned depth) {
    if (atomic_)
      return statement(cfa, line, depth - 1);
    atomic_ = true;
    line.insideAtomic();
    switch (pick(4)) {
    case 0: { // a read-modify-write
      const RegisterId old = reg();
      const Expr address = variable();
      line.load(old, address).endAtomic().store(address, cfa.plus(old, 1));
      atomic_ = false;
      return line;
    }
    case 1: // a lock
      line.action(await());
      break;
    default:
      line.beginAtomic();
    }
    for (unsigned i = pick(3) + 1; i-- > 0;) {
      line = statement(cfa, line, depth - 1);
      if (pick(6) == 0)
        line.action(await());
    }
    line.endAtomic().store(variable(), value(cfa));
    atomic_ = false;
    return line;
  }

  std::vector<Operation> await() {
    const RegisterId seen = reg();
    return {Load{seen, variable(), 8, {}}, Guard{build_.pool().eq(build_.pool().reg(seen, 8), byte(pick(2)))}};
  }

  Line inside(CfaBuilder &cfa, LocationId location) {
    Line line = cfa.from(location);
    if (atomic_)
      line.insideAtomic();
    return line;
  }

  ProgramBuilder &build_;
  std::mt19937_64 random_;
  std::vector<ObjectId> globals_;
  ObjectId pointer_ = 0;
  SiteId site_ = 0;
  std::vector<RegisterId> registers_;
  RegisterId heap_ = 0;
  bool atomic_ = false;
};

struct Outcomes {
  bool violation = false;
  bool complete = true;   // all states were visited
  std::set<Bits> ended;   // contents of memory when all threads have terminated
  std::set<Bits> blocked; // contents of memory when all threads have terminated or are blocked
};

Outcomes explore(const Program &program) {
  using namespace interpreter;
  constexpr std::size_t maxStates = 20'000;
  Machine machine(program, Limits{});
  const std::vector<Bits> interesting;
  Outcomes outcomes;
  std::vector<State> stack;
  std::unordered_set<std::string> seen;

  const auto memoryOf = [&](const State &state) {
    Bits memory = 0;
    for (ObjectId id = 1; id <= 3; ++id)
      memory = (memory << 8) | state.memory.read(state.memory.find(program.pointers.pointer(id), 1, false), 1);
    return memory;
  };
  const auto arrive = [&](const StepResult &result, State state) {
    outcomes.violation |= result.kind == StepResult::Kind::Violation;
    if (result.kind != StepResult::Kind::Done)
      return;
    bool allEnded = true;
    bool allEndedOrBlocked = true;
    for (unsigned thread = 0; thread < state.threads.size(); ++thread) {
      const ThreadStatus status = state.threads[thread].status;
      const bool ended = status == ThreadStatus::Ended || status == ThreadStatus::Unused;
      allEnded &= ended;
      allEndedOrBlocked &= ended || (status == ThreadStatus::Active && !machine.enabled(state, thread));
    }
    if (allEnded)
      outcomes.ended.insert(memoryOf(state));
    else if (allEndedOrBlocked)
      outcomes.blocked.insert(memoryOf(state));
    if (state.ended)
      return;
    std::vector<std::uint8_t> bytes;
    machine.encode(state, bytes);
    if (seen.emplace(bytes.begin(), bytes.end()).second)
      stack.push_back(std::move(state));
  };
  /// Runs a step with every combination of inputs.
  const auto branch = [&](const State &from, const auto &step) {
    EnumeratedInputs inputs(2, interesting);
    inputs.restart();
    do {
      State state = from;
      const StepResult result = step(state, inputs);
      arrive(result, std::move(state));
    } while (inputs.next());
  };

  branch(machine.initialState(), [&](State &state, InputSource &inputs) { return machine.start(state, inputs); });
  while (!stack.empty() && !outcomes.violation) {
    if (seen.size() > maxStates) {
      outcomes.complete = false;
      break;
    }
    const State state = std::move(stack.back());
    stack.pop_back();
    for (unsigned thread = 0; thread < state.threads.size(); ++thread)
      if (state.threads[thread].active() && machine.enabled(state, thread))
        branch(state, [&](State &next, InputSource &inputs) { return machine.step(next, thread, inputs); });
  }
  return outcomes;
}

/// Whether the comparison was made: both explorations were complete, or found a violation.
bool expectSameOutcomes(const Program &original, const PrepareOptions &options, std::uint64_t seed) {
  Program prepared = original;
  prepare(prepared, options);
  EXPECT_EQ(validate(prepared), std::nullopt) << "seed " << seed;
  const Outcomes before = explore(original);
  const Outcomes after = explore(prepared);
  if (!(before.complete || before.violation) || !(after.complete || after.violation))
    return false;
  EXPECT_EQ(before.violation, after.violation) << "seed " << seed << "\n" << toText(original) << toText(prepared);
  if (before.violation || after.violation)
    return true;
  EXPECT_EQ(before.ended, after.ended) << "seed " << seed << "\n" << toText(original) << toText(prepared);
  EXPECT_EQ(before.blocked, after.blocked) << "seed " << seed << "\n" << toText(original) << toText(prepared);
  return true;
}

class EquivalenceTest : public ::testing::TestWithParam<PrepareOptions> {
protected:
  static constexpr std::uint64_t programs = 400;

  void compare(PropertySet properties) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = 0; seed < programs && !HasFailure(); ++seed) {
      ProgramBuilder build;
      Generator(build, seed).run();
      build.program.properties = properties;
      ASSERT_EQ(validate(build.program), std::nullopt) << "seed " << seed;
      compared += expectSameOutcomes(build.program, GetParam(), seed) ? 1 : 0;
    }
    EXPECT_GE(compared, programs / 2);
  }
};

TEST_P(EquivalenceTest, AssertionsAndEndings) { compare({Property::UnreachCall}); }
TEST_P(EquivalenceTest, MemorySafety) { compare({Property::ValidDeref, Property::ValidFree}); }
TEST_P(EquivalenceTest, DataRaces) { compare({Property::NoDataRace}); }

INSTANTIATE_TEST_SUITE_P(Passes, EquivalenceTest,
                         ::testing::Values(PrepareOptions{true, true, true}, PrepareOptions{true, false, false},
                                           PrepareOptions{false, true, false}, PrepareOptions{false, false, true}),
                         [](const auto &instance) {
                           const PrepareOptions &options = instance.param;
                           std::string name;
                           name += options.cleanUp ? "CleanUp" : "";
                           name += options.markLocalAccesses ? "LocalAccesses" : "";
                           name += options.largeBlocks ? "LargeBlocks" : "";
                           return name;
                         });

} // namespace
} // namespace heddle::transform
