// From the command line to the verdict: load, prepare, run an engine, report.
//
// An engine that answers `false` supplies the trace of a replay (engines/confirm.hpp), which is what the table shows.
#include "cli/verification.hpp"

#include "cli/assumptions.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/proof_options.hpp"
#include "cli/terminal.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/minimise.hpp"
#include "portfolio/engines.hpp"
#include "portfolio/minimised.hpp"
#include "portfolio/uncut.hpp"
#include "portfolio/vacuity.hpp"
#include "proof/invariant.hpp"
#include "report/explanation.hpp"
#include "report/json.hpp"
#include "report/statistics.hpp"
#include "report/summary.hpp"
#include "report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace heddle::cli {

using engines::NoViolation;
using engines::Result;
using engines::Verdict;
using support::Error;
using support::Expected;

namespace {

constexpr std::size_t eventsShown = 90;

/// Adds what `source` asks for: the option or the environment variable.
std::optional<Error> addLog(const char *source, const std::string &text, support::LogRequest &request) {
  if (!request.add(text))
    return Error{fmt::format("{}: '{}' is not ENGINE or ENGINE:LEVEL, such as bmc:debug; levels are info, debug and "
                             "trace",
                             source, text)};
  for (const std::string &name : request.names())
    if (name != "all" && portfolio::findEngine(name) == nullptr)
      return Error{fmt::format("{}: there is no engine '{}'; there are all, {}", source, name,
                               fmt::join(portfolio::engineNames(), ", "))};
  return std::nullopt;
}

Expected<support::LogRequest> parseLog(const std::vector<std::string> &options) {
  support::LogRequest request;
  for (const std::string &text : options)
    if (const std::optional<Error> error = addLog("--log", text, request))
      return *error;
  if (const char *environment = std::getenv("HEDDLE_LOG"); environment != nullptr && *environment != '\0')
    if (const std::optional<Error> error = addLog("HEDDLE_LOG", environment, request))
      return *error;
  return request;
}

/// The options of the command line, checked.
struct Request {
  Limits limits;
  support::LogRequest logs;
  std::unique_ptr<engines::Configuration> engine;
  frontend::Options input;
  Assumptions assumptions;
  support::Cancellation::Clock::time_point begin;
};

Expected<Request> resolve(const VerificationOptions &options, const Limits &limits) {
  const auto begin = support::Cancellation::Clock::now();
  Expected<support::LogRequest> logs = parseLog(options.log);
  if (!logs)
    return logs.error();
  Expected<std::unique_ptr<engines::Configuration>> engine = configure(options.engine);
  if (!engine)
    return engine.error();
  Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input.error();
  Expected<Assumptions> assumptions = parseAssumptions(options.input.assumptions);
  if (!assumptions)
    return assumptions.error();
  return Request{limits, std::move(*logs), std::move(*engine), std::move(*input), std::move(*assumptions), begin};
}

/// The answer of the engine and, if the verdict is unknown, the reason. The result has the warnings of the engine only.
struct Answered {
  Result result;
  std::string reason;
  std::optional<report::ExecutionLength> before; // of the counterexample, before it was minimised
};

/// `stop` is the reason why the work ended early, if it did.
std::string reasonOf(const engines::Answer &answer, const std::optional<std::string> &stop, const Limits &limits) {
  if (const auto *unknown = std::get_if<engines::Unknown>(&answer); unknown != nullptr && !stop)
    return unknown->text;
  if (const auto *error = std::get_if<engines::InternalError>(&answer))
    return "internal error: " + error->message;
  const auto *cancelled = std::get_if<engines::Cancelled>(&answer);
  const std::string why = stop ? *stop : cancelled != nullptr ? reasonFor(cancelled->reason, limits) : "";
  return why + (cancelled == nullptr || cancelled->progress.empty() ? "" : "; " + cancelled->progress);
}

bool hasLargeBlocks(const VerificationOptions &options, const engines::Configuration &engine) {
  return !options.input.noLargeBlocks && engine.preparation().largeBlocks;
}

/// Makes the program in which functions without a body write; empty if it calls none.
portfolio::WritingProgram writingProgram(const Request &request, const program::Program &program,
                                         const VerificationOptions &options) {
  const auto isUnknownCall = [](const program::Instruction &instruction) {
    const auto *havoc = std::get_if<program::Havoc>(&instruction.operation);
    return havoc != nullptr && havoc->kind == program::InputKind::UnknownEffect;
  };
  const bool callsUnknown = std::ranges::any_of(program.cfas, [&](const program::Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const program::Action &action) {
      return std::ranges::any_of(action.instructions, isUnknownCall);
    });
  });
  if (!callsUnknown)
    return {};
  return [&]() -> std::optional<program::Program> {
    frontend::Options input = request.input;
    input.unknownWrites = true;
    Expected<program::Program> variant = frontend::load(input);
    if (!variant)
      return std::nullopt;
    prepare(*variant, hasLargeBlocks(options, *request.engine));
    return std::move(*variant);
  };
}

