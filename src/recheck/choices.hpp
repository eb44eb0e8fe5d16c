// The inputs of one step, enumerated: run the step, then call `next`, until it returns false. Values are tried from the
// highest to the lowest.
#pragma once

#include "program/expression.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::recheck {

class Choices {
public:
  program::Bits choose(program::Bits low, program::Bits high) {
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
  std::vector<Choice> made_;
  std::size_t position_ = 0;
};

} // namespace heddle::recheck
