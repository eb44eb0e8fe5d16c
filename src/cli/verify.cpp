// heddle verify: asks the engine that the user has chosen for a verdict.
#include "cli/cached_report.hpp"
#include "cli/changed_units.hpp"
#include "cli/commands.hpp"
#include "cli/verification.hpp"

#include <memory>

namespace heddle::cli {

Command addVerify(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<VerificationOptions>();
  CLI::App *command = heddle.add_subcommand("verify", "prove that a property holds, or show how it is violated");
  addInputOptions(*command, options->input);
  addEngineOptions(*command, options->engine);
  command->add_flag("--stats", options->statistics, "print the engines' statistics")->group("Report");
  addVerificationOptions(*command, *options);
  addCacheOption(*command, *options);
  addChangedSince(*command, *options);
  addNodeOptions(*command, options->nodes);
  command->footer(
      command->get_footer() +
      "\nEngines have options of their own: heddle help verify --all lists all of them, heddle help ENGINE those "
      "of one engine.");
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            options->words = wordsForCache(*command, arguments);
            setWords(options->nodes, *command, arguments);
            return options->changedSince.empty() ? runVerification(*options) : verifyChanged(*options, runVerification);
          }};
}

} // namespace heddle::cli
