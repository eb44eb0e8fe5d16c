// Barriers as phases.
//
// The phase of a thread at a barrier is the number of its waits there. If no more threads ever use the barrier than it
// waits for, then every round consists of one wait of each of them, the k-th of the k-th round. An access in phase p of
// one thread then happens before an access in a later phase q of another: the second thread has passed round p + 1,
// which the first thread has reached after its access. If the first thread never reaches that round, no thread passes.
//
// Barriers of the models are recognised by the library call (program::Sync). Here it is checked how many threads use
// one, and that nothing else stores to its memory while threads run.
#pragma once

#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/state.hpp"

#include <map>
#include <set>

namespace heddle::engines::modular {

/// Whether no number is in both.
bool areApart(const Phase &a, const Phase &b);

class Barriers {
public:
  Barriers(const Global &global, const analysis::Parallelism &parallelism, Mutation mutation)
      : global_(global), parallelism_(parallelism), mutation_(mutation) {}

  /// A thread waits at the barrier that begins with this word.
  void wait(State &state, program::CfaId cfa, const Cell &barrier);
  /// The barrier is used in a way that is not followed.
  void refute(const Cell &barrier) { refuted_.insert(barrier); }
  void refuteAll() { areAllRefuted_ = true; }
  /// A store to these bytes.
  void store(const State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end);

  /// Whether waits at a barrier order accesses of two functions in these phases. Both must use it: the phase of a
  /// thread that does not says nothing.
  bool areApart(program::CfaId first, const std::map<Cell, Phase> &a, program::CfaId second,
                const std::map<Cell, Phase> &b) const;

private:
  bool isValid(const Cell &barrier) const;

  const Global &global_;
  const analysis::Parallelism &parallelism_;
  Mutation mutation_;
  std::map<Cell, std::set<program::CfaId>> users_; // by barrier
  std::set<Cell> refuted_;
  bool areAllRefuted_ = false;
};

} // namespace heddle::engines::modular
