// Runs the interpreter along an execution that an engine has found in its own terms, to obtain a schedule.
//
// Engine and interpreter name threads, objects and inputs differently. They are matched by the order in which each
// thread creates or requests them, which is the same in both.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/observer.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::engines {

/// What an engine knows about an execution, apart from the order of the steps.
struct ExecutionPlan {
  using Thread = std::uint32_t; // the engine's names; static objects have the interpreter's ids
  using Object = std::uint32_t;

  /// Of one thread, each list in the thread's program order.
  struct ThreadPlan {
    std::vector<Thread> children;
    std::vector<program::Bits> inputs;
    std::vector<Object> objects;
  };
  std::map<Thread, ThreadPlan> threads;
  Thread main = 0;
  /// Initial values of bytes that the program does not initialise.
  std::map<std::pair<Object, std::uint64_t>, std::uint8_t> contents;
};

class GuidedExecution : public interpreter::InputSource, public interpreter::Observer {
public:
  GuidedExecution(const program::Program &program, ExecutionPlan plan, const interpreter::Limits &limits);

  /// Each executes one step. False if the execution cannot continue: it has reached a violation, or departs from the
  /// plan (`problem`).
  bool start();
  bool step(ExecutionPlan::Thread thread);
  bool stepSlot(unsigned slot);

  const std::optional<interpreter::Violation> &violation() const { return violation_; }
  const std::string &problem() const { return problem_; } // why there is no violation
  interpreter::Schedule takeSchedule() { return std::move(schedule_); }
  unsigned slotOf(ExecutionPlan::Thread thread) const { return slotOf_.at(thread); }

  std::optional<program::Bits> choose(const interpreter::InputRequest &request) override;
  void chosen(const interpreter::State &, const interpreter::InputRequest &, program::Bits) override {}
  void occurred(const interpreter::State &state, const interpreter::Occurrence &occurrence) override;

protected:
  interpreter::Machine &machine() { return machine_; }
  interpreter::State &state() { return state_; }
  const interpreter::StepResult &lastResult() const { return result_; }
  /// The value of an input before it is clamped to its range: that of the plan, or the lowest.
  virtual program::Bits answer(const interpreter::InputRequest &request);

private:
  using Byte = std::pair<program::ObjectId, std::uint64_t>; // an object, and an offset
  /// How much of its plan a thread has used.
  struct Position {
    std::vector<Byte> copied; // by byte: the origin of the value that the last copying load has read
    std::size_t nextChild = 0;
    std::size_t nextInput = 0;
    std::size_t nextObject = 0;
  };

  static constexpr ExecutionPlan::Thread unplanned = UINT32_MAX;

  ExecutionPlan::Thread threadAt(unsigned slot) const;
  void trackCopy(const interpreter::Occurrence &occurrence, Position &position);
  Byte originOf(Byte byte) const;
  bool note(interpreter::StepResult result);

  const program::Program &program_;
  ExecutionPlan plan_;
  interpreter::Machine machine_;
  interpreter::State state_;
  std::map<ExecutionPlan::Thread, Position> positions_;
  std::map<unsigned, ExecutionPlan::Thread> threadOfSlot_;
  std::map<ExecutionPlan::Thread, unsigned> slotOf_;
  std::map<program::ObjectId, ExecutionPlan::Object> objectOf_; // of the interpreter's ids
  std::map<Byte, Byte> origins_;                                // of bytes that were copied, the engine's byte
  interpreter::Schedule schedule_;
  std::optional<interpreter::Violation> violation_;
  std::string problem_;
  interpreter::StepResult result_; // of the last step
};

/// Confirms an execution that has been guided to its end by a replay. Without a violation, the threads of `deadlocked`
/// are claimed to wait for ever.
Answer confirm(const Context &context, GuidedExecution &execution,
               const std::vector<ExecutionPlan::Thread> &deadlocked = {});

} // namespace heddle::engines
