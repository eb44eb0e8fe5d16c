#include "engines/lazy/lazy.hpp"

#include "engines/lazy/counterexample.hpp"
#include "engines/lazy/impact.hpp"
#include "engines/verdicts.hpp"

#include <fmt/format.h>

namespace heddle::engines::lazy {

namespace {

/// A property that the tree says nothing about; none if all can be checked.
std::optional<program::Property> unsupported(const program::Program &program) {
  using program::Property;
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack})
    if (program.properties.contains(property))
      return property;
  return std::nullopt;
}

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  Outcome outcome;
  if (const auto property = unsupported(program)) {
    outcome.reason = fmt::format("engine lazy does not check {}", program::name(*property));
    return outcome;
  }
  Impact impact(program, options, progress);
  switch (impact.run()) {
  case Impact::Result::Safe:
    outcome = proved(program);
    break;
  case Impact::Result::Unsafe:
    outcome = follow(program, impact, options);
    break;
  case Impact::Result::Halted:
    outcome.reason = impact.haltReason();
    break;
  case Impact::Result::Stopped:
    outcome.reason = stopReason(progress.cancellation, "stopped");
    outcome.progress = fmt::format("{} nodes without a violation", impact.tree().size());
    break;
  }
  outcome.statistics = impact.statistics();
  return outcome;
}

} // namespace heddle::engines::lazy
