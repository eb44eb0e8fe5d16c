// Undefined behaviour that is met but not checked: a thread stops there, and the user is warned.
#pragma once

#include "program/property.hpp"

#include <string>

namespace heddle::program {

/// The text of the warning; `property` is the one that would check the behaviour.
std::string uncheckedBehaviour(const std::string &message, Property property);

} // namespace heddle::program
