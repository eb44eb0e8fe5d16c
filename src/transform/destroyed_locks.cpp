// A synchronisation object that is destroyed must not be used any more. Each operation of the models therefore loads a
// mark of its object, which its destruction sets (runtime/heddle.h). Where no operation can come after a destruction,
// the load becomes a constant that passes the check, and is removed. This is so for what main does before it destroys
// its objects; threads that main joins are seen to have ended only if the analysis knows at this point, before
// registers are merged, that the handle is not main's own (analysis/own_handle).
//
// An operation can come after a destruction of what may be the same object if the thread that destroys can get there,
// or if another thread can that may be alive at the destruction, or that is started later. The object is a new one
// again when it has been initialised, which is only certain for static objects, or when it is a local that is released.
#include "transform/destroyed_locks.hpp"

#include "analysis/escape.hpp"
#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"

#include <algorithm>
#include <set>

namespace heddle::transform {

using namespace program;
using analysis::ProgramPoint;
using analysis::Region;
using analysis::RegionSet;

namespace {

bool isOfRuntime(const Program &program, const Instruction &instruction) {
  return program.sources.isRuntime(instruction.span.file);
}

bool readsMark(const Program &program, const Instruction &instruction) {
  const auto *load = std::get_if<Load>(&instruction.operation);
  return load != nullptr && load->access.isVolatile && load->access.order == MemoryOrder::Acquire &&
         isOfRuntime(program, instruction);
}

template <typename Visit> void forEachPoint(const Program &program, const Visit &visit) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action) {
      const std::vector<Instruction> &instructions = program.cfas[cfa].actions[action].instructions;
      for (std::size_t i = 0; i < instructions.size(); ++i)
        visit(ProgramPoint{cfa, action, i}, instructions[i]);
    }
}

bool hasMarks(const Program &program) {
  bool result = false;
  forEachPoint(program, [&](ProgramPoint, const Instruction &i) { result = result || readsMark(program, i); });
  return result;
}

bool isDestroySync(const Instruction &instruction) {
  const auto *sync = std::get_if<Sync>(&instruction.operation);
  return sync != nullptr && sync->kind == SyncKind::Destroy;
}

/// A write of a model that may mark an object as destroyed, and what its thread may do afterwards.
struct Mark {
  ProgramPoint point;
  RegionSet regions;
  std::set<ActionId> after; // actions of its automaton; the rest of its own action not included
  std::set<CfaId> started;  // functions of threads that it may start afterwards
};

class Marks {
public:
  explicit Marks(const Program &program) : program_(program), pointsTo_(program), parallelism_(program) {
    forEachPoint(program, [&](ProgramPoint point, const Instruction &instruction) {
      if (isDestroySync(instruction))
        collect(point);
    });
    for (Mark &mark : marks_)
      follow(mark);
  }

  /// Whether the check at the point may come after the destruction of its object.
  bool mayPrecede(ProgramPoint check, const Load &load) const {
    const RegionSet regions = pointsTo_.regions(check.cfa, load.address, load.width / 8U);
    return std::ranges::any_of(
        marks_, [&](const Mark &mark) { return mayOverlap(mark.regions, regions) && mayFollow(mark, check); });
  }

private:
  const Instruction &at(ProgramPoint point) const {
    return program_.cfas[point.cfa].actions[point.action].instructions[point.instruction];
  }

  /// The stores that come after the destruction in its atomic block.
  void collect(ProgramPoint destruction) {
    const Cfa &cfa = program_.cfas[destruction.cfa];
    std::set<ActionId> seen;
    std::vector<ProgramPoint> open{destruction};
    while (!open.empty()) {
      ProgramPoint point = open.back();
      open.pop_back();
      const Action &action = cfa.actions[point.action];
      for (; point.instruction < action.instructions.size(); ++point.instruction) {
        const Instruction &instruction = action.instructions[point.instruction];
        const auto *store = std::get_if<Store>(&instruction.operation);
        if (store == nullptr || !isOfRuntime(program_, instruction) ||
            (store->value->isConstant() && store->value->value == 0))
          continue;
        marks_.push_back({point, pointsTo_.regions(point.cfa, store->address, store->value->width / 8U), {}, {}});
      }
      if (cfa.locations[action.to].atomic)
        for (const ActionId next : cfa.outgoing[action.to])
          if (seen.insert(next).second)
            open.push_back({point.cfa, next, 0});
    }
  }

