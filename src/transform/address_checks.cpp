// **Order.** Which of two objects has the lower address is up to the implementation; the model has one outcome, and
// engines may differ in it. An address is compared with another one of the same object all the time (`p < end`), and
// this is harmless, so the comparison is checked where it is executed: a Check compares the objects. Points-to analysis
// tells which numbers may be addresses; no check is needed if both sides point to the same static object, or to the
// same variable of a stack that no other thread reaches. Since numbers in memory may look like addresses to the
// analysis, the Check compares objects only if both numbers have one, which small numbers do not. Comparisons of
// constant addresses are decided by the front end, which adds their checks. Differences of addresses, which C defines
// only within an object, and other computations with their numbers are left out, and so is code of the models: memmove
// compares addresses, but what it does is the same for any order of objects. An execution continues after the Check, so
// that violations are found beyond it.
//
// **Origin.** All analyses take an access for invalid that goes to an object which is not in the points-to set. That is
// wrong if the pointer was put together from parts that the analysis does not follow, such as its halves or single
// bits, or from the addresses of two objects (the links of an XOR list). Up to the first such access the program
// behaves as the analyses say, so an engine that proves the checks proves that they are right; executions are not
// followed beyond it. Sets with objects that are not static are checked only if they are empty: which objects these
// will be is not known here.
#include "transform/address_checks.hpp"

#include "analysis/escape.hpp"
#include "analysis/parallel.hpp"
#include "analysis/points_to.hpp"
#include "program/address_checks.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::transform {

using namespace program;

namespace {

bool isOrder(ExprKind kind) {
  return kind == ExprKind::Ult || kind == ExprKind::Ule || kind == ExprKind::Slt || kind == ExprKind::Sle;
}

bool isGuard(const Instruction &instruction) { return std::holds_alternative<Guard>(instruction.operation); }

Expr accessedAddress(const Operation &operation) {
  if (const auto *load = std::get_if<Load>(&operation))
    return load->address;
  if (const auto *store = std::get_if<Store>(&operation))
    return store->address;
  const auto *release = std::get_if<Free>(&operation);
  return release != nullptr && release->storage == Storage::Heap ? release->address : nullptr;
}

class AddressChecks {
public:
  explicit AddressChecks(Program &program) : program_(program), pointsTo_(program) {}

  void add() {
    for (CfaId id = 0; id < program_.cfas.size(); ++id) {
      cfa_ = id;
      for (Action &action : program_.cfas[id].actions)
        addTo(action);
    }
  }

private:
  void addTo(Action &action) {
    std::vector<Instruction> result;
    auto guards = std::ranges::count_if(action.instructions, isGuard);
    for (Instruction &instruction : action.instructions) {
      collect(instruction);
      if (guards == 0)
        moveChecksTo(result);
      guards -= isGuard(instruction) ? 1 : 0;
      forgetWritten(instruction);
      result.push_back(std::move(instruction));
      if (guards == 0) // delayed: a Check must not come before a Guard
        moveChecksTo(result);
    }
    action.instructions = std::move(result);
  }

  void moveChecksTo(std::vector<Instruction> &result) {
    std::ranges::move(std::exchange(checks_, {}), std::back_inserter(result));
  }

  /// A check that is delayed beyond a change of its registers fails in any case.
  void forgetWritten(const Instruction &instruction) {
    const RegisterId written = writtenRegister(instruction.operation);
    for (Instruction &pending : checks_) {
      auto &check = std::get<Check>(pending.operation);
      forEachRegister(check.condition, [&](RegisterId used) {
        if (used == written)
          check.condition = program_.expressions->boolean(false);
      });
    }
  }

  void collect(const Instruction &instruction) {
    const Expr address = accessedAddress(instruction.operation);
    if (address != nullptr && !address->isConstant())
      collectOrigin(address, instruction.span);
    if (!program_.ordersAddresses || program_.sources.isRuntime(instruction.span.file))
      return;
    seen_.clear();
    forEachExpression(instruction.operation, [&](Expr expression) { collectOrder(expression, instruction.span); });
  }
  void collectOrigin(Expr address, SourceSpan span) {
    constexpr std::size_t mostObjects = 8;
    std::vector<ObjectId> known;
    for (const analysis::Target &target : pointsTo_.targets(cfa_, address)) {
      if (!program_.ordersAddresses || !pointsTo_.isStatic(target.object) || known.size() == mostObjects)
        return;
      if (known.empty() || known.back() != target.object)
        known.push_back(target.object);
    }
    checks_.push_back({checkOfOrigin(program_, address, known), span});
  }
  void collectOrder(Expr expression, SourceSpan span) {
    if (!seen_.insert(expression).second)
      return;
    if (isOrder(expression->kind) && mayBeOfTwoObjects(expression->args[0], expression->args[1]))
      checks_.push_back({checkOfOrder(program_, expression->args[0], expression->args[1]), span});
    for (unsigned i = 0; i < arity(expression->kind); ++i)
      collectOrder(expression->args[i], span);
  }

  bool mayBeOfTwoObjects(Expr a, Expr b) {
    if (a->width != program_.pointers.width)
      return false;
    const analysis::TargetSet left = targets(a);
    const analysis::TargetSet right = targets(b);
    if (left.empty() || right.empty())
      return false;
    const analysis::AbstractObject object = left.front().object;
    const auto isObject = [&](const analysis::Target &target) { return target.object == object; };
    return !std::ranges::all_of(left, isObject) || !std::ranges::all_of(right, isObject) || !isOneAtATime(object);
  }

  /// A thread has one object for a variable at any time. Memory from alloca, which has no type, may have several.
  bool isOneAtATime(analysis::AbstractObject object) {
    if (pointsTo_.isStatic(object))
      return true;
    const AllocationSite &site = program_.sites[pointsTo_.siteOf(object)];
    if (site.storage != Storage::Stack || site.type == unknownType)
      return false;
    if (!escape_)
      escape_.emplace(program_, pointsTo_, parallelism_.emplace(program_));
    return !escape_->escapes(object);
  }

  /// Empty for a constant that is the address of no object.
  analysis::TargetSet targets(Expr address) const {
    if (address->isConstant() && !isStaticObject(program_.pointers.object(address->value)))
      return {};
    return pointsTo_.targets(cfa_, address);
  }
  bool isStaticObject(ObjectId object) const { return object != 0 && object < program_.objects.size(); }

  Program &program_;
  analysis::PointsTo pointsTo_;
  std::optional<analysis::Parallelism> parallelism_; // as escape_, made when it is needed
  std::optional<analysis::Escape> escape_;
  CfaId cfa_ = 0;
  std::vector<Instruction> checks_; // that are still to be added
  std::set<Expr> seen_;             // of the instruction
};

} // namespace

void checkAddresses(Program &program) { AddressChecks(program).add(); }

} // namespace heddle::transform
