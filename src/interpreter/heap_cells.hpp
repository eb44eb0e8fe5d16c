// The cells of objects on the heap.
#pragma once

#include "program/program.hpp"

namespace heddle::interpreter {

/// The cell of an object of `objectSize` bytes, allocated for pointers to `type`: the object is an array if it is
/// larger.
program::TypeTable::Cell heapCell(const program::TypeTable &types, program::TypeId type, std::uint64_t objectSize,
                                  std::uint64_t offset, std::uint64_t size);

} // namespace heddle::interpreter
