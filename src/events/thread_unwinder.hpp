// The symbolic execution of one thread. Internal to unwinding.
//
// The automaton is unrolled into instances of its locations, one for each count of iterations of the loops
// around it, and executed in topological order; states that reach the same instance are merged, values by
// case distinction. So each instance is executed once, and the nodes of a thread come out in an order that
// agrees with every path through it.
//
// A step that can wait is *tried* once: its reads happen, and if its guards hold it goes on, otherwise the
// thread stays there for ever. That loses nothing, because the moment of the attempt is free: for a step that
// succeeds it is the moment of the step, and one that does not come to be tried is tried at the end.
#pragma once

#include "events/guards.hpp"
#include "events/memory_view.hpp"
#include "events/unwind.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::events {

/// What the threads of one unwinding have in common.
struct Unwinding {
  UnwindFacts &facts;
  const UnwindOptions &options;
  support::Cancellation &cancellation;
  UnwoundProgram result;
  GuardFacts guards;
  /// By thread: what it may have written, as ranges of bytes and as regions, in which objects may be made later.
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> written = {{}};
  std::vector<analysis::RegionSet> writtenRegions = {{}};
  bool cancelled = false;

  /// Adds a thread, of which `cfa`, `creator`, `created`, `guard` and `handle` are given, and its beginning.
  ThreadId addThread(Thread thread);
};

class ThreadUnwinder {
public:
  ThreadUnwinder(Unwinding &unwinding, ThreadId thread);

  /// `argument` is null for main.
  void run(MemoryView view, Expr argument);

private:
  struct LoopStart {
    std::vector<Expr> registers;
    MemoryView view;
  };
  /// Where in a loop a state is.
  struct LoopPosition {
    std::size_t loop = 0;
    unsigned iteration = 0;
    unsigned counted = 0;     // iterations that the bound is about
    bool decidedExit = false; // an exit that is counted was found not to be taken, without any doubt…
    bool openExit = false;    // …and another one may have been taken
    bool effects = false;     // since the iteration began, others may notice
    std::shared_ptr<const LoopStart> start;
  };
  /// An access that was made in the node that is open: nobody comes between it and the next.
  struct CachedAccess {
    std::uint64_t address;
    unsigned size;
    Expr value;
    Expr guard; // it was made
    bool operator==(const CachedAccess &) const = default;
  };
  struct Child {
    unsigned handle;
    ThreadId thread;
    Expr available; // on the path that was taken
  };
  struct State {
    program::LocationId location = 0;
    Expr guard = nullptr;
    std::vector<Expr> registers; // the live ones at the location
    MemoryView view;
    NodeId node = 0;
    bool open = false;  // the node's atomic block, or action, is not over
    bool wrote = false; // since it is open
    std::vector<CachedAccess> cache;
    std::vector<LoopPosition> loops;
    std::vector<Child> children; // started and not joined, as far as this thread knows
    std::size_t position = 0;    // in the path that is followed
  };
  /// What comes of trying an action.
  struct Attempt {
    Expr disabled;           // it is not enabled
    Expr passes;             // its guards alone
    Expr released = nullptr; // see Wait
  };
  using Key = std::vector<std::uint32_t>;

  // thread_unwinder.cpp: the course of the execution
  void schedule(State state, program::LocationId to, bool backEdge);
  void enqueue(State state);
  void merge(State &into, State &&other);
  void mergeChildren(std::vector<Child> &into, const std::vector<Child> &other, Expr condition);
  Key keyOf(const State &state) const;
  void expand(State state);
  void gatherRegisters(State &state, program::LocationId to);
  bool enterNextIteration(State &state);
  /// `whole`: with what follows its guards.
  Attempt tryAction(State &state, State &next, const program::Action &action, bool whole);
  void wait(State &state, Attempt &attempt, Expr condition);
  void noteDecidedExits(const State &state, const program::Action &action, std::vector<std::size_t> &exits) const;
  bool isCountedExit(std::size_t loop, const program::Action &action) const;

  // thread_path.cpp: one execution is followed
  bool isTaken(const State &state, program::ActionId action) const;
  void leave(State state, program::ActionId action);
  bool goesRound(const State &state, program::ActionId id) const;
  std::optional<std::size_t> nextPosition(std::size_t from, program::LocationId location) const;
  void passThrough(State state, const analysis::UntakenBranch &branch, const Untaken &untaken,
                   std::optional<std::size_t> merge);
  NodeId addMark(Expr guard, std::size_t position);

