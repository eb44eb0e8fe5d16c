// The execution of a step: select an enabled action, execute it, and continue while there is local work.
//
// Local work may be endless. A loop that returns to the same location with the same live registers, without having
// changed memory or taken an input, will do so for ever: the thread has diverged. Such loops are detected by comparison
// with a snapshot that is renewed at every power of two (Brent). All other loops are cut off after Limits::localWork
// actions.
#include "interpreter/runner.hpp"

#include <fmt/format.h>

#include <bit>
#include <cassert>

namespace heddle::interpreter {

StepResult Runner::run(bool scheduled) {
  machine_.unpack(self());
  return runActions(scheduled);
}

StepResult Runner::runRest(const CompiledAction &action, std::size_t from) {
  machine_.unpack(self());
  self().status = ThreadStatus::Active;
  inBlock_ = code_.isAtomic(self().location) || action.entersBlock;
  return take(action, from) ? runActions(false) : finish();
}

StepResult Runner::runActions(bool scheduled) {
  for (;; scheduled = false) {
    const bool atomic = code_.isAtomic(self().location);
    const CompiledAction *action = select(!scheduled && !atomic);
    if (result_.kind != StepResult::Kind::Done)
      return finish();
    if (action == nullptr) {
      endLocalWork(ThreadStatus::Active);
      return finish();
    }
    ++work_;
    if (detectRepetition()) {
      // Inside an atomic block no other thread can run, so nothing more can happen in this execution.
      if (atomic)
        result_.kind = StepResult::Kind::Discarded;
      endLocalWork(ThreadStatus::Diverged);
      return finish();
    }
    if (work_ > machine_.limits_.localWork) {
      const program::SourceSpan span = code_.cfa().locations[self().location].span;
      result_.message = fmt::format("more than {} actions without a visible step", machine_.limits_.localWork);
      result_.span = program_.sources.userSpan(span);
      if (atomic)
        result_.kind = StepResult::Kind::Halted;
      else
        result_.exhausted = true;
      endLocalWork(ThreadStatus::Exhausted);
      return finish();
    }
    if (!atomic) {
      loaded_.clear();
      inBlock_ = false;
    }
    inBlock_ = inBlock_ || atomic || action->entersBlock;
    if (!take(*action, action->prefixActs ? 0 : action->prefix))
      return finish();
  }
}

/// The enabled action; null if the thread waits, or if (`localOnly`) the next action may be visible.
const CompiledAction *Runner::select(bool localOnly) {
  havocs_.clear();
  for (const program::ActionId id : code_.outgoing(self().location)) {
    const CompiledAction &action = code_.action(id);
    havocsUsed_ = 0;
    switch (prober_.probe(action, localOnly)) {
    case Prober::Answer::Enabled:
      havocsUsed_ = 0;
      return &action;
    case Prober::Answer::Visible:
      return nullptr;
    case Prober::Answer::Unclear:
      badInput();
      return nullptr;
    case Prober::Answer::Disabled:
      break;
    }
  }
  return nullptr;
}

/// Executes the action from operation `from` on. Returns whether the thread continues after it.
bool Runner::take(const CompiledAction &action, std::size_t from) {
  if (machine_.observer_ != nullptr)
    machine_.observer_->takes(state_, thread_, action.id);
  std::size_t done = from;
  const Flow flow = execute(action, from, done);
  switch (flow) {
  case Flow::Next:
    self().location = action.to;
    return true;
  case Flow::ThreadEnded:
  case Flow::Finished:
    return false;
  case Flow::Stopped:
  case Flow::Undefined:
    break;
  }
  // No thread may observe a part of an atomic block, so an execution in which the block cannot finish is discarded.
  if (inBlock_) {
    result_.kind = StepResult::Kind::Discarded;
    return false;
  }
  self().stoppedIn = action.id;
  self().stoppedAfter = static_cast<std::uint32_t>(done);
  endLocalWork(flow == Flow::Stopped ? ThreadStatus::Stopped : ThreadStatus::Undefined);
  return false;
}

Runner::Flow Runner::execute(const CompiledAction &action, std::size_t from, std::size_t &done) {
  for (done = from; done < action.operations.size();) {
    const CompiledOperation &operation = action.operations[done++];
    const Flow flow = execute(operation);
    if (flow != Flow::Next)
      return flow;
    // A failure after an effect in one action happens only inside a block (transform/line.cpp).
    inBlock_ = inBlock_ || operation.changesShared;
  }
  return Flow::Next;
}

bool Runner::detectRepetition() {
  constexpr std::uint64_t firstSnapshot = 64;
  if (work_ < firstSnapshot)
    return false;
  const RegisterList &live = code_.liveness().at(self().location);
  if (std::has_single_bit(work_)) {
    snapshot_.emplace(Snapshot{changes_, self().location, {}});
    code_.pack(live, snapshot_->registers);
    return false;
  }
  if (snapshot_->changes != changes_ || snapshot_->location != self().location)
    return false;
  std::vector<std::uint8_t> registers;
  code_.pack(live, registers);
  return registers == snapshot_->registers;
}

void Runner::endLocalWork(ThreadStatus status) {
  Thread &thread = self();
  thread.status = status;
  if (status == ThreadStatus::Active || (status == ThreadStatus::Stopped && machine_.keepStopped_))
    code_.pack(machine_.keptRegisters(thread), thread.registers);
  else
    thread.registers.clear();
}

/// Completes the step: executes the first local work of the threads that it started, and ends the program if the last
/// thread has terminated.
StepResult Runner::finish() {
  if (result_.kind != StepResult::Kind::Done || state_.ended)
    return std::move(result_);
  if (state_.races && !started_.empty())
    state_.races->endCreation(thread_);
  for (const unsigned child : started_) {
    StepResult childResult = Runner(machine_, state_, child, inputs_).run(false);
    if (childResult.kind != StepResult::Kind::Done || state_.ended)
      return childResult;
    if (childResult.exhausted)
      result_ = std::move(childResult);
  }
  bool allEnded = true;
  for (const Thread &thread : state_.threads)
    allEnded = allEnded && (thread.status == ThreadStatus::Ended || thread.status == ThreadStatus::Unused);
  if (!allEnded)
    return std::move(result_);
  state_.ended = true;
  if (checks(program::Property::ValidMemtrack))
    if (const std::optional<ObjectId> lost = lostObject())
      violate(program::Property::ValidMemtrack,
              fmt::format("memory is lost: {} was never freed", machine_.names_.object(state_.memory, *lost)),
              code_.cfa().locations[code_.cfa().exit].span, {.pointer = program_.pointers.pointer(*lost)});
  return std::move(result_);
}

bool Runner::initialise(const program::Load &load, const program::Instruction &instruction, const Place &place) {
  const unsigned size = load.width / 8;
  const std::uint32_t mask = state_.memory.uninitialised(place, size) & ~std::uint32_t{load.access.padding};
  const auto bytes = static_cast<unsigned>(std::popcount(mask));
  // An uninitialised _Bool is true or false; its other bit patterns are trap representations.
  const unsigned width = bytes == size ? code_.cfa().registers[load.target].width : bytes * 8;
  const std::optional<Bits> chosen = ask({.kind = program::InputKind::Uninitialised,
                                          .low = 0,
                                          .high = support::mask(width),
                                          .width = width,
                                          .thread = thread_,
                                          .name = nullptr,
                                          .address = program_.pointers.pointer(place.object, place.offset),
                                          .bytes = mask,
                                          .span = instruction.span});
  if (!chosen)
    return false;
  Bits value = state_.memory.read(place, size);
  Bits rest = *chosen;
  for (unsigned i = 0; i < size; ++i) {
    if (((mask >> i) & 1U) == 0)
      continue;
    value |= (rest & 0xff) << (8 * i);
    rest >>= 8;
  }
  state_.memory.write(place, size, value);
  ++changes_;
  // The first reader determines the value for all, so reads of uninitialised memory are dependent.
  if (machine_.stepAccesses_ != nullptr && load.access.shared)
    machine_.stepAccesses_->add({place.object, place.offset, place.offset + size}, true);
  return true;
}

std::optional<Bits> Runner::choose(const program::Havoc &havoc, const program::Instruction &instruction) {
  if (havocsUsed_ < havocs_.size())
    return havocs_[havocsUsed_++];
  const std::optional<Bits> value = ask({.kind = havoc.kind,
                                         .low = havoc.low,
                                         .high = havoc.high,
                                         .width = code_.cfa().registers[havoc.target].width,
                                         .thread = thread_,
                                         .name = &havoc.name,
                                         .address = 0,
                                         .bytes = 0,
                                         .span = instruction.span});
  if (!value)
    return std::nullopt;
  havocs_.push_back(*value);
  ++havocsUsed_;
  return value;
}

std::optional<Bits> Runner::ask(const InputRequest &request) {
  const std::optional<Bits> value = inputs_.choose(request);
  ++changes_;
  if (value && machine_.observer_ != nullptr)
    machine_.observer_->chosen(state_, request, *value);
  return value;
}

void Runner::observe(const CompiledOperation &operation, Occurrence occurrence) {
  if (machine_.observer_ == nullptr)
    return;
  occurrence.thread = thread_;
  occurrence.cfa = self().cfa;
  occurrence.instruction = operation.instruction;
  machine_.observer_->occurred(state_, occurrence);
}

Runner::Flow Runner::undefined(program::Property property, const std::string &message,
                               const program::Instruction &instruction, Failure failure) {
  if (checks(property))
    return violate(property, message, instruction, failure);
  machine_.warn(message, property, instruction.span);
  return Flow::Undefined;
}

Runner::Flow Runner::violate(program::Property property, const std::string &message,
                             const program::Instruction &instruction, Failure failure) {
  failure.instruction = &instruction;
  return violate(property, message, instruction.span, failure);
}

Runner::Flow Runner::violate(program::Property property, const std::string &message, program::SourceSpan span,
                             Failure failure) {
  result_.kind = StepResult::Kind::Violation;
  result_.violation = Violation{property, message, program_.sources.userSpan(span), thread_};
  if (machine_.observer_ != nullptr) {
    failure.thread = thread_;
    failure.property = property;
    machine_.observer_->violated(state_, failure);
  }
  return Flow::Finished;
}

Runner::Flow Runner::halt(const std::string &message, program::SourceSpan span) {
  result_.kind = StepResult::Kind::Halted;
  result_.message = message;
  result_.span = program_.sources.userSpan(span);
  return Flow::Finished;
}

Runner::Flow Runner::badInput() {
  result_.kind = StepResult::Kind::BadInput;
  return Flow::Finished;
}

} // namespace heddle::interpreter
