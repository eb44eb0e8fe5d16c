// The successor function: what one step of a thread does.
//
// A step is one visible action, the rest of its atomic block, and then local work up to the next visible action; at its
// end, the threads that it has started do their first local work. Operations are executed one by one on the state, in
// the order in which the action lists them.
#pragma once

#include "recheck/accesses.hpp"
#include "recheck/choices.hpp"
#include "recheck/memory.hpp"
#include "recheck/model.hpp"
#include "recheck/state.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace heddle::recheck {

/// What a step did, for those that look at executions rather than at states. Threads are given by their slots.
struct StepRecord {
  Accesses accesses;
  std::vector<std::pair<unsigned, program::ActionId>> actions;
  std::vector<unsigned> started;
  std::vector<unsigned> joined;
};

class Step {
public:
  enum class Outcome : std::uint8_t {
    Taken,
    Discarded, // an assumption failed inside an atomic block: there is no such execution
    Waits,     // no action of the thread is enabled
  };

  /// Changes the state in place. Throws Ending.
  Step(Model &model, State &state, Choices &choices)
      : model_(model), program_(model.program), state_(state), choices_(choices) {}

  /// Main's first local work.
  Outcome start();
  Outcome take(unsigned thread);
  /// Whether the thread can take a step; may choose values of memory that is not initialised.
  bool isEnabled(unsigned thread);
  /// From now on, what is done is added to the record, which may be null.
  void recordIn(StepRecord *record) { record_ = record; }

private:
  /// How a thread continues after an operation.
  enum class Flow : std::uint8_t { Next, Stopped, Undefined, ThreadEnded, ProgramEnded };
  enum class Attempt : std::uint8_t { Enabled, Blocked, Visible };

  Outcome run(bool isScheduled);
  std::optional<program::ActionId> select(bool onlyLocal);
  Attempt attempt(program::ActionId action, bool onlyLocal);
  Flow execute(const program::Action &action, bool &inBlock);
  void rest(Status status);
  bool hasDiverged();
  void settle();
  void endIfAllEnded();
  void checkLeaks(program::SourceSpan span);

  // One for each operation.
  Flow execute(const program::Assign &op, program::SourceSpan span);
  Flow execute(const program::Havoc &op, program::SourceSpan span);
  Flow execute(const program::Load &op, program::SourceSpan span);
  Flow execute(const program::Store &op, program::SourceSpan span);
  Flow execute(const program::Fence &op, program::SourceSpan span);
  Flow execute(const program::AtomicBegin &op, program::SourceSpan span);
  Flow execute(const program::Guard &op, program::SourceSpan span);
  Flow execute(const program::Assume &op, program::SourceSpan span);
  Flow execute(const program::Check &op, program::SourceSpan span);
  Flow execute(const program::Allocate &op, program::SourceSpan span);
  Flow execute(const program::Free &op, program::SourceSpan span);
  Flow execute(const program::ObjectSize &op, program::SourceSpan span);
  Flow execute(const program::Spawn &op, program::SourceSpan span);
  Flow execute(const program::Join &op, program::SourceSpan span);
  Flow execute(const program::Detach &op, program::SourceSpan span);
  Flow execute(const program::EndThread &op, program::SourceSpan span);
  Flow execute(const program::EndProgram &op, program::SourceSpan span);
  Flow execute(const program::Halt &op, program::SourceSpan span);
  Flow execute(const program::Sync &op, program::SourceSpan span);

  /// The value that a Load reads; bytes that are not initialised get one, which they keep.
  Bits loaded(const program::Load &op, const Place &place);
  Bits choose(Bits low, Bits high, program::SourceSpan span);
  void access(const Place &place, std::uint64_t size, bool write, program::MemoryOrder order, program::SourceSpan span);
  void note(const Place &place, std::uint64_t size, bool write);
  void noteLifetime(Bits pointer);
  ObjectId freeId() const;
  /// The size of the object to whose start the pointer points, 0 for null; none if it does not.
  std::optional<std::uint64_t> sizeAt(Bits pointer) const;
  void release(ObjectId object);
  void releaseSlot(unsigned slot);
  std::optional<unsigned> joinable(Bits handle) const;

  /// Undefined behaviour: a violation, or the end of this thread if the property is not checked.
  Flow undefined(program::Property property, const char *what, program::SourceSpan span);
  /// Because of what the pointer points to.
  Flow invalid(program::Property property, const char *what, program::SourceSpan span, Bits pointer);
  [[noreturn]] void violate(program::Property property, const std::string &what, program::SourceSpan span) const;
  [[noreturn]] void notModelled(const std::string &what, program::SourceSpan span) const;
  std::string where(program::SourceSpan span) const {
    return program_.sources.describe(program_.sources.userSpan(span));
  }

  Thread &self() { return state_.threads.at(thread_); }
  const program::Cfa &cfa() { return program_.cfas[self().cfa]; }
  Bits value(program::Expr expression) { return model_.evaluator.value(expression, self().registers); }
  void set(RegisterId target, Bits bits);
  bool races() const { return model_.checks(program::Property::NoDataRace); }

  Model &model_;
  const program::Program &program_;
  State &state_;
  Choices &choices_;
  unsigned thread_ = 0;
  StepRecord *record_ = nullptr;
  std::vector<unsigned> started_;
  std::vector<Range> atomicLoads_; // in the current action or atomic block
  bool hasChosen_ = false;         // an input was taken since the snapshot, or memory was initialised

  std::uint64_t work_ = 0; // actions of this thread in this step
  struct Snapshot {
    State state;
    unsigned thread = 0;
  };
  std::optional<Snapshot> snapshot_;
};

} // namespace heddle::recheck
