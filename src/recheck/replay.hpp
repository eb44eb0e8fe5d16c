// One execution, followed step by step with given threads and inputs, and what can be seen of it: the accesses and
// actions of each step, which threads can continue, and which of them only repeat a round without effect.
//
// Threads are numbered in the order of their creation, so that executions with a common beginning agree on their names.
#pragma once

#include "recheck/accesses.hpp"
#include "recheck/choices.hpp"
#include "recheck/model.hpp"
#include "recheck/recheck.hpp"
#include "recheck/state.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::recheck {

using ThreadNumber = std::size_t;

struct ReplayedStep {
  /// How the step ends.
  enum class End : std::uint8_t {
    Open,      // the execution can continue
    Program,   // the program has ended
    Discarded, // an assumption fails in an atomic block: there is no such execution
  };
  ThreadNumber thread = 0;
  Accesses accesses;
  std::vector<std::pair<ThreadNumber, program::ActionId>> actions; // of the thread, then of those that it starts
  std::vector<ThreadNumber> stopped; // in the step, by an assumption or undefined behaviour
  std::vector<ThreadNumber> started;
  std::vector<ThreadNumber> joined;
  program::LocationId from = 0; // where the thread was before
  std::size_t inputs = 0;       // how many were requested up to its end
  End end = End::Open;

  bool hasSameOutcomeAs(const ReplayedStep &other) const {
    return thread == other.thread && actions == other.actions && stopped == other.stopped;
  }
};

/// What the threads can do in a state.
struct Survey {
  struct Waiting {
    ThreadNumber thread = 0;
    Accesses accesses; // what it waits for
  };
  std::vector<ThreadNumber> able; // can take a step that is not part of an idle round
  std::vector<ThreadNumber> idle; // would repeat a round without effect that reads the same values
  std::vector<Waiting> waiting;
  bool isCut = false; // some thread was stopped, and does not continue
};

class Replay {
public:
  Replay(const program::Program &program, const Options &options, support::Cancellation &cancellation);

  /// Each executes one step, main's first local work to begin with. Holds: the step was taken, and violates nothing.
  Result begin(std::vector<Bits> inputs);
  Result take(ThreadNumber thread);
  const ReplayedStep &first() const { return first_; }
  const std::vector<ReplayedStep> &steps() const { return steps_; }
  bool hasEnded() const { return last().end != ReplayedStep::End::Open; }
  std::size_t inputs() const { return choices_.requested(); }

  Result survey(Survey &result);
  /// Whether the steps of one thread from `head` on to the last one are a round without effect.
  bool isRound(std::size_t head, std::size_t last);

private:
  template <typename Run> Result guarded(const Run &run);
  void take(ReplayedStep &step, const std::optional<ThreadNumber> &thread);
  bool isIdle(ThreadNumber thread);
  bool isQuiet(const ReplayedStep &step, program::CfaId cfa, const std::optional<program::LocationId> &head);
  bool hasEffect(const program::Operation &operation, bool hasInputs) const;
  const ReplayedStep &last() const { return steps_.empty() ? first_ : steps_.back(); }

  Model model_;
  State state_;
  Choices choices_;
  ReplayedStep first_;
  std::vector<ReplayedStep> steps_;
  std::vector<unsigned> slotOf_;              // by thread
  std::vector<program::CfaId> cfaOf_;         // by thread
  std::map<unsigned, ThreadNumber> threadAt_; // by slot
};

} // namespace heddle::recheck
