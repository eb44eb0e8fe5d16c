// An object qualifies if main allocates it outside of all loops, so at most once, with a size that is a constant, if
// another thread may get a pointer to it, and if only main ends its life. Then there is one such object at most, and
// its address may be a constant from the beginning: a pointer to it exists only after its allocation.
//
// The end of its life is kept as a flag, the *end mark*: a byte of static memory that is zero while the object lives.
// Free stores to it, and so does the end of main's thread, for objects on the stack; accesses that may come after that,
// by other threads or by main, load it and check that it is zero. These loads and stores are plain accesses, so that an
// access that races with the end of the life does so as well. In an action that may be disabled after the access, the
// check would come before a guard; there, an action beside it is enabled if the check fails, and fails.
//
// Which accesses may go to the object is decided by points-to analysis, as for accesses that are local.
#include "transform/lasting_objects.hpp"

#include "analysis/strong_components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::transform {

namespace {

using analysis::AbstractObject;
using analysis::ProgramPoint;
using program::Action;
using program::ActionId;
using program::CfaId;
using program::Expr;
using program::Instruction;
using program::LocationId;
using program::ObjectId;
using program::RegisterId;

constexpr std::uint64_t largest = std::uint64_t{1} << 20; // bytes of an object

/// What an operation does with an address.
struct Use {
  Expr address = nullptr;
  program::Access access = {};
  bool isAccess = false; // a Load or Store
};

Use useOf(const program::Operation &operation) {
  if (const auto *load = std::get_if<program::Load>(&operation))
    return {load->address, load->access, true};
  if (const auto *store = std::get_if<program::Store>(&operation))
    return {store->address, store->access, true};
  if (const auto *free = std::get_if<program::Free>(&operation))
    return {free->address, free->access};
  if (const auto *query = std::get_if<program::ObjectSize>(&operation))
    return {query->address};
  return {};
}

template <typename Visit> void forEachInstruction(const program::Program &program, const Visit &visit) {
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action)
      for (std::size_t i = 0; i < program.cfas[cfa].actions[action].instructions.size(); ++i)
        visit(ProgramPoint{cfa, action, i}, program.cfas[cfa].actions[action].instructions[i]);
}

/// The locations of main that an execution may reach after the action.
std::vector<bool> locationsAfter(const program::Cfa &cfa, const Action &action) {
  std::vector<bool> reached(cfa.locations.size());
  std::vector<LocationId> pending{action.to};
  reached[action.to] = true;
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    for (const ActionId next : cfa.outgoing[at])
      if (const LocationId to = cfa.actions[next].to; !reached[to]) {
        reached[to] = true;
        pending.push_back(to);
      }
  }
  return reached;
}

class Conversion {
public:
  Conversion(const program::Program &program, const analysis::PointsTo &pointsTo, const analysis::Escape &escape)
      : program_(program), pointsTo_(pointsTo), escape_(escape) {}

  std::optional<program::Program> run() {
    findObjects();
    if (!lasting_.empty())
      findUses();
    if (lasting_.empty())
      return std::nullopt;
    result_ = program_;
    for (auto &[abstract, object] : lasting_)
      add(object);
    for (CfaId cfa = 0; cfa < result_.cfas.size(); ++cfa)
      rewrite(cfa);
    return std::move(result_);
  }

private:
  struct Lasting {
    program::SiteId site = 0;
    std::uint64_t size = 0;
    bool isZeroed = false;
    std::vector<ActionId> ends = {}; // of its life
    std::vector<bool> afterEnd = {}; // by location of main
    ObjectId object = program::nullObject;
    ObjectId endMark = program::nullObject; // null: its life never ends
  };

