// Runs an engine so that `true` means that no execution was cut.
//
// An engine follows an execution only as far as its behaviour is defined and known: a thread stops where undefined
// behaviour begins that is not checked, and a function without a body does whatever its call returns. A proof about the
// executions that are left says nothing about the others. Therefore the engine is asked for more than the user has
// asked for: that there is no undefined behaviour (definedBehaviour) and no call of an unknown function
// (KnownFunctions). If the engine proves all of it, the verdict is `true`. If it finds an execution that violates only
// the additions, the engine runs again without them, to look for violations of the user's properties; a proof is then
// an `unknown` that names what was found, or rests on an assumption that the user has stated.
//
// Unknown functions may also write. The program in which they do (Program::unknownWrites) has many more behaviours, so
// that it is searched last, with a limit of time, and only if there is no violation without such writes.
//
// A violation that depends on what an unknown function does (interpreter/influence) is not `false`.
//
// The additions cost little where they hold: engines that refute paths refute these as well, since otherwise the
// threads that stop there would multiply the states.
#pragma once

#include "engines/engine.hpp"

#include <functional>
#include <optional>

namespace heddle::portfolio {

/// What the user allows a proof to rest on.
struct Assumptions {
  bool noUndefinedBehaviour = false;
};

/// Makes the program in which unknown functions write, prepared for the engine; none if that is not possible.
using WritingProgram = std::function<std::optional<program::Program>()>;

/// What an engine is asked for besides the properties of the user.
constexpr program::PropertySet addedProperties =
    program::definedBehaviour | program::PropertySet{program::Property::KnownFunctions};

/// Whether the violation to which the schedule of a replay leads depends on what unknown functions do, or comes after
/// the use of a synchronisation object that the program has not initialised: then it is not `false`.
bool restsOnAssumptions(const program::Program &program, const engines::Context &context,
                        const interpreter::Schedule &schedule);

/// `context.program` has the user's properties, as has `program`, which must be the same object: its properties change
/// while the engine runs, and are the user's again afterwards. `writing` may be empty. If the answer has a trace of the
/// program that it makes, `program` is that program afterwards.
engines::Result runUncut(const engines::Configuration &engine, const engines::Context &context,
                         program::Program &program, const Assumptions &assumptions, const WritingProgram &writing = {});

} // namespace heddle::portfolio
