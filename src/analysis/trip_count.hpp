// Trip counts of loops.
#pragma once

#include "analysis/control_flow.hpp"
#include "analysis/loops.hpp"
#include "analysis/reaching_constants.hpp"
#include "program/program.hpp"

#include <optional>

namespace heddle::analysis {

/// Refers to its arguments, which must outlive it.
class TripCounter {
public:
  /// `loops` has all loops; their trip counts are not used.
  TripCounter(const program::Cfa &cfa, const ControlFlow &flow, const LoopInfo &loops)
      : cfa_(cfa), flow_(flow), loops_(loops), constants_(cfa, flow) {}

  /// None if registers with known constants do not bound the loop, or if the bound exceeds a million.
  std::optional<TripCount> count(const Loop &loop);

private:
  const program::Cfa &cfa_;
  const ControlFlow &flow_;
  const LoopInfo &loops_;
  ReachingConstants constants_;
};

} // namespace heddle::analysis
