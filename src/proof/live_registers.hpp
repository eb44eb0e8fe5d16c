// Liveness of registers.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::proof {

/// By location: the live registers, whose values may be read before they are written.
std::vector<std::vector<bool>> liveRegisters(const program::Cfa &cfa);

} // namespace heddle::proof
