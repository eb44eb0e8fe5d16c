// Large-block encoding: long actions instead of many short ones.
#pragma once

#include "program/program.hpp"

#include <cstddef>

namespace heddle::transform {

struct LargeBlockOptions {
  std::size_t maxActionsPerLocation = 64; // paths that are followed from one location
  std::size_t maxInstructions = 200;      // operations on one action
  std::size_t maxGrowth = 8;              // operations of the result for one of the input
};

void mergeLargeBlocks(program::Program &program, const LargeBlockOptions &options = {});

} // namespace heddle::transform
