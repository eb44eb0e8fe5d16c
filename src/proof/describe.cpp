#include "proof/describe.hpp"

#include <fmt/format.h>

namespace heddle::proof {

namespace {

/// The position of the thread in the user's source: that of the first instruction of its next actions that has one.
std::string describeLocation(const program::Program &program, const Thread &thread) {
  const program::Cfa &cfa = program.cfas[thread.cfa];
  for (const program::ActionId action : cfa.outgoing[thread.location])
    for (const program::Instruction &instruction : cfa.actions[action].instructions)
      if (const program::SourceSpan span = program.sources.userSpan(instruction.span); span.known())
        return program.sources.describe(span);
  return program.sources.describe(program.sources.userSpan(cfa.locations[thread.location].span));
}

} // namespace

std::string nameOfThread(const program::Program &program, const Thread &thread, unsigned slot) {
  return slot == 0 ? program.cfas[thread.cfa].name : fmt::format("T{} {}", slot, program.cfas[thread.cfa].name);
}

std::string describe(const program::Program &program, const Control &control) {
  std::string text;
  for (unsigned slot = 0; slot < control.threads.size(); ++slot) {
    const Thread &thread = control.threads[slot];
    if (thread.status == ThreadStatus::Unused)
      continue;
    text += (text.empty() ? "" : ", ") + nameOfThread(program, thread, slot);
    if (thread.status == ThreadStatus::Active)
      text += " at " + describeLocation(program, thread);
    else
      text += thread.status == ThreadStatus::Ended ? " has terminated" : " was stopped";
  }
  return text.empty() ? "no thread" : text;
}

} // namespace heddle::proof