/// `goals` are those of the program before it was prepared.
Answered ask(const Request &request, program::Program &program, const std::vector<std::string> &goals,
             const VerificationOptions &options) {
  ProgressLine line(!options.quiet && request.logs.isEmpty());
  Answered answered;
  const std::optional<std::string> stop = runWithinLimits(request.limits, [&](support::Cancellation &cancellation) {
    const engines::Context context{.program = program,
                                   .cancellation = cancellation,
                                   .limits = options.engine.limits,
                                   .report = [&](const std::string &text) { line.show(text); },
                                   .logs = request.logs,
                                   .begin = request.begin};
    const auto start = support::Cancellation::Clock::now();
    answered.result = portfolio::runUncut(*request.engine, context, program,
                                          {.noUndefinedBehaviour = request.assumptions.noUndefinedBehaviour},
                                          writingProgram(request, program, options));
    const bool isShown = !options.quiet || options.format == Format::Json || !options.counterexampleFile.empty();
    if (auto *found = std::get_if<engines::Counterexample>(&answered.result.answer);
        found != nullptr && isShown && !options.noMinimize) {
      const portfolio::Minimised minimised = portfolio::minimise(*found, context, program);
      answered.before = {.contextSwitches = minimised.switchesBefore, .steps = minimised.stepsBefore};
    }
    if (auto *proved = std::get_if<NoViolation>(&answered.result.answer))
      proved->unreached = portfolio::unreachedGoals(*request.engine, context, program, goals,
                                                    support::Cancellation::Clock::now() - start);
  });
  if (answered.result.verdict() == Verdict::Unknown)
    answered.reason = reasonOf(answered.result.answer, stop, request.limits);
  return answered;
}

/// The invariant of a proof that has just been made, so that it can be read.
std::string invariantOf(const std::string &text, const program::Program &program) {
  const auto textOf = [&](const auto &proof) {
    if (!proof)
      throw std::logic_error(proof.error().message);
    return proof::invariantText(program, *proof);
  };
  const Expected<proof::ProofFile> file = proof::readHeader("proof", text);
  if (!file)
    throw std::logic_error(file.error().message);
  return proof::isParametric(*file) ? textOf(proof::readParametricProof(*file, program))
                                    : textOf(proof::readProof(*file, program));
}

/// Writes the proof, for heddle check-proof, and its invariant, for people. `program` has the user's properties.
std::optional<Error> writeProof(const NoViolation &proved, const Request &request, const program::Program &program,
                                const VerificationOptions &options) {
  const std::string text = proof::headerText(proofHeader(options.input, request.input,
                                                         hasLargeBlocks(options, *request.engine), program, proved)) +
                           proved.proof;
  if (const std::string file = options.engine.valueOf("--proof"); !file.empty())
    if (const auto written = writeFile(file, text); !written)
      return written.error();
  const std::string invariantFile = options.engine.valueOf("--invariant");
  if (invariantFile.empty())
    return std::nullopt;
  const auto written = writeFile(invariantFile, invariantOf(text, program));
  return written ? std::nullopt : std::optional(written.error());
}

