// Which values may be handles is found by following them from Spawn, and from what threads say of themselves, through
// registers, memory, arguments and results of threads, regardless of the order of operations. Of these, a handle is
// harmless where it is known to be fresh (program/stale_handles) and where it is the thread's own. So is a comparison
// with a constant, which tells whether there is a thread at all.
//
// The models of locks store and compare handles, too: the slot of a thread that ends with a lock is kept, so they are
// left out. Of all models, only the comparison of two handles counts.
#include "transform/handle_comparisons.hpp"

#include "analysis/points_to.hpp"
#include "program/stale_handles.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace heddle::transform {

using namespace program;
using analysis::RegionSet;

namespace {

constexpr std::uint64_t leastHandle = 4; // bytes of an integer that may hold a handle

class HandleComparisons {
public:
  explicit HandleComparisons(Program &program)
      : program_(program), pointsTo_(program), isFreshnessKnown_(!mayUseReleasedHandles(program)),
        isHandle_(program.cfas.size()) {
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      isHandle_[cfa].resize(program.cfas[cfa].registers.size());
      isOwn_.emplace_back(program.cfas[cfa].registers.size());
      mark(isOwn_[cfa], program.cfas[cfa].self);
    }
    do {
      isChanged_ = false;
      for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
        for (const Action &action : program.cfas[cfa].actions)
          for (const Instruction &instruction : action.instructions)
            follow(cfa, instruction);
    } while (isChanged_);
  }

  std::optional<SourceSpan> find() const {
    std::optional<SourceSpan> found;
    forEachInstruction(program_, [&](CfaId cfa, const Instruction &instruction, const FreshHandles &fresh) {
      if (found || (isOfModel(instruction) && !isComparisonOfHandles(instruction)))
        return;
      forEachExpression(instruction.operation, [&](Expr expression) {
        if (comparesHandle(cfa, expression, fresh))
          found = instruction.span;
      });
    });
    return found;
  }

private:
  bool isOfModel(const Instruction &instruction) const { return program_.sources.isRuntime(instruction.span.file); }

  bool isComparisonOfHandles(const Instruction &instruction) const {
    const std::string &function = program_.sources.frame(instruction.span.frame).function;
    return function == "pthread_equal" || function == "thrd_equal";
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
      if (mayBeHandle(cfa, spawn->argument) || mayBeOwnHandle(cfa, spawn->argument))
        mark(isHandle_[spawn->cfa], program_.cfas[spawn->cfa].argument);
    } else if (const auto *assign = std::get_if<Assign>(&instruction.operation)) {
      if (mayBeHandle(cfa, assign->value))
        mark(isHandle_[cfa], assign->target);
      if (mayBeOwnHandle(cfa, assign->value))
        mark(isOwn_[cfa], assign->target);
    } else if (const auto *load = std::get_if<Load>(&instruction.operation)) {
      if (loadsHandle(cfa, *load))
        mark(isHandle_[cfa], load->target);
    } else if (const auto *store = std::get_if<Store>(&instruction.operation)) {
      if (mayBeHandle(cfa, store->value) || (mayBeOwnHandle(cfa, store->value) && !isOfModel(instruction)))
        add(memory_[store->access.copy ? program_.pointers.width : store->value->width],
            pointsTo_.regions(cfa, store->address, store->value->width / 8U));
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

  void add(RegionSet &memory, const RegionSet &regions) {
    RegionSet both = memory;
    both.insert(both.end(), regions.begin(), regions.end());
    analysis::normalise(both);
    isChanged_ = isChanged_ || both != memory;
    memory = std::move(both);
  }

  bool comparesHandle(CfaId cfa, Expr expression, const FreshHandles &fresh) const {
    const ExprKind kind = expression->kind;
    if (kind == ExprKind::Eq || kind == ExprKind::Ult || kind == ExprKind::Ule || kind == ExprKind::Slt ||
        kind == ExprKind::Sle) {
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
  bool isFreshnessKnown_;                   // the condition of forEachInstruction holds
  std::vector<std::vector<bool>> isHandle_; // by CFA and register: of any thread
  std::vector<std::vector<bool>> isOwn_;    // … of the thread itself
  /// By width: the memory to which handles are stored. A load of another width, such as of the next member of a struct
  /// whose index is not known, is not that of a handle.
  std::map<unsigned, RegionSet> memory_;
  bool isResult_ = false; // some thread may return a handle
  bool isChanged_ = false;
};

} // namespace

void warnOfHandleComparisons(Program &program) {
  if (!mayStartAfterRelease(program))
    return;
  const std::optional<SourceSpan> found = HandleComparisons(program).find();
  if (!found)
    return;
  program.warnings.push_back(
      {"the handle of a thread that may have been joined or detached is compared; a thread that was started "
       "later may have the same handle, so no proof can rest on it",
       program.sources.userSpan(*found), true});
}

} // namespace heddle::transform
