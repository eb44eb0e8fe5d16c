#include "proof/modular_threads.hpp"

#include "proof/queries.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::CfaId;

ModularThreads::ModularThreads(const program::Program &program, const ModularProof &proof)
    : program_(program), proof_(proof) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        const program::Operation &operation = instruction.operation;
        const auto *spawn = std::get_if<program::Spawn>(&operation);
        if (spawn != nullptr && spawn->cfa == 0)
          leaveOpen("main is started as a thread");
        if (spawn != nullptr && cfa != 0)
          leaveOpen(fmt::format("{} starts threads, which only main may do in a proof that is checked",
                                program.cfas[cfa].name));
        const bool joins = std::holds_alternative<program::Join>(operation);
        const bool detaches = std::holds_alternative<program::Detach>(operation);
        if ((joins || detaches) && cfa != 0)
          leaveOpen(fmt::format("{} joins or detaches threads, which only main may do in a proof that is checked",
                                program.cfas[cfa].name));
        detaches_ = detaches_ || detaches;
      }
  for (const ThreadStart &start : proof.starts)
    functions_.push_back(
        std::get<program::Spawn>(program.cfas[0].actions[start.action].instructions[start.instruction].operation).cfa);
}

std::vector<StartId> ModularThreads::startsOf(program::ActionId action) const {
  std::vector<StartId> result;
  const auto &instructions = program_.cfas[0].actions[action].instructions;
  for (std::uint32_t i = 0; i < instructions.size(); ++i)
    if (std::holds_alternative<program::Spawn>(instructions[i].operation)) {
      const auto found = std::find(proof_.starts.begin(), proof_.starts.end(), ThreadStart{action, i});
      if (found == proof_.starts.end())
        throw CheckFailure{CheckResult::Kind::Invalid, "main starts a thread that the proof does not know of"};
      result.push_back(static_cast<StartId>(found - proof_.starts.begin()));
    }
  return result;
}

void ModularThreads::noteStart(const std::vector<StartId> &open, StartId start) {
  for (const StartId other : open) {
    together_.emplace(functions_[other], functions_[start]);
    together_.emplace(functions_[start], functions_[other]);
  }
}

bool ModularThreads::mayBeTogether(CfaId a, bool aIsAlone, const std::vector<StartId> &aOpen, CfaId b, bool bIsAlone,
                                   const std::vector<StartId> &bOpen) const {
  if (aIsAlone || bIsAlone || (a == 0 && b == 0))
    return false;
  const auto hasOpen = [&](const std::vector<StartId> &open, CfaId cfa) {
    return std::any_of(open.begin(), open.end(), [&](StartId start) { return functions_[start] == cfa; });
  };
  if (a == 0)
    return hasOpen(aOpen, b);
  if (b == 0)
    return hasOpen(bOpen, a);
  return together_.contains({a, b});
}

} // namespace heddle::proof
