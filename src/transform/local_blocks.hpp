// Dissolves atomic blocks that no other thread can notice.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// If everything in an atomic block is local, unmarks its locations and removes its AtomicBegin, so that the block is
/// no longer a scheduling point.
void dissolveLocalBlocks(program::Program &program);

} // namespace heddle::transform
