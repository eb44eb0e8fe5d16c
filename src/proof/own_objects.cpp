// A thread can use an object only through a pointer that was derived from it. If no static memory, no argument and no
// result of a thread may hold a pointer to a dynamic object, each of these is known to its own thread only, and every
// thread may name its objects as if there were no others.
#include "proof/own_objects.hpp"

#include "proof/live_registers.hpp"
#include "proof/queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::proof {

using program::CfaId;
using program::ObjectId;

namespace {

/// More than one action allocates.
constexpr std::size_t mostNewObjects = 64;
/// The ids of objects are congruent to the slot of their thread, which is 0.
constexpr ObjectId idClasses = 8;

bool pointsToDynamic(const Targets &targets) {
  return std::any_of(targets.begin(), targets.end(),
                     [](const Target &target) { return target.origin.object == program::nullObject; });
}

} // namespace

OwnObjects::OwnObjects(const program::Program &program, Provenance &provenance)
    : program_(program), provenance_(provenance), live_(program.cfas.size()) {}

const std::vector<bool> &OwnObjects::liveAt(const Thread &thread) const {
  std::vector<std::vector<bool>> &live = live_[thread.cfa];
  if (live.empty())
    live = liveRegisters(program_.cfas[thread.cfa]);
  return live[thread.location];
}

std::vector<ObjectId> OwnObjects::freeIds(const Control &control) const {
  std::vector<ObjectId> result;
  const auto first = static_cast<ObjectId>(program_.objects.size());
  for (ObjectId id = (first + idClasses - 1) / idClasses * idClasses;
       result.size() < mostNewObjects && id <= program_.pointers.maxObject(); id += idClasses)
    if (control.object(id) == nullptr)
      result.push_back(id);
  return result;
}

bool OwnObjects::mayBeHeld(const Control &control, const Object &object) const {
  const Origin origin = originOf(object);
  const Thread &thread = control.threads.front();
  const std::vector<bool> &live = liveAt(thread);
  for (program::RegisterId id = 0; id < live.size(); ++id)
    if (live[id] && mayReferTo(provenance_.registerTargets(thread.cfa, id), origin))
      return true;
  return std::any_of(control.objects.begin(), control.objects.end(), [&](const Object &other) {
    return other.alive &&
           (provenance_.mayHold(originOf(other), origin) || provenance_.mayHoldPart(originOf(other), origin));
  });
}

void OwnObjects::forgetDead(Control &control) const {
  const Control before = control;
  std::erase_if(control.objects, [&](const Object &object) { return !object.alive && !mayBeHeld(before, object); });
}

void requirePrivateObjects(const program::Program &program, const Provenance &provenance) {
  std::set<Origin> origins;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation))
          origins.insert({.site = allocate->site, .creator = cfa});
  for (const Origin &origin : origins)
    for (ObjectId id = 1; id < program.objects.size(); ++id)
      if (provenance.mayHold({.object = id}, origin) || provenance.mayHoldPart({.object = id}, origin))
        leaveOpen(fmt::format("'{}' may hold a pointer to '{}', which several threads may then reach",
                              program.objects[id].name, program.sites[origin.site].name));
  if (pointsToDynamic(provenance.results()))
    leaveOpen("the result of a thread may be a pointer to one of its objects");
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    if (const program::RegisterId argument = program.cfas[cfa].argument;
        argument != program::noRegister && pointsToDynamic(provenance.registerTargets(cfa, argument)))
      leaveOpen(
          fmt::format("the argument of '{}' may be a pointer to an object of another thread", program.cfas[cfa].name));
}

} // namespace heddle::proof
