#include "cli/colour.hpp"

#include "cli/values.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace heddle::cli {

namespace {

bool isColourTerminal() {
  const auto valueOf = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) == 1 && valueOf("NO_COLOR").empty() && valueOf("TERM") != "dumb";
}

/// Of the escape sequence that begins it. Bold red and green are legible on light and on dark terminals.
std::string_view codeOf(Ink ink) {
  switch (ink) {
  case Ink::Heading:
    return "1";
  case Ink::Good:
    return "1;32";
  case Ink::Bad:
    return "1;31";
  case Ink::Open:
    return "1;33";
  }
  return "0";
}

} // namespace

void addColour(CLI::App &command, ColourUse &use) {
  command
      .add_option_function<std::string>(
          "--color",
          [&use](const std::string &when) {
            use = when == "always" ? ColourUse::Always : when == "never" ? ColourUse::Never : ColourUse::Auto;
          },
          "colours in the text: auto (on a terminal, unless NO_COLOR is set), always or never")
      ->type_name("WHEN")
      ->check(oneOf({"auto", "always", "never"}))
      ->default_str("auto")
      ->group("Report");
}

Colours::Colours(ColourUse use)
    : areUsed_(use == ColourUse::Always || (use == ColourUse::Auto && isColourTerminal())) {}

std::string Colours::paint(Ink ink, std::string_view text) const {
  if (!areUsed_ || text.empty())
    return std::string(text);
  const bool endsLine = text.ends_with('\n'); // an end of a line in colour confuses terminals
  text.remove_suffix(endsLine ? 1 : 0);
  return fmt::format("\033[{}m{}\033[0m{}", codeOf(ink), text, endsLine ? "\n" : "");
}

std::string Colours::paintFirstLine(Ink ink, std::string_view text) const {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return paint(ink, text.substr(0, end)) + std::string(text.substr(end));
}

} // namespace heddle::cli
