// Finds out whether a proof is vacuous: true, but only because no execution gets to the points that matter.
//
// The front end marks such points as goals (Property::Vacuity): assertions, the end of main, the end of each thread
// function. Getting to one is a violation for the engines, so each run of an engine either shows that a goal is
// reached, or proves that all goals that are left are not. Random executions reach most goals at once.
#pragma once

#include "engines/engine.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace heddle::portfolio {

/// The goals of a program, for people: "the end of main".
std::vector<std::string> goalsOf(const program::Program &program);

/// Those of `goals` that no execution of the prepared program gets to. `goals` are those of the program before it was
/// prepared: preparing removes what cannot be reached. Goals that the engine does not decide within a small share of
/// the time that the proof has taken (`spent`) are left out.
std::vector<std::string> unreachedGoals(const engines::Configuration &engine, const engines::Context &context,
                                        const program::Program &prepared, const std::vector<std::string> &goals,
                                        std::chrono::nanoseconds spent);

} // namespace heddle::portfolio
