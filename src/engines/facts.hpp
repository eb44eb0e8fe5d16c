// Facts about the program that one engine has found and others may use, whether or not they suffice for a proof.
//
// Engines do not know each other: they find facts in their Context. All of them have been confirmed by an independent
// checker, so that a proof may rest on them; it then has the certificate as a part, from which they follow.
#pragma once

#include "program/value_facts.hpp"

#include <string>

namespace heddle::engines {

struct Facts {
  program::ValueFacts values;
  std::string certificate; // as a proof file has it (proof/confirm_facts.hpp)
};

} // namespace heddle::engines
