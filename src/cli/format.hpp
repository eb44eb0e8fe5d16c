// The option --format: text for people, JSON for programs, SARIF for editors.
#pragma once

#include "cli/values.hpp"

#include <CLI/App.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

enum class Format : std::uint8_t { Text, Json, Sarif };

/// Adds --format. `text` lists the choices.
inline void addFormat(CLI::App &command, Format &format, const std::string &text, bool hasSarif = false) {
  std::vector<std::string> choices{"text", "json"};
  if (hasSarif)
    choices.emplace_back("sarif");
  command
      .add_option_function<std::string>(
          "--format",
          [&format](const std::string &name) {
            format = name == "json" ? Format::Json : name == "sarif" ? Format::Sarif : Format::Text;
          },
          text)
      ->type_name("FORMAT")
      ->check(oneOf(choices))
      ->default_str("text")
      ->group("Report");
}

} // namespace heddle::cli