  void findObjects();
  void findUses();
  void add(Lasting &object);
  void rewrite(CfaId cfa);
  void rewrite(CfaId cfa, ActionId action);
  /// The objects that the access may go to although they may be gone.
  std::vector<const Lasting *> mayBeGone(CfaId cfa, const Action &action, std::size_t index) const;
  void endLife(CfaId cfa, const program::Free &free, program::SourceSpan span, const Lasting &object,
               std::vector<Instruction> &line);
  void storeEnd(const Lasting &object, Expr value, bool shared, program::SourceSpan span,
                std::vector<Instruction> &line);
  RegisterId loadMark(CfaId cfa, const Lasting &object, bool shared, program::SourceSpan span,
                      std::vector<Instruction> &line);
  Expr isAlive(RegisterId mark, const Lasting &object, Expr address, bool isOnlyTarget);
  bool isOnStack(const Lasting &object) const { return program_.sites[object.site].storage == program::Storage::Stack; }
  const Lasting *ofAllocation(CfaId cfa, const program::Allocate &allocate) const;

  Expr pointer(ObjectId object) { return pool().constant(program_.pointers.pointer(object), program_.pointers.width); }
  program::ExprPool &pool() { return *program_.expressions; }

  const program::Program &program_;
  const analysis::PointsTo &pointsTo_;
  const analysis::Escape &escape_;
  std::map<AbstractObject, Lasting> lasting_;
  program::Program result_;
};

void Conversion::findObjects() {
  const program::Cfa &main = program_.cfas[0];
  const analysis::StrongComponents components(main);
  std::set<AbstractObject> seen;
  for (const Action &action : main.actions)
    for (const Instruction &instruction : action.instructions) {
      const auto *allocate = std::get_if<program::Allocate>(&instruction.operation);
      if (allocate == nullptr)
        continue;
      const AbstractObject object = pointsTo_.objectAt(allocate->site, 0);
      if (!seen.insert(object).second)
        lasting_.erase(object); // two actions allocate at the site
      else if (allocate->storage != program::Storage::ThreadLocal && allocate->size->isConstant() &&
               allocate->size->value <= largest && allocate->size->value != 0 &&
               components.of(action.from) != components.of(action.to) && escape_.escapes(object))
        lasting_[object] = {.site = allocate->site,
                            .size = static_cast<std::uint64_t>(allocate->size->value),
                            .isZeroed = allocate->zeroed};
    }
}

/// Leaves out objects that are used in ways that a static one cannot be, and finds the ends of lives.
void Conversion::findUses() {
  forEachInstruction(program_, [&](ProgramPoint point, const Instruction &instruction) {
    if (point.cfa == 0 && std::holds_alternative<program::EndThread>(instruction.operation))
      for (auto &[abstract, object] : lasting_)
        if (isOnStack(object))
          object.ends.push_back(point.action);
    const Use use = useOf(instruction.operation);
    if (use.address == nullptr || use.isAccess)
      return;
    const analysis::TargetSet targets = pointsTo_.targets(point.cfa, use.address);
    const auto *free = std::get_if<program::Free>(&instruction.operation);
    for (const analysis::Target &target : targets) {
      const auto found = lasting_.find(target.object);
      if (found == lasting_.end())
        continue;
      const bool isEnd = free != nullptr && point.cfa == 0 && targets.size() == 1 && target.hasOffset() &&
                         target.offset == 0 && free->storage == program_.sites[found->second.site].storage;
      if (isEnd)
        found->second.ends.push_back(point.action);
      else
        lasting_.erase(found);
    }
  });
  for (auto &[abstract, object] : lasting_) {
    object.afterEnd.resize(program_.cfas[0].locations.size());
    for (const ActionId action : object.ends) {
      const std::vector<bool> after = locationsAfter(program_.cfas[0], program_.cfas[0].actions[action]);
      for (LocationId at = 0; at < after.size(); ++at)
        object.afterEnd[at] = object.afterEnd[at] || after[at];
    }
  }
}

