// Bounds of array indices in place of facts about addresses.
//
// An interpolant about an access says that the address, e.g. ((sext64(i + 1) << 2) + &array), is inside the array. Such
// atoms are of little use as predicates: each increment of i gives others. The bounds of the index are weaker and
// fewer, and together with the conditions of the program they are often inductive. If the program counts in even steps,
// the lowest bit of the index is another candidate: 'i < 64' and 'i is odd' give 'i + 1 < 65'.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::engines::parametric {

/// The bounds of the index, if the atom is about the address of an element of an array; otherwise the atom
/// itself.
std::vector<program::Expr> withBounds(const program::Program &program, program::ExprPool &pool, program::Expr atom,
                                      bool hasEvenSteps);

/// Whether some Store of the program adds an even number to something.
bool hasEvenSteps(const program::Program &program);

} // namespace heddle::engines::parametric
