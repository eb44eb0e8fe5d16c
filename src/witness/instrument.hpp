// A program with checks of invariants.
#pragma once

#include "witness/witness.hpp"

#include <map>
#include <string>
#include <vector>

namespace heddle::witness {

struct Instrumented {
  std::map<std::string, std::string> files; // changed ones, by their names: the new text
  std::string declarations;                 // to be included in them
  std::vector<std::string> errorFunctions;  // called if and only if an invariant does not hold
  std::vector<Invariant> placed;
  std::vector<std::string> unplaced; // why an invariant is not checked, for people
};

/// Invariants are matched with the files by name, without directories; with a single file, that is always the one.
Instrumented instrument(const std::vector<std::string> &files, const std::vector<Invariant> &invariants);

} // namespace heddle::witness
