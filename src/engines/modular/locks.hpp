// Locks: words of static memory that threads own, one at a time, or many for reading.
//
// No function names are known here. A word is a *lock* with the free value f if every store to it, in every thread, is
// one of these:
//
//   take      its content is known to be f, the value stored is not f, and the same step has loaded the word with
//             acquire order. The thread then holds the lock.
//   release   the thread holds the lock, and the store has release order, or is plain.
//   update    the thread holds the lock and stores another value than f.
//   repeat    a read-modify-write that stores the value that is there (a test-and-set that fails), not f; or a plain
//             store of f over f (the destruction of a free mutex).
//   alone     main stores while no other thread exists.
//
// Mutual exclusion: while a thread holds the lock, the word is not f, by its own last store, and no other thread may
// store, since that takes f or holding. Order: what a thread does while it holds the lock happens before what the next
// holder does. The next holder's acquiring load reads the f that the releasing store of the last holder has written; a
// plain store in between does not race, so that it is ordered with both. Which value f is does not matter for this; it
// is the one that the word has when main starts its first thread.
//
// Mutexes and spin locks of the models have the owner's handle in this word, hand-written ones a one; f is zero. A
// semaphore that is initially one and that threads wait for and post in turns is a lock whose f is one. A once-control
// is a lock that the thread which runs the routine never releases. The content of a held lock is known, whatever other
// threads do, which decides the branches of unlock.
//
// Read-write locks of the models are recognised by the library call (program::Sync) in whose step their first word is
// stored; the model guarantees that readers and writers exclude each other and are ordered. Here it is checked that
// threads release only what they hold, that nothing else stores to the word, and that no store ends the release
// sequences of the other word, through which readers release.
//
// Whether a word is a lock is assumed first and refuted by the stores that are found; then all is computed anew without
// it. In the last round every store has been checked with the final states, so that the argument is an induction over
// the steps of an execution.
#pragma once

#include "engines/modular/global.hpp"
#include "engines/modular/lock_family.hpp"
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

/// The same for a word.
struct WordStore {
  Word word;
  Value before;
  Value value;
  program::MemoryOrder order = program::MemoryOrder::Plain;
  bool isUpdateOfLoaded = false;
};

struct Lock {
  Bits free = 0;
  bool isReadWrite = false;
};

class Locks {
public:
  explicit Locks(const program::Program &program, Mutation mutation) : program_(program), mutation_(mutation) {}

  /// Changes what the thread holds.
  void store(State &state, const LockStore &store);
  void store(State &state, const WordStore &store);
  /// A store that may go to any of the bytes.
  void storeSomewhere(State &state, AbstractObject object, const Pattern &pattern, const Cell *except = nullptr);
  /// Whether the word may be a lock of a family.
  bool mayBeLock(const Word &word) const { return !refutedFamilies_.contains(LockFamily::of(word)); }
  /// Whether the word has the handle of the thread that holds it, so that it is not the own one unless the thread does.
  bool isOfOther(const State &state, const Cell &cell) const;
  /// The thread ends, or what it holds is no longer followed.
  void abandon(const State &state);
  /// Whether the states say exactly which thread holds the lock: none has been abandoned, every release is certain.
  bool isExact(const Cell &cell) const { return !inexact_.contains(cell); }
  /// The content that the word has, or would have, while it is free; none if it is no lock.
  std::optional<Bits> freeValueOf(const State &state, const Cell &cell) const;

  /// The word through which readers release a read-write lock of the models.
  Cell readersWordOf(const Cell &lock) const;

  /// The words that have been taken for locks; whether one was refuted since the last call.
  const std::map<Cell, Lock> &all() const { return locks_; }
  bool hasRefuted() { return std::exchange(hasRefuted_, false); }
  bool mustRestart() const { return hasRefuted_; }
  void beginRound(const Global &global) {
    locks_.clear();
    inexact_.clear();
    families_.clear();
    global_ = &global;
  }

private:
  void refute(const Cell &cell);
  void refute(const LockFamily &family);
  void refuteFamilies(AbstractObject object, const Pattern &pattern, const LockFamily *aligned);
  void setAnonymous(const Cell &cell);
  void storeOfReadWriteLock(State &state, const Cell &cell, program::SyncKind kind);
  bool startsAsZero(const Cell &cell) const;
  void endReleases(AbstractObject object, std::uint64_t begin, std::uint64_t end, const Cell *updated);

  const program::Program &program_;
  const Global *global_ = nullptr;
  Mutation mutation_;
  std::map<Cell, Lock> locks_;
  std::set<Cell> refuted_;
  std::set<Cell> inexact_;        // of these it may not be known that they are held
  std::set<LockFamily> families_; // of words that have been taken
  std::set<LockFamily> refutedFamilies_;
  std::set<Cell> anonymous_; // locks that do not have the handle of their holder
  bool hasRefuted_ = false;
};

} // namespace heddle::engines::modular
