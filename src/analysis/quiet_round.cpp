#include "analysis/quiet_round.hpp"

#include "support/overloaded.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

/// Every operation except reads and computation has an effect, as has every possible violation. Constant addresses are
/// valid.
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
                        [](const program::Havoc &) { return true; },
                        [](const program::Store &) { return true; },
                        [](const program::Fence &) { return true; },
                        [](const program::Allocate &) { return true; },
                        [](const program::Free &) { return true; },
                        [](const program::ObjectSize &) { return true; },
                        [](const program::Spawn &) { return true; },
                        [](const program::Join &) { return true; },
                        [](const program::Detach &) { return true; },
                        [](const program::EndThread &) { return true; },
                        [](const program::EndProgram &) { return true; },
                        [](const program::Halt &) { return true; },
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
