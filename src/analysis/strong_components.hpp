// The strongly connected components of a control-flow automaton.
#pragma once

#include "program/program.hpp"

#include <functional>
#include <vector>

namespace heddle::analysis {

/// Components are numbered so that every action leads to a component with an equal or smaller number.
class StrongComponents {
public:
  explicit StrongComponents(const program::Cfa &cfa);
  /// Of the subgraph of the actions for which `counts` holds.
  StrongComponents(const program::Cfa &cfa, const std::function<bool(const program::Action &)> &counts);

  std::size_t count() const { return count_; }
  std::size_t of(program::LocationId location) const { return component_[location]; }

private:
  std::vector<std::size_t> component_;
  std::size_t count_ = 0;
};

} // namespace heddle::analysis
