// Every distinct violation, not only the first one: after a violation is found, it is excluded, and the search goes on.
//
// Exclusion changes the program. A check that was found to fail becomes an assumption: an execution that fails it is
// not followed any further, as the program itself ends there. The two accesses of a race become relaxed atomics: they
// no longer race with each other, and still do with all others. What cannot be excluded in this way (deadlocks, invalid
// accesses, and races between lines that are both known from other races) is left to random executions, which pass over
// the races that are known, for as long as the search has taken so far.
//
// A violation counts only after its replay. Since executions are excluded, a proof about what is left is none: with a
// suppressed violation, and no other one, the verdict is unknown.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/races.hpp"
#include "portfolio/suppressions.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::portfolio {

struct AllViolations {
  /// Asks an engine for a violation of the program, as runUncut does.
  std::function<engines::Result(program::Program &)> ask;
  /// Called for each violation that is not suppressed. It replays on `program`, where other races are passed over.
  std::function<void(const engines::Result &, const program::Program &program, const interpreter::RaceFilter &)> report;
  bool onlyFirst = false; // stop at the first one that is not suppressed
};

/// Returns the last answer, which the verdict is about if nothing was reported; a proof is an Unknown then if something
/// was suppressed. `program` is changed; its sources and the names in it stay as they are.
engines::Result findViolations(const AllViolations &request, program::Program &program, Suppressions &suppressions,
                               const engines::Context &context);

} // namespace heddle::portfolio
