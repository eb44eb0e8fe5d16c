#include "cli/origin.hpp"

#include "proof/fingerprint.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace heddle::cli {

using report::Origin;
using support::Error;
using support::Expected;

namespace {

constexpr const char *propertyOption = "--property";

/// Whether the option, which need not be one of the input, is part of what is recorded.
bool isRecorded(const CLI::Option &option, const CLI::App &inputs) {
  const bool isInput = std::ranges::any_of(
      inputs.get_options(), [&](const CLI::Option *input) { return input->get_name() == option.get_name(); });
  return isInput && option.get_group() != "Report" && option.get_name() != propertyOption &&
         option.get_name() != inputs.get_help_ptr()->get_name();
}

void addWords(const CLI::Option &option, std::vector<std::string> &words) {
  std::vector<std::string> values = option.results();
  if (option.get_items_expected_max() == 1 && values.size() > 1)
    values = {values.back()};
  for (const std::string &value : values) {
    if (option.get_positional())
      words.push_back(value);
    else if (option.get_items_expected_max() == 0) // a flag
      words.push_back(option.get_name());
    else if (!option.get_lnames().empty())
      words.push_back(option.get_name() + "=" + value); // a value may begin with a dash
    else
      words.insert(words.end(), {option.get_name(), value});
  }
}

/// 32 hexadecimal digits; none if the file cannot be read. It shows that a file has changed, and is no protection
/// against one that was made to deceive.
std::optional<std::string> hashOf(const std::string &path) {
  std::error_code ignored;
  const std::optional<std::string> text =
      std::filesystem::is_regular_file(path, ignored) ? support::readFile(path) : std::nullopt;
  if (!text)
    return std::nullopt;
  return fmt::format("{:016x}{:016x}", support::hashBytes(text->data(), text->size(), 0),
                     support::hashBytes(text->data(), text->size(), 1));
}

} // namespace

std::vector<std::string> wordsOf(const CLI::App &command, const SplitArguments &arguments,
                                 const std::function<bool(const CLI::Option &)> &isMeant) {
  std::vector<std::string> words = arguments.compiler;
  for (const CLI::Option *option : command.get_options())
    if (isMeant(*option))
      addWords(*option, words);
  if (arguments.program) {
    words.emplace_back("--");
    words.insert(words.end(), arguments.program->begin(), arguments.program->end());
  }
  return words;
}

std::vector<std::string> inputWords(const CLI::App &command, const SplitArguments &arguments) {
  InputOptions unused;
  CLI::App inputs;
  addInputOptions(inputs, unused);
  return wordsOf(command, arguments, [&](const CLI::Option &option) { return isRecorded(option, inputs); });
}

Origin originOf(const InputOptions &options, const program::Program &loaded) {
  Origin origin{.heddle = HEDDLE_VERSION,
                .directory = std::filesystem::current_path(),
                .command = {},
                .fingerprint = proof::fingerprint(loaded),
                .violation = {},
                .sources = {}};
  for (const std::string &property : options.properties)
    origin.command.push_back(fmt::format("{}={}", propertyOption, property));
  origin.command.insert(origin.command.end(), options.words.begin(), options.words.end());
  for (program::FileId file = 1; file < loaded.sources.fileCount(); ++file) {
    if (loaded.sources.isRuntime(file))
      continue;
    const std::string &path = loaded.sources.path(file);
    if (std::optional<std::string> hash = hashOf(path)) // what a harness on the command line adds has no file
      origin.sources.push_back({path, std::move(*hash)});
  }
  return origin;
}

Expected<InputOptions> savedInput(const Origin &origin) {
  const Expected<SplitArguments> split = splitArguments(origin.command);
  if (!split)
    return split.error();
  InputOptions options;
  CLI::App inputs;
  addInputOptions(inputs, options);
  try {
    inputs.parse(std::vector<std::string>(split->heddle.rbegin(), split->heddle.rend())); // in reverse order
  } catch (const CLI::ParseError &error) {
    return Error{error.what()};
  }
  setArguments(options, inputs, *split);
  return options;
}

std::vector<std::string> changedSources(const Origin &origin) {
  std::vector<std::string> changed;
  for (const Origin::Source &source : origin.sources)
    if (hashOf(source.path) != source.hash)
      changed.push_back(source.path);
  return changed;
}

} // namespace heddle::cli
