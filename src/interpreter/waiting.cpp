// Descriptions of what a blocked thread waits for.
//
// A thread waits at an action that begins with a Load and a Guard, or with a Join. The Sync that names the action or
// its atomic block tells which lock, semaphore or condition that is: it is searched for forwards, within the block, and
// its address is computed from the live registers of the waiting thread.
#include "interpreter/machine.hpp"
#include "interpreter/probe.hpp"

#include <fmt/format.h>

namespace heddle::interpreter {

namespace {

constexpr unsigned searchLimit = 64;

/// The first Sync after `location` within its atomic block.
const program::Instruction *findSync(const program::Cfa &cfa, program::LocationId location) {
  std::vector<program::LocationId> queue{location};
  for (std::size_t i = 0; i < queue.size() && i < searchLimit; ++i) {
    if (i != 0 && !cfa.locations[queue[i]].atomic)
      continue;
    for (const program::ActionId id : cfa.outgoing[queue[i]]) {
      for (const program::Instruction &instruction : cfa.actions[id].instructions)
        if (std::holds_alternative<program::Sync>(instruction.operation))
          return &instruction;
      queue.push_back(cfa.actions[id].to);
    }
  }
  return nullptr;
}

} // namespace

std::optional<unsigned> Machine::joinedThread(const State &state, unsigned thread) {
  const Thread &waiting = state.threads[thread];
  CfaCode &own = code(waiting.cfa);
  const std::vector<program::ActionId> &outgoing = own.outgoing(waiting.location);
  if (outgoing.size() != 1)
    return std::nullopt;
  const CompiledAction &action = own.action(outgoing.front());
  if (action.operations.empty() || action.operations.front().kind != kindOf<program::Join>())
    return std::nullopt;
  unpack(waiting);
  return joinableSlot(state, own.evaluator().evaluateWord(action.operations.front().first));
}

Machine::Waiting Machine::describeWaiting(const State &state, unsigned thread) {
  const Thread &waiting = state.threads[thread];
  CfaCode &own = code(waiting.cfa);
  const program::Cfa &cfa = own.cfa();
  unpack(waiting);
  program::SourceSpan span = cfa.locations[waiting.location].span;
  Waiting result;
  std::string &what = result.what;
  bool isJoin = false;
  for (const program::ActionId id : own.outgoing(waiting.location)) {
    for (const CompiledOperation &operation : own.action(id).operations) {
      if (!what.empty())
        break;
      if (operation.kind == kindOf<program::Join>()) {
        const std::optional<unsigned> slot = joinableSlot(state, own.evaluator().evaluateWord(operation.first));
        isJoin = true;
        result.joined = slot;
        what = slot ? fmt::format("for the end of {}", Names::thread(*slot)) : "for the end of a thread";
      } else if (operation.kind == kindOf<program::Load>()) {
        const Bits pointer = own.evaluator().evaluate(operation.first);
        what = "for " + names_.place(state.memory, program_.pointers.object(pointer), program_.pointers.offset(pointer),
                                     operation.as<program::Load>().width / 8);
      } else {
        continue;
      }
      span = operation.instruction->span;
    }
  }
  // The registers in the object's address must be live here; otherwise the address is not known.
  const program::Instruction *sync = isJoin ? nullptr : findSync(cfa, waiting.location);
  if (sync != nullptr) {
    const auto &named = std::get<program::Sync>(sync->operation);
    span = sync->span; // the first load may be local work that large blocks have put before the wait
    const RegisterList &live = own.liveness().at(waiting.location);
    bool known = true;
    program::forEachRegister(named.object,
                             [&](RegisterId id) { known = known && std::binary_search(live.begin(), live.end(), id); });
    if (known) {
      const Bits pointer = own.evaluator().evaluate(own.evaluator().compile(named.object));
      result.sync = named.kind;
      result.object = pointer;
      what = fmt::format(
          "to {} {}", program::name(named.kind),
          names_.place(state.memory, program_.pointers.object(pointer), program_.pointers.offset(pointer), 0));
    }
  }
  result.text =
      fmt::format("{} waits at {}{}{}", Names::thread(thread), names_.where(span), what.empty() ? "" : " ", what);
  result.span = program_.sources.userSpan(span);
  return result;
}

} // namespace heddle::interpreter
