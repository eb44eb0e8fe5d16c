// Upper bounds on the number of started threads, and lower bounds on the joins that main performs before an action.
//
// A successful join consumes a thread that was started and has terminated. Hence an action that main can only reach
// after so many joins that no other thread is left cannot happen while some thread has not terminated. There are two
// such bounds: one compares main's joins with all threads that are ever started, the other with the threads that main
// has started so far, so that it also applies between two threads that run one after the other. The bounds are computed
// by enumerating all paths through an automaton with the known values of registers; an unknown condition is followed
// both ways.
//
// The bound on started threads uses only counters: registers that are assigned nothing but constants and expressions
// over counters. It therefore also holds for executions in which memory and other registers have arbitrary values. The
// number of main's joins needs more knowledge, because the model of pthread_join skips the join if the handle is the
// caller's own: the handles that main gets from Spawn are followed through registers, and through memory that no other
// thread writes.
#pragma once

#include "proof/provenance.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::proof {

/// By register: whether it is a counter.
std::vector<bool> findCounters(const program::Cfa &cfa);

class JoinBounds {
public:
  JoinBounds(const program::Program &program, Provenance &provenance);

  /// A lower bound on the joins that a thread has performed when it takes the action.
  unsigned joinsBefore(program::CfaId cfa, program::ActionId action) const { return joins_[cfa][action]; }
  /// An upper bound on the threads that main has started and not joined when it takes the action, less the threads of
  /// others that it has joined; no value if none is known.
  std::optional<std::int64_t> unjoinedBefore(program::ActionId action) const {
    return unjoined_.empty() ? std::nullopt : std::optional(unjoined_[action]);
  }
  /// An upper bound on the threads that threads other than main start; no value if none is known.
  std::optional<unsigned> mostStartedByOthers() const { return mostStartedByOthers_; }
  /// An upper bound on the threads that are started, besides main; no value if none is known.
  std::optional<unsigned> mostStarted() const { return mostStarted_; }
  const std::vector<bool> &counters(program::CfaId cfa) const { return counters_[cfa]; } // by register
  bool isCounter(program::CfaId cfa, program::RegisterId reg) const { return counters_[cfa][reg]; }

private:
  void findStarts(program::CfaId cfa);
  void findJoins(Provenance &provenance);
  std::optional<unsigned> countStarted() const;
  std::optional<unsigned> countStartedByOthers() const;

  const program::Program &program_;
  std::vector<std::vector<bool>> counters_;   // by automaton and register
  std::vector<std::vector<unsigned>> joins_;  // by automaton and action
  std::vector<std::vector<unsigned>> starts_; // by automaton, and by that of the threads it starts
  std::vector<bool> isEndless_;               // by automaton: it may start any number of threads
  std::vector<std::int64_t> unjoined_;        // by action of main; empty if not known
  std::optional<unsigned> mostStarted_;
  std::optional<unsigned> mostStartedByOthers_;
};

} // namespace heddle::proof
