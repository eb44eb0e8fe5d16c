// A lock that the program fills with other values than its initialiser (memset, an assignment to its bytes) is one that
// was never initialised, and a thread that waits for it would wait for ever. The models check this before they use an
// object, in a step of its own, by volatile loads (runtime/heddle.h). Almost no program writes to its locks: where
// points-to analysis finds no such write, each of these loads becomes a constant that passes the check, and the cleanup
// removes the step. Zero is the value of every static initialiser, so that writing it is harmless.
#include "transform/overwritten_locks.hpp"

#include "analysis/escape.hpp"
#include "analysis/points_to.hpp"

#include <algorithm>
#include <set>

namespace heddle::transform {

using namespace program;
using analysis::Region;
using analysis::RegionSet;

namespace {

bool isCheck(const Program &program, const Instruction &instruction) {
  const auto *load = std::get_if<Load>(&instruction.operation);
  return load != nullptr && load->access.isVolatile && load->access.order == MemoryOrder::Relaxed &&
         program.sources.isRuntime(instruction.span.file);
}

bool hasChecks(const Program &program) {
  return std::ranges::any_of(program.cfas, [&](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const Action &action) {
      return std::ranges::any_of(action.instructions,
                                 [&](const Instruction &instruction) { return isCheck(program, instruction); });
    });
  });
}

/// Whether the bytes of the static object that a copy reads are zero, and stay so.
bool readsZeros(const Program &program, const Load &load) {
  if (!load.address->isConstant())
    return false;
  const ObjectId id = program.pointers.object(load.address->value);
  if (id == nullObject || id >= program.objects.size())
    return false;
  const StaticObject &object = program.objects[id];
  const std::uint64_t begin = program.pointers.offset(load.address->value);
  const std::uint64_t end = begin + load.width / 8U;
  return object.kind == StaticObject::Kind::Constant && object.initial && end <= object.initial->size() &&
         std::all_of(object.initial->begin() + static_cast<std::ptrdiff_t>(begin),
                     object.initial->begin() + static_cast<std::ptrdiff_t>(end),
                     [](std::uint8_t byte) { return byte == 0; });
}

/// Registers that a copy loads, and only from memory that is zero.
std::set<RegisterId> zeroCopies(const Program &program, const Cfa &cfa) {
  std::set<RegisterId> zero;
  std::set<RegisterId> other;
  for (const Action &action : cfa.actions)
    for (const Instruction &instruction : action.instructions)
      if (const auto *load = std::get_if<Load>(&instruction.operation); load != nullptr && load->access.copy)
        (readsZeros(program, *load) ? zero : other).insert(load->target);
  std::erase_if(zero, [&](RegisterId id) { return other.contains(id); });
  return zero;
}

/// Where code other than that of the models of synchronisation may write something other than zero.
RegionSet writtenByProgram(const Program &program, const analysis::PointsTo &pointsTo) {
  RegionSet written;
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    const Cfa &cfa = program.cfas[id];
    const std::set<RegisterId> zeros = zeroCopies(program, cfa);
    for (const Action &action : cfa.actions)
      for (const Instruction &instruction : action.instructions) {
        const auto *store = std::get_if<Store>(&instruction.operation);
        if (store == nullptr || (store->value->isConstant() && store->value->value == 0) ||
            (store->access.copy && store->value->isRegister() && zeros.contains(store->value->index)))
          continue;
        // The models write their objects atomically, or in an atomic block.
        if (program.sources.isRuntime(instruction.span.file) &&
            (isAtomic(store->access.order) || cfa.locations[action.from].atomic))
          continue;
        const RegionSet regions = pointsTo.regions(id, store->address, store->value->width / 8U);
        written.insert(written.end(), regions.begin(), regions.end());
      }
  }
  // A wild pointer is undefined behaviour by itself.
  std::erase_if(written, [](const Region &region) { return region.kind == Region::Kind::Anywhere; });
  analysis::normalise(written);
  return written;
}

} // namespace

bool removeNeedlessLockChecks(Program &program) {
  if (!hasChecks(program))
    return false;
  const analysis::PointsTo pointsTo(program);
  const RegionSet written = writtenByProgram(program, pointsTo);
  bool isChanged = false;
  for (CfaId id = 0; id < program.cfas.size(); ++id)
    for (Action &action : program.cfas[id].actions)
      for (Instruction &instruction : action.instructions) {
        if (!isCheck(program, instruction))
          continue;
        auto &load = std::get<Load>(instruction.operation);
        load.access.isVolatile = false;
        if (mayOverlap(pointsTo.regions(id, load.address, load.width / 8U), written))
          continue;
        isChanged = true;
        instruction.operation = Assign{load.target, program.expressions->constant(0, load.width)};
      }
  analysis::keepBlockEntriesVisible(program);
  return isChanged;
}

} // namespace heddle::transform
