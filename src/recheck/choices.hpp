// The inputs of one step, enumerated: run the step, then call `next`, until it returns false. Values are tried from the
// highest to the lowest. Or the inputs of one execution, given.
#pragma once

#include "program/expression.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::recheck {

class Choices {
public:
  Choices() = default;
  /// These values, in their order.
  explicit Choices(std::vector<program::Bits> given) : given_(std::move(given)) {}

  bool areGiven() const { return given_.has_value(); }
  /// If they are given: how many were requested, and whether one was requested that is not there or out of range.
  std::size_t requested() const { return position_; }
  bool doNotFit() const { return doNotFit_; }

  program::Bits choose(program::Bits low, program::Bits high) {
    if (given_) {
      const std::size_t at = position_++;
      doNotFit_ = doNotFit_ || at >= given_->size() || (*given_)[at] < low || (*given_)[at] > high;
      return doNotFit_ ? low : (*given_)[at];
    }
    if (position_ == made_.size())
      made_.push_back({low, high});
    return made_[position_++].value;
  }

  /// To the next sequence of choices: the last choice that can be lowered is, and those after it are forgotten.
  bool next() {
    position_ = 0;
    while (!made_.empty() && made_.back().value == made_.back().low)
      made_.pop_back();
    if (made_.empty())
      return false;
    --made_.back().value;
    return true;
  }

private:
  struct Choice {
    program::Bits low;
    program::Bits value;
  };
  std::optional<std::vector<program::Bits>> given_;
  bool doNotFit_ = false;
  std::vector<Choice> made_;
  std::size_t position_ = 0;
};

} // namespace heddle::recheck
