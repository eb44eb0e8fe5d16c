// Switches that make the engine unsound, for tests that show why a rule is needed. No option reaches them.
#pragma once

#include "engines/parametric/mutation.hpp"
#include "engines/parametric/parametric.hpp"

namespace heddle::engines::parametric {

struct Weakening {
  bool passiveThreadsStay = false; // the mixed predicates of passive threads keep their values
  bool functionsRunOnce = false;   // of every function, there is at most one thread
  bool trustsJoins = false;        // every join is valid
  Mutator mutator = {};
};

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening);

} // namespace heddle::engines::parametric
