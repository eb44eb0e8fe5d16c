// The explanation of a violation as text, and call stacks.
#pragma once

#include "interpreter/explanation.hpp"
#include "program/source.hpp"

#include <cstddef>
#include <string>

namespace heddle::report {

/// "push ← submit:14 ← worker:20": the functions with the lines at which they call; a line of another file than that of
/// `span` is "pool.c:14". Empty outside of functions.
std::string stackText(const program::SourceMap &sources, program::SourceSpan span);

/// "why:" and a line for each fact, wrapped to `width`. Empty if there are none.
std::string explanationLines(const interpreter::Explanation &explanation, const program::SourceMap &sources,
                             std::size_t width);

} // namespace heddle::report
