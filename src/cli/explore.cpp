// heddle explore: the explicit-state explorer, with its statistics.
#include "cli/commands.hpp"
#include "cli/verification.hpp"

#include <memory>

namespace heddle::cli {

Command addExplore(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<VerificationOptions>();
  options->statistics = true;
  CLI::App *command = heddle.add_subcommand("explore", "visit every reachable state, and count them");
  addInputOptions(*command, options->input);
  addOptionsOf(*command, "explore", options->engine);
  addVerificationOptions(*command, *options);
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            return runVerification(*options);
          }};
}

} // namespace heddle::cli
