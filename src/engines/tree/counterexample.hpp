// From a path of the tree to an execution of the interpreter.
#pragma once

#include "engines/engine.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <string>
#include <utility>
#include <vector>

namespace heddle::engines::tree {

/// The path to a node, and the transition from there to a violation.
struct ErrorPath {
  reachability::NodeId node = reachability::noNode;
  const reachability::Transition *transition = nullptr;
  std::vector<std::pair<program::Expr, program::Expr>> symbols; // for the transition's inputs
  std::vector<program::Expr> conditions;                        // of the transition, on the path
};

/// The verdict on a path that is feasible, as far as the engine of that name knows.
Outcome follow(const ErrorPath &error, const reachability::Tree &tree, reachability::Semantics &semantics,
               reachability::Entailment &entailment, const Options &options, const std::string &engine);

} // namespace heddle::engines::tree
