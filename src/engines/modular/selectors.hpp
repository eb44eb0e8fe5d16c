// Selectors: registers that tell on which path a thread has come.
//
// A function that returns from within a block is compiled into jumps to the end of the block, where a register says
// where to go on; flags of the program are like it. States that differ in such a register are not merged, so that the
// branches on it are decided. A register is a selector if it only gets a few constants, outcomes of comparisons, such
// as those of the operators && and ||, or copies of such registers.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::engines::modular {

/// By register.
std::vector<bool> selectorsOf(const program::Cfa &cfa);

} // namespace heddle::engines::modular
