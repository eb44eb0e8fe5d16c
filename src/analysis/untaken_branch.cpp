// Untaken branches, after "Symbolic Pruning of Concurrent Program Executions" (Wang, Chaudhuri, Gupta, Yang;
// section 5): a phantom edge leads from a branch to its merge point and havocs the write-variables.
//
// The subgraph of an action consists of the action and everything reachable after it without passing the merge point.
// The summary must allow every behaviour of the thread in the subgraph, as observed by other threads and by the thread
// itself at the merge point. Soundness does not depend on the merge point being a post-dominator: any location would
// do, since all paths that avoid it belong to the subgraph up to their end. The post-dominator keeps the subgraph
// small.
//
// Stopping is harmless: a thread that stops in the subgraph, by an assumption, by undefined behaviour that is not
// checked, or because the program ends, does less than one that continues. So is blocking. A branch has no summary if
// it may contain one of the following (where the paper havocs `assert_fail`):
//
//  - a violation: checks, and accesses if they are checked;
//  - a change of the sets of objects and threads: allocation, the end of objects, the start, join and end of threads;
//  - a Halt: if it is reachable, no proof is possible;
//  - copies of bytes that may be uninitialised: the bytes stay uninitialised, with a value that is chosen for each copy
//    separately, which a havoc of the target cannot express.
// If races, deadlocks or memory leaks are checked, no branch has a summary, because these depend on the exact locations
// of threads and on their accesses there. (Leaks do because live registers keep objects reachable, and they may die
// within the subgraph.)
//
// Reading has one effect on memory: uninitialised bytes get their value. Only a Load with padding can observe it, since
// padding reads as zero until then. If the program has such Loads, reading counts as writing.
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

constexpr std::size_t maxActions = 10'000; // in a subgraph

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

/// The effect of one action.
struct UntakenBranches::Effect {
  bool canBeSummarised = true;
  bool mayContinue = true; // the thread may continue after it
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

/// Adds the operation to the effect. Returns false if no branch with this operation can be summarised.
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
