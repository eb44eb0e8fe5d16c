// Petri nets with transfers as text: the .spec format of the MIST tool.
#pragma once

#include "engines/cover/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <string_view>

namespace heddle::engines::cover {

support::Expected<System> parseSpec(std::string_view text, const std::string &path);

} // namespace heddle::engines::cover