  bool isMark(ProgramPoint point) const {
    return std::ranges::any_of(marks_, [&](const Mark &mark) {
      return mark.point.cfa == point.cfa && mark.point.action == point.action &&
             mark.point.instruction == point.instruction;
    });
  }

  /// Whether the object that is marked is a new one after this instruction.
  bool endsMark(const Mark &mark, ProgramPoint point) const {
    const Operation &operation = at(point).operation;
    if (const auto *store = std::get_if<Store>(&operation)) {
      const auto &marking = std::get<Store>(at(mark.point).operation);
      return isOfRuntime(program_, at(point)) && store->address->isConstant() && store->address == marking.address &&
             !isMark(point);
    }
    const auto *released = std::get_if<Free>(&operation);
    if (released == nullptr || released->storage != Storage::Stack || mark.regions.size() != 1 ||
        mark.regions.front().kind != Region::Kind::Site)
      return false;
    const RegionSet regions = pointsTo_.regions(point.cfa, released->address, 1);
    return regions.size() == 1 && regions.front().kind == Region::Kind::Site &&
           regions.front().id == mark.regions.front().id;
  }

  void follow(Mark &mark) const {
    const Cfa &cfa = program_.cfas[mark.point.cfa];
    std::vector<ProgramPoint> open{{mark.point.cfa, mark.point.action, mark.point.instruction + 1}};
    while (!open.empty()) {
      ProgramPoint point = open.back();
      open.pop_back();
      const Action &action = cfa.actions[point.action];
      bool isEnded = false;
      for (; !isEnded && point.instruction < action.instructions.size(); ++point.instruction) {
        if (const auto *spawn = std::get_if<Spawn>(&action.instructions[point.instruction].operation))
          mark.started.insert(spawn->cfa);
        isEnded = endsMark(mark, point);
      }
      if (isEnded)
        continue;
      for (const ActionId next : cfa.outgoing[action.to])
        if (mark.after.insert(next).second)
          open.push_back({point.cfa, next, 0});
    }
  }

  bool mayFollow(const Mark &mark, ProgramPoint check) const {
    if (check.cfa == mark.point.cfa &&
        (mark.after.contains(check.action) ||
         (check.action == mark.point.action && check.instruction > mark.point.instruction)))
      return true;
    if (parallelism_.contains(parallelism_.othersAt(mark.point), check.cfa))
      return true;
    return std::ranges::any_of(
        mark.started, [&](CfaId started) { return started == check.cfa || parallelism_.mayStart(started, check.cfa); });
  }

  const Program &program_;
  analysis::PointsTo pointsTo_;
  analysis::Parallelism parallelism_;
  std::vector<Mark> marks_;
};

} // namespace

bool removeNeedlessDestructionChecks(Program &program) {
  if (!hasMarks(program))
    return false;
  std::vector<ProgramPoint> needless;
  const Marks marks(program);
  forEachPoint(program, [&](ProgramPoint point, const Instruction &instruction) {
    if (readsMark(program, instruction) && !marks.mayPrecede(point, std::get<Load>(instruction.operation)))
      needless.push_back(point);
  });
  for (const ProgramPoint &point : needless) {
    Operation &operation = program.cfas[point.cfa].actions[point.action].instructions[point.instruction].operation;
    const Load load = std::get<Load>(operation);
    operation = Assign{load.target, program.expressions->constant(0, load.width)};
  }
  for (Cfa &cfa : program.cfas)
    for (Action &action : cfa.actions)
      for (Instruction &instruction : action.instructions)
        if (readsMark(program, instruction)) {
          auto &load = std::get<Load>(instruction.operation);
          load.access.isVolatile = false;
          load.access.order = MemoryOrder::Relaxed;
        }
  analysis::keepBlockEntriesVisible(program);
  return !needless.empty();
}

} // namespace heddle::transform
