// Bounded model checking with scheduling-constraint refinement, at growing depths.
#pragma once

#include "engines/engine.hpp"
#include "engines/symbolic/check.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::engines::bmc {

struct Options {
  unsigned depth = 0; // how deep loops are unwound; 0: deeper and deeper
  /// A depth of their own for the loops that begin at a line: `file.c:12`, or the line alone.
  std::vector<std::pair<std::string, unsigned>> loopDepths;
  symbolic::Options solving;
  bool checkProof = false;

  OptionList list();
  /// An error if `loopDepths` names a place where no loop begins.
  std::optional<support::Error> check(const program::Program &program) const;
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::bmc
