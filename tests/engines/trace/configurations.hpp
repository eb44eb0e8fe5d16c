// The ways in which engine trace can be asked, and the programs that are written for it.
#pragma once

#include "engines/campaign.hpp"
#include "engines/trace/trace.hpp"
#include "frontend/task.hpp"

namespace heddle::testing {

using Trace = Options::Trace;

inline Options withTrace(const std::function<void(Trace &)> &set) {
  Options options;
  set(options.trace);
  return options;
}

/// By a reduction alone, without pruning.
inline Options reducedBy(Trace::Reduction reduction) {
  return withTrace([&](Trace &trace) {
    trace.reduction = reduction;
    trace.prune = false;
  });
}

/// With and without pruning, and all reductions.
inline std::vector<Asked> traceConfigurations() {
  using Reduction = Trace::Reduction;
  const auto make = [](const std::string &name, const std::function<void(Trace &)> &set) {
    return Asked{"trace, " + name, engines::trace::run, withTrace(set)};
  };
  return {{"trace", engines::trace::run, {}},
          {"trace, DPOR, no pruning", engines::trace::run, reducedBy(Reduction::Dpor)},
          {"trace, sleep sets, no pruning", engines::trace::run, reducedBy(Reduction::Sleep)},
          {"trace, no reduction, no pruning", engines::trace::run, reducedBy(Reduction::None)},
          make("no reduction", [](Trace &trace) { trace.reduction = Reduction::None; }),
          make("sleep sets", [](Trace &trace) { trace.reduction = Reduction::Sleep; }),
          make("concrete inputs", [](Trace &trace) { trace.symbolicInputs = false; })};
}

inline Program prepared(const frontend::Options &options) {
  support::Expected<Program> program = frontend::load(options);
  if (!program)
    throw std::runtime_error(program.error().message);
  transform::prepare(*program, {});
  return std::move(*program);
}

/// A program of bench/trace/.
inline Program family(const std::string &name, const std::string &parameter, unsigned value) {
  frontend::Options options;
  options.files = {std::string(HEDDLE_SOURCE_DIR "/bench/trace/") + name + ".c"};
  options.compilerArguments = {"-D" + parameter + "=" + std::to_string(value)};
  return prepared(options);
}

} // namespace heddle::testing
