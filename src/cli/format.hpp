// The option --format: text for people or JSON for programs.
#pragma once

#include "engines/option.hpp"

#include <CLI/App.hpp>

#include <cstdint>

namespace heddle::cli {

enum class Format : std::uint8_t { Text, Json };

/// Adds --format.
inline void addFormat(CLI::App &command, Format &format, const std::string &text) {
  command
      .add_option_function<std::string>(
          "--format", [&format](const std::string &name) { format = name == "json" ? Format::Json : Format::Text; },
          text)
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}).description(""))
      ->default_str("text")
      ->group("Report");
}

} // namespace heddle::cli