void Conversion::add(Lasting &object) {
  const program::AllocationSite &site = program_.sites[object.site];
  const auto zeroes = [](std::uint64_t size) { return std::vector<std::uint8_t>(size); };
  program::StaticObject made{
      .name = isOnStack(object)
                  ? site.name
                  : fmt::format("{} of {}", site.name, program_.sources.describe(program_.sources.userSpan(site.span))),
      .size = object.size,
      .initial = object.isZeroed ? std::optional(zeroes(object.size)) : std::nullopt,
      .type = site.type,
      .span = site.span};
  object.object = static_cast<ObjectId>(result_.objects.size());
  result_.objects.push_back(made);
  if (object.ends.empty())
    return;
  object.endMark = static_cast<ObjectId>(result_.objects.size());
  made.name = "end of the life of " + made.name;
  made.size = 1;
  made.initial = zeroes(1);
  made.type = program::unknownType;
  result_.objects.push_back(made);
}

std::vector<const Conversion::Lasting *> Conversion::mayBeGone(CfaId cfa, const Action &action,
                                                               std::size_t index) const {
  std::vector<const Lasting *> found;
  const Use use = useOf(action.instructions[index].operation);
  if (!use.isAccess)
    return found;
  AbstractObject last = 0;
  for (const analysis::Target &target : pointsTo_.targets(cfa, use.address)) {
    const auto object = lasting_.find(target.object);
    if (target.object == std::exchange(last, target.object) || object == lasting_.end() || object->second.ends.empty())
      continue;
    // Main's own accesses before the end of the life are ordered with it.
    if (cfa != 0 || object->second.afterEnd[action.from] || std::ranges::any_of(object->second.ends, [&](ActionId end) {
          return &program_.cfas[0].actions[end] == &action;
        }))
      found.push_back(&object->second);
  }
  return found;
}

RegisterId Conversion::loadMark(CfaId cfa, const Lasting &object, bool shared, program::SourceSpan span,
                                std::vector<Instruction> &line) {
  const auto mark = static_cast<RegisterId>(result_.cfas[cfa].registers.size());
  result_.cfas[cfa].registers.push_back({.name = fmt::format("%end{}", mark), .width = 8});
  line.push_back(
      {program::Load{.target = mark, .address = pointer(object.endMark), .width = 8, .access = {.shared = shared}},
       span});
  return mark;
}

Expr Conversion::isAlive(RegisterId mark, const Lasting &object, Expr address, bool isOnlyTarget) {
  const Expr isZero = pool().eq(pool().reg(mark, 8), pool().constant(0, 8));
  if (isOnlyTarget)
    return isZero;
  const unsigned width = program_.pointers.width;
  return pool().disjunction(isZero, pool().make(program::ExprKind::Ule, pool().constant(object.size, width),
                                                pool().sub(address, pointer(object.object))));
}

void Conversion::endLife(CfaId cfa, const program::Free &free, program::SourceSpan span, const Lasting &object,
                         std::vector<Instruction> &line) {
  const Expr one = pool().constant(1, 8);
  Expr after = one;
  if (free.storage == program::Storage::Heap) {
    const RegisterId mark = loadMark(cfa, object, free.access.shared, span, line);
    const Expr isNull = pool().eq(free.address, pool().constant(0, program_.pointers.width));
    // Two checks, because each fails under a conjunction, which analyses follow better.
    const auto require = [&](Expr condition, const char *what) {
      line.push_back({program::Check{.condition = pool().disjunction(isNull, condition),
                                     .property = program::Property::ValidFree,
                                     .message = what},
                      span});
    };
    require(pool().eq(free.address, pointer(object.object)),
            "free of something that is not the start of an allocated object");
    require(isAlive(mark, object, free.address, true), "free of an object after the end of its life");
    after = pool().ite(isNull, pool().reg(mark, 8), one);
  }
  storeEnd(object, after, free.access.shared, span, line);
}

void Conversion::storeEnd(const Lasting &object, Expr value, bool shared, program::SourceSpan span,
                          std::vector<Instruction> &line) {
  line.push_back(
      {program::Store{.address = pointer(object.endMark), .value = value, .access = {.shared = shared}}, span});
}

