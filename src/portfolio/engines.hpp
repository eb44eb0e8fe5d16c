// The table of engines: the one place that lists them all.
#pragma once

#include "engines/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::portfolio {

/// The default, `auto`, comes first.
const std::vector<const engines::Engine *> &allEngines();

/// Null if there is no engine of that name.
const engines::Engine *findEngine(std::string_view name);

/// In the order of the table.
std::vector<std::string> engineNames();

/// The engines that have an option of that name.
std::vector<std::string> enginesWith(std::string_view option);

} // namespace heddle::portfolio
