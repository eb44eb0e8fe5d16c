// Untaken branches, after "Symbolic Pruning of Concurrent Program Executions" (Wang, Chaudhuri, Gupta, Yang;
// section 5): a phantom edge leads from a branch to its merge point and havocs the write-variables.
//
// The region of an action is the action and all that is reachable behind it without passing the merge point.
// Whatever the thread does in the region, the summary must allow, as others see it and as the thread sees it
// at the merge point. Nothing depends on the merge point being a post-dominator: any location would be sound,
// since all paths that avoid it belong to the region to their end. The post-dominator is the one for which
// that is little.
//
// Stopping is harmless: a thread that stops in the region, by an assumption, by undefined behaviour that is not
// checked, or because the program ends, does less than one that goes on. So is blocking. What is not harmless
// leaves the branch without a summary (where the paper havocs `assert_fail`):
//
//  - what can be a violation: checks, and accesses when they are checked;
//  - what memory and threads are there: allocation, the end of objects, threads started, joined and ended;
//  - a Halt: the proof is lost if it is reachable;
//  - copies of bytes that may never have been initialised: they stay without a value, which is chosen for each
//    copy on its own, and no havoc of the target can say that;
//  - races, deadlocks and memory leaks, when they are asked for, depend on where exactly threads stand and what
//    they access there: nothing has a summary then. (A leak does, because registers keep objects reachable as
//    long as they are live, and they may die within the region.)
//
// Reading has one effect on memory: what was never initialised gets its value. Only a Load with padding can
// tell, as padding reads as zero until then. If the program has such Loads, reading counts as writing.
#include "analysis/untaken_branch.hpp"

#include "analysis/liveness.hpp"
#include "analysis/post_dominators.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace heddle::analysis {

using namespace program;

namespace {

constexpr std::size_t maxActions = 10'000; // of a region

template <typename... Kinds> bool isOneOf(const Operation &operation) {
  return (std::holds_alternative<Kinds>(operation) || ...);
}

bool hasPadding(const Operation &operation) {
  const auto *load = std::get_if<Load>(&operation);
  return load != nullptr && load->access.padding != 0;
}

bool readsPadding(const Program &program) {
  for (const Cfa &cfa : program.cfas)
    for (const Action &action : cfa.actions)
      for (const Instruction &instruction : action.instructions)
        if (hasPadding(instruction.operation))
          return true;
  return false;
}

} // namespace

/// Of one action.
struct UntakenBranches::Effect {
  bool canBeSummarised = true;
  bool mayContinue = true; // something may follow
  std::vector<RegisterId> registers;
  RegionSet writes;
};

struct UntakenBranches::Function {
  explicit Function(const Cfa &cfa) : postDominators(cfa), liveness(cfa) {}

  PostDominators postDominators;
  Liveness liveness;
  std::unordered_map<ActionId, Effect> effects;
  std::unordered_map<ActionId, std::optional<UntakenBranch>> branches;
};

UntakenBranches::UntakenBranches(const Program &program, const PointsTo &pointsTo)
    : program_(program), pointsTo_(pointsTo), initialisation_(program, pointsTo), loadsWrite_(readsPadding(program)),
      functions_(program.cfas.size()) {}

UntakenBranches::~UntakenBranches() = default;

const std::optional<UntakenBranch> &UntakenBranches::of(CfaId cfa, ActionId action) {
  auto &branches = functionOf(cfa).branches;
  const auto known = branches.find(action);
  return known != branches.end() ? known->second : branches.emplace(action, summarise(cfa, action)).first->second;
}

UntakenBranches::Function &UntakenBranches::functionOf(CfaId cfa) {
  if (!functions_[cfa])
    functions_[cfa] = std::make_unique<Function>(program_.cfas[cfa]);
  return *functions_[cfa];
}

