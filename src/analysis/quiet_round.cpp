#include "analysis/quiet_round.hpp"

#include "support/overloaded.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

/// Everything but looking at memory and computing. An address that is constant is valid.
bool hasEffect(const program::Operation &operation, program::PropertySet properties) {
  using program::Property;
  return std::visit(support::Overloaded{
                        [](const program::Assign &) { return false; },
                        [](const program::Guard &) { return false; },
                        [](const program::Assume &) { return false; },
                        [](const program::AtomicBegin &) { return false; },
                        [](const program::Sync &) { return false; },
                        [&](const program::Check &check) { return properties.contains(check.property); },
                        [&](const program::Load &load) {
                          return (properties.contains(Property::ValidDeref) && !load.address->isConstant()) ||
                                 (properties.contains(Property::NoDataRace) && load.access.shared &&
                                  !program::isAtomic(load.access.order));
                        },
                        [](const auto &) { return true; },
                    },
                    operation);
}

} // namespace

bool isEffectFree(const program::Action &action, const std::vector<program::RegisterId> &registers,
                  program::PropertySet properties) {
  return std::none_of(action.instructions.begin(), action.instructions.end(),
                      [&](const program::Instruction &instruction) {
                        const program::RegisterId written = program::writtenRegister(instruction.operation);
                        return hasEffect(instruction.operation, properties) ||
                               (written != program::noRegister &&
                                std::find(registers.begin(), registers.end(), written) != registers.end());
                      });
}

} // namespace heddle::analysis
