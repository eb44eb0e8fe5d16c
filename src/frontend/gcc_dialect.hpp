// What gcc accepts and clang does not, in preprocessed files above all: glibc's headers use what the compiler offers
// that has preprocessed them.
#pragma once

#include <string>

namespace heddle::frontend {

/// Rewrites, in C source, gcc's own spellings of what clang has under another name or can do without: the types
/// _Float32 to _Float128 and the suffixes of their constants, and arguments of the attribute `malloc`. Bodies of inline
/// functions that only gcc can compile are removed if the function has a definition elsewhere (`extern inline` with
/// `gnu_inline`). Lines keep their numbers.
std::string withoutGccDialect(const std::string &source);

} // namespace heddle::frontend
