// The result of an engine as bytes, for the pipe from the process of the engine to that of the portfolio.
//
// Both ends are the same executable, so the format has no version and is free to change. The reader nevertheless trusts
// nothing: the writer may have overwritten its own memory. A counterexample is transmitted as its schedule, and exists
// at the other end only after it has been confirmed there.
#pragma once

#include "engines/engine.hpp"
#include "support/expected.hpp"

#include <string>
#include <string_view>

namespace heddle::portfolio {

std::string encode(const engines::Result &result);

/// Replays a counterexample on the program of `context`: if that fails, the answer is an InternalError. Returns an
/// error if the bytes are not the encoding of a result.
support::Expected<engines::Result> decode(std::string_view bytes, const engines::Context &context);

} // namespace heddle::portfolio
