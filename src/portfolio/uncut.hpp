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
// The additions cost little where they hold: engines that refute paths refute these as well, since otherwise the
// threads that stop there would multiply the states.
#pragma once

#include "engines/engine.hpp"

namespace heddle::portfolio {

/// What the user allows a proof to rest on.
struct Assumptions {
  bool noUndefinedBehaviour = false;
};

/// `context.program` has the user's properties, as has `program`, which must be the same object: its properties change
/// while the engine runs, and are the user's again afterwards.
engines::Result runUncut(const engines::Configuration &engine, const engines::Context &context,
                         program::Program &program, const Assumptions &assumptions);

} // namespace heddle::portfolio
