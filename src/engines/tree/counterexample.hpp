// Executes a path of an abstract reachability tree in the interpreter.
#pragma once

#include "engines/tree/search.hpp"
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

/// Solves the conditions of the path, executes it, and confirms the violation that it reaches. Without a violation, the
/// threads in the slots `deadlocked` are claimed to wait for ever at its end.
Answer executePath(const Context &context, const ErrorPath &error, const reachability::Tree &tree, Setting &setting,
                   const std::vector<unsigned> &deadlocked = {});

} // namespace heddle::engines::tree
