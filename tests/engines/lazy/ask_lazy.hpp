// Questions to engine lazy about the programs in tests/programs/lazy.
#pragma once

#include "engines/ask.hpp"
#include "engines/lazy/lazy.hpp"

namespace heddle::testing {

inline Program loadLazyProgram(const std::string &name) {
  frontend::Options options;
  options.files = {HEDDLE_SOURCE_DIR "/tests/programs/lazy/" + name + ".c"};
  support::Expected<Program> program = frontend::load(options);
  if (!program)
    throw std::runtime_error(program.error().message);
  transform::prepare(*program);
  return std::move(*program);
}

/// The default, and one with each of the others.
inline std::vector<Options> lazyConfigurations() {
  Options local;
  local.reduction = Options::Reduction::Local;
  Options unforced;
  unforced.forceCover = false;
  Options facts;
  facts.interpolants = Options::Interpolants::Facts;
  Options breadth;
  breadth.order = Options::Order::Breadth;
  return {Options{}, local, unforced, facts, breadth};
}

/// Is asked each time the engine reports, which it does after a fixed number of rounds, with the nodes that there are
/// then. So where it makes the engine stop does not depend on any clock.
using StopsAt = std::function<bool(unsigned long nodes)>;

inline Outcome askLazy(const Program &program, const Options &options = {}, const StopsAt &stopsAt = {}) {
  support::Cancellation cancellation;
  engines::Progress progress{cancellation};
  progress.report = [&](const std::string &text) {
    if (stopsAt && stopsAt(std::stoul(text)))
      cancellation.request(support::StopReason::Interrupted);
  };
  return engines::lazy::run(program, options, progress);
}

} // namespace heddle::testing
