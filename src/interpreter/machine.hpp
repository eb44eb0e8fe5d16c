// The concrete semantics: which threads of a state can take a step, and what one step does.
//
// A *step* of a thread is one visible action (program::isVisible), continued to the end of its atomic block if it is in
// one and does not block there, and then all local work up to the next visible action. The first local work of a thread
// belongs to the step that starts it, main's to the start of the program. Local work commutes with all steps of other
// threads, so interrupting it would add no behaviour.
//
// A thread that waits inside an atomic block rests there and is scheduled like any other.
#pragma once

#include "interpreter/code.hpp"
#include "interpreter/inputs.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/names.hpp"
#include "interpreter/next_access.hpp"
#include "interpreter/observer.hpp"
#include "interpreter/state.hpp"
#include "interpreter/step_accesses.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::interpreter {

struct StepResult {
  enum class Kind : std::uint8_t {
    Done,
    Discarded, // an assumption failed inside an atomic block: this execution does not count
    Violation, // no step follows
    Halted,    // cannot be followed any further: `message` at `span`
    BadInput,  // the source of inputs had no value
  };
  Kind kind = Kind::Done;
  std::optional<Violation> violation;
  std::string message;
  program::SourceSpan span;
  /// Done, but a thread was not followed to the end of its local work (ThreadStatus::Exhausted).
  bool exhausted = false;
};

class Machine {
public:
  /// `code`: of this program; null: its own.
  Machine(const program::Program &program, const Limits &limits, std::shared_ptr<ProgramCode> code = nullptr);

  /// Is notified of everything that happens in steps; may be null.
  void setObserver(Observer *observer) { observer_ = observer; }
  /// The accesses of steps are added to it; may be null.
  void recordAccesses(StepAccesses *accesses) { stepAccesses_ = accesses; }
  /// Atomic accesses to objects for which this is false are not kept as candidates for races.
  void setPlainAccessOracle(std::function<bool(const Memory &, ObjectId)> mayBePlain) {
    mayBePlain_ = std::move(mayBePlain);
  }
  /// Races for which this is true do not end an execution.
  void setRaceFilter(RaceFilter passesOver) { passesOver_ = std::move(passesOver); }
  /// The texts of goals (Property::Vacuity) that are reached and not checked are added to it; may be null.
  void recordGoals(std::set<std::string> *goals) { goals_ = goals; }
  /// Failed assumptions are ignored. The result is not an execution of the program; deadlock.cpp uses it to find out
  /// what a thread would have done if its assumption had held.
  void setIgnoreAssumptions(bool ignore) { ignoreAssumptions_ = ignore; }
  bool ignoresAssumptions() const { return ignoreAssumptions_; }

  /// The state before the first action. `start` executes main's first local work.
  State initialState();
  StepResult start(State &state, InputSource &inputs);

  bool enabled(const State &state, unsigned thread);
  StepResult step(State &state, unsigned thread, InputSource &inputs);
  /// Lets a thread that an assumption has stopped continue after the assumption.
  StepResult resume(State &state, unsigned thread, InputSource &inputs);

  // next_access.cpp
  /// The actions that the thread may take next, depending on the content of shared memory.
  std::vector<program::ActionId> openActions(const State &state, unsigned thread);
  /// Whether the action is enabled, or would be for some input.
  bool mayTake(const State &state, unsigned thread, program::ActionId action);
  /// The memory that an instruction of this action accesses in the thread's next step; none if the step certainly does
  /// not take the instruction.
  std::optional<NextAccess> nextAccess(const State &state, unsigned thread, program::ActionId action,
                                       std::size_t instruction);

  /// If the thread waits only for the end of another thread: that thread.
  std::optional<unsigned> joinedThread(const State &state, unsigned thread);
  /// Threads of one class take the ids of objects from the same set (memory.hpp).
  unsigned idClass(unsigned thread) const { return thread % layout_.classes; }

  /// Forgets what is no longer relevant for races. The slot of a new thread depends on this, so equal executions must
  /// do it at the same points: after every step.
  void settle(State &state) const;
  /// Canonical, see state.hpp; settles the state.
  void encode(State &state, std::vector<std::uint8_t> &bytes);
  void decode(const std::uint8_t *bytes, std::size_t size, State &state);

  struct Waiting {
    std::string text;         // "T1 waits at a.c:12 to lock m"
    program::SourceSpan span; // in the user's files
    std::string what;         // "to lock m"
    std::optional<program::SyncKind> sync;
    Bits object = 0;                // of `sync`
    std::optional<unsigned> joined; // the thread for whose end it waits
  };
  /// For an active thread that is not enabled.
  Waiting describeWaiting(const State &state, unsigned thread);

  const program::Program &program() const { return program_; }
  const Names &names() const { return names_; }
  /// Undefined behaviour that was encountered and not followed, once for each place in the source.
  const std::vector<program::Warning> &warnings() const { return warnings_; }

private:
  friend class Prober;
  friend class Runner;

  CfaCode &code(program::CfaId cfa) { return code_->of(cfa); }
  /// The registers of the thread that the state stores.
  const RegisterList &keptRegisters(const Thread &thread);
  void unpack(const Thread &thread);
  /// Calls `visit` for each word in the thread's stored registers or its result that could be a pointer.
  template <typename Visit> void forEachKeptWord(const Thread &thread, Visit visit);
  /// Whether anything in the state could be a pointer into `object`. Of the running thread, whose registers are in the
  /// evaluator, the `live` registers count.
  bool mentions(const State &state, unsigned running, const RegisterList &live, ObjectId object);
  void warn(const std::string &message, program::Property property, program::SourceSpan span);

  const program::Program &program_;
  Limits limits_;
  StaticLayout layout_;
  Names names_;
  std::shared_ptr<ProgramCode> code_;
  Observer *observer_ = nullptr;
  StepAccesses *stepAccesses_ = nullptr;
  std::set<std::string> *goals_ = nullptr;
  bool ignoreAssumptions_ = false;
  std::function<bool(const Memory &, ObjectId)> mayBePlain_;
  RaceFilter passesOver_;
  bool keepStopped_; // stopped threads keep their registers, for deadlock.cpp
  std::map<std::tuple<program::CfaId, program::ActionId, std::uint32_t>, RegisterList> stoppedRegisters_;
  std::vector<program::Warning> warnings_;
  std::vector<std::pair<program::SourceSpan, program::Property>> warned_; // what `warnings_` are about
  std::vector<Bits> savedRegisters_;                                      // of the prober
};

template <typename Visit> void Machine::forEachKeptWord(const Thread &thread, Visit visit) {
  if (thread.status == ThreadStatus::Ended)
    visit(thread.result);
  if (thread.registers.empty())
    return;
  const CfaCode &kept = code(thread.cfa);
  const std::uint8_t *at = thread.registers.data();
  for (const RegisterId id : keptRegisters(thread)) {
    const std::uint8_t *end = at + kept.bytesOf(id);
    for (const unsigned bytes = program_.pointers.width / 8; end - at >= bytes; at += bytes) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, bytes);
      visit(word);
    }
    at = end;
  }
}

} // namespace heddle::interpreter
