// Ownership: objects on the heap that only one thread can use at present, although others may use them later.
//
// The *newest* object of an allocation site is the one that the thread has allocated there last, until a pointer to it
// is stored in memory that another thread may access, is passed to a thread, or is the result of one (recency
// abstraction: Balakrishnan and Reps, "Recency-Abstraction for Heap-Allocated Storage"). Pointers to it are told apart
// from those to other objects of the site, and its content is followed like that of a local variable: initialised
// step by step, with strong updates, and freed without any doubt. When a pointer to it is published, its content
// becomes a part of the global invariant, and its name is that of its site again. So the invariant of the site has only
// what objects contain once other threads can see them: locks in them are initialised, pointers in them are valid.
//
// Why accesses to a newest object race with nothing. Let A be such an access by thread t, and B one to the same object
// by another thread u. Then u has got the address through a chain of stores and loads, the first of them a store S by
// t, after A in program order, because A accesses an object of which no pointer was in shared memory. A load L by
// another thread that reads from a store S happens after S: if one of them is not atomic, they would race otherwise,
// and the first race of an execution is not one of these; if both are atomic, S has release order and L acquire order,
// which is checked for all loads and stores of pointers to such objects. The start and the join of threads order, too.
// So A happens before B. If a pointer is stored or loaded with a weaker order, objects of its site are not followed
// apart.
//
// A published object may get an owner again. Each object has at most one *title*: its thread's while the object is the
// newest one, until a pointer to it is published. A store of such a pointer to one cell of static memory moves the
// title into the cell; passing the pointer to a thread, or returning it from one, moves the title to the thread that
// starts or joins. A cell *holds titles* if all pointers to such objects that are ever stored there carry theirs. A
// store that overwrites such a cell moves the title of the old content to the storing thread, which owns the object
// then if it knows the old content, by a relation to a register: it has *taken* the object. This is a fact of the
// interleaving, so that no two threads own an object at the same time, whatever protects the cell.
//
// That the objects of a site are used by their owners only is assumed, and refuted by any access or free through a
// pointer of which the thread does not have the title. Only main, before it starts its first thread, may use objects
// without their titles, as long as it has taken none of the site; what it frees so is never taken. So nothing else
// changes the content of a taken object, nothing reads it, and it is alive. When a taken object is freed, other
// pointers to it may be left; therefore all objects of the site may be gone for a thread that does not own them.
//
// Accesses to taken objects do not race. Let S be the store by which a thread gives the object away, and S' the one
// that takes it out of the cell. If one of them is not atomic, they are ordered unless they race themselves, and the
// race check finds that. If both are atomic, S is a release (all atomic stores of such pointers are), and S' belongs to
// a read-modify-write whose load has acquire order; it reads what S has stored. Start and join order as well. So by
// induction over the owners of the object, all accesses of one owner happen before those of the next.
#pragma once

#include "engines/modular/owned_object.hpp"
#include "engines/modular/state.hpp"

#include <set>
#include <utility>

namespace heddle::engines::modular {

/// What has been assumed of the objects of allocation sites, and refuted. All is computed anew then, as for locks.
class Ownership {
public:
  /// Whether the newest object of a site can be followed apart.
  bool mayOwnNewest(AbstractObject object) const { return !weaklyPublished_.contains(object); }
  /// A pointer to an object of the site is stored or loaded by an atomic access that orders nothing.
  void refuteNewest(AbstractObject object) {
    if (weaklyPublished_.insert(object).second)
      hasRefuted_ = true;
  }

  /// Whether objects of the site can be taken.
  bool mayBeTaken(AbstractObject object) const { return mayOwnNewest(object) && !unowned_.contains(object); }
  void take(AbstractObject object) { taken_.insert(object); }
  /// A thread uses an object of the site without its title.
  void refuteTaken(AbstractObject object) { refute(unowned_, taken_, object); }

  bool holdsTitles(const Cell &cell) const {
    return !untitled_.contains(cell) && !untitledObjects_.contains(cell.object);
  }
  void takeFrom(const Cell &cell) {
    takenFrom_.insert(cell);
    takenFromObjects_.insert(cell.object);
  }
  /// A pointer without its title is stored there, or somewhere in the object.
  void refuteTitles(const Cell &cell) { refute(untitled_, takenFrom_, cell); }
  void refuteTitles(AbstractObject object) { refute(untitledObjects_, takenFromObjects_, object); }

  bool argumentsHaveTitles(program::CfaId cfa) const { return !untitledArguments_.contains(cfa); }
  void takeArgument(program::CfaId cfa) { takenArguments_.insert(cfa); }
  void refuteArguments(program::CfaId cfa) { refute(untitledArguments_, takenArguments_, cfa); }

  bool resultsHaveTitles() const { return untitledResults_.empty(); }
  void takeResult() { takenResults_.insert(true); }
  void refuteResults() { refute(untitledResults_, takenResults_, true); }

  void beginRound() {
    taken_.clear();
    takenFrom_.clear();
    takenFromObjects_.clear();
    takenArguments_.clear();
    takenResults_.clear();
  }
  bool hasRefuted() { return std::exchange(hasRefuted_, false); }
  bool mustRestart() const { return hasRefuted_; }

private:
  /// What has been used in this round must be computed anew.
  template <typename T> void refute(std::set<T> &refuted, const std::set<T> &used, const T &fact) {
    if (refuted.insert(fact).second && used.contains(fact))
      hasRefuted_ = true;
  }

  std::set<AbstractObject> weaklyPublished_;
  // What is refuted, and what has been used in this round:
  std::set<AbstractObject> unowned_, taken_;
  std::set<Cell> untitled_, takenFrom_;
  std::set<AbstractObject> untitledObjects_, takenFromObjects_;
  std::set<program::CfaId> untitledArguments_, takenArguments_;
  std::set<bool> untitledResults_, takenResults_;
  bool hasRefuted_ = false;
};

} // namespace heddle::engines::modular
