// Which values may be handles is found by following them from Spawn, and from what threads say of themselves, through
// registers, memory, arguments and results of threads, regardless of the order of operations. Of these, a handle is
// harmless where it is known to be fresh (program/stale_handles) and where it is the thread's own. So is a comparison
// with 0 or -1, which tells whether there is a thread at all.
//
// A value that is *derived* from a handle, by arithmetic or as a part of it, depends on the number that Heddle gives to
// the thread, which no program can know. So does the comparison of a handle with another constant. Such values must not
// decide anything, whether threads are joined or not: no comparison, no address. Handles that memcmp reads count as
// derived. Only what is certainly a handle counts here: a value that is loaded from an element of an array of structs
// may be another member.
//
// The models of locks store and compare handles, too: the slot of a thread that ends with a lock is kept, so they are
// left out. Of all models, only the comparison of two handles counts.
#include "transform/handle_comparisons.hpp"

#include "analysis/points_to.hpp"
#include "program/stale_handles.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace heddle::transform {

using namespace program;
using analysis::RegionSet;

namespace {

constexpr std::uint64_t leastHandle = 4; // bytes of an integer that may hold a handle

bool isComparison(ExprKind kind) {
  return kind == ExprKind::Eq || kind == ExprKind::Ult || kind == ExprKind::Ule || kind == ExprKind::Slt ||
         kind == ExprKind::Sle;
}

/// What a proof must not rest on.
struct Found {
  SourceSpan span;
  bool isNumber; // a value that depends on the number of a thread
};

class HandleComparisons {
public:
  explicit HandleComparisons(Program &program)
      : program_(program), pointsTo_(program), isFreshnessKnown_(!mayUseReleasedHandles(program)),
        mayBeReleased_(mayStartAfterRelease(program)), isHandle_(program.cfas.size()) {
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      isHandle_[cfa].resize(program.cfas[cfa].registers.size());
      isOwn_.emplace_back(program.cfas[cfa].registers.size());
      isDerived_.emplace_back(program.cfas[cfa].registers.size());
      isCertain_.emplace_back(program.cfas[cfa].registers.size());
      mark(isOwn_[cfa], program.cfas[cfa].self);
      mark(isCertain_[cfa], program.cfas[cfa].self);
    }
    do {
      isChanged_ = false;
      for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
        for (const Action &action : program.cfas[cfa].actions)
          for (const Instruction &instruction : action.instructions)
            follow(cfa, instruction);
    } while (isChanged_);
  }

  std::optional<Found> find() const {
    std::optional<Found> found;
    forEachInstruction(program_, [&](CfaId cfa, const Instruction &instruction, const FreshHandles &fresh) {
      if (found || (isOfModel(instruction) && !isComparisonOfHandles(instruction)))
        return;
      if (mayBeReleased_)
        forEachExpression(instruction.operation, [&](Expr expression) {
          if (comparesHandle(cfa, expression, fresh))
            found = {instruction.span, false};
        });
      if (!found && usesNumber(cfa, instruction.operation))
        found = {instruction.span, true};
    });
    return found;
  }

private:
  /// Models of locks store handles in atomic accesses.
  bool isOfLock(const Instruction &instruction) const {
    const auto *store = std::get_if<Store>(&instruction.operation);
    return isOfModel(instruction) && store != nullptr && isAtomic(store->access.order);
  }

  bool isOfModel(const Instruction &instruction) const { return program_.sources.isRuntime(instruction.span.file); }

  bool isComparisonOfHandles(const Instruction &instruction) const {
    const std::string &function = program_.sources.frame(instruction.span.frame).function;
    return function == "pthread_equal" || function == "thrd_equal" || isComparisonOfMemory(instruction);
  }

  bool isComparisonOfMemory(const Instruction &instruction) const {
    const std::string &function = program_.sources.frame(instruction.span.frame).function;
    return function == "memcmp" || function == "bcmp";
  }

  template <typename Predicate> static bool anyRegister(Expr expression, const Predicate &predicate) {
    bool result = false;
    forEachRegister(expression, [&](RegisterId reg) { result = result || predicate(reg); });
    return result;
  }

  bool mayBeHandle(CfaId cfa, Expr value) const {
    return value->width >= leastHandle * 8 && anyRegister(value, [&](RegisterId reg) { return isHandle_[cfa][reg]; });
  }
  bool mayBeOwnHandle(CfaId cfa, Expr value) const {
    return value->width >= leastHandle * 8 && anyRegister(value, [&](RegisterId reg) { return isOwn_[cfa][reg]; });
  }

  void mark(std::vector<bool> &registers, RegisterId reg) {
    if (reg == noRegister || registers[reg])
      return;
    registers[reg] = isChanged_ = true;
  }

