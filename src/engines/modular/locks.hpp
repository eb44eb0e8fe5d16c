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
//
// Memory that a lock protects: if every store to a cell, while several threads run, is made by a thread that holds the
// lock, then no other thread changes the cell while one holds it, and what the holder knows of it remains true. The
// stores of one round tell which locks protect a cell; the next round uses that, and its own stores must confirm it.
#pragma once

#include "engines/modular/mutation.hpp"
#include "engines/modular/state.hpp"

#include <map>
#include <optional>
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
  void beginRound() {
    locks_.clear();
    stores_.clear();
  }

  /// A store to these bytes.
  void noteStore(const State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end);
  /// Uses what the stores since the last call of `beginRound` say of protection; false if that is done already.
  bool protect();
  /// Whether the stores have confirmed the protection that was used; otherwise it is less from now on.
  bool isProtectionKept();
  /// Other threads may run.
  void interrupt(State &state) const;

private:
  using Protection = std::map<Cell, std::set<Cell>>; // by the bytes stored: the locks that are held at all stores

  bool isProtected(const State &state, const Cell &cell) const;
  void refute(const Cell &cell);
  bool startsAsZero(const Cell &cell) const;

  const program::Program &program_;
  Mutation mutation_;
  std::set<Cell> locks_;
  std::set<Cell> refuted_;
  bool hasRefuted_ = false;
  Protection stores_;                    // of this round
  std::optional<Protection> protection_; // that is used
  unsigned corrections_ = 0;
  bool hasGivenUp_ = false;
};

} // namespace heddle::engines::modular
