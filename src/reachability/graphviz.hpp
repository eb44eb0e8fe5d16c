// An abstract reachability tree as a Graphviz graph, for people: `heddle dump --tree`.
//
// A node shows its number, the control location (thread, function and source line of each thread) and its label; an
// edge shows the transition. Covers are dashed edges, covered nodes are grey, and the error path is red. Text and nodes
// beyond the limits are left out, and the graph says so.
#pragma once

#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <cstddef>
#include <string>

namespace heddle::reachability {

struct GraphvizOptions {
  std::size_t maxNodes = 500;     // the nodes closest to the root are drawn
  std::size_t maxConjuncts = 8;   // of each label
  std::size_t maxCharacters = 80; // of each conjunct
  NodeId error = noNode;          // the last node of the error path, if there is one
  /// The transition that violates the property after that path.
  const Transition *violation = nullptr;
};

std::string toGraphviz(const Tree &tree, Semantics &semantics, const GraphvizOptions &options = {});

} // namespace heddle::reachability
