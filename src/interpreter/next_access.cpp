// What a thread is about to do, without doing it. The operations before the access are executed on the registers of the
// evaluator, which every step unpacks anew, as far as they have no effect. Only the first action of the step is looked
// at: of an access that comes later in an atomic block, nothing is known.
#include "interpreter/next_access.hpp"

#include "interpreter/machine.hpp"
#include "interpreter/probe.hpp"

#include <algorithm>
#include <cstddef>

namespace heddle::interpreter {

namespace {

bool readsSharedMemory(const CompiledOperation &operation) {
  return operation.visible && operation.kind == kindOf<program::Load>();
}

} // namespace

std::vector<program::ActionId> Machine::openActions(const State &state, unsigned thread) {
  CfaCode &own = code(state.threads[thread].cfa);
  std::vector<program::ActionId> open;
  for (const program::ActionId id : own.outgoing(state.threads[thread].location)) {
    const CompiledAction &action = own.action(id);
    const auto end = action.operations.begin() + static_cast<std::ptrdiff_t>(action.prefix);
    const auto read = std::find_if(action.operations.begin(), end, readsSharedMemory);
    const auto position = static_cast<std::size_t>(read - action.operations.begin());
    if (read == end ? mayTake(state, thread, id) : nextAccess(state, thread, id, position).has_value())
      open.push_back(id);
  }
  return open;
}

bool Machine::mayTake(const State &state, unsigned thread, program::ActionId action) {
  CfaCode &own = code(state.threads[thread].cfa);
  unpack(state.threads[thread]);
  return Prober(*this, state, thread, nullptr).probe(own.action(action), false) != Prober::Answer::Disabled;
}

std::optional<NextAccess> Machine::nextAccess(const State &state, unsigned thread, program::ActionId action,
                                              std::size_t instruction) {
  CfaCode &own = code(state.threads[thread].cfa);
  if (own.cfa().actions[action].from != state.threads[thread].location)
    return NextAccess{};
  unpack(state.threads[thread]);
  const CompiledAction &taken = own.action(action);
  Evaluator &evaluator = own.evaluator();
  for (std::size_t i = 0; i < instruction; ++i) {
    const CompiledOperation &operation = taken.operations[i];
    switch (operation.kind) {
    case kindOf<program::Guard>():
      if (evaluator.evaluateWord(operation.first) == 0)
        return std::nullopt;
      break;
    case kindOf<program::Assign>():
      evaluator.set(operation.as<program::Assign>().target, evaluator.evaluate(operation.first));
      break;
    case kindOf<program::Load>(): {
      const auto &load = operation.as<program::Load>();
      const unsigned size = load.width / 8;
      const Place place = state.memory.find(evaluator.evaluate(operation.first), size, false);
      if (place.fault != Fault::None || state.memory.uninitialised(place, size) != 0)
        return NextAccess{};
      const unsigned width = own.cfa().registers[load.target].width;
      evaluator.set(load.target, support::truncate(state.memory.read(place, size), width));
      break;
    }
    case kindOf<program::Assume>():
    case kindOf<program::Check>():
    case kindOf<program::Fence>():
    case kindOf<program::Sync>():
    case kindOf<program::AtomicBegin>():
      break;
    default:
      return NextAccess{};
    }
  }
  const CompiledOperation &access = taken.operations[instruction];
  const auto at = [&](std::uint64_t size) { return NextAccess{evaluator.evaluateWord(access.first), size}; };
  if (access.kind == kindOf<program::Load>())
    return at(access.as<program::Load>().width / 8);
  if (access.kind == kindOf<program::Store>())
    return at(access.as<program::Store>().value->width / 8);
  return NextAccess{};
}

} // namespace heddle::interpreter
