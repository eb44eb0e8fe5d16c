// The conditions under which the actions out of a location are enabled.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::engines::modular {

/// Of one action, in the order in which they are evaluated.
using Guards = std::vector<program::Expr>;

/// Whether one of the actions is enabled in every state: a tree of branches whose
/// conditions cover all cases, as those of an if or a switch do.
bool areExhaustive(program::ExprPool &pool, const std::vector<Guards> &actions);

} // namespace heddle::engines::modular
