// The ways in which engine trace can be asked, and the programs that are written for it.
#pragma once

#include "engines/campaign.hpp"
#include "engines/trace/trace.hpp"
#include "frontend/task.hpp"
#include "source_directory.hpp"

namespace heddle::testing {

using engines::trace::Options;

inline Options with(const std::function<void(Options &)> &set) {
  Options options;
  set(options);
  return options;
}

struct TraceConfiguration {
  std::string name;
  Options options;

  operator Asked() const { return {name, engines::trace::run, options}; }
};

/// By a reduction alone, without pruning.
inline Options reducedBy(Options::Reduction reduction) {
  return with([&](Options &trace) {
    trace.reduction = reduction;
    trace.prunes = false;
  });
}

/// With and without pruning, and all reductions.
inline std::vector<TraceConfiguration> traceConfigurations() {
  using Reduction = Options::Reduction;
  const auto make = [](const std::string &name, const std::function<void(Options &)> &set) {
    return TraceConfiguration{"trace, " + name, with(set)};
  };
  return {{"trace", {}},
          {"trace, DPOR, no pruning", reducedBy(Reduction::Dpor)},
          {"trace, sleep sets, no pruning", reducedBy(Reduction::Sleep)},
          {"trace, no reduction, no pruning", reducedBy(Reduction::None)},
          make("no reduction", [](Options &trace) { trace.reduction = Reduction::None; }),
          make("sleep sets", [](Options &trace) { trace.reduction = Reduction::Sleep; }),
          make("concrete inputs", [](Options &trace) { trace.symbolicInputs = false; })};
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
