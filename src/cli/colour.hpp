// Colours of the text report, for terminals.
#pragma once

#include <CLI/App.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::cli {

enum class ColourUse : std::uint8_t { Auto, Always, Never };

/// What a text is, which decides how it looks.
enum class Ink : std::uint8_t { Heading, Good, Bad, Open };

/// Adds --color.
void addColour(CLI::App &command, ColourUse &use);

class Colours {
public:
  /// Auto: if standard output is a terminal that has colours, and NO_COLOR (https://no-color.org) is not set.
  explicit Colours(ColourUse use);

  bool areUsed() const { return areUsed_; }
  std::string paint(Ink ink, std::string_view text) const;
  /// Paints the first line only.
  std::string paintFirstLine(Ink ink, std::string_view text) const;

private:
  bool areUsed_;
};

} // namespace heddle::cli
