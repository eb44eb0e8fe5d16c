#include "program/kept_slots.hpp"

#include "program/held_locks.hpp"
#include "program/stale_handles.hpp"

#include <algorithm>

namespace heddle::program {

namespace {

template <typename Predicate> bool anyOperation(const Program &program, const Predicate &predicate) {
  return std::any_of(program.cfas.begin(), program.cfas.end(), [&](const Cfa &cfa) {
    return std::any_of(cfa.actions.begin(), cfa.actions.end(), [&](const Action &action) {
      return std::any_of(action.instructions.begin(), action.instructions.end(),
                         [&](const Instruction &instruction) { return predicate(instruction.operation); });
    });
  });
}

bool choosesAmongDetached(const Program &program) {
  const auto detaches = [](const Operation &operation) { return std::holds_alternative<Detach>(operation); };
  // Models choose a waiter by __heddle_choose(HEDDLE_MOST_HANDLES) (runtime/heddle.h). sigwait, which chooses among 64
  // signals, looks the same: slots are then kept without need.
  constexpr Bits largestHandle = 63;
  const auto choosesWaiter = [](const Operation &operation) {
    const auto *choice = std::get_if<Havoc>(&operation);
    return choice != nullptr && choice->kind == InputKind::Scheduling && choice->high == largestHandle;
  };
  return anyOperation(program, detaches) && anyOperation(program, choosesWaiter);
}

/// Models note the lifetimes of threads (runtime/lifetimes.h) in programs with functions, other than joins and
/// detaches, that must not be given the handle of a thread that has been joined.
bool notesLifetimes(const Program &program) {
  return std::any_of(program.objects.begin(), program.objects.end(),
                     [](const StaticObject &object) { return object.name == "__heddle_lifetimes"; });
}

} // namespace

std::vector<bool> keptSlots(const Program &program) {
  if (mayUseReleasedHandles(program) || choosesAmongDetached(program) || notesLifetimes(program))
    return std::vector<bool>(program.cfas.size(), true);
  return mayEndWithLocks(program);
}

} // namespace heddle::program