std::optional<Error> writeFiles(const Result &result, const Request &request, const program::Program &program,
                                const VerificationOptions &options) {
  if (const interpreter::Trace *trace = engines::violatingTrace(result.answer);
      trace != nullptr && !options.counterexampleFile.empty())
    if (const auto written = writeFile(options.counterexampleFile, interpreter::toJson(trace->schedule, program));
        !written)
      return written.error();
  if (const auto *proved = std::get_if<NoViolation>(&result.answer); proved != nullptr && !proved->proof.empty())
    return writeProof(*proved, request, program, options);
  return std::nullopt;
}

/// Empty if there is no violation.
report::Notes notesOn(const Answered &answered, const program::Program &program, const VerificationOptions &options) {
  const interpreter::Trace *trace = engines::violatingTrace(answered.result.answer);
  if (trace == nullptr)
    return {};
  interpreter::Limits limits;
  limits.maxThreads = options.engine.limits.maxThreads;
  return {interpreter::explain(program, trace->schedule, limits), answered.before};
}

/// Empty unless the counterexample has become shorter.
std::string lengthLine(const interpreter::Schedule &schedule, const std::optional<report::ExecutionLength> &before) {
  const std::size_t switches = interpreter::contextSwitches(schedule.steps);
  if (!before || (switches == before->contextSwitches && schedule.steps.size() == before->steps))
    return {};
  return fmt::format(
      "shortened from {} context switches and {} steps to {} and {}; --no-minimize shows what was found\n",
      before->contextSwitches, before->steps, switches, schedule.steps.size());
}

std::string counterexampleText(const Result &result, const interpreter::Trace &trace, const report::Notes &notes,
                               const program::Program &program, const VerificationOptions &options) {
  const std::string why = report::explanationLines(notes.explanation, program.sources, outputWidth());
  const report::Table table =
      report::table(trace, program.sources,
                    {.width = outputWidth(),
                     .maxEvents = options.fullTrace ? 0 : eventsShown,
                     .locals = options.locals,
                     .relevant = options.fullTrace ? std::vector<bool>() : notes.explanation.relevant,
                     .foldRounds = !options.fullTrace});
  std::string text = fmt::format("engine {} found a counterexample, and it replays:\n\n{}{}{}\n", result.engine, why,
                                 why.empty() ? "" : "\n", table.text);
  if (table.omittedEvents != 0)
    text += fmt::format("{} events are left out above; --full-trace shows them all\n", table.omittedEvents);
  if (table.foldedSteps != 0)
    text += "steps that cannot matter for the violation are folded above; --full-trace shows them\n";
  text += lengthLine(trace.schedule, notes.before);
  text += report::violationLines(*trace.violation, trace, program.sources);
  if (!options.counterexampleFile.empty())
    text += fmt::format("the schedule is in {0}: heddle run --schedule {0} replays it\n", options.counterexampleFile);
  return text;
}

/// As options: "--engine lazy and --engine cegar".
std::string enginesWithProofs() {
  std::vector<std::string> names;
  for (const engines::Engine *engine : portfolio::allEngines())
    if (engine->makesProofs)
      names.push_back(fmt::format("--engine {}", engine->name));
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string proofText(const Result &result, const NoViolation &proved, const EngineOptions &options) {
  std::string text = fmt::format("engine {} proved it for every interleaving and input\n", result.engine);
  if (!proved.check.empty())
    text += fmt::format("the proof has been checked: {}\n", proved.check);
  else if (!proved.unchecked.empty())
    text += fmt::format("the proof has not been checked: {}\n", proved.unchecked);
  else
    text += fmt::format("the proof has not been checked: engine {} has no check\n", result.engine);
  if (!proved.unreached.empty())
    text += fmt::format("note: no execution gets to {}\n", fmt::join(proved.unreached, ", "));
  const std::string proofFile = options.valueOf("--proof");
  const std::string invariantFile = options.valueOf("--invariant");
  if (!proved.proof.empty() && !proofFile.empty())
    text += fmt::format("the proof is in {0}: heddle check-proof {0} FILE... checks it\n", proofFile);
  if (!proved.proof.empty() && !invariantFile.empty())
    text += fmt::format("the invariant is in {}\n", invariantFile);
  if (proved.proof.empty() && !(proofFile + invariantFile).empty())
    text += fmt::format("engine {} makes no proof that could be written; {} do\n", result.engine, enginesWithProofs());
  return text;
}

std::string textReport(const Answered &answered, const program::Program &program, const VerificationOptions &options) {
  const Result &result = answered.result;
  std::string text;
  if (const interpreter::Trace *trace = engines::violatingTrace(result.answer))
    text += counterexampleText(result, *trace, notesOn(answered, program, options), program, options);
  if (const auto *proved = std::get_if<NoViolation>(&result.answer))
    text += proofText(result, *proved, options.engine);
  if (const std::string lines = report::statisticLines(result.runs); options.statistics && !lines.empty())
    text += "statistics:\n" + lines;
  return text + report::warningLines(result.warnings, program.sources) + report::adviceLine(result.answer);
}

int exitCodeOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::True:
    return exitTrue;
  case Verdict::False:
    return exitFalse;
  case Verdict::Unknown:
    return exitUnknown;
  }
  return exitInternal;
}

