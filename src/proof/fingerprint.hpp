// A short text that differs, in all likelihood, if two programs differ in anything that a proof is about.
//
// It finds mistakes: the wrong file, another version of the program or of Heddle. It is no protection against a file
// that was made to deceive, and need not be one: the checker checks a proof against the program that it is given.
#pragma once

#include "program/program.hpp"

#include <string>

namespace heddle::proof {

/// 32 hexadecimal digits. Names, types, source spans and properties have no influence.
std::string fingerprint(const program::Program &program);

} // namespace heddle::proof
