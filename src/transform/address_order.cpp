// An address is compared with another one of the same object all the time (`p < end`), and this is harmless. Whether
// two addresses may be of different objects is decided by points-to analysis: they have different targets, or one
// target that stands for several objects, because it is allocated in a loop or by several threads. Since numbers in
// memory may look like addresses to it, the front end must have seen a comparison of pointers, or of their numbers,
// too.
//
// Differences of addresses, which C defines only within an object, and other computations with their numbers are left
// out, and so is code of the models: memmove compares addresses, but what it does is the same for any order of objects.
#include "transform/address_order.hpp"

#include "analysis/points_to.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace heddle::transform {

using namespace program;

namespace {

bool isOrder(ExprKind kind) {
  return kind == ExprKind::Ult || kind == ExprKind::Ule || kind == ExprKind::Slt || kind == ExprKind::Sle;
}

/// Whether a path leads from the action back to it.
bool isInLoop(const Cfa &cfa, ActionId action) {
  std::vector<bool> isReached(cfa.locations.size());
  std::vector<LocationId> pending{cfa.actions[action].to};
  while (!pending.empty()) {
    const LocationId at = pending.back();
    pending.pop_back();
    if (isReached[at])
      continue;
    isReached[at] = true;
    for (const ActionId next : cfa.outgoing[at])
      pending.push_back(cfa.actions[next].to);
  }
  return isReached[cfa.actions[action].from];
}

class AddressOrder {
public:
  explicit AddressOrder(const Program &program) : program_(program) {}

  /// The first place where the order of addresses matters.
  std::optional<SourceSpan> find() {
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
      seen_.clear();
      for (const Action &action : program_.cfas[cfa].actions)
        for (const Instruction &instruction : action.instructions) {
          if (program_.sources.isRuntime(instruction.span.file))
            continue;
          bool isFound = false;
          forEachExpression(instruction.operation,
                            [&](Expr expression) { isFound = isFound || dependsOnPlace(cfa, expression); });
          if (isFound)
            return instruction.span;
        }
    }
    return std::nullopt;
  }

private:
  bool dependsOnPlace(CfaId cfa, Expr expression) {
    if (!seen_.insert(expression).second)
      return false;
    const unsigned operands = arity(expression->kind);
    if (isOrder(expression->kind) && expression->args[0]->width == program_.pointers.width &&
        mayDiffer(cfa, expression->args[0], expression->args[1]))
      return true;
    for (unsigned i = 0; i < operands; ++i)
      if (dependsOnPlace(cfa, expression->args[i]))
        return true;
    return false;
  }

  analysis::TargetSet targets(CfaId cfa, Expr address) {
    if (address->isConstant())
      return {};
    if (!pointsTo_)
      pointsTo_.emplace(program_);
    return pointsTo_->targets(cfa, address);
  }

  bool isDynamic(const analysis::TargetSet &targets) const {
    return std::ranges::any_of(targets,
                               [&](const analysis::Target &target) { return !pointsTo_->isStatic(target.object); });
  }

  bool mayDiffer(CfaId cfa, Expr a, Expr b) {
    const analysis::TargetSet left = targets(cfa, a);
    if (left.empty())
      return false;
    const analysis::TargetSet right = targets(cfa, b);
    if (right.empty() || !(isDynamic(left) || isDynamic(right)))
      return false;
    const analysis::AbstractObject object = left.front().object;
    const auto isOther = [&](const analysis::Target &target) { return target.object != object; };
    return std::ranges::any_of(left, isOther) || std::ranges::any_of(right, isOther) || standsForSeveral(object);
  }

  /// The site may be in a loop, or several threads may allocate there and see the objects of each other.
  bool standsForSeveral(analysis::AbstractObject object) {
    const CfaId creator = pointsTo_->creatorOf(object);
    if (creator != 0 && isShared(object))
      return true;
    const Cfa &cfa = program_.cfas[creator];
    unsigned allocations = 0;
    for (ActionId id = 0; id < cfa.actions.size(); ++id)
      for (const Instruction &instruction : cfa.actions[id].instructions)
        if (const auto *allocate = std::get_if<Allocate>(&instruction.operation);
            allocate != nullptr && allocate->site == pointsTo_->siteOf(object) &&
            (++allocations > 1 || isInLoop(cfa, id)))
          return true;
    return false;
  }

  /// Whether other threads than the one that has allocated it may reach it.
  bool isShared(analysis::AbstractObject object) {
    if (shared_.empty()) {
      shared_.resize(pointsTo_->objectCount());
      std::vector<analysis::AbstractObject> pending;
      const auto add = [&](const analysis::TargetSet &reached) {
        for (const analysis::Target &target : reached)
          if (!shared_[target.object]) {
            shared_[target.object] = true;
            pending.push_back(target.object);
          }
      };
      add(pointsTo_->handedOver());
      for (analysis::AbstractObject each = 1; each < shared_.size() && pointsTo_->isStatic(each); ++each)
        add(pointsTo_->content(each));
      while (!pending.empty()) {
        const analysis::AbstractObject next = pending.back();
        pending.pop_back();
        add(pointsTo_->content(next));
      }
    }
    return shared_[object];
  }

  const Program &program_;
  std::optional<analysis::PointsTo> pointsTo_; // made when it is needed
  std::vector<bool> shared_;                   // by abstract object; empty until it is needed
  std::set<Expr> seen_;                        // of the automaton
};

} // namespace

void warnOfAddressOrder(Program &program) {
  if (!program.ordersAddresses)
    return;
  if (const std::optional<SourceSpan> found = AddressOrder(program).find())
    program.warnings.push_back(
        {"what happens depends on which of two objects of the heap or of a stack has the lower address, which is "
         "not specified, so no proof can rest on it",
         program.sources.userSpan(*found), true});
}

} // namespace heddle::transform
