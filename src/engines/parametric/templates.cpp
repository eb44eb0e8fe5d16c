#include "engines/parametric/templates.hpp"

#include "analysis/escape.hpp"
#include "analysis/joins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::engines::parametric {

using analysis::Region;
using program::CfaId;

Templates::Templates(const program::Program &program, const analysis::PointsTo &pointsTo, const Mutator &mutator)
    : program_(program), mutator_(mutator) {
  const analysis::Parallelism parallelism(program);
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    single_.push_back(parallelism.instances(cfa) != analysis::Instances::Many);
    keepsHandle_.push_back(program.cfas[cfa].self != program::noRegister);
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (program::writtenRegister(instruction.operation) == program.cfas[cfa].self)
          keepsHandle_[cfa] = false;
  }
  handlesAreFresh_ = mutator_.is(Mutation::HandlesAreFresh) || !mayStartAfterJoin();
  findObstacle(pointsTo, parallelism);
  joinsAreValid_ = !obstacle_ && analysis::joinsAreValid(program, pointsTo);
  findHandleCells(pointsTo);
}

/// Whether a thread may be started after another one has been joined or detached, so that it may get its handle. Only
/// main is analysed precisely.
bool Templates::mayStartAfterJoin() const {
  const auto releases = [](const program::Instruction &instruction) {
    return std::holds_alternative<program::Join>(instruction.operation) ||
           std::holds_alternative<program::Detach>(instruction.operation);
  };
  const auto starts = [](const program::Instruction &instruction) {
    return std::holds_alternative<program::Spawn>(instruction.operation);
  };
  const auto anyIn = [](const program::Cfa &cfa, const auto &is) {
    return std::any_of(cfa.actions.begin(), cfa.actions.end(), [&](const program::Action &action) {
      return std::any_of(action.instructions.begin(), action.instructions.end(), is);
    });
  };
  bool othersStart = false;
  for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa) {
    if (anyIn(program_.cfas[cfa], releases))
      return true;
    othersStart = othersStart || anyIn(program_.cfas[cfa], starts);
  }
  const program::Cfa &main = program_.cfas[0];
  if (!anyIn(main, releases))
    return false;
  if (othersStart)
    return true;
  std::vector<bool> isAfter(main.locations.size());
  std::vector<program::LocationId> pending;
  const auto reach = [&](program::LocationId location) {
    if (!isAfter[location])
      pending.push_back(location);
    isAfter[location] = true;
  };
  for (const program::Action &action : main.actions) {
    const auto &all = action.instructions;
    const auto first = std::find_if(all.begin(), all.end(), releases);
    if (std::any_of(first, all.end(), starts))
      return true;
    if (first != all.end())
      reach(action.to);
  }
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId id : main.outgoing[at]) {
      if (std::any_of(main.actions[id].instructions.begin(), main.actions[id].instructions.end(), starts))
        return true;
      reach(main.actions[id].to);
    }
  }
  return false;
}

/// An object that several threads may reach must be static: the objects of a thread are part of its own state.
void Templates::findObstacle(const analysis::PointsTo &pointsTo, const analysis::Parallelism &parallelism) {
  if (!single_[0]) {
    obstacle_ = "main is started as a thread, which is not supported for any number of threads";
    return;
  }
  const analysis::Escape escape(program_, pointsTo, parallelism);
  for (analysis::AbstractObject object = 1; object < pointsTo.objectCount() && !obstacle_; ++object) {
    if (pointsTo.isStatic(object) || !escape.escapes(object))
      continue;
    const program::AllocationSite &site = program_.sites[pointsTo.siteOf(object)];
    obstacle_ = fmt::format("{} at {}, which several threads may reach, is not supported for any number of threads",
                            site.storage == program::Storage::Heap ? "the object that is allocated"
                                                                   : fmt::format("the local variable '{}'", site.name),
                            program_.sources.describe(program_.sources.userSpan(site.span)));
  }
}

bool Templates::isHandle(const program::Cfa &cfa, program::Expr value) const {
  if (value->isConstant())
    return value->value == 0;
  if (value->kind == program::ExprKind::Ite)
    return isHandle(cfa, value->args[1]) && isHandle(cfa, value->args[2]);
  return value->isRegister() && value->index == cfa.self &&
         keepsHandle_[static_cast<CfaId>(&cfa - program_.cfas.data())];
}

void Templates::findHandleCells(const analysis::PointsTo &pointsTo) {
  struct Written {
    Region region;
    bool isHandle = false;
    bool isZero = false;
    unsigned bytes = 0;
  };
  std::vector<Written> all;
  for (CfaId id = 0; id < program_.cfas.size(); ++id) {
    const program::Cfa &cfa = program_.cfas[id];
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *store = std::get_if<program::Store>(&instruction.operation);
        if (store == nullptr)
          continue;
        const unsigned bytes = store->value->width / 8U;
        for (const Region &region : pointsTo.regions(id, store->address, bytes))
          all.push_back({region, isHandle(cfa, store->value), store->value->isConstant(), bytes});
      }
  }
  std::set<std::pair<program::ObjectId, std::uint64_t>> seen;
  for (const Written &candidate : all) {
    const Region &at = candidate.region;
    if (!candidate.isHandle || candidate.isZero || at.kind != Region::Kind::Object ||
        at.end != at.begin + candidate.bytes)
      continue;
    const program::StaticObject &object = program_.objects[at.id];
    if (!object.initial || at.end > object.initial->size() || !seen.emplace(at.id, at.begin).second)
      continue;
    const bool startsAsZero = std::all_of(object.initial->begin() + static_cast<std::ptrdiff_t>(at.begin),
                                          object.initial->begin() + static_cast<std::ptrdiff_t>(at.end),
                                          [](std::uint8_t byte) { return byte == 0; });
    const bool holdsHandles = std::all_of(all.begin(), all.end(), [&](const Written &other) {
      return !analysis::mayOverlap(other.region, at) || (other.isHandle && other.region == at);
    });
    if (startsAsZero && holdsHandles)
      handleCells_.push_back({at.id, at.begin, candidate.bytes});
  }
}

} // namespace heddle::engines::parametric
