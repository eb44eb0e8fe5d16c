// Which accesses are local, and why that is sound.
//
// An access is local if no other thread can make a conflicting access (to the same bytes, at least one of the
// two writing) concurrently with it. Then it commutes with every step of every other thread that can come
// between it and the thread's previous step, and happens-before orders it with every conflicting access. Hence
// not scheduling at it changes no verdict and hides no data race. An access is shown to be local by one of
// these arguments:
//
//  1. Confined objects. An object made at an allocation site is confined if no pointer to it is ever stored in
//     a static object, passed by Spawn or EndThread, or stored in an object that is not confined itself. By
//     induction over an execution, pointers to the object then exist only in registers of the thread that made
//     it and in confined objects made by that thread, because a thread obtains pointers only from its own
//     registers, from memory to which it already has a pointer, from its argument and from results of threads.
//     Hence one thread makes all accesses, however many instances its function has.
//  2. One instance. Two accesses of the same thread function do not conflict if the function has one instance:
//     program order orders them.
//  3. Before the start, after the join. An access by main while no thread of function f can be alive
//     (parallel.cpp) does not conflict with accesses by f: Spawn or Join orders them.
//  4. Only reads. Two reads commute and never race. Together with 3, this covers memory that is initialised
//     before the first thread starts and never written again.
//
// A Free writes the whole object, whatever its address, so it conflicts with every access to it. Hence an access
// of another thread to main's stack stays visible if main may leave the scope concurrently. EndThread counts as a
// Free of everything that may still be on its thread's stack. Accesses through wild pointers (without targets)
// are undefined behaviour; they stay shared and conflict with nothing. While valid-memtrack is checked, the Free
// of heap memory stays visible unless the thread is alone: another thread may end the program just before it, and
// that is a leak.
//
// An action that enters an atomic block is a scheduling point, because there is none inside the block. If its
// access becomes local while the block remains, an AtomicBegin takes its place as the scheduling point.
#include "analysis/escape.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::analysis {

using namespace program;

namespace {

/// What this analysis needs of Load, Store and Free.
struct MemoryAccess {
  Expr address = nullptr; // null: the operation accesses no memory
  std::uint64_t bytes = 0;
  bool writes = false;
  bool isWhole = false; // ends the object's lifetime
};

static_assert(std::variant_size_v<Operation> == 19, "a new operation: does it access memory?");

MemoryAccess accessOf(const Operation &operation) {
  if (const auto *load = std::get_if<Load>(&operation))
    return {load->address, load->width / 8U, false, false};
  if (const auto *store = std::get_if<Store>(&operation))
    return {store->address, store->value->width / 8U, true, false};
  if (const auto *release = std::get_if<Free>(&operation))
    return {release->address, 0, true, true};
  if (const auto *query = std::get_if<ObjectSize>(&operation))
    return {query->address, 0, false, true};
  return {};
}

Access *accessFlags(Operation &operation) {
  if (auto *load = std::get_if<Load>(&operation))
    return &load->access;
  if (auto *store = std::get_if<Store>(&operation))
    return &store->access;
  if (auto *release = std::get_if<Free>(&operation))
    return &release->access;
  return nullptr;
}

const Operation &operationAt(const Program &program, ProgramPoint point) {
  return program.cfas[point.cfa].actions[point.action].instructions[point.instruction].operation;
}

template <typename Visit> void forEachInstruction(const Program &program, Visit visit) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action)
      for (std::size_t index = 0; index < program.cfas[cfa].actions[action].instructions.size(); ++index)
        visit(ProgramPoint{cfa, action, index});
}

/// If an object has more classes than this, its byte ranges are no longer distinguished.
constexpr std::size_t maxClasses = 2000;

} // namespace

Escape::Escape(const Program &program, const PointsTo &pointsTo, const Parallelism &parallelism)
    : program_(program), pointsTo_(pointsTo), parallelism_(parallelism) {
  findEscaping();
  collectAccesses();
  findConflicts();
}

void Escape::findEscaping() {
  escapes_.assign(pointsTo_.objectCount(), false);
  std::vector<AbstractObject> worklist;
  const auto escape = [&](AbstractObject object) {
    if (escapes_[object])
      return;
    escapes_[object] = true;
    worklist.push_back(object);
  };
  for (AbstractObject object = 0; object < pointsTo_.objectCount(); ++object)
    if (pointsTo_.isStatic(object))
      escape(object);
  for (const Target target : pointsTo_.handedOver())
    escape(target.object);
  while (!worklist.empty()) {
    const AbstractObject object = worklist.back();
    worklist.pop_back();
    for (const Target target : pointsTo_.content(object))
      escape(target.object);
  }
}

