// The shape of a step: which actions a thread takes, where it rests, and how its threads end. What operations do is in
// operations.cpp.
#include "recheck/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle::recheck {

using program::Property;

namespace {

constexpr std::uint64_t mostLocalWork = 100'000;
/// A loop of local work is first suspected to be endless after so many actions.
constexpr std::uint64_t firstSnapshot = 64;

} // namespace

Step::Outcome Step::start() {
  const Outcome outcome = run(false);
  endIfAllEnded();
  settle();
  return outcome;
}

Step::Outcome Step::take(unsigned thread) {
  thread_ = thread;
  const Outcome outcome = run(true);
  if (outcome != Outcome::Taken)
    return outcome;
  for (std::size_t i = 0; i < started_.size() && !state_.ended; ++i) {
    thread_ = started_[i];
    if (run(false) == Outcome::Discarded)
      return Outcome::Discarded;
    endIfAllEnded();
  }
  if (started_.empty())
    endIfAllEnded();
  settle();
  return Outcome::Taken;
}

bool Step::isEnabled(unsigned thread) {
  thread_ = thread;
  hasChosen_ = false;
  return select(false).has_value() || hasChosen_;
}

Step::Outcome Step::run(bool isScheduled) {
  work_ = 0;
  snapshot_.reset();
  hasChosen_ = false;
  for (bool isFirst = true;; isFirst = false) {
    const bool isAtomic = cfa().locations[self().location].atomic;
    const std::optional<program::ActionId> next = select(!(isScheduled && isFirst) && !isAtomic);
    if (!next) {
      const bool waits = isScheduled && isFirst && !hasChosen_;
      rest(Status::Active);
      return waits ? Outcome::Waits : Outcome::Taken;
    }
    if (hasDiverged()) {
      // Inside an atomic block no other thread can run, so nothing more happens in this execution.
      if (isAtomic)
        return Outcome::Discarded;
      rest(Status::Diverged);
      return Outcome::Taken;
    }
    if (!isAtomic)
      atomicLoads_.clear();
    const program::Action &action = cfa().actions[*next];
    if (record_ != nullptr)
      record_->actions.emplace_back(thread_, *next);
    bool inBlock = model_.facts(self().cfa, *next).isInBlock;
    switch (execute(action, inBlock)) {
    case Flow::Next:
      self().location = action.to;
      continue;
    case Flow::ThreadEnded:
    case Flow::ProgramEnded:
      return Outcome::Taken;
    case Flow::Stopped:
      if (inBlock)
        return Outcome::Discarded;
      rest(Status::Stopped);
      return Outcome::Taken;
    case Flow::Undefined:
      if (inBlock)
        return Outcome::Discarded;
      rest(Status::Undefined);
      return Outcome::Taken;
    }
  }
}

/// The first enabled action. None if the thread waits, or if (`onlyLocal`) its next action is visible.
std::optional<program::ActionId> Step::select(bool onlyLocal) {
  for (const program::ActionId action : cfa().outgoing[self().location])
    switch (attempt(action, onlyLocal)) {
    case Attempt::Enabled:
      return action;
    case Attempt::Visible:
      return std::nullopt;
    case Attempt::Blocked:
      break;
    }
  return std::nullopt;
}

/// Whether the action is enabled. Registers are as before afterwards; memory that was not initialised stays chosen.
Step::Attempt Step::attempt(program::ActionId id, bool onlyLocal) {
  const Model::ActionFacts &facts = model_.facts(self().cfa, id);
  const program::Action &action = cfa().actions[id];
  const Registers before = facts.condition == 0 ? Registers() : self().registers;
  const auto answer = [&]() -> Attempt {
    for (std::size_t i = 0; i < facts.condition; ++i) {
      const program::Operation &operation = action.instructions[i].operation;
      if (onlyLocal && program::isVisible(operation))
        return Attempt::Visible;
      if (const auto *guard = std::get_if<program::Guard>(&operation)) {
        if (value(guard->condition) == 0)
          return Attempt::Blocked;
      } else if (const auto *assign = std::get_if<program::Assign>(&operation)) {
        set(assign->target, value(assign->value));
      } else if (const auto *load = std::get_if<program::Load>(&operation)) {
        const auto place = find(program_, state_, value(load->address), load->width / 8U, false);
        if (!place)
          return Attempt::Enabled; // undefined behaviour is something that the thread can do now
        if (load->access.shared && !place->constant)
          note(*place, load->width / 8U, false);
        set(load->target, loaded(*load, *place));
      } else if (const auto *size = std::get_if<program::ObjectSize>(&operation)) {
        const std::optional<std::uint64_t> bytes = sizeAt(value(size->address));
        if (!bytes)
          return Attempt::Enabled;
        set(size->target, *bytes);
      } else if (const auto *join = std::get_if<program::Join>(&operation)) {
        const std::optional<unsigned> slot = joinable(value(join->thread));
        if (slot && state_.threads.at(*slot).status != Status::Ended)
          return Attempt::Blocked;
        if (!slot)
          return Attempt::Enabled;
        if (join->target != program::noRegister)
          set(join->target, state_.threads.at(*slot).result);
      } else if (!std::holds_alternative<program::Sync>(operation) &&
                 !std::holds_alternative<program::AtomicBegin>(operation)) {
        notModelled("an operation with an effect comes before one that waits", action.instructions[i].span);
      }
    }
    return onlyLocal && facts.isVisible ? Attempt::Visible : Attempt::Enabled;
  }();
  if (facts.condition != 0)
    self().registers = before;
  return answer;
}

