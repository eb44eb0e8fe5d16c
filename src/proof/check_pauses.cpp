// Termination of steps: a thread whose step has begun rests again after finitely many actions.
//
// While a step is in progress, the tree follows its thread only. This is sound for local work, which commutes with what
// other threads do, but only if the work ends: an execution in which other threads violate a property while this thread
// does its local work forever must be a path of the tree too. In an execution to a violation, every thread can finish
// its local work at once if steps terminate. So the places where local loops are interrupted, which the prover chooses,
// must suffice. (More of them are harmless: they divide steps into smaller ones, which are checked like all others.)
//
// A local loop terminates without an interruption if counting or a ranking function shows it (local_loops.hpp). For the
// other loops, the tree must show it: on a cycle of its nodes in the middle of a step, through children and covers,
// none of their actions may occur.
#include "proof/checker.hpp"
#include "proof/components.hpp"
#include "proof/describe.hpp"
#include "proof/local_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

void Checker::checkPauses() {
  std::vector<std::vector<bool>> endless;
  bool isAnyEndless = false;
  for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    endless.push_back(endlessActions(cfa, proof_.pauses[cfa], vocabulary_, queries_));
    isAnyEndless =
        isAnyEndless || std::find(endless.back().begin(), endless.back().end(), true) != endless.back().end();
  }
  if (!isAnyEndless)
    return;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  const auto addEdge = [&](NodeId from, NodeId to) {
    if (!isAtRest(from) && !isAtRest(to))
      edges.emplace_back(from, to);
  };
  for (NodeId id = 0; id < proof_.nodes.size(); ++id) {
    const Node &node = proof_.nodes[id];
    if (node.coveredBy != noNode)
      addEdge(id, node.coveredBy);
    else
      for (const NodeId child : node.children)
        addEdge(id, child);
  }
  const std::vector<std::size_t> component = componentsOf(proof_.nodes.size(), edges);
  for (const auto &[from, to] : edges) {
    const Node &after = proof_.nodes[to];
    if (component[from] != component[to] || after.parent != from || after.action == noAction)
      continue;
    const Thread &thread = controlOf(static_cast<NodeId>(from)).threads[after.slot];
    if (endless[thread.cfa][after.action])
      giveUp(static_cast<NodeId>(from), fmt::format("{} may stay in a local loop forever, and never rests in it",
                                                    nameOfThread(program_, thread, after.slot)));
  }
}

} // namespace heddle::proof