bool UntakenBranches::canBeSummarised() const {
  const PropertySet &properties = program_.properties;
  return !properties.contains(Property::NoDataRace) && !properties.contains(Property::NoDeadlock) &&
         !properties.contains(Property::ValidMemtrack);
}

std::optional<UntakenBranch> UntakenBranches::summarise(CfaId id, ActionId first) {
  if (!canBeSummarised())
    return std::nullopt;
  const Cfa &cfa = program_.cfas[id];
  const Function &function = functionOf(id);
  const LocationId branch = cfa.actions[first].from;
  const std::optional<LocationId> merge = function.postDominators.immediate(branch);
  // The caller cannot havoc in the middle of an atomic block.
  if (!merge || (cfa.locations[branch].atomic && cfa.locations[*merge].atomic))
    return std::nullopt;

  UntakenBranch result;
  result.merge = *merge;
  std::set<RegisterId> registers;
  std::set<Region> writes;
  std::unordered_set<LocationId> seen;
  std::vector<ActionId> pending{first};
  for (std::size_t size = 1; !pending.empty(); ++size) {
    const ActionId action = pending.back();
    pending.pop_back();
    const Effect &effect = effectOf(id, action);
    if (!effect.canBeSummarised || size > maxActions)
      return std::nullopt;
    registers.insert(effect.registers.begin(), effect.registers.end());
    writes.insert(effect.writes.begin(), effect.writes.end());
    const LocationId next = cfa.actions[action].to;
    if (!effect.mayContinue)
      continue;
    if (next == *merge)
      result.arrives = true;
    else if (seen.insert(next).second)
      pending.insert(pending.end(), cfa.outgoing[next].begin(), cfa.outgoing[next].end());
  }

  result.writes.assign(writes.begin(), writes.end());
  if (result.arrives)
    std::copy_if(registers.begin(), registers.end(), std::back_inserter(result.registers),
                 [&](RegisterId reg) { return function.liveness.isLive(*merge, reg); });
  return result;
}

const UntakenBranches::Effect &UntakenBranches::effectOf(CfaId cfa, ActionId id) {
  const auto [entry, isNew] = functionOf(cfa).effects.try_emplace(id);
  Effect &effect = entry->second;
  if (!isNew)
    return effect;
  const Action &action = program_.cfas[cfa].actions[id];
  const Operation *stop = stopOf(action);
  effect.mayContinue = stop == nullptr;
  for (const Instruction &instruction : action.instructions) {
    effect.canBeSummarised &= add(cfa, instruction.operation, effect);
    if (&instruction.operation == stop || !effect.canBeSummarised)
      break;
  }
  return effect;
}

/// False: no branch with this operation can be summarised.
bool UntakenBranches::add(CfaId cfa, const Operation &operation, Effect &effect) const {
  const auto write = [&](Expr address, std::uint64_t bytes) {
    const RegionSet regions = pointsTo_.regions(cfa, address, bytes);
    effect.writes.insert(effect.writes.end(), regions.begin(), regions.end());
  };
  if (const RegisterId reg = writtenRegister(operation); reg != noRegister)
    effect.registers.push_back(reg);

  if (const auto *check = std::get_if<Check>(&operation))
    return check->condition->isTrue() || !program_.properties.contains(check->property);
  const bool accessesAreChecked = program_.properties.contains(Property::ValidDeref);
  if (const auto *load = std::get_if<Load>(&operation)) {
    const bool isInitialised = initialisation_.isInitialised(cfa, *load);
    if (loadsWrite_ && !isInitialised)
      write(load->address, load->width / 8u);
    return !accessesAreChecked && (isInitialised || !load->access.copy);
  }
  if (const auto *store = std::get_if<Store>(&operation)) {
    write(store->address, store->value->width / 8u);
    return !accessesAreChecked;
  }
  return isOneOf<Assign, Havoc, Fence, AtomicBegin, Guard, Assume, Sync, EndProgram>(operation);
}

} // namespace heddle::analysis
