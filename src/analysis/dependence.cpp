// Static dependence. Two steps of different threads may be dependent if
//   - one of them may end the execution: then the other happens in one order only. That holds for every other
//     step, even one with an empty footprint, because it may contain a violation;
//   - they may access the same memory, and at least one of them writes (or frees) it;
//   - both concern the lifetime of threads: Spawn takes the lowest free handle, Join and Detach release one, and
//     the end of a thread enables a Join and releases the handle of a detached thread. Steps that concern
//     different threads often commute, but which thread a Join waits for is known only in a state.
// Two ends of threads commute: each changes only its own thread.
#include "analysis/dependence.hpp"

#include <utility>

namespace heddle::analysis {

bool dependent(const Footprint &a, const Footprint &b) {
  if (a.endsExecution || b.endsExecution)
    return true;
  if (mayOverlap(a.writes, b.writes) || mayOverlap(a.writes, b.reads) || mayOverlap(a.reads, b.writes))
    return true;
  const auto manages = [](const Footprint &f) { return f.spawns || f.joins; };
  const auto concernsThreads = [&manages](const Footprint &f) { return manages(f) || f.endsThread; };
  return (manages(a) && concernsThreads(b)) || (concernsThreads(a) && manages(b));
}

Dependence::Dependence(const program::Program &program, RegionsOf regionsOf)
    : program_(program), regionsOf_(std::move(regionsOf)) {
  for (const program::Cfa &cfa : program.cfas) {
    actions_.emplace_back(cfa.actions.size());
    nextSteps_.emplace_back(cfa.locations.size());
    loops_.emplace_back();
  }
}

bool Dependence::Loops::mayCloseForEver(const program::Action &action) const {
  if (!flow.isRetreating(action))
    return false;
  const Loop *loop = info.loopAt(action.to);
  return loop == nullptr || !loop->tripCount;
}

const Footprint &Dependence::footprint(program::CfaId cfa, program::ActionId action) const {
  auto &entry = actions_[cfa][action];
  if (!entry)
    entry = std::make_unique<Footprint>(footprintOf(program_, cfa, program_.cfas[cfa].actions[action], regionsOf_));
  return *entry;
}

/// The first local work of a thread belongs to the step that starts it.
void Dependence::addFirstWork(program::CfaId cfaId, Footprint &footprint) const {
  const program::Cfa &cfa = program_.cfas[cfaId];
  std::vector<bool> seen(cfa.locations.size());
  std::vector<program::LocationId> pending{cfa.entry};
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    if (seen[at])
      continue;
    seen[at] = true;
    for (const program::ActionId id : cfa.outgoing[at])
      if (!program::isVisible(cfa.actions[id])) {
        footprint.add(this->footprint(cfaId, id));
        pending.push_back(cfa.actions[id].to);
      }
  }
}

const Dependence::NextStep &Dependence::nextStep(program::CfaId cfaId, program::LocationId location) const {
  auto &entry = nextSteps_[cfaId][location];
  if (entry)
    return *entry;
  NextStep step;
  const program::Cfa &cfa = program_.cfas[cfaId];
  std::unique_ptr<const Loops> &loops = loops_[cfaId];
  if (!loops)
    loops = std::make_unique<Loops>(cfa);
  std::vector<bool> seen(cfa.locations.size());
  std::vector<program::LocationId> pending;
  const auto add = [&](program::ActionId id, Footprint &into) {
    into.add(footprint(cfaId, id));
    for (const program::Instruction &instruction : cfa.actions[id].instructions)
      if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation))
        addFirstWork(spawn->cfa, step.rest);
    step.mayCloseLoop = step.mayCloseLoop || loops->mayCloseForEver(cfa.actions[id]);
    if (const program::LocationId to = cfa.actions[id].to; !seen[to]) {
      seen[to] = true;
      pending.push_back(to);
    }
  };
  for (const program::ActionId first : cfa.outgoing[location])
    add(first, step.whole);
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId next : cfa.outgoing[at])
      if (cfa.locations[at].atomic || !program::isVisible(cfa.actions[next]))
        add(next, step.rest);
  }
  step.whole.add(step.rest);
  entry = std::make_unique<NextStep>(std::move(step));
  return *entry;
}

} // namespace heddle::analysis