const Conversion::Lasting *Conversion::ofAllocation(CfaId cfa, const program::Allocate &allocate) const {
  if (cfa != 0)
    return nullptr;
  const auto found = lasting_.find(pointsTo_.objectAt(allocate.site, 0));
  return found == lasting_.end() ? nullptr : &found->second;
}

void Conversion::rewrite(CfaId cfa) {
  const std::size_t count = program_.cfas[cfa].actions.size(); // those that are added need no changes
  for (ActionId action = 0; action < count; ++action)
    rewrite(cfa, action);
}

void Conversion::rewrite(CfaId cfa, ActionId id) {
  const Action &action = program_.cfas[cfa].actions[id];
  std::vector<Instruction> line;
  for (std::size_t i = 0; i < action.instructions.size(); ++i) {
    const Instruction &instruction = action.instructions[i];
    if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation))
      if (const Lasting *object = ofAllocation(cfa, *allocate)) {
        line.push_back({program::Assign{allocate->target, pointer(object->object)}, instruction.span});
        continue;
      }
    if (const auto *free = std::get_if<program::Free>(&instruction.operation); free != nullptr && cfa == 0)
      if (const analysis::TargetSet targets = pointsTo_.targets(cfa, free->address); targets.size() == 1)
        if (const auto object = lasting_.find(targets.front().object); object != lasting_.end()) {
          endLife(cfa, *free, instruction.span, object->second, line);
          continue;
        }
    if (cfa == 0 && std::holds_alternative<program::EndThread>(instruction.operation))
      for (const auto &[abstract, object] : lasting_)
        if (isOnStack(object))
          storeEnd(object, pool().constant(1, 8), true, instruction.span, line);
    const std::vector<const Lasting *> gone = mayBeGone(cfa, action, i);
    const Use use = useOf(instruction.operation);
    const bool precedesGuard =
        std::any_of(action.instructions.begin() + static_cast<std::ptrdiff_t>(i), action.instructions.end(),
                    [](const Instruction &later) { return std::holds_alternative<program::Guard>(later.operation); });
    for (const Lasting *object : gone) {
      const RegisterId mark = loadMark(cfa, *object, use.access.shared, instruction.span, line);
      const bool isOnlyTarget = gone.size() == 1 && pointsTo_.targets(cfa, use.address).size() == 1;
      const Expr alive = isAlive(mark, *object, use.address, isOnlyTarget);
      const auto check = [&](Expr condition) {
        return Instruction{program::Check{.condition = condition,
                                          .property = program::Property::ValidDeref,
                                          .message = "access to an object after the end of its life"},
                           instruction.span};
      };
      if (!precedesGuard) {
        line.push_back(check(alive));
        continue;
      }
      std::vector<Instruction> failing = line;
      failing.push_back({program::Guard{pool().negate(alive)}, instruction.span});
      failing.push_back(check(pool().boolean(false)));
      result_.cfas[cfa].addAction({.from = action.from, .to = action.to, .instructions = std::move(failing)});
      line.push_back({program::Guard{alive}, instruction.span});
    }
    line.push_back(instruction);
  }
  // A copying Load must be followed by its Store, which may no longer be the case.
  for (Instruction &instruction : line) {
    if (auto *load = std::get_if<program::Load>(&instruction.operation))
      load->access.copy = false;
    else if (auto *store = std::get_if<program::Store>(&instruction.operation))
      store->access.copy = false;
  }
  result_.cfas[cfa].actions[id].instructions = std::move(line);
}

} // namespace

std::optional<program::Program> withLastingObjects(const program::Program &program, const analysis::PointsTo &pointsTo,
                                                   const analysis::Escape &escape) {
  return Conversion(program, pointsTo, escape).run();
}

std::optional<program::Program> withLastingObjects(const program::Program &program) {
  const analysis::PointsTo pointsTo(program);
  const analysis::Parallelism parallelism(program);
  return withLastingObjects(program, pointsTo, analysis::Escape(program, pointsTo, parallelism));
}

} // namespace heddle::transform
