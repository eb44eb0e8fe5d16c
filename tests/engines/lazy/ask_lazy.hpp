// Questions to engine lazy about the programs in tests/programs/lazy.
#pragma once

#include "engines/ask.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/lazy/weakening.hpp"
#include "source_directory.hpp"

namespace heddle::testing {

using engines::lazy::Options;
using engines::lazy::Weakening;

inline Program loadLazyProgram(const std::string &name) {
  frontend::Options options;
  options.files = {HEDDLE_SOURCE_DIR "/tests/programs/lazy/" + name + ".c"};
  support::Expected<Program> program = frontend::load(options);
  if (!program)
    throw std::runtime_error(program.error().message);
  transform::prepare(*program);
  return std::move(*program);
}

/// The default, and configurations that differ from it in one option each.
inline std::vector<Options> lazyConfigurations() {
  Options local;
  local.reduction = Options::Reduction::Local;
  Options unforced;
  unforced.forceCover = false;
  Options facts;
  facts.interpolants = Options::Interpolants::Facts;
  Options breadth;
  breadth.search = Options::Search::Breadth;
  return {Options{}, local, unforced, facts, breadth};
}

/// Called with the number of nodes each time the engine reports its progress; true cancels the work. The engine reports
/// after a fixed number of rounds, so the point of cancellation does not depend on time.
using StopsAt = std::function<bool(unsigned long nodes)>;

inline Outcome askLazy(const Program &program, const Options &options = {}, const StopsAt &stopsAt = {},
                       const Weakening &weakening = {}) {
  support::Cancellation cancellation;
  const Context context{.program = program,
                        .cancellation = cancellation,
                        .report =
                            [&](const std::string &text) {
                              if (stopsAt && stopsAt(std::stoul(text.substr(text.find_first_of("0123456789")))))
                                cancellation.request(support::StopReason::Interrupted);
                            },
                        .engine = "lazy"};
  return engines::lazy::runWeakened(context, options, weakening);
}

} // namespace heddle::testing