Step::Flow Step::execute(const program::Action &action, bool &inBlock) {
  for (const program::Instruction &instruction : action.instructions) {
    const program::Operation &operation = instruction.operation;
    const Flow flow = std::visit([&](const auto &op) { return execute(op, instruction.span); }, operation);
    if (flow != Flow::Next)
      return flow;
    // Other threads could see this effect, so a later failure in the same action discards the execution.
    const bool onlyReads = std::holds_alternative<program::Load>(operation) ||
                           std::holds_alternative<program::Havoc>(operation) ||
                           std::holds_alternative<program::AtomicBegin>(operation);
    inBlock = inBlock || (program::isVisible(operation) && !onlyReads);
  }
  return Flow::Next;
}

/// The thread does not run any further in this step.
void Step::rest(Status status) {
  Thread &thread = self();
  thread.status = status;
  if (status != Status::Active) {
    thread.registers.clear();
    thread.copied = 0;
    thread.location = 0;
    // Of a terminated thread, only whether its slot is kept matters: any automaton that gives it back will do.
    const std::vector<bool> &keeps = model_.keepsSlot;
    if (status != Status::Ended)
      thread.cfa = 0;
    else if (!keeps[thread.cfa])
      thread.cfa = static_cast<program::CfaId>(std::find(keeps.begin(), keeps.end(), false) - keeps.begin());
    return;
  }
  const Liveness &liveness = model_.liveness(thread.cfa);
  std::erase_if(thread.registers,
                [&](const auto &entry) { return entry.second == 0 || !liveness.isLive(thread.location, entry.first); });
}

/// Whether the thread repeats a state of this step. It is compared with a snapshot that is renewed at every power of
/// two (Brent).
bool Step::hasDiverged() {
  if (model_.cancellation.poll(0))
    throw Ending(Result::Kind::Cancelled, "");
  if (++work_ > mostLocalWork)
    notModelled(fmt::format("more than {} actions without a visible step", mostLocalWork),
                cfa().locations[self().location].span);
  if (work_ < firstSnapshot)
    return false;
  if (std::has_single_bit(work_)) {
    snapshot_ = Snapshot{state_, thread_};
    hasChosen_ = false;
    return false;
  }
  if (hasChosen_ || snapshot_->state.threads.at(thread_).location != self().location)
    return false;
  return encode(snapshot_->state) == encode(state_);
}

void Step::settle() {
  if (!model_.keepsAccesses)
    return;
  Slots active = 0;
  Slots ended = 0;
  for (const auto &[slot, thread] : state_.threads) {
    if (thread.status == Status::Active)
      active |= Slots{1} << slot;
    else if (thread.status == Status::Ended)
      ended |= Slots{1} << slot;
  }
  state_.knowledge.settle(active, ended);
}

void Step::endIfAllEnded() {
  for (const auto &[slot, thread] : state_.threads)
    if (thread.status != Status::Ended)
      return;
  state_.ended = true;
  checkLeaks({});
}

void Step::checkLeaks(program::SourceSpan span) {
  if (!model_.checks(Property::ValidMemtrack) || !lostObject(program_, state_, thread_))
    return;
  for (const auto &[slot, thread] : state_.threads)
    if (thread.status == Status::Stopped && model_.checks(Property::NoDeadlock))
      notModelled("an object may be known only to a thread whose assumption has failed", span);
  violate(Property::ValidMemtrack, "memory is lost", span);
}

Step::Flow Step::undefined(Property property, const char *what, program::SourceSpan span) {
  if (model_.checks(property))
    violate(property, what, span);
  return Flow::Undefined;
}

void Step::violate(Property property, const std::string &what, program::SourceSpan span) const {
  throw Ending(Result::Kind::Refuted,
               fmt::format("an execution violates {}: {} at {}", program::name(property), what, where(span)));
}

void Step::notModelled(const std::string &what, program::SourceSpan span) const {
  throw Ending(Result::Kind::NotModelled, fmt::format("{} at {}", what, where(span)));
}

} // namespace heddle::recheck
