// Locks: words of static memory that at most one thread owns at a time.
//
// No function names are known here. A word is a *lock* if every store to it, in every thread, is one of these:
//
//   take      its content is known to be zero, the value stored is not zero, and the same step has loaded the word with
//             acquire order. The thread then holds the lock.
//   release   the thread holds the lock, and the store has release order, or is plain.
//   update    the thread holds the lock and stores another value than zero.
//   repeat    a read-modify-write that stores the value that is there (a test-and-set that fails), not zero; or a plain
//             store of zero over zero (the destruction of a free mutex).
//   alone     main stores while no other thread exists.
//
// and if it is zero initially. Mutual exclusion: while a thread holds the lock, the word is not zero, by its own last
// store, and no other thread may store, since that takes zero or holding. Order: what a thread does while it holds the
// lock happens before what the next holder does. The next holder's acquiring load reads the zero that the releasing
// store of the last holder has written; a plain store in between does not race, so that it is ordered with both.
//
// Mutexes and spin locks of the models have the owner's handle in this word, hand-written ones a one. The content of a
// held lock is known, whatever other threads do, which decides the branches of unlock.
//
// Whether a word is a lock is assumed first and refuted by the stores that are found; then all is computed anew without
// it. In the last round every store has been checked with the final states, so that the argument is an induction over
// the steps of an execution.
#pragma once

#include "engines/modular/mutation.hpp"
#include "engines/modular/state.hpp"

#include <set>
#include <utility>

namespace heddle::engines::modular {

/// A store to exactly one cell of static memory.
struct LockStore {
  Cell cell;
  Value before; // the content
  Value value;
  program::MemoryOrder order = program::MemoryOrder::Plain;
  bool isUpdateOfLoaded = false; // a register holds the content: the step has loaded it
};

class Locks {
public:
  explicit Locks(const program::Program &program, Mutation mutation) : program_(program), mutation_(mutation) {}

  /// Changes what the thread holds.
  void store(State &state, const LockStore &store);
  /// A store that may go to any of the bytes.
  void storeSomewhere(State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end,
                      const Cell *except = nullptr);

  /// The words that have been taken for locks; whether one was refuted since the last call.
  const std::set<Cell> &all() const { return locks_; }
  bool hasRefuted() { return std::exchange(hasRefuted_, false); }
  bool mustRestart() const { return hasRefuted_; }
  void beginRound() { locks_.clear(); }

private:
  void refute(const Cell &cell);
  bool startsAsZero(const Cell &cell) const;

  const program::Program &program_;
  Mutation mutation_;
  std::set<Cell> locks_;
  std::set<Cell> refuted_;
  bool hasRefuted_ = false;
};

} // namespace heddle::engines::modular