  void follow(CfaId cfa, const Instruction &instruction) {
    if (const auto *spawn = std::get_if<Spawn>(&instruction.operation)) {
      mark(isHandle_[cfa], spawn->target);
      mark(isCertain_[cfa], spawn->target);
      if (isCertain(cfa, spawn->argument))
        mark(isCertain_[spawn->cfa], program_.cfas[spawn->cfa].argument);
      if (mayBeHandle(cfa, spawn->argument) || mayBeOwnHandle(cfa, spawn->argument))
        mark(isHandle_[spawn->cfa], program_.cfas[spawn->cfa].argument);
      if (isDerived(cfa, spawn->argument))
        mark(isDerived_[spawn->cfa], program_.cfas[spawn->cfa].argument);
    } else if (const auto *assign = std::get_if<Assign>(&instruction.operation)) {
      if (mayBeHandle(cfa, assign->value))
        mark(isHandle_[cfa], assign->target);
      if (mayBeOwnHandle(cfa, assign->value))
        mark(isOwn_[cfa], assign->target);
      if (isCertain(cfa, assign->value))
        mark(isCertain_[cfa], assign->target);
      if (isFollowed(instruction) && isDerived(cfa, assign->value))
        mark(isDerived_[cfa], assign->target);
    } else if (const auto *load = std::get_if<Load>(&instruction.operation)) {
      if (loadsHandle(cfa, *load))
        mark(isHandle_[cfa], load->target);
      if (loadsCertain(cfa, *load))
        mark(isCertain_[cfa], load->target);
      if (isFollowed(instruction) && loadsDerived(cfa, *load, isComparisonOfMemory(instruction)))
        mark(isDerived_[cfa], load->target);
    } else if (const auto *store = std::get_if<Store>(&instruction.operation)) {
      if (mayBeHandle(cfa, store->value) || (mayBeOwnHandle(cfa, store->value) && !isOfModel(instruction)))
        add(memory_[store->access.copy ? program_.pointers.width : store->value->width],
            pointsTo_.regions(cfa, store->address, store->value->width / 8U));
      if (isCertain(cfa, store->value) && !isOfLock(instruction))
        add(certainMemory_, known(pointsTo_.regions(cfa, store->address, store->value->width / 8U)));
      if (isFollowed(instruction) && isDerived(cfa, store->value))
        add(derivedMemory_, pointsTo_.regions(cfa, store->address, store->value->width / 8U));
    } else if (const auto *end = std::get_if<EndThread>(&instruction.operation)) {
      isResult_ = isResult_ || mayBeHandle(cfa, end->result) || mayBeOwnHandle(cfa, end->result);
    } else if (const auto *join = std::get_if<Join>(&instruction.operation)) {
      if (isResult_)
        mark(isHandle_[cfa], join->target);
    }
  }

  /// A copy of memory may divide handles.
  bool loadsHandle(CfaId cfa, const Load &load) const {
    const RegionSet regions = pointsTo_.regions(cfa, load.address, load.width / 8U);
    return std::ranges::any_of(memory_, [&](const auto &stored) {
      const bool isSameWidth = load.access.copy ? load.width >= leastHandle * 8 : load.width == stored.first;
      return isSameWidth && mayOverlap(regions, stored.second);
    });
  }

  /// Whether values that the instruction derives from handles count.
  bool isFollowed(const Instruction &instruction) const {
    return !isOfModel(instruction) || isComparisonOfMemory(instruction);
  }

  /// Whether the value depends on the number of a thread, and is not a handle itself. What a comparison says of a
  /// handle is examined where it is made.
  bool isDerived(CfaId cfa, Expr value) const {
    if (value->isConstant() || isComparison(value->kind))
      return false;
    if (value->isRegister())
      return isDerived_[cfa][value->index];
    if (value->kind == ExprKind::Ite)
      return isDerived(cfa, value->args[1]) || isDerived(cfa, value->args[2]);
    const bool isConversion = withoutConversions(value)->isRegister() && value->width >= leastHandle * 8;
    for (unsigned i = 0; i < arity(value->kind); ++i) {
      const Expr part = value->args[i];
      if (isDerived(cfa, part) || (!isConversion && dependsOnHandle(cfa, part)))
        return true;
    }
    return false;
  }

  bool isCertain(CfaId cfa, Expr value) const {
    const Expr handle = withoutConversions(value);
    return value->width >= leastHandle * 8 && handle->isRegister() && isCertain_[cfa][handle->index];
  }

  /// The regions whose place in their object is known.
  static RegionSet known(RegionSet regions) {
    std::erase_if(regions, [](const analysis::Region &region) { return region.end == analysis::Region::unbounded; });
    return regions;
  }

  bool loadsCertain(CfaId cfa, const Load &load) const {
    return load.width >= leastHandle * 8 &&
           mayOverlap(known(pointsTo_.regions(cfa, load.address, load.width / 8U)), certainMemory_);
  }

  bool dependsOnHandle(CfaId cfa, Expr value) const {
    if (value->isRegister())
      return value->width >= leastHandle * 8 && isCertain_[cfa][value->index];
    if (value->isConstant() || isComparison(value->kind))
      return false;
    for (unsigned i = 0; i < arity(value->kind); ++i)
      if (dependsOnHandle(cfa, value->args[i]))
        return true;
    return false;
  }

