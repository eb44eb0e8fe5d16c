// Resource invariants: the objects on the heap that locks protect, and those that each thread owns.
//
// Heap objects that threads share through linked structures are followed by thread-modular shape analysis (Gotsman,
// Berdine, Cook, Sagiv: "Thread-Modular Shape Analysis", PLDI 2007). At each moment, every live object of the sites
// that are followed belongs to one thread or to one lock, or to none and is never used again. What a thread owns is
// described by the symbolic heaps of its state, what a lock protects while no thread holds it by its *resource
// invariant*: a set of symbolic heaps over the static cells that the lock protects. Allocation gives an object to its
// thread. A thread that takes a lock owns what the lock protects; when it releases the lock, all that the cells of the
// lock lead to belongs to the lock, and the thread knows addresses of it that give no right. Before main starts its
// first thread, and after it has joined all of them, it owns what all locks protect. A free ends an object.
//
// A thread that holds the lock for reading may read what the lock protects, as all other readers do: its heaps have a
// copy of the resource invariant, whose chunks name the lock as their lender. It ends with the hold, and is given to no
// lock.
//
// Two accesses to one object do not race if their threads own it: between them, it has been passed on, from one owner
// to the next, by the release of a lock that the other thread has then taken, or by main, before its threads started or
// after it has joined them. Each of these orders the first access before the second one. As the chunks of a heap are
// live objects, the access is valid as well, and so is a free of a chunk. A read by a reader comes after the release of
// the last owner, and before the next thread takes the lock exclusively.
//
// This is an induction over the steps of an execution up to its first violation. It needs, and `Transfer` checks in
// every state, with the locks that are held (locks.hpp) and the objects that points-to analysis knows (followHeaps):
//
//   sites    every load, store, free and query of the size of an object of a site that is followed goes through an
//            address of a chunk of the thread's own heap, if it is a store or a free one without a lender; otherwise
//            the site is refuted;
//   cells    every store that may change a cell that a lock protects goes to exactly this cell, by a thread that holds
//            the lock exclusively, or by main while it is alone; otherwise the cell is refuted. Loads need not: without
//            the lock, they give a value of which nothing is known;
//   own      objects that only one thread can reach are followed in the same way, because addresses are kept in them
//            (a local whose address is passed to a function). A store, or a free, that may go to one of them through
//            an address that is not known refutes its site; loads give a value of which nothing is known.
//
// What is refuted is left out, and all is computed anew, as for locks. Which locks protect which cells is read off the
// accesses of a solution without resources; a wrong guess only makes the analysis less precise.
#pragma once

#include "engines/modular/findings.hpp"
#include "engines/modular/heap_abstraction.hpp"
#include "engines/modular/objects.hpp"
#include "engines/modular/symbolic_heap.hpp"

#include <map>
#include <set>
#include <utility>

namespace heddle::engines::modular {

class Global;

class Resources {
public:
  Resources(const program::Program &program, const Objects &objects) : program_(program), objects_(objects) {}

  /// Begins to follow heaps, if these findings and accesses suggest that it helps. Happens once.
  bool activate(const Findings &findings, const Global &global);
  bool isActive() const { return isActive_; }

  /// Whether objects of the site are used by their owners only, or are reachable for one thread only.
  bool isShared(AbstractObject object) const { return shared_.contains(siteObject(object)); }
  bool isFollowed(AbstractObject object) const { return isShared(object) || own_.contains(object); }
  void refute(AbstractObject object);
  void refute(const Cell &cell);

  /// The lock that protects the cell.
  const std::map<Cell, Cell> &cells() const { return cells_; }
  std::set<Cell> cellsOf(const Cell &lock) const;
  std::set<Cell> locks() const;

  /// What the lock protects while no thread holds it.
  const SymbolicHeaps &of(const Cell &lock) { return invariants_[lock]; }
  /// A thread releases the lock and what it protects.
  void give(const Cell &lock, SymbolicHeap heap);
  /// If there are too many cases, they are no longer told apart by offsets, nor by addresses of static objects; if
  /// there are still too many, nothing is followed.
  void limit(SymbolicHeaps &heaps);

  /// What belongs to the lock of these cells when a thread releases it: all objects that they lead to, except for what
  /// a node of a list points to if the thread also has its address elsewhere. Either the thread has inserted the node,
  /// or it has taken out what the node points to; as only one side keeps the object, a wrong guess is sound.
  std::set<ChunkName> givenTo(const std::set<Cell> &cells, const SymbolicHeap &heap) const;
  SymbolicHeap abstracted(SymbolicHeap heap) const;

  void beginRound() {
    invariants_.clear();
    growth_ = 0;
  }
  bool hasRefuted() { return std::exchange(hasRefuted_, false); }
  bool mustRestart() const { return hasRefuted_; }
  bool hasGrown() { return std::exchange(hasGrown_, false); }

private:
  void giveUp();
  bool areNeighbours(const Chunk &a, const Field &link, const Chunk &b) const;

  const program::Program &program_;
  const Objects &objects_;
  bool isActive_ = false;
  bool wasActivated_ = false;
  unsigned growth_ = 0; // of resource invariants in this round
  bool hasRefuted_ = false;
  bool hasGrown_ = false;
  std::set<AbstractObject> shared_;
  std::set<AbstractObject> own_;
  std::map<Cell, Cell> cells_; // to the lock that protects it
  std::map<Cell, SymbolicHeaps> invariants_;
};

} // namespace heddle::engines::modular
