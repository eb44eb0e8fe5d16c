// The objects that one thread has allocated, if no other thread can reach them: which ids new ones get, and when an
// object that is gone can be forgotten.
#pragma once

#include "proof/proof.hpp"
#include "proof/provenance.hpp"

#include <vector>

namespace heddle::proof {

class OwnObjects {
public:
  OwnObjects(const program::Program &program, Provenance &provenance);

  /// Ids for the objects that the next action of the thread allocates, in order: the lowest free ones (in the residue
  /// class of slot 0).
  std::vector<program::ObjectId> freeIds(const Control &control) const;
  /// Removes dead objects to which no live register and no object may hold a pointer. Static memory must not hold
  /// pointers to the thread's objects (requirePrivateObjects).
  void forgetDead(Control &control) const;
  bool isLive(const Thread &thread, program::RegisterId reg) const { return liveAt(thread)[reg]; }

private:
  bool mayBeHeld(const Control &control, const Object &object) const;
  const std::vector<bool> &liveAt(const Thread &thread) const;

  const program::Program &program_;
  const Provenance &provenance_;
  /// By automaton, location and register. Most programs never ask, and the sets of a large automaton are large, so
  /// those of an automaton are empty until they are needed.
  mutable std::vector<std::vector<std::vector<bool>>> live_;
};

/// Throws a CheckFailure (inconclusive) unless every dynamic object is known to the thread that allocates it only: no
/// static memory, no argument and no result of a thread may hold a pointer to one.
void requirePrivateObjects(const program::Program &program, const Provenance &provenance);

} // namespace heddle::proof
