// The concrete semantics: which threads of a state can take a step, and what one step does.
//
// A *step* of a thread is one visible action (program::isVisible), to the end of its atomic block if it
// stands in one and does not block there, and then all the local work that follows, up to the next visible
// action. The local work of a thread that is started runs in the step that starts it, main's when the
// program starts. Local work commutes with everything that other threads do, so nothing is lost by never
// interrupting it.
//
// A thread that waits in the middle of an atomic block rests there and competes like any other.
#pragma once

#include "interpreter/code.hpp"
#include "interpreter/inputs.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/names.hpp"
#include "interpreter/observer.hpp"
#include "interpreter/state.hpp"
#include "interpreter/step_accesses.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::interpreter {

struct StepResult {
  enum class Kind : std::uint8_t {
    Done,
    Discarded, // an assumption failed inside an atomic block: this execution does not count
    Violation, // nothing runs after it
    Halted,    // cannot be followed: `message` at `span`
    BadInput,  // the source of inputs had no answer
  };
  Kind kind = Kind::Done;
  std::optional<Violation> violation;
  std::string message;
  program::SourceSpan span;
  /// Done, but a thread was not followed through its local work to the end (ThreadStatus::Exhausted).
  bool exhausted = false;
};

class Machine {
public:
  Machine(const program::Program &program, const Limits &limits);

  /// Told of everything that happens in steps; may be null.
  void setObserver(Observer *observer) { observer_ = observer; }
  /// Gets what steps touch, added to what it holds; may be null.
  void recordAccesses(StepAccesses *accesses) { stepAccesses_ = accesses; }
  /// Atomic accesses to objects of which this says false are not kept as candidates for races.
  void setPlainAccessOracle(std::function<bool(const Memory &, ObjectId)> mayBePlain) {
    mayBePlain_ = std::move(mayBePlain);
  }
  /// Assumptions that fail are passed over. What happens then is no execution of the program; deadlock.cpp
  /// asks in this way what a thread would have done if its assumption had held.
  void setIgnoreAssumptions(bool ignore) { ignoreAssumptions_ = ignore; }
  bool ignoresAssumptions() const { return ignoreAssumptions_; }

  /// The state before anything has run. `start` does main's first local work.
  State initialState();
  StepResult start(State &state, InputSource &inputs);

  bool enabled(const State &state, unsigned thread);
  StepResult step(State &state, unsigned thread, InputSource &inputs);
  /// Sets a thread that an assumption stopped going again, behind the assumption.
  StepResult resume(State &state, unsigned thread, InputSource &inputs);

  /// If the thread waits for the end of another one, and for nothing else: for whose.
  std::optional<unsigned> joinedThread(const State &state, unsigned thread);
  /// Threads of one class take the ids of objects from the same numbers.
  unsigned idClass(unsigned thread) const { return thread % layout_.classes; }

  /// Forgets what no longer matters for races. Which slot a new thread gets depends on it, so executions that are to
  /// be the same must do it at the same points: after every step.
  void settle(State &state) const;
  /// Canonical, see state.hpp; settles the state.
  void encode(State &state, std::vector<std::uint8_t> &bytes);
  void decode(const std::uint8_t *bytes, std::size_t size, State &state);

  struct Waiting {
    std::string text; // "T1 waits at a.c:12 to lock m"
    program::SourceSpan span;
  };
  /// For an active thread that is not enabled.
  Waiting describeWaiting(const State &state, unsigned thread);

  const program::Program &program() const { return program_; }
  const Names &names() const { return names_; }
  /// Undefined behaviour that was met and not followed, each place once.
  const std::vector<program::Warning> &warnings() const { return warnings_; }

private:
  friend class Prober;
  friend class Runner;

  CfaCode &code(program::CfaId cfa) {
    if (!codes_[cfa])
      codes_[cfa] = std::make_unique<CfaCode>(program_.cfas[cfa]);
    return *codes_[cfa];
  }
  /// The registers that the state keeps for the thread.
  const RegisterList &keptRegisters(const Thread &thread);
  void unpack(const Thread &thread);
  /// Calls `visit` for each word that the thread's kept registers, or its result, could hold a pointer in.
  template <typename Visit> void forEachKeptWord(const Thread &thread, Visit visit);
  /// Whether anything in the state could be a pointer into `object`; of the running thread, whose registers
  /// are in the evaluator, the `live` ones count.
  bool mentions(const State &state, unsigned running, const RegisterList &live, ObjectId object);
  void warn(const std::string &message, program::Property property, program::SourceSpan span);

  const program::Program &program_;
  Limits limits_;
  StaticLayout layout_;
  Names names_;
  std::vector<std::unique_ptr<CfaCode>> codes_;
  Observer *observer_ = nullptr;
  StepAccesses *stepAccesses_ = nullptr;
  bool ignoreAssumptions_ = false;
  std::function<bool(const Memory &, ObjectId)> mayBePlain_;
  bool keepStopped_; // what a stopped thread would have done matters for deadlocks
  std::map<std::tuple<program::CfaId, program::ActionId, std::uint32_t>, RegisterList> stoppedRegisters_;
  std::vector<program::Warning> warnings_;
  std::vector<Bits> savedRegisters_; // the prober's
};

template <typename Visit> void Machine::forEachKeptWord(const Thread &thread, Visit visit) {
  if (thread.status == ThreadStatus::Ended)
    visit(thread.result);
  if (thread.registers.empty())
    return;
  const CfaCode &kept = code(thread.cfa);
  const std::uint8_t *at = thread.registers.data();
  for (const RegisterId id : keptRegisters(thread)) {
    const unsigned bytes = kept.bytesOf(id);
    for (unsigned i = 0; (i + 1) * (program_.pointers.width / 8) <= bytes; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, at + i * (program_.pointers.width / 8), program_.pointers.width / 8);
      visit(word);
    }
    at += bytes;
  }
}

} // namespace heddle::interpreter
