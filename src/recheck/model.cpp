#include "recheck/model.hpp"

#include "program/kept_slots.hpp"

namespace heddle::recheck {

namespace {

constexpr std::uint64_t mostLivenessBits = std::uint64_t{1} << 30;

bool canBlock(const program::Operation &operation) {
  return std::holds_alternative<program::Guard>(operation) || std::holds_alternative<program::Join>(operation);
}

} // namespace

Model::Model(const program::Program &explored, const Options &chosen, support::Cancellation &polled)
    : program(explored), options(chosen), cancellation(polled), keepsSlot(program::keptSlots(explored)),
      facts_(explored.cfas.size()), liveness_(explored.cfas.size()) {
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions) {
      ActionFacts facts{program::isVisible(action), program::isInsideAtomicBlock(program.cfas[cfa], action), 0};
      for (std::size_t i = 0; i < action.instructions.size(); ++i)
        if (canBlock(action.instructions[i].operation))
          facts.condition = i + 1;
      facts_[cfa].push_back(facts);
    }
}

const Liveness &Model::liveness(program::CfaId cfa) {
  const program::Cfa &automaton = program.cfas[cfa];
  if (automaton.locations.size() * (automaton.registers.size() + 1) > mostLivenessBits)
    throw Ending(Result::Kind::NotModelled, "a thread function is too large");
  if (!liveness_[cfa])
    liveness_[cfa] = std::make_unique<Liveness>(automaton);
  return *liveness_[cfa];
}

} // namespace heddle::recheck
