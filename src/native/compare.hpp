// Whether a native run has ended as the interpreter says.
#pragma once

#include "interpreter/trace.hpp"
#include "native/places.hpp"
#include "native/run.hpp"
#include "program/program.hpp"

#include <string>

namespace heddle::native {

struct Comparison {
  bool isSame = false;
  std::string text; // for people: a sentence, without its end
};

Comparison compare(const interpreter::Violation &violation, const program::Program &program, const Places &places,
                   const Outcome &outcome);

/// What could not be enforced, a sentence.
std::string toText(const Missed &missed, const program::Program &program, const Places &places);

} // namespace heddle::native
