// Replaces a counterexample by a shorter one with the same violation (interpreter/minimise).
//
// A shorter execution must deserve the verdict `false` just as much: it must not meet undefined behaviour that the
// first one does not meet, and must not rest on what an unknown function does. Therefore it is searched with the
// properties that `runUncut` adds, as far as the first execution does not violate them, and judged like any other
// counterexample at the end. If it does not pass, the first one stays.
#pragma once

#include "engines/engine.hpp"

namespace heddle::portfolio {

struct Minimised {
  std::size_t switchesBefore = 0;
  std::size_t stepsBefore = 0;
};

/// Takes at most as long as the verification has taken so far, and at least half a second if the limits allow.
/// `program` is `context.program`; its properties are those of the user, also afterwards.
Minimised minimise(engines::Counterexample &counterexample, const engines::Context &context, program::Program &program);

} // namespace heddle::portfolio
