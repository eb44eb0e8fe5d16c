#include "interpreter/machine.hpp"

#include "interpreter/probe.hpp"
#include "interpreter/runner.hpp"
#include "program/unchecked.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::interpreter {

using program::Property;

Machine::Machine(const program::Program &program, const Limits &limits, std::shared_ptr<ProgramCode> code)
    : program_(program), limits_(limits), layout_(program), names_(program),
      code_(code ? std::move(code) : std::make_shared<ProgramCode>(program)),
      keepStopped_(program.properties.contains(Property::NoDeadlock)) {}

State Machine::initialState() {
  State state(layout_);
  Thread main;
  main.status = ThreadStatus::Active;
  main.location = program_.cfas[0].entry;
  const program::Cfa &cfa = program_.cfas[0];
  const RegisterList &live = code(0).liveness().at(main.location);
  main.registers.resize(code(0).packedSize(live));
  std::uint8_t *at = main.registers.data();
  for (const RegisterId id : live) {
    if (id == cfa.self)
      *at = 1;
    at += code(0).bytesOf(id);
  }
  state.threads.push_back(std::move(main));
  if (program_.properties.contains(Property::NoDataRace)) {
    state.races.emplace();
    state.races->start(0, std::nullopt);
  }
  return state;
}

StepResult Machine::start(State &state, InputSource &inputs) { return Runner(*this, state, 0, inputs).run(false); }

bool Machine::enabled(const State &state, unsigned thread) {
  if (state.ended || !state.threads[thread].active())
    return false;
  return Prober(*this, state, thread, nullptr).anyEnabled();
}

StepResult Machine::step(State &state, unsigned thread, InputSource &inputs) {
  assert(thread < state.threads.size() && state.threads[thread].active() && "a thread that cannot run");
  return Runner(*this, state, thread, inputs).run(true);
}

StepResult Machine::resume(State &state, unsigned thread, InputSource &inputs) {
  const Thread &stopped = state.threads[thread];
  assert(stopped.status == ThreadStatus::Stopped && "only a stopped thread can be resumed");
  const CompiledAction &action = code(stopped.cfa).action(stopped.stoppedIn);
  return Runner(*this, state, thread, inputs).runRest(action, stopped.stoppedAfter);
}

const RegisterList &Machine::keptRegisters(const Thread &thread) {
  const Liveness &liveness = code(thread.cfa).liveness();
  if (thread.status != ThreadStatus::Stopped)
    return liveness.at(thread.location);
  const auto [entry, isNew] = stoppedRegisters_.try_emplace({thread.cfa, thread.stoppedIn, thread.stoppedAfter});
  if (isNew)
    entry->second = liveness.after(program_.cfas[thread.cfa].actions[thread.stoppedIn], thread.stoppedAfter);
  return entry->second;
}

void Machine::unpack(const Thread &thread) { code(thread.cfa).unpack(keptRegisters(thread), thread.registers); }

bool Machine::mentions(const State &state, unsigned running, const RegisterList &live, ObjectId object) {
  if (state.memory.mentions(object))
    return true;
  bool found = false;
  const auto look = [&](std::uint64_t word) { found = found || program_.pointers.object(word) == object; };
  for (unsigned slot = 0; slot < state.threads.size() && !found; ++slot)
    if (slot != running)
      forEachKeptWord(state.threads[slot], look);
  CfaCode &own = code(state.threads[running].cfa);
  for (const RegisterId id : live) {
    const Bits value = own.evaluator().get(id);
    for (unsigned shift = 0; shift + program_.pointers.width <= own.bytesOf(id) * 8; shift += program_.pointers.width)
      look(static_cast<std::uint64_t>(support::truncate(value >> shift, program_.pointers.width)));
  }
  return found;
}

void Machine::warn(const std::string &message, Property property, program::SourceSpan span) {
  const program::SourceSpan user = program_.sources.userSpan(span);
  // Messages contain values; one warning for each source location and property is enough.
  const std::pair warned{user, property};
  if (std::find(warned_.begin(), warned_.end(), warned) != warned_.end())
    return;
  warned_.push_back(warned);
  warnings_.push_back({program::uncheckedBehaviour(message, property), user, false});
}

