// Which engines run on a program, in which order and with what budget, and whose answer counts.
#pragma once

#include "engines/engine.hpp"
#include "program/program.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::portfolio {

enum class Choice : std::uint8_t { Auto, Bmc, Lazy, Cegar, Trace, Explore, Random };

/// The names that the command line takes, "auto" first.
const std::vector<std::string> &choiceNames();
std::optional<Choice> parseChoice(std::string_view name);

struct Answer {
  engines::Outcome outcome; // warnings and statistics of all engines that ran
  std::string engine;       // whose verdict it is
};

/// The program is prepared (transform::prepare). The first definite verdict wins.
Answer verify(const program::Program &program, Choice choice, const engines::Options &options,
              engines::Progress &progress);

} // namespace heddle::portfolio
