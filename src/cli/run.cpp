// heddle run: executes the program once, randomly or by a schedule, and shows the execution as a table.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/origin.hpp"
#include "cli/schedule_file.hpp"
#include "cli/terminal.hpp"
#include "cli/values.hpp"
#include "interpreter/execution.hpp"
#include "interpreter/explanation.hpp"
#include "report/explanation.hpp"
#include "report/json.hpp"
#include "report/summary.hpp"
#include "report/table.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace heddle::cli {

namespace {

struct RunOptions {
  InputOptions input;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> steps; // default: the usual limit, or the whole schedule
  unsigned maxThreads = interpreter::Limits{}.maxThreads;
  std::string scheduleFile;
  std::string counterexampleFile;
  Format format = Format::Text;
  bool locals = false;
  bool quiet = false;
};

/// Whether the program has inputs that it would not have if something were assumed of all functions without a body.
bool hasUnknownInputs(const program::Program &program) {
  const auto isOfUnknown = [](const program::Instruction &instruction) {
    const auto *havoc = std::get_if<program::Havoc>(&instruction.operation);
    return havoc != nullptr && program::isOfUnknownFunction(havoc->kind);
  };
  return std::ranges::any_of(program.cfas, [&](const program::Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const program::Action &action) {
      return std::ranges::any_of(action.instructions, isOfUnknown);
    });
  });
}

support::Expected<interpreter::Trace> execute(const program::Program &program, const RunOptions &options,
                                              std::optional<interpreter::Schedule> schedule) {
  if (!schedule) {
    interpreter::Limits limits;
    limits.maxThreads = options.maxThreads;
    support::Cancellation cancellation; // on Ctrl-C the steps so far are shown
    const Cooperation cooperation(cancellation);
    limits.steps = options.steps.value_or(limits.steps);
    return interpreter::runRandom(program, {.seed = options.seed, .limits = limits, .cancellation = &cancellation});
  }
  if (schedule->steps.size() > options.steps.value_or(UINT64_MAX))
    schedule->steps.resize(*options.steps);
  interpreter::PartialReplay followed = followSchedule(program, *schedule, interpreter::mostThreadsOfOneExecution);
  if (!followed.misfit.empty())
    return support::Error{options.scheduleFile + ": is not a schedule of this program: " + followed.misfit +
                          (hasUnknownInputs(program) ? "; if it was found with --assume, say the same here" : "")};
  return std::move(followed.trace);
}

int run(RunOptions options) {
  std::optional<interpreter::Schedule> schedule;
  if (!options.scheduleFile.empty()) {
    support::Expected<report::SavedSchedule> read = readSchedule(options.scheduleFile);
    if (!read)
      return reportError(read.error());
    schedule = std::move(read->schedule);
    // The checked properties determine where the execution ends.
    if (options.input.properties.empty())
      options.input.properties = schedule->properties;
  }
  support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return reportError(input.error());
  input->unknownWrites = schedule && schedule->unknownWrites;
  support::Expected<program::Program> program = frontend::load(*input);
  if (!program)
    return reportError(program.error());
  std::optional<report::Origin> origin; // fingerprints are for programs as they are loaded
  if (!options.counterexampleFile.empty() || options.format == Format::Json)
    origin = originOf(options.input, *program);
  prepare(*program, !options.input.noLargeBlocks);
  catchInterrupts({});
  support::Expected<interpreter::Trace> trace = execute(*program, options, std::move(schedule));
  if (!trace)
    return reportError(trace.error());
  releaseInterrupts();
  trace->warnings.insert(trace->warnings.begin(), program->warnings.begin(), program->warnings.end());

  if (!options.counterexampleFile.empty()) {
    const auto written = writeFile(options.counterexampleFile, report::savedSchedule(*trace, *program, origin));
    if (!written)
      return reportError(written.error());
  }
  const int exitCode = trace->violation ? exitFalse : exitTrue;
  const interpreter::Limits limits{.maxThreads = options.maxThreads};
  report::Notes notes;
  if (trace->violation)
    notes.explanation = interpreter::explain(*program, trace->schedule, limits);
  if (options.format == Format::Json) {
    notes.details = interpreter::traceDetails(*program, trace->schedule, limits);
    print(report::toJson(*trace, *program, notes, origin));
    return exitCode;
  }
  if (!options.quiet) {
    const std::string why = report::explanationLines(notes.explanation, program->sources, outputWidth());
    print(why + (why.empty() ? "" : "\n") +
          report::table(*trace, program->sources, {.width = outputWidth(), .locals = options.locals}).text + '\n' +
          report::warningLines(trace->warnings, program->sources));
  }
  print(report::endingLines(*trace, program->sources));
  return exitCode;
}

} // namespace

Command addRun(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<RunOptions>();
  CLI::App *command = heddle.add_subcommand("run", "execute the program once and show every step");
  addInputOptions(*command, options->input);
  CLI::Option *seed = command->add_option("--seed", options->seed, "decides the interleaving and the inputs")
                          ->type_name("N")
                          ->capture_default_str()
                          ->group("Execution");
  command->add_option("--schedule", options->scheduleFile, "replay this schedule (JSON, from --counterexample)")
      ->type_name("FILE")
      ->check(fileName())
      ->excludes(seed)
      ->group("Execution");
  command->add_option("--steps", options->steps, "stop after N steps (default: 10000, or the whole schedule)")
      ->type_name("N")
      ->group("Execution");
  command->add_option("--max-threads", options->maxThreads, "threads that may be alive at the same time, at most 64")
      ->type_name("N")
      ->check(CLI::Range(1U, 64U).description(""))
      ->capture_default_str()
      ->group("Execution");
  command->add_option("--counterexample", options->counterexampleFile, "write the schedule of this execution here")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  addFormat(*command, options->format, "text or json");
  command->add_flag("--locals", options->locals, "also show assignments to local variables")->group("Report");
  command->add_flag("--quiet", options->quiet, "only how it ended")->group("Report");
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            return run(*options);
          }};
}

} // namespace heddle::cli
