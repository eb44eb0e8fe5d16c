// heddle verify: the verdict, by whichever engine gets there.
#include "cli/commands.hpp"
#include "cli/verification.hpp"

#include <memory>

namespace heddle::cli {

Command addVerify(CLI::App &heddle, const CompilerArguments &compilerArguments) {
  auto options = std::make_shared<VerificationOptions>();
  CLI::App *command = heddle.add_subcommand("verify", "prove that a property holds, or show how it breaks");
  addInputOptions(*command, options->input);
  addEngineOptions(*command, options->engine);
  command
      ->add_option("--proof", options->proofFile,
                   "lazy, cegar: write the invariant of every location, in C syntax, here")
      ->type_name("FILE")
      ->group("Report");
  command->add_flag("--stats", options->statistics, "print the engines' statistics")->group("Report");
  addVerificationOptions(*command, *options);
  return {command, [options, &compilerArguments] {
            options->input.compilerArguments = compilerArguments;
            return runVerification(*options);
          }};
}

} // namespace heddle::cli
