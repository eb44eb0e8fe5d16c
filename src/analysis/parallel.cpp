// Thread instances, and the lifetime of threads as seen from main.
//
// Instances. A thread function has as many instances as Spawn operations for it can be executed: the sum, over
// the functions that spawn it, of their instances times the largest number of such Spawns on one path through
// the function (a Spawn on a cycle counts as "many"). Two and more are not distinguished, so the least fixed
// point is reached after a few rounds.
//
// Main. A thread that neither main nor a thread started by main has started yet cannot be alive, and everything
// that main did before starting it happens before everything that it does. For the end of threads, joins are
// counted: each Join that returns has taken the result of a different thread (a handle that does not name a
// joinable thread stops the joining thread). That thread has terminated, and its actions happen before the end of
// the Join. So if main has executed s Spawns and j Joins, at most s - j threads that main started are alive; if
// none of them can start threads itself, s = j implies that main is alone. The data-flow analysis keeps, for each
// location, the maximum of s - j over all paths and the functions of the threads counted. A Spawn of a function
// that may itself spawn makes the count infinite for good. Joins by other threads only reduce the number of
// threads that are alive. If main itself can be spawned as a thread, nothing is tracked.
#include "analysis/parallel.hpp"

#include "analysis/own_handle.hpp"
#include "analysis/strong_components.hpp"

#include <algorithm>
#include <cassert>
#include <deque>

namespace heddle::analysis {

using namespace program;

namespace {

constexpr unsigned many = 2;

unsigned capped(unsigned count) { return std::min(count, many); }

/// The functions that an action spawns, each as often as the action spawns it.
std::vector<CfaId> spawnsOf(const Action &action) {
  std::vector<CfaId> result;
  for (const Instruction &instruction : action.instructions)
    if (const auto *spawn = std::get_if<Spawn>(&instruction.operation))
      result.push_back(spawn->cfa);
  return result;
}

/// The largest number (up to `many`) of Spawns of each function on any path from the entry.
std::vector<unsigned> spawnsOnPath(const Cfa &cfa, std::size_t functions) {
  std::vector<unsigned> largest(functions, 0);
  std::vector<bool> spawnsIt(functions, false);
  for (const Action &action : cfa.actions)
    for (const CfaId function : spawnsOf(action))
      spawnsIt[function] = true;
  if (std::find(spawnsIt.begin(), spawnsIt.end(), true) == spawnsIt.end())
    return largest;

  const StrongComponents components(cfa);
  std::vector<std::vector<ActionId>> leaving(components.count());
  for (ActionId id = 0; id < cfa.actions.size(); ++id)
    leaving[components.of(cfa.actions[id].from)].push_back(id);
  for (CfaId function = 0; function < functions; ++function) {
    if (!spawnsIt[function])
      continue;
    // Successors of a component have smaller numbers, so their `onward` has already been computed.
    std::vector<unsigned> onward(components.count(), 0);
    for (std::size_t component = 0; component < components.count(); ++component) {
      for (const ActionId id : leaving[component]) {
        const Action &action = cfa.actions[id];
        const std::vector<CfaId> spawns = spawnsOf(action);
        const auto here = static_cast<unsigned>(std::count(spawns.begin(), spawns.end(), function));
        const std::size_t next = components.of(action.to);
        const bool onCycle = next == component;
        const unsigned total = onCycle ? here * many : here + onward[next];
        onward[component] = capped(std::max(onward[component], total));
      }
    }
    largest[function] = onward[components.of(cfa.entry)];
  }
  return largest;
}

} // namespace

Parallelism::Parallelism(const Program &program) : program_(program) {
  countInstances();
  closeSpawns();
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    std::vector<bool> set(program.cfas.size(), false);
    for (CfaId other = 0; other < set.size(); ++other)
      set[other] = other == cfa ? instances_[cfa] == Instances::Many : instances_[other] != Instances::None;
    others_.push_back(intern(set));
  }
  mainIsTracked_ = !program.cfas.empty() && instances_[0] == Instances::One;
  if (mainIsTracked_)
    followMain();
}

void Parallelism::countInstances() {
  const std::size_t functions = program_.cfas.size();
  std::vector<std::vector<unsigned>> spawns;
  for (const Cfa &cfa : program_.cfas)
    spawns.push_back(spawnsOnPath(cfa, functions));

  std::vector<unsigned> count(functions, 0);
  for (bool changed = true; changed;) {
    std::vector<unsigned> next(functions, 0);
    for (std::size_t function = 0; function < functions; ++function) {
      next[function] = function == 0 ? 1 : 0;
      for (std::size_t host = 0; host < functions; ++host)
        next[function] = capped(next[function] + count[host] * spawns[host][function]);
    }
    changed = next != count;
    count = std::move(next);
  }
  for (const unsigned value : count)
    instances_.push_back(value == 0 ? Instances::None : value == 1 ? Instances::One : Instances::Many);
}