  /// A part of a handle, if it is known that one is there, and every part that memcmp compares.
  bool loadsDerived(CfaId cfa, const Load &load, bool isOfComparison) const {
    const RegionSet regions = pointsTo_.regions(cfa, load.address, load.width / 8U);
    if (mayOverlap(regions, derivedMemory_))
      return true;
    return !load.access.copy && load.width < leastHandle * 8 &&
           mayOverlap(isOfComparison ? regions : known(regions), certainMemory_);
  }

  bool usesNumber(CfaId cfa, const Operation &operation) const {
    bool result = false;
    const bool isPassedOn = std::holds_alternative<Assign>(operation) || std::holds_alternative<Spawn>(operation) ||
                            std::holds_alternative<EndThread>(operation) || std::holds_alternative<Sync>(operation);
    const auto *store = std::get_if<Store>(&operation);
    forEachExpression(operation, [&](Expr expression) {
      result = result || comparesNumber(cfa, expression) ||
               (!isPassedOn && (store == nullptr || expression == store->address) && isDerived(cfa, expression));
    });
    return result;
  }

  bool comparesNumber(CfaId cfa, Expr expression) const {
    const auto tellsNothing = [](Expr constant) {
      return constant->value == 0 || constant->value == support::mask(constant->width);
    };
    if (isComparison(expression->kind)) {
      const Expr left = expression->args[0];
      const Expr right = expression->args[1];
      if (isDerived(cfa, left) || isDerived(cfa, right))
        return true;
      for (const auto &[handle, constant] : {std::pair(left, right), std::pair(right, left)})
        if (constant->isConstant() && !tellsNothing(constant) && withoutConversions(handle)->isRegister() &&
            dependsOnHandle(cfa, handle))
          return true;
    }
    for (unsigned i = 0; i < arity(expression->kind); ++i)
      if (comparesNumber(cfa, expression->args[i]))
        return true;
    return false;
  }

  void add(RegionSet &memory, const RegionSet &regions) {
    RegionSet both = memory;
    both.insert(both.end(), regions.begin(), regions.end());
    analysis::normalise(both);
    isChanged_ = isChanged_ || both != memory;
    memory = std::move(both);
  }

  bool comparesHandle(CfaId cfa, Expr expression, const FreshHandles &fresh) const {
    const ExprKind kind = expression->kind;
    if (isComparison(kind)) {
      const auto mayBeStale = [&](Expr value) {
        return mayBeHandle(cfa, value) && !(isFreshnessKnown_ && fresh.contains(value)) &&
               !isOwnHandle(program_.cfas[cfa], value);
      };
      const Expr left = expression->args[0];
      const Expr right = expression->args[1];
      if (!left->isConstant() && !right->isConstant() && (mayBeStale(left) || mayBeStale(right)))
        return true;
    }
    for (unsigned i = 0; i < arity(kind); ++i)
      if (comparesHandle(cfa, expression->args[i], fresh))
        return true;
    return false;
  }

  Program &program_;
  analysis::PointsTo pointsTo_;
  bool isFreshnessKnown_;                    // the condition of forEachInstruction holds
  bool mayBeReleased_;                       // a thread may have the handle of an earlier one
  std::vector<std::vector<bool>> isHandle_;  // by CFA and register: of any thread
  std::vector<std::vector<bool>> isOwn_;     // … of the thread itself
  std::vector<std::vector<bool>> isCertain_; // … certainly a handle, in some execution
  std::vector<std::vector<bool>> isDerived_; // … depends on the number of a thread
  /// By width: the memory to which handles are stored. A load of another width, such as of the next member of a struct
  /// whose index is not known, is not that of a handle.
  std::map<unsigned, RegionSet> memory_;
  RegionSet certainMemory_; // to which handles are stored, at known offsets
  RegionSet derivedMemory_; // to which derived values are stored
  bool isResult_ = false;   // some thread may return a handle
  bool isChanged_ = false;
};

bool startsThreads(const Program &program) {
  return std::ranges::any_of(program.cfas, [](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [](const Action &action) {
      return std::ranges::any_of(action.instructions, [](const Instruction &instruction) {
        return std::holds_alternative<Spawn>(instruction.operation);
      });
    });
  });
}

} // namespace

void warnOfHandleComparisons(Program &program) {
  if (!startsThreads(program))
    return;
  const std::optional<Found> found = HandleComparisons(program).find();
  if (!found)
    return;
  program.warnings.push_back(
      {found->isNumber
           ? "what happens depends on the number that the handle of a thread is, which is not specified, so "
             "no proof can rest on it"
           : "the handle of a thread that may have been joined or detached is compared; a thread that was "
             "started later may have the same handle, so no proof can rest on it",
       program.sources.userSpan(found->span), true});
}

} // namespace heddle::transform
