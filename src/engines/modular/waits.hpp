// Where a thread may have to wait, and for what.
//
// A thread waits at a location if none of its actions is enabled: it joins a thread that has not ended, or guards are
// not complementary. It waits *for a lock* if one of the actions is enabled in every state in which the word of the
// lock has its free value; that is decided by executing the guards with this content. Which lock it is may depend on
// registers, which do not change while the thread waits: then each branch that they decide has a lock. So no library
// function is known here by name: mutexes of all kinds, spin locks, read-write locks and semaphores that are locks wait
// alike. Everything else is an obstacle: condition variables, barriers, semaphores that are signals, and words that are
// not locks.
#pragma once

#include "engines/modular/fixpoint.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

struct Wait {
  enum class Kind : std::uint8_t {
    None,  // an action is enabled
    Lock,  // until the lock is free
    Join,  // until a thread has ended
    Other, // nothing is known of when it ends
  };
  Kind kind = Kind::None;
  Cell lock = {};
  bool isForReading = false;            // readers do not wait for readers
  std::set<program::CfaId> joined = {}; // functions of the threads that may be joined
  program::SourceSpan span = {};
};

class Waits {
public:
  Waits(const program::Program &program, Fixpoint &fixpoint) : program_(program), fixpoint_(fixpoint) {}

  /// The state must be one of the solution at the location. A thread may wait for one of several locks, or join a
  /// thread, depending on its registers.
  std::vector<Wait> at(program::CfaId cfa, program::LocationId location, const State &state);

private:
  Wait joinAt(program::CfaId cfa, program::LocationId location, const State &state);
  Wait waitOf(program::CfaId cfa, program::LocationId location, const State &state);
  std::vector<Wait> waitsByRegisters(program::CfaId cfa, program::LocationId location, const State &state);
  bool isEnabled(program::CfaId cfa, program::LocationId location, const State &state);
  std::set<Cell> lockWordsOf(program::CfaId cfa, program::LocationId location, const State &state);
  std::set<program::CfaId> joinedBy(program::CfaId cfa, const program::Action &action, std::size_t index,
                                    const State &state);

  const program::Program &program_;
  Fixpoint &fixpoint_;
};

/// The states in which the action comes to the instruction, in one go: nothing else runs meanwhile. The instructions
/// before it must not have an effect outside of the thread's registers.
std::vector<State> statesBefore(Transfer &transfer, program::CfaId cfa, const program::Action &action,
                                std::size_t index, const State &state);

} // namespace heddle::engines::modular
