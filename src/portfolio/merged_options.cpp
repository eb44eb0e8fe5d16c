#include "portfolio/merged_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace heddle::portfolio {

namespace {

/// "a" if both are the same, otherwise "a (explore), b (lazy)".
std::string bothDefaults(const std::string &first, const std::string &second, std::string_view firstEngine,
                         std::string_view secondEngine) {
  return first == second ? first : fmt::format("{} ({}), {} ({})", first, firstEngine, second, secondEngine);
}

void mergeInto(engines::Option &known, std::string_view knownEngine, const engines::Option &option,
               std::string_view engine) {
  if (known.text != option.text)
    known.text = fmt::format("{}: {}; {}: {}", knownEngine, known.text, engine, option.text);
  known.defaultValue = bothDefaults(known.defaultValue, option.defaultValue, knownEngine, engine);
  for (const std::string &choice : option.choices)
    if (std::find(known.choices.begin(), known.choices.end(), choice) == known.choices.end())
      known.choices.push_back(choice);
  known.set = [first = known.set, second = option.set,
               choices = known.choices](const std::string &value) -> std::optional<support::Error> {
    std::optional<support::Error> refusal = first(value);
    if (!second(value) || !refusal)
      return std::nullopt;
    return choices.empty() ? *refusal
                           : support::Error{fmt::format("'{}' is not {}", value, engines::alternatives(choices))};
  };
}

} // namespace

engines::OptionList merge(const std::vector<OptionsOfEngine> &all) {
  engines::OptionList merged;
  std::map<std::string, std::string_view> firstEngine; // by option
  for (const auto &[engine, list] : all)
    for (const engines::Option &option : list) {
      const auto known = std::find_if(merged.begin(), merged.end(),
                                      [&](const engines::Option &other) { return other.name == option.name; });
      if (known != merged.end()) {
        mergeInto(*known, firstEngine.at(option.name), option, engine);
        continue;
      }
      firstEngine[option.name] = engine;
      merged.push_back(option);
    }
  return merged;
}

} // namespace heddle::portfolio
