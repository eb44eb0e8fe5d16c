// Text within XML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

/// For elements and for attributes in double quotes. A character that XML does not have becomes a question mark.
std::string xmlEscaped(std::string_view text);

} // namespace heddle::report
