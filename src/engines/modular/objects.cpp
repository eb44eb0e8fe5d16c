#include "engines/modular/objects.hpp"

#include "analysis/strong_components.hpp"

#include <fmt/format.h>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;

namespace {

Expr addressOf(const program::Operation &operation) {
  if (const auto *load = std::get_if<program::Load>(&operation))
    return load->address;
  if (const auto *store = std::get_if<program::Store>(&operation))
    return store->address;
  if (const auto *release = std::get_if<program::Free>(&operation))
    return release->address;
  if (const auto *query = std::get_if<program::ObjectSize>(&operation))
    return query->address;
  return nullptr;
}

} // namespace

Objects::Objects(const program::Program &program)
    : program_(program), pointsTo_(program), parallelism_(program), escape_(program, pointsTo_, parallelism_) {
  std::vector<std::set<CfaId>> accessors(pointsTo_.objectCount());
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const Expr address = addressOf(instruction.operation))
          for (const analysis::Target target : pointsTo_.targets(cfa, address))
            accessors[target.object].insert(cfa);
  const analysis::StrongComponents components(program.cfas[0]);
  std::set<AbstractObject> seen;
  for (const program::Action &action : program.cfas[0].actions)
    for (const program::Instruction &instruction : action.instructions)
      if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation)) {
        const AbstractObject object = pointsTo_.objectAt(allocate->site, 0);
        const bool isFirst = seen.insert(object).second;
        if (isFirst && components.of(action.from) != components.of(action.to))
          madeOnce_.insert(object);
        else
          madeOnce_.erase(object);
      }
  owner_.assign(pointsTo_.objectCount(), shared);
  for (AbstractObject object = 1; object < owner_.size(); ++object) {
    if (!pointsTo_.isStatic(object) && !escape_.escapes(object)) {
      owner_[object] = pointsTo_.creatorOf(object);
      continue;
    }
    if (accessors[object].size() != 1)
      continue;
    const CfaId only = *accessors[object].begin();
    if (parallelism_.instances(only) == analysis::Instances::One &&
        (pointsTo_.isStatic(object) || pointsTo_.creatorOf(object) == only))
      owner_[object] = only;
  }
}

program::Storage Objects::storageOf(AbstractObject object) const {
  return program_.sites[pointsTo_.siteOf(siteObject(object))].storage;
}

bool Objects::isTarget(CfaId cfa, Expr address, AbstractObject object) const {
  const auto [entry, isNew] = targets_.try_emplace({cfa, address});
  if (isNew)
    for (const analysis::Target target : pointsTo_.targets(cfa, address))
      entry->second.insert(target.object);
  return entry->second.contains(siteObject(object));
}

std::string Objects::nameOf(AbstractObject object, std::uint64_t offset, std::uint64_t bytes) const {
  if (isStatic(object)) {
    const program::StaticObject &known = program_.objects[object];
    return known.name + program_.types.cellAt(known.type, offset, bytes).path;
  }
  const program::AllocationSite &site = program_.sites[pointsTo_.siteOf(siteObject(object))];
  return fmt::format("{} of {}", site.name, program_.sources.describe(program_.sources.userSpan(site.span)));
}

} // namespace heddle::engines::modular
