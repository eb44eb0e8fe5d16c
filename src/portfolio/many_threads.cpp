#include "portfolio/many_threads.hpp"

#include "analysis/loops.hpp"

#include <algorithm>
#include <variant>

namespace heddle::portfolio {

namespace {

constexpr std::uint64_t many = 16;

/// Whether a loop around the location is taken often.
bool isRepeated(const analysis::LoopInfo &loops, program::LocationId location) {
  return std::any_of(loops.loops().begin(), loops.loops().end(), [&](const analysis::Loop &loop) {
    return loop.contains(location) && (!loop.tripCount || loop.tripCount->count >= many);
  });
}

} // namespace

bool mayStartManyThreads(const program::Program &program) {
  for (const program::Cfa &cfa : program.cfas) {
    const analysis::LoopInfo loops(cfa);
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *spawn = std::get_if<program::Spawn>(&instruction.operation);
        if (spawn == nullptr)
          continue;
        const bool isRecursive = spawn->cfa == static_cast<program::CfaId>(&cfa - program.cfas.data());
        if (isRecursive || (isRepeated(loops, action.from) && isRepeated(loops, action.to)))
          return true;
      }
  }
  return false;
}

} // namespace heddle::portfolio
