// What a condition says about the state in which it holds or fails.
#pragma once

#include "engines/modular/state.hpp"

namespace heddle::engines::modular {

Value evaluate(const program::Program &program, const program::Cfa &cfa, const State &state, program::Expr expression);

/// Restricts the state to those in which the condition has the outcome. False if there are none.
bool assume(const program::Program &program, const program::Cfa &cfa, State &state, program::Expr condition,
            bool outcome);

/// Restricts the content of a cell that registers hold: to the given one, or to others. False if there is none.
bool assumeContent(State &state, const Word &word, Bits content, bool outcome);
bool assumeContent(State &state, const Cell &cell, Bits content, bool outcome);

} // namespace heddle::engines::modular
