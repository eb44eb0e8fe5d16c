// Petri nets with transfers as text: the .spec format of the MIST tool.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <string>
#include <string_view>

namespace heddle::coverability {

support::Expected<System> parseSpec(std::string_view text, const std::string &path);

} // namespace heddle::coverability
