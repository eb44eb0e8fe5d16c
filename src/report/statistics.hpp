// Statistics in words.
#pragma once

#include "engines/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// "time.solving" → "time solving": what an identifier means to people.
std::string_view phrase(std::string_view id);

/// With its unit: "0.120 s", "3.5 MB", "1200".
std::string valueText(const engines::Statistic &statistic);

/// Names and values in two columns; with the engine's name in front if several ran.
std::string statisticLines(const std::vector<engines::Result::Run> &runs);

} // namespace heddle::report
