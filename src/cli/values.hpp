// What the values of an option can be: checked when the command line is parsed, and suggested by `heddle completion`.
#pragma once

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

/// Checks that the value is one of `choices`. The help text of the option must list them.
CLI::Validator oneOf(const std::vector<std::string> &choices);

/// Accepts every value, and suggests `choices`.
CLI::Validator suggesting(const std::vector<std::string> &choices);
/// The same for an option whose value may also be a file.
CLI::Validator suggestingOrFile(const std::vector<std::string> &choices);

/// Checks that the name of a file is not empty: an empty one would be taken for an option that is not given.
CLI::Validator fileName();
/// The same for the name of a directory.
CLI::Validator directoryName();

/// What can stand in the place of a value.
struct Values {
  enum class Place : std::uint8_t { Nowhere, File, Directory };
  std::vector<std::string> choices;
  Place place = Place::Nowhere; // of the file system, besides the choices
};

/// As the validators above say; without one of them, nothing is known.
Values valuesOf(CLI::Option &option);

} // namespace heddle::cli
