// The versions of the solvers that this program runs with.
#pragma once

#include <string>

namespace heddle::smt {

std::string z3Version();
std::string cadicalVersion();

} // namespace heddle::smt
