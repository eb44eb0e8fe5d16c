// An address is compared with another one of the same object all the time (`p < end`), and this is harmless. Addresses
// are of different objects if points-to analysis finds no object that both may be of; it does not tell objects of one
// allocation site apart. Since numbers in memory may look like addresses to it, the front end must have seen a
// comparison of pointers, or of their numbers, too.
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
        areOfDifferentObjects(cfa, expression->args[0], expression->args[1]))
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

  bool mayBeOnHeap(const analysis::TargetSet &targets) const {
    return std::ranges::any_of(targets, [&](const analysis::Target &target) {
      return !pointsTo_->isStatic(target.object) &&
             program_.sites[pointsTo_->siteOf(target.object)].storage == Storage::Heap;
    });
  }

  bool areOfDifferentObjects(CfaId cfa, Expr a, Expr b) {
    const analysis::TargetSet left = targets(cfa, a);
    const analysis::TargetSet right = targets(cfa, b);
    if (!mayBeOnHeap(left) || !mayBeOnHeap(right))
      return false;
    return std::ranges::none_of(
        left, [&](const analysis::Target &target) { return analysis::mayPointTo(right, target.object); });
  }

  const Program &program_;
  std::optional<analysis::PointsTo> pointsTo_; // made when it is needed
  std::set<Expr> seen_;                        // of the automaton
};

} // namespace

void warnOfAddressOrder(Program &program) {
  if (!program.ordersAddresses)
    return;
  if (const std::optional<SourceSpan> found = AddressOrder(program).find())
    program.warnings.push_back(
        {"what happens depends on which of two objects of the heap has the lower address, which is "
         "not specified, so no proof can rest on it",
         program.sources.userSpan(*found), true});
}

} // namespace heddle::transform