  // thread_operations.cpp: one operation
  void execute(State &state, const program::Instruction &instruction);
  void execute(State &state, const program::Havoc &havoc);
  void execute(State &state, const program::Check &check);
  void execute(State &state, const program::Allocate &allocate, const program::Instruction &instruction);
  void execute(State &state, const program::ObjectSize &query, const program::Instruction &instruction);
  void execute(State &state, const program::Spawn &spawn, const program::Instruction &instruction);
  void join(State &state, Attempt &attempt, const program::Join &join, const program::Instruction &instruction);
  void execute(State &state, const program::EndThread &end, const program::Instruction &instruction);
  void execute(State &state, const program::EndProgram &end);
  bool isDescendant(ThreadId thread, ThreadId ancestor) const;
  void endStack(State &state, ThreadId thread);
  void takeChild(State &state, ThreadId thread, Expr condition);
  void execute(State &state, const program::Detach &detach);
  void stop(State &state, Expr failure);
  void require(State &state, Expr condition, program::Property property);
  void leave(State &state, const std::string &message, program::SourceSpan span);

  // thread_memory.cpp: accesses
  /// Where an access may go.
  struct Places {
    Expr address = nullptr;
    bool areKnown = false; // `constants` are all that are valid; otherwise `regions` tell
    std::vector<program::Bits> constants;
    analysis::RegionSet regions;
    Expr valid = nullptr; // the symbol that says so, if they are not known
    bool isConstant() const { return address->isConstant(); }
  };
  void execute(State &state, const program::Load &load);
  void execute(State &state, const program::Store &store);
  void execute(State &state, const program::Free &free, const program::Instruction &instruction);
  Places resolve(Expr address, Expr programAddress, unsigned size, bool write);
  Expr validity(const Places &places, unsigned size);
  Expr exactSizeOf(ObjectId object, unsigned width);
  bool requireValid(State &state, Places &places, unsigned size);
  Expr read(State &state, const Places &places, unsigned size, bool shared);
  void write(State &state, const Places &places, Expr value, bool shared);
  Expr readLife(State &state, const Places &places);
  std::vector<ObjectId> dynamicObjectsOf(const Places &places) const;
  Places lifeAt(ObjectId object);
  Expr readFromView(State &state, const Places &places, unsigned size);
  void writeToView(State &state, const Places &places, Expr value);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extentsOf(const analysis::RegionSet &regions) const;
  void enumerate(Places &places, unsigned size, bool write);
  void endLife(State &state, const Places &life, bool shared, const program::Access &access, Expr condition);
  void addEvent(State &state, MemoryEvent::Kind kind, const Places &places, unsigned size, Expr value);
  void noteAccess(const State &state, const Places &places, unsigned size, const program::Access &access, bool write);
  bool isQuiet(const Places &places, unsigned size) const;

  void openNode(State &state);
  void noteEffect(State &state);
  Expr evaluate(Expr expression);
  Expr either(Expr a, Expr b);
  void set(program::RegisterId reg, Expr value);
  program::ExprPool &pool() { return *program_.pool; }
  Thread &self() { return program_.threads[thread_]; }
  bool checks(program::Property property) const { return source_.properties.contains(property); }

  Unwinding &unwinding_;
  UnwoundProgram &program_;
  const program::Program &source_;
  ThreadId thread_;
  program::CfaId cfaId_;
  const program::Cfa &cfa_;
  const UnwindFacts::CfaFacts &facts_;
  const ExecutedThread *executed_; // null: all actions are unwound
  std::size_t nextChild_ = 0;      // of it
  std::set<std::size_t> mergedAt_; // positions at which phantoms arrive

  std::map<Key, State> queue_;
  std::vector<Expr> registers_;                      // all of the thread, while an action is executed
  std::vector<std::pair<std::uint32_t, Expr>> memo_; // of `evaluate`, by expression id
  std::uint32_t memoTime_ = 0;
  /// While a location is expanded: inputs are the same for all of its actions.
  std::vector<std::size_t> inputs_; // indices into Thread::inputs
  std::size_t inputsUsed_ = 0;
  bool isAttempting_ = false;  // the guards of a visible action are being evaluated
  bool isUnsupported_ = false; // an expression that was evaluated
};

} // namespace heddle::events
