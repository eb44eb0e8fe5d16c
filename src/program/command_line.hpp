// What the front end leaves out of the command lines of an execution, and transform/any_size adds again.
#pragma once

#include <string_view>

namespace heddle::program {

/// The warning that rules out a proof about a program with arbitrary arguments.
constexpr std::string_view longArguments = "command-line arguments of more than 7 characters are not considered";

} // namespace heddle::program
