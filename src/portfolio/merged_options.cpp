#include "portfolio/merged_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace heddle::portfolio {

namespace {

/// What the engines say of an option that several of them have: each text with the engines that give it, in order.
class Variants {
public:
  void add(const std::string &text, std::string_view engine) {
    const auto known = std::ranges::find(texts_, text, &Variant::text);
    if (known == texts_.end())
      texts_.push_back({text, std::string(engine)});
    else
      known->engines += fmt::format(", {}", engine);
  }
  /// The text that all give, or all texts, each in the given format of engines and text.
  std::string join(fmt::format_string<const std::string &, const std::string &> format, const char *separator) const {
    if (texts_.size() == 1)
      return texts_.front().text;
    std::vector<std::string> parts;
    for (const auto &[text, engines] : texts_)
      parts.push_back(fmt::format(format, engines, text));
    return fmt::format("{}", fmt::join(parts, separator));
  }

private:
  struct Variant {
    std::string text;
    std::string engines;
  };
  std::vector<Variant> texts_;
};

void mergeInto(engines::Option &known, const engines::Option &option) {
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
  std::map<std::string, Variants> texts; // by option
  std::map<std::string, Variants> defaults;
  for (const auto &[engine, list] : all)
    for (const engines::Option &option : list) {
      const auto known = std::find_if(merged.begin(), merged.end(),
                                      [&](const engines::Option &other) { return other.name == option.name; });
      if (known != merged.end())
        mergeInto(*known, option);
      else
        merged.push_back(option);
      texts[option.name].add(option.text, engine);
      defaults[option.name].add(option.defaultValue, engine);
    }
  for (engines::Option &option : merged) {
    option.text = texts[option.name].join("{}: {}", "; ");
    option.defaultValue = defaults[option.name].join("{1} ({0})", ", ");
  }
  return merged;
}

} // namespace heddle::portfolio
