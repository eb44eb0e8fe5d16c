// The options of engines, described next to each engine and independent of how a command line is parsed.
//
// An engine lists its options once, bound to its own settings: `number("--depth", "N", settings.depth, …)`. Names may
// recur in several engines where they mean the same idea (`--solver`, `--reduction`); the values may differ.
#pragma once

#include "support/expected.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::engines {

struct Option {
  std::string name;                 // "--unwind"
  std::string valueName;            // "K"; empty: a flag
  std::string text;                 // what it does, for --help
  std::vector<std::string> choices; // empty: any value
  std::string defaultValue;         // as on the command line; may be empty
  /// Changes the setting; an error, without the option's name, if the text is not a value of it.
  std::function<std::optional<support::Error>(const std::string &value)> set;

  bool isFlag() const { return valueName.empty(); }
};

using OptionList = std::vector<Option>;

template <typename Value> using Choices = std::vector<std::pair<std::string, Value>>;

/// "a, b or c"
std::string alternatives(const std::vector<std::string> &names);

/// A whole number in a range.
std::optional<support::Error> parseNumber(const std::string &text, std::uint64_t least, std::uint64_t most,
                                          std::uint64_t &value);

Option flag(std::string name, bool &setting, std::string text);

template <typename Number>
Option number(const std::string &name, const std::string &valueName, Number &setting, const std::string &text,
              std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<Number>::max()) {
  Option option{.name = name,
                .valueName = valueName,
                .text = text,
                .choices = {},
                .defaultValue = std::to_string(setting),
                .set = {}};
  option.set = [&setting, least, most](const std::string &value) {
    std::uint64_t parsed = 0;
    std::optional<support::Error> error = parseNumber(value, least, most, parsed);
    if (!error)
      setting = static_cast<Number>(parsed);
    return error;
  };
  return option;
}

/// One of a few names. The present value of the setting is the default.
template <typename Value> Option choice(std::string name, Value &setting, Choices<Value> choices, std::string text) {
  Option option{.name = std::move(name),
                .valueName = "NAME",
                .text = std::move(text),
                .choices = {},
                .defaultValue = {},
                .set = {}};
  for (const auto &[choiceName, value] : choices) {
    option.choices.push_back(choiceName);
    if (value == setting)
      option.defaultValue = choiceName;
  }
  option.set = [&setting, choices = std::move(choices)](const std::string &wanted) -> std::optional<support::Error> {
    for (const auto &[choiceName, value] : choices)
      if (choiceName == wanted) {
        setting = value;
        return std::nullopt;
      }
    std::vector<std::string> names;
    for (const auto &entry : choices)
      names.push_back(entry.first);
    return support::Error{"'" + wanted + "' is not " + alternatives(names)};
  };
  return option;
}

} // namespace heddle::engines
