// Large-block encoding: long actions instead of many short ones.
#pragma once

#include "program/program.hpp"

#include <cstddef>

namespace heddle::transform {

struct LargeBlockOptions {
  std::size_t maxActionsPerLocation = 64; // paths followed from one location
  std::size_t maxInstructions = 200;      // in one action
  std::size_t maxGrowth = 8;              // instructions of the result per instruction of the input
};

void mergeLargeBlocks(program::Program &program, const LargeBlockOptions &options = {});

} // namespace heddle::transform