void Machine::encode(State &state, std::vector<std::uint8_t> &bytes) {
  bytes.clear();
  ByteWriter out(bytes);
  out.number(state.threads.size());
  for (Thread &thread : state.threads) {
    // The automaton of a terminated thread matters only if the slot is to be kept when the thread is joined.
    const bool isKept = thread.status == ThreadStatus::Ended && !thread.detached && code_->keepsSlot()[thread.cfa];
    out.number(static_cast<std::uint64_t>(thread.status) * 4 + (isKept ? 2U : 0U) + (thread.detached ? 1U : 0U));
    switch (thread.status) {
    case ThreadStatus::Unused:
    case ThreadStatus::Undefined:
    case ThreadStatus::Diverged:
    case ThreadStatus::Exhausted:
      break;
    case ThreadStatus::Ended:
      out.number(thread.result);
      if (isKept)
        out.number(thread.cfa);
      break;
    case ThreadStatus::Stopped:
      if (!keepStopped_)
        break;
      out.number(thread.cfa);
      out.number(thread.location);
      out.number(thread.stoppedIn);
      out.number(thread.stoppedAfter);
      out.raw(thread.registers.data(), thread.registers.size());
      break;
    case ThreadStatus::Active:
      out.number(thread.cfa);
      out.number(thread.location);
      out.number(thread.copyMask);
      out.raw(thread.registers.data(), thread.registers.size());
      break;
    }
  }
  state.memory.encode(out);
  if (!state.races)
    return;
  settle(state);
  state.races->encode(out);
}

void Machine::settle(State &state) const {
  if (!state.races)
    return;
  std::vector<Races::SlotUse> slots;
  for (const Thread &thread : state.threads)
    slots.push_back(thread.active()                        ? Races::SlotUse::Running
                    : thread.status == ThreadStatus::Ended ? Races::SlotUse::Ended
                                                           : Races::SlotUse::Gone);
  state.races->canonicalise(slots);
}

void Machine::decode(const std::uint8_t *bytes, std::size_t size, State &state) {
  ByteReader in(bytes, size);
  // Stands for every automaton whose threads give their slots back.
  const auto givesBack =
      static_cast<program::CfaId>(std::ranges::find(code_->keepsSlot(), false) - code_->keepsSlot().begin());
  state.ended = false;
  state.threads.resize(in.as<std::size_t>());
  for (Thread &thread : state.threads) {
    const std::uint64_t head = in.number();
    thread.status = static_cast<ThreadStatus>(head / 4);
    thread.detached = (head & 1) != 0;
    thread.cfa = thread.status == ThreadStatus::Ended ? givesBack : 0;
    thread.copyMask = 0;
    thread.registers.clear();
    if (thread.status == ThreadStatus::Ended)
      thread.result = in.number();
    if ((head & 2) != 0)
      thread.cfa = in.as<program::CfaId>();
    const bool stopped = thread.status == ThreadStatus::Stopped && keepStopped_;
    if (!thread.active() && !stopped)
      continue;
    thread.cfa = in.as<program::CfaId>();
    thread.location = in.as<program::LocationId>();
    if (stopped) {
      thread.stoppedIn = in.as<program::ActionId>();
      thread.stoppedAfter = in.as<std::uint32_t>();
    } else {
      thread.copyMask = in.as<std::uint16_t>();
    }
    thread.registers.resize(code(thread.cfa).packedSize(keptRegisters(thread)));
    in.raw(thread.registers.data(), thread.registers.size());
  }
  state.memory.decode(in);
  if (in.atEnd()) {
    state.races.reset();
  } else {
    if (!state.races)
      state.races.emplace();
    state.races->decode(in);
  }
  assert(in.atEnd() && "a state that is longer than what was read from it");
}

} // namespace heddle::interpreter
