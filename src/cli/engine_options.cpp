#include "cli/engine_options.hpp"

#include "cli/input.hpp"
#include "cli/values.hpp"
#include "portfolio/engines.hpp"
#include "report/summary.hpp"
#include "report/text_layout.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::cli {

using engines::Configuration;
using engines::Engine;
using engines::Option;
using support::Error;
using support::Expected;

namespace {

constexpr std::size_t helpWidth = 100;
constexpr unsigned mostThreads = 64;
constexpr const char *hiddenGroup = "Options of engines";

/// Records the value. `configure` checks it after the whole command line has been parsed, when the engine is known. An
/// empty group hides the option in the help text of the command.
void addOption(CLI::App &command, const Option &option, EngineOptions &options, const std::string &group) {
  if (option.isFlag()) {
    command
        .add_flag_callback(
            option.name, [&options, name = option.name] { options.given.emplace_back(name, ""); }, option.text)
        ->group(group);
    return;
  }
  // May be repeated, one value each: the engine decides whether values add up or the last one counts.
  CLI::Option *added = command
                           .add_option_function<std::vector<std::string>>(
                               option.name,
                               [&options, name = option.name](const std::vector<std::string> &values) {
                                 for (const std::string &value : values)
                                   options.given.emplace_back(name, value);
                               },
                               option.text)
                           ->allow_extra_args(false)
                           ->type_name(option.valueName)
                           ->check(option.valueName == "FILE" ? suggestingOrFile({}) : suggesting(option.choices))
                           ->group(group);
  if (!option.defaultValue.empty())
    added->default_str(option.defaultValue);
}

/// Leaves the options of engines out of the help text of a command. (An empty group name would do the same, but CLI11
/// then leaves the names of the options out of its error messages, too.)
class ShortHelp : public CLI::Formatter {
public:
  std::string make_group(std::string group, bool isPositional,
                         std::vector<const CLI::Option *> options) const override {
    return group == hiddenGroup ? "" : CLI::Formatter::make_group(group, isPositional, options);
  }
};

void addLimits(CLI::App &command, EngineOptions &options) {
  command
      .add_option("--max-threads", options.limits.maxThreads,
                  "threads that may be alive at the same time, at most 64; with more, the verdict is unknown")
      ->type_name("N")
      ->check(CLI::Range(1U, mostThreads).description(""))
      ->capture_default_str()
      ->group("Limits");
}

/// Each name once. Engines that share an option may have different choices: these are all of them.
std::vector<Option> optionsOfAllEngines() {
  std::vector<Option> all;
  for (const Engine *engine : portfolio::allEngines()) {
    const std::unique_ptr<Configuration> configuration = engine->configure();
    for (const Option &option : configuration->options()) {
      const auto known = std::ranges::find(all, option.name, &Option::name);
      if (known == all.end()) {
        all.push_back(option);
        continue;
      }
      for (const std::string &choice : option.choices)
        if (std::ranges::find(known->choices, choice) == known->choices.end())
          known->choices.push_back(choice);
    }
  }
  for (Option &option : all)
    option.set = nullptr; // refers to a configuration that is gone
  return all;
}

Error noSuchOption(const Engine &engine, const std::string &option) {
  const std::vector<std::string> having = portfolio::enginesWith(option);
  const std::string names =
      having.size() == 1 ? having.front()
                         : fmt::format("{} and {}", fmt::join(having.begin(), having.end() - 1, ", "), having.back());
  return {fmt::format("engine {} has no option {}; {} {} it; see: heddle help {}", engine.name, option, names,
                      having.size() == 1 ? "has" : "have", having.back())};
}

/// Without those that only portfolio/uncut and portfolio/vacuity ask for.
std::string propertiesLine(const char *title, program::PropertySet properties) {
  for (unsigned i = program::userPropertyCount; i < program::propertyCount; ++i)
    properties = properties - program::PropertySet{static_cast<program::Property>(i)};
  if (properties.empty())
    return "";
  const std::string line = fmt::format("  {}: {}", title, fmt::join(report::propertyNames(properties), ", "));
  return fmt::format("{}\n", fmt::join(report::wrap(line, helpWidth, 4), "\n"));
}

} // namespace

std::string EngineOptions::valueOf(const std::string &option) const {
  const auto last =
      std::find_if(given.rbegin(), given.rend(), [&](const auto &entry) { return entry.first == option; });
  return last == given.rend() ? std::string() : last->second;
}

void addOptionsOf(CLI::App &command, const std::string &engine, EngineOptions &options) {
  options.engine = engine;
  const std::unique_ptr<Configuration> configuration = portfolio::findEngine(engine)->configure();
  for (const Option &option : configuration->options())
    addOption(command, option, options, "Engine");
  addLimits(command, options);
}

void addEngineOptions(CLI::App &command, EngineOptions &options) {
  const std::vector<std::string> names = portfolio::engineNames();
  command.add_option("--engine", options.engine, engines::alternatives(names))
      ->type_name("NAME")
      ->check(oneOf(names))
      ->capture_default_str()
      ->group("Engine");
  command.formatter(std::make_shared<ShortHelp>());
  for (const Option &option : optionsOfAllEngines())
    addOption(command, option, options, hiddenGroup);
  addLimits(command, options);
}

Expected<std::unique_ptr<Configuration>> configure(const EngineOptions &options) {
  const Engine &engine = *portfolio::findEngine(options.engine);
  std::unique_ptr<Configuration> configuration = engine.configure();
  const engines::OptionList known = configuration->options();
  for (const auto &[name, value] : options.given) {
    const auto option =
        std::find_if(known.begin(), known.end(), [&, &wanted = name](const Option &o) { return o.name == wanted; });
    if (option == known.end())
      return noSuchOption(engine, name);
    if (const std::optional<Error> error = option->set(value))
      return Error{fmt::format("{} of engine {}: {}", name, engine.name, error->message)};
  }
  return configuration;
}

std::string engineHelp(const Engine &engine) {
  std::string text = fmt::format("{}: {}\n", engine.name, engine.description);
  text += propertiesLine("finds violations of", engine.finds);
  text += engine.proves.empty() ? "  proves nothing\n" : propertiesLine("proves", engine.proves);
  const std::unique_ptr<Configuration> configuration = engine.configure();
  for (const Option &option : configuration->options()) {
    const std::string name = option.isFlag() ? option.name : option.name + " " + option.valueName;
    const std::string preset = option.defaultValue.empty() ? "" : fmt::format(" (default: {})", option.defaultValue);
    const std::string line = fmt::format("  {:<26}{}{}", name, option.text, preset);
    text += fmt::format("{}\n", fmt::join(report::wrap(line, helpWidth, 28), "\n"));
  }
  return text;
}

std::string allEnginesHelp() {
  std::string text;
  for (const Engine *engine : portfolio::allEngines())
    text += "\n" + engineHelp(*engine);
  return text;
}

} // namespace heddle::cli
