// heddle completion: a script for a shell, from the same description of the options that parses the command line and
// prints the help texts.
#include "cli/commands.hpp"
#include "cli/completion_scripts.hpp"
#include "cli/exit_codes.hpp"
#include "cli/messages.hpp"
#include "cli/values.hpp"
#include "portfolio/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace heddle::cli {

namespace {

struct Shell {
  std::string_view name;
  std::string (*script)(const std::vector<CompletedCommand> &commands);
};

constexpr std::array shells{Shell{"bash", bashCompletion}, Shell{"zsh", zshCompletion}, Shell{"fish", fishCompletion}};

std::vector<std::string> shellNames() {
  std::vector<std::string> names;
  for (const Shell &shell : shells)
    names.emplace_back(shell.name);
  return names;
}

/// The beginning of a help text, for a list with one line for each option.
std::string brief(const std::string &text) {
  constexpr std::size_t width = 70;
  std::string part = text;
  for (const std::string_view end : {"; ", ". ", ": ", " ("})
    part = part.substr(0, part.find(end));
  if (part.size() > width)
    part = part.substr(0, part.rfind(' ', width)) + " …";
  return part;
}

CompletedOption completed(CLI::Option &option) {
  CompletedOption result;
  for (const std::string &name : option.get_snames())
    result.names.push_back("-" + name);
  for (const std::string &name : option.get_lnames())
    result.names.push_back("--" + name);
  result.text = brief(option.get_description());
  if (option.get_items_expected_max() > 0) {
    result.valueName = option.get_type_name();
    result.values = valuesOf(option);
  }
  result.isRepeatable = option.get_multi_option_policy() != CLI::MultiOptionPolicy::TakeLast;
  return result;
}

/// Several operands complete alike: each position may be a file if one of them may.
void addOperand(CLI::Option &option, Values &operands) {
  const Values values = valuesOf(option);
  if (values.place != Values::Place::Nowhere)
    operands.place = values.place;
  operands.choices.insert(operands.choices.end(), values.choices.begin(), values.choices.end());
}

CompletedCommand completed(CLI::App &command) {
  CompletedCommand result{command.get_name(), brief(command.get_description()), {}, {}};
  for (CLI::Option *option : command.get_options()) {
    if (option->get_positional())
      addOperand(*option, result.operands);
    else if (!option->get_description().empty()) // not one that is for Heddle itself
      result.options.push_back(completed(*option));
  }
  return result;
}

/// All commands, and the word `help`, which main handles.
std::vector<CompletedCommand> completedCommands(CLI::App &heddle) {
  std::vector<CompletedCommand> commands;
  CompletedCommand help{
      "help", "the options of a command or an engine", {{{"--all"}, "of all engines", "", {}, false}}, {}};
  for (CLI::App *command : heddle.get_subcommands([](const CLI::App * /*any*/) { return true; })) {
    commands.push_back(completed(*command));
    help.operands.choices.push_back(command->get_name());
  }
  for (const std::string &engine : portfolio::engineNames())
    if (std::ranges::find(help.operands.choices, engine) == help.operands.choices.end())
      help.operands.choices.push_back(engine);
  commands.push_back(std::move(help));
  return commands;
}

int complete(const std::string &wanted, CLI::App &heddle) {
  const auto *shell = std::ranges::find(shells, wanted, &Shell::name);
  if (shell == shells.end())
    return reportError({"no shell given: bash, zsh or fish; see: heddle help completion"});
  print(shell->script(completedCommands(heddle)));
  return exitTrue;
}

} // namespace

Command addCompletion(CLI::App &heddle) {
  auto shell = std::make_shared<std::string>();
  CLI::App *command = heddle.add_subcommand("completion", "print a script that completes command lines in a shell");
  command->footer("For example: source <(heddle completion bash)");
  command->add_option("shell", *shell, "bash, zsh or fish")->type_name("SHELL")->check(oneOf(shellNames()));
  return {command, [shell, &heddle] { return complete(*shell, heddle); }};
}

} // namespace heddle::cli
