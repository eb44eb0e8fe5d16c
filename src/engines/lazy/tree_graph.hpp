// The abstract reachability tree that engine lazy builds, as a Graphviz graph: `heddle dump --tree`.
#pragma once

#include "engines/lazy/lazy.hpp"

#include <string>

namespace heddle::engines::lazy {

/// Runs the engine and draws its tree, whatever the answer is.
std::string treeAsGraphviz(const Context &context, const Options &options);

} // namespace heddle::engines::lazy
