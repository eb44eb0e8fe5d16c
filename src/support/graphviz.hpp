// Texts in Graphviz graphs.
#pragma once

#include <string>

namespace heddle::support {

/// The text inside a double-quoted Graphviz string; line breaks become left-justified ones.
std::string escapedForGraphviz(const std::string &text);

} // namespace heddle::support
