// Parametric families of systems, from 10 to 10,000 local states: threads with long private work that meet in short
// synchronisation protocols. All targets are uncoverable and have small proofs; the private work makes a plain backward
// search large.
#pragma once

#include "coverability/system.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::benchmarks {

struct Family {
  std::string name;
  /// The member of the family with about so many local states.
  std::function<coverability::System(coverability::LocalState)> make;
};

const std::vector<Family> &families();

} // namespace heddle::benchmarks
