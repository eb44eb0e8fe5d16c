// Finding loops.
//
// A head is the target of a retreating edge of the depth-first search (a back edge). The loop of a head consists
// of the locations on paths from the head to such an edge that do not pass the head in between. For natural loops
// (the head dominates its back edges) this is the textbook's body, and two natural loops with different heads are
// nested or disjoint. For other loops it is still a set that no path along the cycle leaves, which is all that
// users of a loop rely on. trip_count.cpp computes trip counts.
#include "analysis/loops.hpp"

#include "analysis/control_flow.hpp"
#include "analysis/trip_count.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

using program::Action;
using program::ActionId;
using program::Cfa;
using program::LocationId;

/// The locations from which a back edge can be reached without passing the head.
std::vector<LocationId> backwardReach(const Cfa &cfa, const ControlFlow &flow, const Loop &loop) {
  std::vector<LocationId> body{loop.head};
  std::vector<LocationId> pending;
  std::vector<bool> seen(cfa.locations.size());
  seen[loop.head] = true;
  const auto reach = [&](LocationId location) {
    if (seen[location] || !flow.isReachable(location))
      return;
    seen[location] = true;
    body.push_back(location);
    pending.push_back(location);
  };
  for (const ActionId id : loop.backEdges)
    reach(cfa.actions[id].from);
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    for (const ActionId id : flow.incoming(location))
      reach(cfa.actions[id].from);
  }
  std::sort(body.begin(), body.end());
  return body;
}

/// For a loop that is not natural, the backward reach extends to the entry: keeps only what the head reaches.
void keepForwardReach(const Cfa &cfa, Loop &loop) {
  std::vector<bool> inBody(cfa.locations.size());
  for (const LocationId location : loop.body)
    inBody[location] = true;
  std::vector<LocationId> reached{loop.head};
  inBody[loop.head] = false;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const ActionId id : cfa.outgoing[reached[i]]) {
      const LocationId target = cfa.actions[id].to;
      if (!inBody[target])
        continue;
      inBody[target] = false;
      reached.push_back(target);
    }
  std::sort(reached.begin(), reached.end());
  loop.body = std::move(reached);
}

void findBorders(const Cfa &cfa, const ControlFlow &flow, Loop &loop) {
  for (const ActionId id : flow.incoming(loop.head))
    if (flow.isReachable(cfa.actions[id].from) && !loop.contains(cfa.actions[id].from))
      loop.entries.push_back(id);
  for (const LocationId location : loop.body)
    for (const ActionId id : cfa.outgoing[location])
      if (!loop.contains(cfa.actions[id].to))
        loop.exits.push_back(id);
}

} // namespace

bool Loop::contains(LocationId location) const { return std::binary_search(body.begin(), body.end(), location); }

LoopInfo::LoopInfo(const Cfa &cfa) : headOf_(cfa.locations.size(), noLoop), innermost_(cfa.locations.size(), noLoop) {
  const ControlFlow flow(cfa);
  // Heads in reverse post-order: the head of an outer loop precedes those of its inner loops.
  for (const LocationId head : flow.order()) {
    Loop loop;
    loop.head = head;
    for (const ActionId id : flow.incoming(head)) {
      if (!flow.isRetreating(cfa.actions[id]))
        continue;
      loop.backEdges.push_back(id);
      loop.isNatural &= flow.dominates(head, cfa.actions[id].from);
    }
    if (loop.backEdges.empty())
      continue;
    loop.body = backwardReach(cfa, flow, loop);
    if (!loop.isNatural)
      keepForwardReach(cfa, loop);
    findBorders(cfa, flow, loop);
    headOf_[head] = loops_.size();
    for (const LocationId location : loop.body)
      innermost_[location] = loops_.size();
    loops_.push_back(std::move(loop));
  }
  TripCounter counter(cfa, flow, *this);
  for (Loop &loop : loops_)
    if (loop.isNatural)
      loop.tripCount = counter.count(loop);
}

const Loop *LoopInfo::loopAt(LocationId head) const {
  return headOf_[head] == noLoop ? nullptr : &loops_[headOf_[head]];
}

} // namespace heddle::analysis
