// The loop nesting forest of Havlak ("Nesting of Reducible and Irreducible Loops", TOPLAS 1997), for any automaton.
//
// Let locations be numbered in reverse post-order of one depth-first search. A head is the target of a retreating edge,
// which is one to an ancestor in the search tree: a back edge. The body of its loop consists of the locations that
// reach the head over locations not numbered before it. All of them are descendants of the head in the search tree: any
// other location with a greater number was left before the head was entered, and leads to no descendant of it.
// For natural loops (the head dominates its back edges) this is the textbook's body. In general:
//
//  - Every cycle contains the head of a loop around all of it: the location of the cycle with the lowest number. Hence
//    a path that leaves a loop and enters it again passes the head of an outer loop in between.
//  - Two loops are nested or disjoint. If they share a location, the heads are both ancestors of it; the lower head
//    reaches the location, and from there the upper one, over descendants of the upper one, as does all of its body.
//  - All edges but back edges lead to a greater number. An edge into a loop comes from a location before the head,
//    wherever it enters the loop: a source with a greater number is a descendant of the head, and then in the body
//    itself, or it was left before the head was entered, and then the target is no descendant of the head.
//
// The backward reach alone, not limited by the head's number, would contain the surrounding loops of a loop that is
// entered beside its head. trip_count.cpp computes trip counts.
#include "analysis/loops.hpp"

#include "analysis/control_flow.hpp"
#include "analysis/trip_count.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

using program::ActionId;
using program::Cfa;
using program::LocationId;

/// The locations from which a back edge can be reached without passing the head or a location before it.
std::vector<LocationId> bodyOf(const Cfa &cfa, const ControlFlow &flow, const Loop &loop) {
  std::vector<LocationId> body{loop.head};
  std::vector<LocationId> pending;
  std::vector<bool> seen(cfa.locations.size());
  seen[loop.head] = true;
  const auto reach = [&](LocationId location) {
    if (seen[location] || !flow.isReachable(location) || flow.position(location) < flow.position(loop.head))
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
    loop.body = bodyOf(cfa, flow, loop);
    findBorders(cfa, flow, loop);
    headOf_[head] = loops_.size();
    for (const LocationId location : loop.body)
      innermost_[location] = loops_.size();
    loops_.push_back(std::move(loop));
  }
  TripCounter counter(cfa, flow, *this);
  for (Loop &loop : loops_)
    if (containsOnlyNaturalLoops(loop))
      loop.tripCount = counter.count(loop);
}

bool LoopInfo::containsOnlyNaturalLoops(const Loop &loop) const {
  return std::all_of(loop.body.begin(), loop.body.end(), [this](LocationId location) {
    const Loop *inner = loopAt(location);
    return inner == nullptr || inner->isNatural;
  });
}

const Loop *LoopInfo::loopAt(LocationId head) const {
  return headOf_[head] == noLoop ? nullptr : &loops_[headOf_[head]];
}

} // namespace heddle::analysis
