// Statistics as text.
#pragma once

#include "engines/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::report {

/// The text for an identifier: "time in the solver" for "time.solving".
std::string_view phrase(std::string_view id);

/// With its unit: "0.120 s", "3.5 MB", "1200".
std::string valueText(const engines::Statistic &statistic);

/// Names and values in two columns, with the name of the engine if several ran.
std::string statisticLines(const std::vector<engines::Result::Run> &runs);

} // namespace heddle::report
