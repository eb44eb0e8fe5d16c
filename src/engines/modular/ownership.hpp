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
#pragma once

#include "engines/modular/owned_object.hpp"

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

  bool hasRefuted() { return std::exchange(hasRefuted_, false); }
  bool mustRestart() const { return hasRefuted_; }

private:
  std::set<AbstractObject> weaklyPublished_;
  bool hasRefuted_ = false;
};

} // namespace heddle::engines::modular
