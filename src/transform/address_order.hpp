// Programs whose outcome depends on where their objects are in memory.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Which of two objects of the heap has the lower address, and what the bits of such an address are, is
/// up to the implementation; the model has one outcome, and engines may differ in it. Adds a warning that prevents a
/// proof if the program compares such addresses by their order, or computes with their numbers.
void warnOfAddressOrder(program::Program &program);

} // namespace heddle::transform
