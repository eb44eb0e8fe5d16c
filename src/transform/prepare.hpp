// The preparation of a Program between the front end and the engines.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

struct PrepareOptions {
  bool cleanUp = true;
  bool markLocalAccesses = true;
  bool largeBlocks = true;
};

/// Makes the program smaller and its steps larger without changing any verdict.
void prepare(program::Program &program, const PrepareOptions &options = {});

} // namespace heddle::transform
