// Whether two threads may be at two points at the same time, by the order of start and join.
#pragma once

#include "engines/modular/global.hpp"

#include <set>

namespace heddle::engines::modular {

/// `othersOfA`, `othersOfB`: of main, the functions whose threads may run.
inline bool mayRunTogether(const Global &global, program::CfaId a, const std::set<program::CfaId> &othersOfA,
                           program::CfaId b, const std::set<program::CfaId> &othersOfB) {
  if (a == 0 && b == 0)
    return false; // there is one main
  if (a == 0 || b == 0)
    return a == 0 ? othersOfA.contains(b) : othersOfB.contains(a);
  return global.areParallel(a, b);
}

} // namespace heddle::engines::modular
