// Objects all of whose bytes are always initialised.
//
// Static objects with known initial bytes and zeroed allocations are initialised when their lifetime begins. The
// only operation that makes a byte uninitialised is a copying Store, and only if the copying Load before it read
// an uninitialised byte. Hence "may be uninitialised" propagates from object to object along copies, up to a
// fixed point. The analysis is flow-insensitive: a local variable that is always assigned first still may be
// uninitialised.
#include "analysis/initialisation.hpp"

#include <algorithm>
#include <map>

namespace heddle::analysis {

using namespace program;

namespace {

struct Copy {
  TargetSet from;
  bool fromAnywhere = false; // the source is a wild pointer
  TargetSet to;
};

/// The copies in one thread function, by the register that holds the bytes in between.
std::map<RegisterId, Copy> copiesOf(const Program &program, CfaId id, const PointsTo &pointsTo) {
  std::map<RegisterId, Copy> copies;
  const auto add = [](TargetSet &set, const TargetSet &more) { set.insert(set.end(), more.begin(), more.end()); };
  for (const Action &action : program.cfas[id].actions)
    for (const Instruction &instruction : action.instructions) {
      if (const auto *load = std::get_if<Load>(&instruction.operation); load != nullptr && load->access.copy) {
        const TargetSet from = pointsTo.targets(id, load->address);
        copies[load->target].fromAnywhere |= from.empty();
        add(copies[load->target].from, from);
      }
      if (const auto *store = std::get_if<Store>(&instruction.operation); store != nullptr && store->access.copy)
        add(copies[store->value->index].to, pointsTo.targets(id, store->address));
    }
  return copies;
}

} // namespace

Initialisation::Initialisation(const Program &program, const PointsTo &pointsTo)
    : pointsTo_(pointsTo), mayBeUninitialised_(pointsTo.objectCount(), false) {
  for (ObjectId id = 1; id < program.objects.size(); ++id)
    mayBeUninitialised_[id] = !program.objects[id].initial && program.objects[id].size != 0;
  std::vector<Copy> all;
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    for (const Action &action : program.cfas[id].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *allocate = std::get_if<Allocate>(&instruction.operation);
            allocate != nullptr && !allocate->zeroed)
          mayBeUninitialised_[pointsTo.objectAt(allocate->site, id)] = true;
    for (auto &[reg, copy] : copiesOf(program, id, pointsTo))
      all.push_back(std::move(copy));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Copy &copy : all) {
      if (!copy.fromAnywhere && !mayBeUninitialised(copy.from))
        continue;
      for (const Target target : copy.to) {
        changed |= !mayBeUninitialised_[target.object];
        mayBeUninitialised_[target.object] = true;
      }
    }
  }
}

bool Initialisation::mayBeUninitialised(const TargetSet &targets) const {
  return std::any_of(targets.begin(), targets.end(),
                     [this](Target target) { return mayBeUninitialised_[target.object]; });
}

bool Initialisation::isInitialised(CfaId cfa, const Load &load) const {
  const TargetSet targets = pointsTo_.targets(cfa, load.address);
  return !targets.empty() && !mayBeUninitialised(targets);
}

} // namespace heddle::analysis
