// Finding loops.
//
// A head is the target of an edge that closes a cycle in the depth-first order; the loop of a head is all
// that lies on a way from the head to such an edge and does not pass the head in between. For natural
// loops (the head dominates its back edges) that is the textbook's body, and two natural loops with
// different heads are nested or disjoint. For others it is still a set that no path along the cycle
// leaves, which is what users of a loop need to know. Trip counts are found by trip_count.cpp.
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

/// Where the ends of the back edges can come from, going backward and not through the head.
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

/// For a loop that is not natural, the backward reach goes on to the entry: keep what the head leads to.
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
  // Heads in reverse post-order: the head of an outer loop comes before those of the loops inside.
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
