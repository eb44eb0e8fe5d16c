// The dependence relation.
//
// Two steps of different threads depend on each other if
//   - one may end the execution: then it matters whether the other came before it. Every step counts,
//     also one that leaves no footprint, because a violation could be in it;
//   - they may touch the same memory, and at least one of them writes (or frees) it;
//   - both concern the life of threads: Spawn gives out the lowest free handle, Join and Detach free one,
//     a thread's end enables a Join and frees the handle of a detached thread. Steps on different threads
//     often commute, but which thread a Join waits for is a value that only the state knows.
// Two ends of threads commute: each changes its own thread only.
#include "analysis/dependence.hpp"

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

Dependence::Dependence(const program::Program &program, const RegionsOf &regionsOf) {
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    std::vector<Footprint> &footprints = footprints_.emplace_back();
    for (program::ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action)
      footprints.push_back(footprintOfStep(program, cfa, action, regionsOf));
  }
}

} // namespace heddle::analysis
