#include "program/call_stack.hpp"

namespace heddle::program {

std::vector<StackEntry> callStack(const SourceMap &sources, SourceSpan span) {
  std::vector<StackEntry> entries;
  for (SourceSpan current = span; current.frame != noFrame; current = sources.frame(current.frame).callSite)
    if (current.known() && !sources.isRuntime(current.file))
      entries.push_back({sources.frame(current.frame).function, current});
  return entries;
}

} // namespace heddle::program