void Parallelism::closeSpawns() {
  const std::size_t functions = program_.cfas.size();
  spawned_.assign(functions, std::vector<bool>(functions, false));
  for (std::size_t host = 0; host < functions; ++host)
    for (const Action &action : program_.cfas[host].actions)
      for (const CfaId function : spawnsOf(action))
        spawned_[host][function] = true;
  for (std::size_t middle = 0; middle < functions; ++middle)
    for (std::size_t host = 0; host < functions; ++host)
      if (spawned_[host][middle])
        for (std::size_t function = 0; function < functions; ++function)
          if (spawned_[middle][function])
            spawned_[host][function] = true;
}

void Parallelism::apply(Unjoined &state, const Operation &operation) const {
  if (const auto *spawn = std::get_if<Spawn>(&operation)) {
    const std::vector<bool> &descendants = spawned_[spawn->cfa];
    const bool isLeaf = std::find(descendants.begin(), descendants.end(), true) == descendants.end();
    state.count = isLeaf ? std::min(state.count + 1, Unjoined::tooMany) : Unjoined::tooMany;
    state.functions[spawn->cfa] = true;
    for (std::size_t function = 0; function < descendants.size(); ++function)
      if (descendants[function])
        state.functions[function] = true;
    return;
  }
  if (!std::holds_alternative<Join>(operation) || state.count == Unjoined::tooMany)
    return;
  // A path with more Joins than Spawns cannot be executed; staying at zero is sound.
  state.count -= state.count == 0 ? 0 : 1;
  if (state.count == 0)
    state.functions.assign(state.functions.size(), false);
}

void Parallelism::followMain() {
  const Cfa &main = program_.cfas[0];
  const OwnHandle ownHandle(program_, 0);
  const Unjoined none{0, std::vector<bool>(program_.cfas.size(), false)};
  std::vector<bool> reached(main.locations.size(), false);
  std::vector<bool> queued(main.locations.size(), false);
  main_.assign(main.locations.size(), none);
  std::deque<LocationId> worklist{main.entry};
  reached[main.entry] = queued[main.entry] = true;
  while (!worklist.empty()) {
    const LocationId location = worklist.front();
    worklist.pop_front();
    queued[location] = false;
    for (const ActionId id : main.outgoing[location]) {
      if (ownHandle.isNeeded(main.actions[id]))
        continue;
      Unjoined after = main_[location];
      for (const Instruction &instruction : main.actions[id].instructions)
        apply(after, instruction.operation);
      Unjoined &target = main_[main.actions[id].to];
      Unjoined merged = target;
      merged.count = std::max(target.count, after.count);
      for (std::size_t function = 0; function < merged.functions.size(); ++function)
        if (after.functions[function])
          merged.functions[function] = true;
      const LocationId next = main.actions[id].to;
      if (reached[next] && merged == target)
        continue;
      target = std::move(merged);
      reached[next] = true;
      if (!queued[next])
        worklist.push_back(next);
      queued[next] = true;
    }
  }
}

Parallelism::AliveSet Parallelism::intern(const std::vector<bool> &set) const {
  const auto [entry, isNew] = setIndex_.emplace(set, static_cast<AliveSet>(sets_.size()));
  if (isNew)
    sets_.push_back(set);
  return entry->second;
}

Parallelism::AliveSet Parallelism::othersAt(ProgramPoint point) const {
  if (point.cfa != 0 || !mainIsTracked_)
    return others_[point.cfa];
  const Action &action = program_.cfas[0].actions[point.action];
  Unjoined state = main_[action.from];
  for (std::size_t i = 0; i < point.instruction; ++i)
    apply(state, action.instructions[i].operation);
  return intern(state.functions);
}

bool Parallelism::isAloneAt(ProgramPoint point) const {
  const std::vector<bool> &set = sets_[othersAt(point)];
  return std::find(set.begin(), set.end(), true) == set.end();
}

bool Parallelism::mayHappenInParallel(ProgramPoint a, ProgramPoint b) const {
  return contains(othersAt(a), b.cfa) && contains(othersAt(b), a.cfa);
}

} // namespace heddle::analysis
