#include "interpreter/probe.hpp"

#include "interpreter/machine.hpp"

#include <cassert>

namespace heddle::interpreter {

std::optional<unsigned> joinableSlot(const State &state, std::uint64_t handle) {
  if (handle == 0 || handle > state.threads.size())
    return std::nullopt;
  const auto slot = static_cast<unsigned>(handle - 1);
  const Thread &thread = state.threads[slot];
  if (thread.status == ThreadStatus::Unused || thread.detached)
    return std::nullopt;
  return slot;
}

Prober::Prober(Machine &machine, const State &state, unsigned thread, Chooser *chooser)
    : machine_(machine), state_(state), thread_(thread), code_(machine.code(self().cfa)), chooser_(chooser) {}

bool Prober::anyEnabled() {
  const std::vector<program::ActionId> &outgoing = code_.outgoing(self().location);
  for (const program::ActionId id : outgoing)
    if (code_.action(id).prefix == 0)
      return true;
  machine_.unpack(self());
  for (const program::ActionId id : outgoing)
    if (probe(code_.action(id), false) != Answer::Disabled)
      return true;
  return false;
}

Prober::Answer Prober::probe(const CompiledAction &action, bool localOnly) {
  if (action.prefixWrites.empty())
    return probePrefix(action, localOnly);
  std::vector<Bits> &saved = machine_.savedRegisters_;
  saved.clear();
  for (const RegisterId id : action.prefixWrites)
    saved.push_back(code_.evaluator().get(id));
  const Answer answer = probePrefix(action, localOnly);
  if (answer != Answer::Enabled || action.prefixActs)
    for (std::size_t i = 0; i < saved.size(); ++i)
      code_.evaluator().set(action.prefixWrites[i], saved[i]);
  return answer;
}

static_assert(std::variant_size_v<program::Operation> == 19,
              "a new operation: may it precede a Guard (validate.cpp)? Then it needs a case in `probePrefix`.");

Prober::Answer Prober::probePrefix(const CompiledAction &action, bool localOnly) {
  Evaluator &evaluator = code_.evaluator();
  for (std::size_t i = 0; i < action.prefix; ++i) {
    const CompiledOperation &operation = action.operations[i];
    if (localOnly && operation.visible)
      return Answer::Visible;
    switch (operation.kind) {
    case kindOf<program::Guard>():
      if (evaluator.evaluateWord(operation.first) == 0)
        return Answer::Disabled;
      break;
    case kindOf<program::Assign>():
      evaluator.set(operation.as<program::Assign>().target, evaluator.evaluate(operation.first));
      break;
    case kindOf<program::Load>():
      if (const std::optional<Answer> answer = probeLoad(operation))
        return *answer;
      break;
    case kindOf<program::Join>():
      if (const std::optional<Answer> answer = probeJoin(operation))
        return *answer;
      break;
    case kindOf<program::Havoc>(): {
      const auto &havoc = operation.as<program::Havoc>();
      const std::optional<Bits> value =
          chooser_ != nullptr ? chooser_->choose(havoc, *operation.instruction) : std::nullopt;
      if (!value)
        return Answer::Unclear;
      evaluator.set(havoc.target, *value);
      break;
    }
    case kindOf<program::ObjectSize>(): {
      const auto &query = operation.as<program::ObjectSize>();
      const Bits address = evaluator.evaluate(operation.first);
      evaluator.set(query.target, state_.memory.size(machine_.program().pointers.object(address)));
      break;
    }
    case kindOf<program::Assume>():
    case kindOf<program::Check>():
      // Failing is something that the thread can do now, whatever the Guards after it.
      if (evaluator.evaluateWord(operation.first) == 0)
        return Answer::Enabled;
      break;
    case kindOf<program::Fence>():
    case kindOf<program::Sync>():
    case kindOf<program::AtomicBegin>():
      break;
    default:
      assert(false && "an operation with an effect precedes a Guard");
    }
  }
  return localOnly && action.visible ? Answer::Visible : Answer::Enabled;
}

std::optional<Prober::Answer> Prober::probeLoad(const CompiledOperation &operation) {
  const auto &load = operation.as<program::Load>();
  const unsigned size = load.width / 8;
  const Place place = state_.memory.find(code_.evaluator().evaluate(operation.first), size, false);
  // Undefined behaviour is something that the thread can do now, and it ends the action.
  if (place.fault != Fault::None)
    return Answer::Enabled;
  const std::uint32_t uninitialised = state_.memory.uninitialised(place, size) & ~std::uint32_t{load.access.padding};
  if (uninitialised != 0 && !(load.access.copy && state_.memory.isDynamic(place.object)))
    if (chooser_ == nullptr || !chooser_->initialise(load, *operation.instruction, place))
      return Answer::Unclear;
  if (machine_.stepAccesses_ != nullptr && load.access.shared && chooser_ != nullptr)
    machine_.stepAccesses_->add({place.object, place.offset, place.offset + size}, false);
  const unsigned width = code_.cfa().registers[load.target].width;
  code_.evaluator().set(load.target, support::truncate(state_.memory.read(place, size), width));
  return std::nullopt;
}

std::optional<Prober::Answer> Prober::probeJoin(const CompiledOperation &operation) {
  const auto &join = operation.as<program::Join>();
  const std::optional<unsigned> slot = joinableSlot(state_, code_.evaluator().evaluateWord(operation.first));
  if (!slot)
    return Answer::Enabled;
  if (state_.threads[*slot].status != ThreadStatus::Ended)
    return Answer::Disabled;
  if (join.target != program::noRegister)
    code_.evaluator().set(join.target, state_.threads[*slot].result);
  return std::nullopt;
}

} // namespace heddle::interpreter
