#include "engines/parametric/templates.hpp"

#include "analysis/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::engines::parametric {

using analysis::Region;
using program::CfaId;

Templates::Templates(const program::Program &program, const analysis::PointsTo &pointsTo) : program_(program) {
  const analysis::Parallelism parallelism(program);
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    single_.push_back(cfa == 0 || parallelism.instances(cfa) != analysis::Instances::Many);
    keepsHandle_.push_back(program.cfas[cfa].self != program::noRegister);
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (program::writtenRegister(instruction.operation) == program.cfas[cfa].self)
          keepsHandle_[cfa] = false;
        handlesAreFresh_ = handlesAreFresh_ && !std::holds_alternative<program::Join>(instruction.operation) &&
                           !std::holds_alternative<program::Detach>(instruction.operation);
      }
  }
  findObstacle(pointsTo, parallelism);
  findHandleCells(pointsTo);
}

/// An object that several threads may reach must be static: the objects of a thread are part of its own state.
void Templates::findObstacle(const analysis::PointsTo &pointsTo, const analysis::Parallelism &parallelism) {
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
