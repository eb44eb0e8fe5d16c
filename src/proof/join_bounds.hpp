// How many threads are started, and how many main must have joined before it does something.
//
// A join that succeeds takes away a thread that was started and has ended. So what main can only do after so many
// joins that no other thread is left, it cannot do while some thread has not ended. All paths through an automaton are
// enumerated, with what is known about registers on them; conditions about which nothing is known go both ways.
//
// The bound on threads that are started uses counters only: registers that are assigned nothing but values of counters.
// So it holds also for executions in which memory and other registers may hold anything. How often main joins is found
// with more knowledge, since a join is passed over if the handle is main's own: the handles that main gets from Spawn
// are followed through registers and through memory that nobody else writes.
#pragma once

#include "proof/provenance.hpp"

#include <optional>
#include <vector>

namespace heddle::proof {

class JoinBounds {
public:
  JoinBounds(const program::Program &program, Provenance &provenance);

  /// So many joins a thread has done at least when it takes that action.
  unsigned joinsBefore(program::CfaId cfa, program::ActionId action) const { return joins_[cfa][action]; }
  /// So many threads are started at most, besides main; none: no bound is known.
  std::optional<unsigned> mostStarted() const { return mostStarted_; }
  const std::vector<bool> &counters(program::CfaId cfa) const { return counters_[cfa]; } // by register
  bool isCounter(program::CfaId cfa, program::RegisterId reg) const { return counters_[cfa][reg]; }

private:
  void findCounters(program::CfaId cfa);
  void findStarts(program::CfaId cfa);
  void findJoins(Provenance &provenance);
  std::optional<unsigned> countStarted() const;

  const program::Program &program_;
  std::vector<std::vector<bool>> counters_;   // by automaton and register
  std::vector<std::vector<unsigned>> joins_;  // by automaton and action
  std::vector<std::vector<unsigned>> starts_; // by automaton, and by that of the threads it starts
  std::vector<bool> isEndless_;               // by automaton: it may start any number of threads
  std::optional<unsigned> mostStarted_;
};

} // namespace heddle::proof
