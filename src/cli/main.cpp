// The heddle command: selects the sub-command and runs it. Every failure becomes one line on standard error and an exit
// code.
#include "cli/commands.hpp"
#include "cli/compiler_arguments.hpp"
#include "cli/engine_options.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/suggest.hpp"
#include "cli/task_arguments.hpp"
#include "portfolio/engines.hpp"
#include "smt/versions.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::cli {

namespace {

using Arguments = std::vector<std::string>;

/// Raises the limit of the stack: clang and the traversals of expressions recurse as deeply as the program is nested.
/// The stack of the main thread grows on demand, and Linux reserves address space up to this limit.
void allowDeepRecursion() {
  constexpr rlim_t wanted = rlim_t{100} << 20;
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted)
    return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

int usageError(const std::string &message, const std::string &command = {}) {
  const std::string help = command.empty() ? "heddle help" : "heddle help " + command;
  return reportError({fmt::format("{}; see: {}", message, help)});
}

Arguments optionNames(const CLI::App &command) {
  Arguments names;
  for (const CLI::Option *option : command.get_options()) {
    for (const std::string &name : option->get_lnames())
      names.push_back("--" + name);
  }
  return names;
}

int unknownOption(const std::string &option, const CLI::App &command) {
  const std::string name = option.substr(0, option.find('='));
  return usageError(fmt::format("unknown option {}{}", name, didYouMean(name, optionNames(command))),
                    command.get_name());
}

/// An option with one value may be repeated, as for compilers.
void letLastValueWin(CLI::App &command) {
  for (CLI::Option *option : command.get_options())
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw && option->get_items_expected_max() == 1)
      option->take_last();
}

/// One dash too few must not turn an option into one of the C compiler that has no effect: -malloc-may-fail.
std::optional<std::string> misspelt(const Arguments &ignored, const CLI::App &command) {
  const Arguments names = optionNames(command);
  for (const std::string &argument : ignored) {
    const std::string name = "-" + argument.substr(0, argument.find_first_of("= "));
    if (std::find(names.begin(), names.end(), name) != names.end())
      return fmt::format("unknown option {} (did you mean {}?)", name.substr(1), name);
  }
  return std::nullopt;
}

/// The solvers are asked for their versions: a shared library may be newer than the one that Heddle was built with.
std::string versionText() {
  return fmt::format("heddle " HEDDLE_VERSION "\nclang " HEDDLE_CLANG_VERSION ", Z3 {}, CaDiCaL {}", smt::z3Version(),
                     smt::cadicalVersion());
}

int unknownCommand(const std::string &word, const Arguments &commands) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored))
    return usageError(fmt::format("no command given (did you mean heddle verify {}?)", word));
  return usageError(fmt::format("unknown command '{}'{}", word, didYouMean(word, commands)));
}

/// The text of `heddle help ENGINE` and `heddle help verify --all`; none for other topics. A command takes precedence
/// over an engine of the same name.
std::optional<std::string> engineHelpFor(const Arguments &topic, const Arguments &commands, CLI::App &app) {
  if (topic.empty())
    return std::nullopt;
  if (topic == Arguments{"verify", "--all"})
    return app.get_subcommand("verify")->help("heddle") + "\nOptions of the engines:\n" + allEnginesHelp();
  const engines::Engine *engine = portfolio::findEngine(topic.front());
  const bool isCommand = std::find(commands.begin(), commands.end(), topic.front()) != commands.end();
  const bool isMore = topic.size() > 2 || (topic.size() == 2 && topic[1] != "--all");
  if (isMore || engine == nullptr || isCommand)
    return std::nullopt;
  return engineHelp(*engine);
}

int runHeddle(Arguments arguments) {
  const support::Expected<SplitArguments> split = splitArguments(withTaskArguments(arguments));
  if (!split)
    return usageError(split.error().message);
  arguments = split->heddle;

  CLI::App app(
      "Heddle verifies multithreaded C: it proves that no interleaving breaks a property, or shows one that does.",
      "heddle");
  app.set_version_flag("--version", versionText, "the versions of Heddle, clang and the solvers");
  app.set_help_flag("-h,--help", "this text");
  app.footer("heddle help COMMAND describes a command, heddle help ENGINE an engine of heddle verify.\n"
             "Exit codes: 0 true, 1 false, 2 usage or compile error, 3 unknown, 4 internal error.");
  const std::vector<Command> commands{addVerify(app, *split),   addView(app, *split),    addReplay(app, *split),
                                      addRun(app, *split),      addExplore(app, *split), addCheck(app, *split),
                                      addHarness(app, *split),  addDump(app, *split),    addCheckProof(app, *split),
                                      addValidate(app, *split), addModels(app),          addCover(app),
                                      addBench(app, *split),    addCompletion(app)};
  Arguments names{"help"};
  for (const Command &command : commands) {
    command.app->allow_extras();
    command.app->set_help_flag("-h,--help", "this text");
    letLastValueWin(*command.app);
    names.push_back(command.app->get_name());
  }

  if (arguments.empty()) {
    fmt::print(stderr, "{}", app.help());
    return exitUsage;
  }
  if (arguments.front() == "help") {
    arguments.erase(arguments.begin());
    if (const std::optional<std::string> text = engineHelpFor(arguments, names, app)) {
      print(*text);
      return exitTrue;
    }
    arguments.emplace_back("--help");
  }
  const std::string &first = arguments.front();
  const bool isCommand = std::find(names.begin(), names.end(), first) != names.end();
  if (!isCommand && first.front() != '-')
    return unknownCommand(first, names);

  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend())); // CLI11 expects them in reverse order
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) { // --help, --version
      std::ostringstream text;
      app.exit(error, text, text);
      print(text.str());
      return exitTrue;
    }
    return usageError(error.what(), isCommand ? first : std::string());
  }
  for (const Command &command : commands) {
    if (!command.app->parsed())
      continue;
    if (const std::optional<std::string> error = misspelt(split->ignored, *command.app))
      return usageError(*error, command.app->get_name());
    const Arguments extras = command.app->remaining();
    return extras.empty() ? command.run() : unknownOption(extras.front(), *command.app);
  }
  return usageError("no command given");
}

} // namespace

} // namespace heddle::cli

int main(int argc, char **argv) {
  using namespace heddle::cli;
  catchCrashes();
  std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an output that cannot be written, and reported as such
  allowDeepRecursion();
  try {
    return runHeddle({argv + 1, argv + argc});
  } catch (const std::bad_alloc &) {
    return reportError({"out of memory"});
  } catch (const std::exception &error) {
    return reportInternal(error.what());
  }
}