Escape::ClassifiedAccess Escape::classify(ProgramPoint point) const {
  ClassifiedAccess result;
  const MemoryAccess access = accessOf(operationAt(program_, point));
  if (access.address == nullptr)
    return result;
  result.isAccess = true;
  const Parallelism::AliveSet others = parallelism_.othersAt(point);
  const TargetSet targets = pointsTo_.targets(point.cfa, access.address);
  result.isWild = targets.empty();
  for (const Target target : targets) {
    if (!escapes_[target.object])
      continue;
    const bool whole = access.isWhole || !target.hasOffset();
    const std::uint64_t begin = whole ? 0 : target.offset;
    const std::uint64_t end = whole ? Region::unbounded : begin + access.bytes;
    result.classes.push_back({target.object, {point.cfa, others, begin, end, access.writes}});
  }
  return result;
}

void Escape::collectAccesses() {
  classes_.resize(pointsTo_.objectCount());
  std::vector<std::vector<AbstractObject>> onStack(program_.cfas.size()); // by the function that allocates them
  for (AbstractObject object = 0; object < pointsTo_.objectCount(); ++object)
    if (!pointsTo_.isStatic(object) && escapes_[object] &&
        program_.sites[pointsTo_.siteOf(object)].storage != Storage::Heap)
      onStack[pointsTo_.creatorOf(object)].push_back(object);
  forEachInstruction(program_, [&](ProgramPoint point) {
    for (const auto &[object, accessClass] : classify(point).classes)
      classes_[object].emplace(accessClass, false);
    if (!std::holds_alternative<EndThread>(operationAt(program_, point)))
      return;
    const AccessClass end{point.cfa, parallelism_.othersAt(point), 0, Region::unbounded, true};
    for (const AbstractObject object : onStack[point.cfa])
      classes_[object].emplace(end, false);
  });
}

bool Escape::mayConflict(const AccessClass &a, const AccessClass &b) const {
  if (!a.writes && !b.writes)
    return false;
  if (a.begin >= b.end || b.begin >= a.end)
    return false;
  return parallelism_.contains(a.others, b.cfa) && parallelism_.contains(b.others, a.cfa);
}

void Escape::findConflicts() {
  for (std::map<AccessClass, bool> &classes : classes_) {
    if (classes.size() <= maxClasses) {
      findConflicts(classes);
      continue;
    }
    std::map<AccessClass, bool> coarse;
    const auto coarsened = [](AccessClass fine) {
      fine.begin = 0;
      fine.end = Region::unbounded;
      return fine;
    };
    for (const auto &[accessClass, conflicts] : classes)
      coarse.emplace(coarsened(accessClass), false);
    findConflicts(coarse);
    for (auto &[accessClass, conflicts] : classes)
      conflicts = coarse.at(coarsened(accessClass));
  }
}

void Escape::findConflicts(std::map<AccessClass, bool> &classes) const {
  for (auto a = classes.begin(); a != classes.end(); ++a)
    for (auto b = a; b != classes.end(); ++b) // a class may conflict with itself: two threads that run the same code
      if ((!a->second || !b->second) && mayConflict(a->first, b->first))
        a->second = b->second = true;
}

bool Escape::isLocal(ProgramPoint point) const {
  const ClassifiedAccess access = classify(point);
  if (!access.isAccess || access.isWild)
    return false;
  return std::none_of(access.classes.begin(), access.classes.end(), [this](const auto &entry) {
    const auto known = classes_[entry.first].find(entry.second);
    assert(known != classes_[entry.first].end() && "an access that was not collected");
    return known->second;
  });
}

std::size_t markLocalAccesses(Program &program) {
  const PointsTo pointsTo(program);
  const Parallelism parallelism(program);
  const Escape escape(program, pointsTo, parallelism);
  const bool checksLeaks = program.properties.contains(Property::ValidMemtrack);
  std::size_t count = 0;
  forEachInstruction(program, [&](ProgramPoint point) {
    Operation &operation = program.cfas[point.cfa].actions[point.action].instructions[point.instruction].operation;
    Access *access = accessFlags(operation);
    if (access == nullptr || !access->shared || !escape.isLocal(point))
      return;
    const auto *release = std::get_if<Free>(&operation);
    if (checksLeaks && release != nullptr && release->storage == Storage::Heap && !parallelism.isAloneAt(point))
      return;
    access->shared = false;
    ++count;
  });
  keepBlockEntriesVisible(program);
  return count;
}

void keepBlockEntriesVisible(Program &program) {
  for (Cfa &cfa : program.cfas)
    for (Action &action : cfa.actions)
      if (!cfa.locations[action.from].atomic && cfa.locations[action.to].atomic && !isVisible(action))
        action.instructions.insert(action.instructions.begin(), {AtomicBegin{}, cfa.locations[action.to].span});
}

} // namespace heddle::analysis
