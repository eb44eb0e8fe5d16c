// Names of the states of a compiled Boolean program, for traces and certificates.
#pragma once

#include "coverability/boolean_program.hpp"
#include "coverability/expression_values.hpp"

#include <string>
#include <vector>

namespace heddle::coverability {

/// The names of the nodes. Where several nodes would have the same name, because several statements are in a line, all
/// but the first have a number as well.
std::vector<std::string> distinctNames(const BooleanProgram &program);

/// `x=0 y=1` for the shared variables.
std::string sharedText(const BooleanProgram &program, const Values &values);

/// The same for the local variables; with those of procedures, which are zero outside of calls, if `inCall`.
std::string localText(const BooleanProgram &program, const Values &values, bool inCall);

} // namespace heddle::coverability
