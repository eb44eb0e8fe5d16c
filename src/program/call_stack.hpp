// Call stacks: calls are inlined, so the stack at an instruction is that of its source span's frame.
#pragma once

#include "program/source.hpp"

#include <string>
#include <vector>

namespace heddle::program {

/// A function in execution: innermost, where it is; otherwise, where it calls the next one.
struct StackEntry {
  std::string function;
  SourceSpan span;
};

/// The call stack at `span`, innermost first, without the functions of Heddle's library models. Empty if no call leads
/// to the user's files.
std::vector<StackEntry> callStack(const SourceMap &sources, SourceSpan span);

} // namespace heddle::program
