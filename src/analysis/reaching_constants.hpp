// Constants on demand: the value of a register at a program point, if it is always the same.
#pragma once

#include "analysis/control_flow.hpp"
#include "program/program.hpp"

#include <functional>
#include <optional>

namespace heddle::analysis {

using program::Bits;

/// The value of an expression, given the values of some registers; none if it depends on others.
std::optional<Bits> evaluate(program::Expr e, const std::function<std::optional<Bits>(program::RegisterId)> &value);

/// Refers to its arguments, which must outlive it.
class ReachingConstants {
public:
  ReachingConstants(const program::Cfa &cfa, const ControlFlow &flow) : cfa_(cfa), flow_(flow) {}

  /// The value of the register after the action.
  std::optional<Bits> after(program::ActionId action, program::RegisterId reg);

private:
  enum class Found : std::uint8_t { Nothing, Constant, Varies };
  struct Definition {
    Found found = Found::Nothing;
    Bits value = 0;
  };

  Definition lastIn(program::ActionId action, std::size_t count, program::RegisterId reg, unsigned depth);
  std::optional<Bits> before(program::ActionId action, std::size_t index, program::RegisterId reg, unsigned depth);
  std::optional<Bits> at(program::LocationId location, program::RegisterId reg, unsigned depth);

  const program::Cfa &cfa_;
  const ControlFlow &flow_;
  std::size_t work_ = 0; // for the current query
};

} // namespace heddle::analysis