int report(const report::Question &question, Answered answered, const Request &request, const program::Program &program,
           const VerificationOptions &options) {
  Result &result = answered.result;
  for (const Result::Failure &failure : result.failures)
    reportFailure(failure.engine, failure.message);
  if (const auto *error = std::get_if<engines::InternalError>(&result.answer)) {
    if (options.format == Format::Json)
      print(report::toJson(question, result, answered.reason, program));
    return reportInternal(error->message);
  }
  if (const std::optional<Error> error = writeFiles(result, request, program, options))
    return reportError(*error);
  if (options.format == Format::Json) {
    result.warnings.insert(result.warnings.begin(), program.warnings.begin(), program.warnings.end());
    print(report::toJson(question, result, answered.reason, program, notesOn(answered, program, options)));
    return exitCodeOf(result.verdict());
  }
  if (!options.quiet)
    print(textReport(answered, program, options));
  const auto *proved = std::get_if<NoViolation>(&result.answer);
  print(proved != nullptr ? report::verdictLine(*proved) : report::verdictLine(result.verdict(), answered.reason));
  return exitCodeOf(result.verdict());
}

} // namespace

void addVerificationOptions(CLI::App &command, VerificationOptions &options) {
  addLimits(command, options.timeout, options.memoryLimit, "three quarters of the machine's memory unless given");
  command
      .add_option("--counterexample", options.counterexampleFile, "write the schedule of a counterexample (JSON) here")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  addFormat(command, options.format, "text, or json (nothing else goes to standard output then)");
  command
      .add_flag("--full-trace", options.fullTrace,
                "show every event of a counterexample, also those that cannot matter")
      ->group("Report");
  command
      .add_flag("--no-minimize", options.noMinimize,
                "show the counterexample as it was found, without looking for a shorter one")
      ->group("Report");
  command.add_flag("--locals", options.locals, "show assignments to local variables in the counterexample")
      ->group("Report");
  command.add_flag("--quiet", options.quiet, "only the verdict")->group("Report");
  command
      .add_option(
          "--log", options.log,
          "log what an engine (or all) does on standard error; levels are info, debug and trace. Also read from "
          "HEDDLE_LOG")
      ->type_name("ENGINE[:LEVEL]")
      ->allow_extra_args(false)
      ->group("Report");
}

int runVerification(const VerificationOptions &options) {
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  catchInterrupts(lastWords(options.format, *limits));
  setLimits(limits->time, limits->memory);
  const Expected<Request> request = resolve(options, *limits);
  if (!request)
    return reportError(request.error());

  Expected<program::Program> program = frontend::load(request->input);
  if (!program)
    return reportError(program.error());
  const std::vector<std::string> goals = portfolio::goalsOf(*program);
  prepare(*program, hasLargeBlocks(options, *request->engine));
  warnOfUnused(request->assumptions, *program);
  if (const std::optional<Error> error = request->engine->check(*program))
    return reportError(*error);
  const report::Question question{
      .files = request->input.files, .dataModel = program->dataModel, .properties = program->properties};
  if (options.format == Format::Text && !options.quiet)
    print(report::questionLine(question) + report::warningLines(program->warnings, program->sources));
  return report(question, ask(*request, *program, goals, options), *request, *program, options);
}

} // namespace heddle::cli
