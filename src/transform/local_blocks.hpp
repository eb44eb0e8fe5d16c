// Atomic blocks that no other thread can notice are no blocks.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Where analysis has shown that everything in an atomic block is local, its locations lose their mark
/// and its AtomicBegin goes, so that it is no scheduling point any more.
void dissolveLocalBlocks(program::Program &program);

} // namespace heddle::transform
