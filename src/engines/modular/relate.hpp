// Relations in the state of a thread: what expressions and conditions say about them, and they about expressions.
//
// A comparison of numbers is one of their difference only if that does not wrap around, which must follow from what is
// known of the two; the difference of two numbers modulo 2^w says nothing about their order otherwise.
#pragma once

#include "engines/modular/state.hpp"

namespace heddle::engines::modular {

/// What the state knows of single variables.
Values valuesIn(const State &state);

/// The expression as a sum in terms of registers. None if it is not a sum, or has nothing to do with relations.
std::optional<Sum> relatedSum(const State &state, program::Expr e);
/// The same for any sum of registers.
std::optional<Sum> sumIn(const State &state, program::Expr e);

/// Restricts the value of the expression by what relations say.
void refine(const State &state, program::Expr e, Value &value);
/// The comparison has the outcome. False if it cannot.
bool relate(State &state, program::Expr comparison, bool outcome);

/// The cell gets the value of the sum, or an unknown one. Others that it overlaps get an unknown one.
void relateStored(State &state, const Cell &cell, const std::optional<Sum> &sum);
/// A store to these bytes, to which nothing in the state is related any more.
void forgetRelated(State &state, AbstractObject object, const Pattern &pattern);

} // namespace heddle::engines::modular
