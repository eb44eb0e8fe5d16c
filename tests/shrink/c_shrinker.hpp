// Shrinks C files.
#pragma once

#include "shrink/delta_debugging.hpp"

#include <functional>
#include <string>

namespace heddle::shrink {

using IsInteresting = std::function<bool(const std::string &text)>;

/// A small C file that is still interesting. The text must be interesting itself; comments do not survive. A candidate
/// that does not compile must not be interesting.
std::string shrinkC(const std::string &text, const IsInteresting &isInteresting, Budget &budget);

} // namespace heddle::shrink
