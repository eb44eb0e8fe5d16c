// heddle verify: the verdict, by whichever engine gets there.
#include "cli/commands.hpp"
#include "cli/verification.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::cli {

Command addVerify(CLI::App &heddle, const CompilerArguments &compilerArguments) {
  auto options = std::make_shared<VerificationOptions>();
  CLI::App *command = heddle.add_subcommand("verify", "prove that a property holds, or show how it breaks");
  addInputOptions(*command, options->input);
  command->add_option("--engine", options->engine, "auto, bmc, lazy, explore or random")
      ->type_name("NAME")
      ->check(oneOf(portfolio::choiceNames()))
      ->capture_default_str()
      ->group("Engine");
  command->add_option("--runs", options->engines.runs, "random: number of executions")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command->add_option("--depth", options->engines.depth, "random: steps of one execution")
      ->type_name("N")
      ->capture_default_str()
      ->group("Engine");
  command->add_option("--unwind", options->engines.unwind, "bmc: how deep loops are unwound (default: ever deeper)")
      ->type_name("K")
      ->check(CLI::Range(1U, 1'000'000U))
      ->group("Engine");
  command
      ->add_option("--unwindset", options->unwindSet, "bmc: LINE:K or FILE:LINE:K, a depth for the loops of one line")
      ->type_name("LOOP:K,...")
      ->delimiter(',')
      ->group("Engine");
  command->add_option("--solver", options->solver, "bmc, lazy: cadical (default) or z3")
      ->type_name("NAME")
      ->check(oneOf({"cadical", "z3"}))
      ->group("Engine");
  command
      ->add_flag("--monolithic", options->engines.monolithic,
                 "bmc: all of the scheduling constraint at once, no refinement")
      ->group("Engine");
  const auto choose = [command](const char *name, auto &setting, const auto &values, const char *text) {
    std::vector<std::string> names;
    for (const auto &[value, meaning] : values)
      names.push_back(value);
    command
        ->add_option_function<std::string>(
            name, [&setting, values](const std::string &value) { setting = values.at(value); }, text)
        ->type_name("NAME")
        ->check(oneOf(names))
        ->group("Engine");
  };
  using Options = engines::Options;
  choose("--por", options->engines.reduction,
         std::map<std::string, Options::Reduction>{{"local", Options::Reduction::Local},
                                                   {"monotonic", Options::Reduction::Monotonic}},
         "lazy: monotonic (default), or local: threads interleave at every shared access");
  choose("--force-cover", options->engines.forceCover, std::map<std::string, bool>{{"on", true}, {"off", false}},
         "lazy: on (default) or off");
  choose("--interpolants", options->engines.interpolants,
         std::map<std::string, Options::Interpolants>{{"wp", Options::Interpolants::WeakestPreconditions},
                                                      {"facts", Options::Interpolants::Facts}},
         "lazy: wp (weakest preconditions, default) or facts (of the path)");
  choose("--order", options->engines.order,
         std::map<std::string, Options::Order>{
             {"dfs", Options::Order::Depth}, {"bfs", Options::Order::Breadth}, {"switches", Options::Order::Switches}},
         "lazy: dfs (default), bfs, or by thread switches");
  command
      ->add_flag("--check-proof", options->engines.checkProof,
                 "lazy: let an independent checker, with the other solver, look at the proof")
      ->group("Engine");
  command->add_option("--proof", options->proofFile, "lazy: write the invariant of every location, in C syntax, here")
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
