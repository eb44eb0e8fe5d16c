// From the command line to the verdict: load, prepare, run an engine, report.
//
// An engine that answers `false` supplies the trace of a replay (engines/confirm.hpp), which is what the table shows.
#include "cli/verification.hpp"

#include "cli/assumptions.hpp"
#include "cli/cached_report.hpp"
#include "cli/each_property.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/origin.hpp"
#include "cli/proof_options.hpp"
#include "cli/proof_view.hpp"
#include "cli/terminal.hpp"
#include "cli/values.hpp"
#include "cli/verdict_report.hpp"
#include "cli/witness_file.hpp"
#include "library/question.hpp"
#include "portfolio/all_violations.hpp"
#include "portfolio/engines.hpp"
#include "portfolio/minimised.hpp"
#include "portfolio/portfolio.hpp"
#include "portfolio/status.hpp"
#include "portfolio/uncut.hpp"
#include "portfolio/vacuity.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace heddle::cli {

using engines::NoViolation;
using engines::Result;
using engines::Verdict;
using support::Error;
using support::Expected;

namespace {

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
  portfolio::Suppressions suppressions;
  support::Cancellation::Clock::time_point begin;
};

/// A page and a witness show the invariant of a proof, whether it is to be written to a file or not.
void requestInvariant(engines::Configuration &engine) {
  for (const engines::Option &option : engine.options())
    if (option.name == "--invariant")
      option.set("for the page");
}

Expected<Request> resolve(const VerificationOptions &options, const Limits &limits) {
  const auto begin = support::Cancellation::Clock::now();
  Expected<support::LogRequest> logs = parseLog(options.log);
  if (!logs)
    return logs.error();
  Expected<std::unique_ptr<engines::Configuration>> engine = configure(options.engine);
  if (!engine)
    return engine.error();
  if (!options.reportFile.empty() || !options.witnessFile.empty() || options.nodes.needsInvariant)
    requestInvariant(**engine);
  if (const std::optional<Error> error = checkNodes(options))
    return *error;
  Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input.error();
  Expected<Assumptions> assumptions = parseAssumptions(options.input.assumptions);
  if (!assumptions)
    return assumptions.error();
  if (const std::optional<Error> error = checkWitnessName(options.witnessFile))
    return *error;
  portfolio::Suppressions suppressions;
  for (const std::string &file : options.suppressions)
    if (std::optional<Error> error = suppressions.addFile(file))
      return *error;
  return Request{
      limits, std::move(*logs), std::move(*engine), std::move(*input), std::move(*assumptions), std::move(suppressions),
      begin};
}

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

/// The number of the violation in the name of the file, from the second one on: c.json, c.2.json.
std::string numbered(const std::string &file, std::size_t number) {
  const std::filesystem::path path = file;
  if (file.empty() || number < 2)
    return file;
  return (path.parent_path() / fmt::format("{}.{}{}", path.stem().string(), number, path.extension().string()))
      .string();
}

/// Prints a violation as soon as it is found, unless it is the only one to be reported, and keeps it.
void noteViolation(Answered &answered, Found found, const program::Program &program,
                   const VerificationOptions &options) {
  answered.violations.push_back(std::move(found));
  if (!options.all || options.quiet || options.format != Format::Text)
    return;
  VerificationOptions own = options;
  own.counterexampleFile = numbered(options.counterexampleFile, answered.violations.size());
  own.witnessFile = numbered(options.witnessFile, answered.violations.size());
  print(fmt::format("violation {}: ", answered.violations.size()) +
        counterexampleText(answered.violations.back(), program, own) + '\n');
}

/// `goals` are those of the program before it was prepared.
Answered ask(Request &request, program::Program &program, const std::vector<std::string> &goals,
             const VerificationOptions &options) {
  LiveStatus status(!options.quiet && request.logs.isEmpty());
  const bool hasOwnStatus = portfolio::findEngine(options.engine.engine) == &portfolio::engine;
  const auto show = [&](const std::string &text) {
    const auto elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(support::Cancellation::Clock::now() - request.begin);
    status.show(hasOwnStatus ? text
                             : portfolio::statusLine(options.engine.engine, elapsed, support::residentMemory(), text));
  };
  Answered answered;
  const std::optional<std::string> stop = runWithinLimits(request.limits, [&](support::Cancellation &cancellation) {
    const engines::Context context{.program = program,
                                   .cancellation = cancellation,
                                   .limits = options.engine.limits,
                                   .report = show,
                                   .logs = request.logs,
                                   .begin = request.begin};
    const auto start = support::Cancellation::Clock::now();
    const bool isShown = !options.quiet || options.format != Format::Text || !options.counterexampleFile.empty() ||
                         !options.witnessFile.empty() || !options.reportFile.empty();
    std::optional<report::ExecutionLength> before; // of the last counterexample, if it has been minimised
    const auto askOnce = [&](program::Program &asked) {
      Result result;
      if (options.nodes.count == 0) {
        result = portfolio::runUncut(
            *request.engine, context, asked, {.noUndefinedBehaviour = request.assumptions.noUndefinedBehaviour},
            library::writingProgram(request.input, asked, hasLargeBlocks(options, *request.engine)));
      } else if (Expected<Result> found = runOnNodes(*request.engine, context, options)) {
        result = std::move(*found);
      } else {
        answered.failure = found.error();
      }
      if (auto *found = std::get_if<engines::Counterexample>(&result.answer);
          found != nullptr && isShown && !options.noMinimize) {
        status.showNow("shortening the counterexample");
        const portfolio::Minimised minimised = portfolio::minimise(*found, context, asked);
        before = {.contextSwitches = minimised.switchesBefore, .steps = minimised.stepsBefore};
      }
      return result;
    };
    if (isSearch(options)) {
      const auto note = [&](const Result &found, const program::Program &violated,
                            const interpreter::RaceFilter &passesOver) {
        status.clear();
        const auto length = std::exchange(before, std::nullopt);
        noteViolation(answered, {found, notesOn(found, violated, options, length, passesOver)}, violated, options);
      };
      answered.result = portfolio::findViolations({.ask = askOnce, .report = note, .onlyFirst = !options.all}, program,
                                                  request.suppressions, context);
    } else {
      answered.result = askOnce(program);
      answered.notes = notesOn(answered.result, program, options, before);
    }
    if (auto *proved = std::get_if<NoViolation>(&answered.result.answer))
      proved->unreached = portfolio::unreachedGoals(*request.engine, context, program, goals,
                                                    support::Cancellation::Clock::now() - start);
  });
  if (!answered.violations.empty()) {
    answered.result = answered.violations.front().result;
    answered.notes = answered.violations.front().notes;
  }
  answered.isStopped = stop.has_value();
  answered.suppressed = request.suppressions.count();
  answered.suppressedBy = request.suppressions.usedRules();
  if (answered.result.verdict() == Verdict::Unknown)
    answered.reason = reasonOf(answered.result.answer, stop, request.limits);
  return answered;
}

/// On a node of a cluster; returns the exit code.
int verifyPart(Request &request, const program::Program &program, const VerificationOptions &options) {
  Expected<bool> written = false;
  const auto stop = runWithinLimits(request.limits, [&](support::Cancellation &cancellation) {
    const auto verify = [&](const engines::Configuration &engine, program::Program &part) {
      const engines::Context context{.program = part,
                                     .cancellation = cancellation,
                                     .limits = options.engine.limits,
                                     .logs = request.logs,
                                     .begin = request.begin};
      return portfolio::runUncut(engine, context, part,
                                 {.noUndefinedBehaviour = request.assumptions.noUndefinedBehaviour});
    };
    written = runPart(*request.engine, program, options, verify);
  });
  if (!written)
    return reportError(written.error());
  return stop ? exitUnknown : exitTrue;
}

/// The proof as a file for heddle check-proof. `program` has the user's properties.
std::string proofFileText(const NoViolation &proved, const Request &request, const program::Program &program,
                          const VerificationOptions &options) {
  return proof::headerText(
             proofHeader(options.input, request.input, hasLargeBlocks(options, *request.engine), program, proved)) +
         proved.proof;
}

/// Writes the proof, for heddle check-proof, and its invariant, for people.
std::optional<Error> writeProof(const NoViolation &proved, const Request &request, const program::Program &program,
                                const VerificationOptions &options) {
  const std::string text = proofFileText(proved, request, program, options);
  if (const std::string file = options.engine.valueOf("--proof"); !file.empty())
    if (const auto written = writeFile(file, text); !written)
      return written.error();
  const std::string invariantFile = options.engine.valueOf("--invariant");
  if (invariantFile.empty())
    return std::nullopt;
  const auto written = writeFile(invariantFile, invariantOf(text, program));
  return written ? std::nullopt : std::optional(written.error());
}

std::optional<Error> writeFiles(const Answered &answered, const Request &request, const program::Program &program,
                                const VerificationOptions &options, const std::optional<report::Origin> &origin) {
  const Result &result = answered.result;
  std::vector<const Result *> violations{&result};
  for (std::size_t i = 1; i < answered.violations.size(); ++i)
    violations.push_back(&answered.violations[i].result);
  for (std::size_t i = 0; i < violations.size(); ++i)
    if (const interpreter::Trace *trace = engines::violatingTrace(violations[i]->answer)) {
      if (!options.counterexampleFile.empty())
        if (const auto written =
                writeFile(numbered(options.counterexampleFile, i + 1), report::savedSchedule(*trace, program, origin));
            !written)
          return written.error();
      // An execution that rests on unknown functions is no verdict.
      if (!options.witnessFile.empty() && violations[i]->verdict() == Verdict::False)
        if (const std::optional<Error> error =
                writeViolationWitness(numbered(options.witnessFile, i + 1), request.input, program, *trace))
          return error;
    }
  const auto *proved = std::get_if<NoViolation>(&result.answer);
  if (proved != nullptr && !options.witnessFile.empty())
    if (const std::optional<Error> error =
            writeCorrectnessWitness(options.witnessFile, request.input, program,
                                    proved->proof.empty() ? "" : proofFileText(*proved, request, program, options)))
      return error;
  if (proved != nullptr && !proved->proof.empty())
    return writeProof(*proved, request, program, options);
  return std::nullopt;
}

/// Writes the page, or what belongs to this verification if there are several.
std::optional<Error> writePart(report::Json json, const VerificationOptions &options) {
  const std::string part = report::pagePart(std::move(json));
  const auto written = options.pagePart ? writeTo(*options.pagePart, part)
                                        : writeFile(options.reportFile, report::page({part}, options.live));
  return written ? std::nullopt : std::optional(written.error());
}

std::optional<Error> writePage(const report::Question &question, const Answered &answered, const Request &request,
                               const program::Program &program, const VerificationOptions &options) {
  if (options.reportFile.empty())
    return std::nullopt;
  report::Json json = reportOf(question, answered, program, options);
  if (const auto *proved = std::get_if<NoViolation>(&answered.result.answer);
      proved != nullptr && !proved->proof.empty())
    addProof(json, proofFileText(*proved, request, program, options), program);
  return writePart(std::move(json), options);
}

/// For errors of the user: a page that follows the sources shows them.
int fail(const Error &error, const VerificationOptions &options) {
  if (options.live)
    if (const std::optional<Error> unwritten = writePart({{"verdict", "unknown"},
                                                          {"error", error.message},
                                                          {"files", options.input.files},
                                                          {"properties", options.input.properties}},
                                                         options))
      reportError(*unwritten);
  return reportError(error);
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

Ink inkOf(Verdict verdict) {
  switch (verdict) {
  case Verdict::True:
    return Ink::Good;
  case Verdict::False:
    return Ink::Bad;
  case Verdict::Unknown:
    return Ink::Open;
  }
  return Ink::Open;
}

/// All that goes to standard output after the answer.
std::string reportText(const report::Question &question, const Answered &answered, const program::Program &program,
                       const VerificationOptions &options) {
  if (options.format != Format::Text)
    return reportForPrograms(question, answered, program, options);
  const engines::Verdict verdict = answered.result.verdict();
  const auto *proved = std::get_if<NoViolation>(&answered.result.answer);
  return (options.quiet ? "" : textReport(answered, program, options)) +
         Colours(options.trace.colours)
             .paint(inkOf(verdict), proved != nullptr ? report::verdictLine(*proved, options.label)
                                                      : report::verdictLine(verdict, answered.reason, options.label));
}

/// `beginning` is what has been printed before the answer.
int report(const report::Question &question, const Answered &answered, const Request &request,
           const program::Program &program, const VerificationOptions &options, CachedReport &cached,
           const std::string &beginning) {
  const Result &result = answered.result;
  for (const Result::Failure &failure : result.failures)
    reportFailure(failure.engine, failure.message);
  if (const std::optional<Error> error = writePage(question, answered, request, program, options))
    return reportError(*error);
  if (const auto *error = std::get_if<engines::InternalError>(&result.answer)) {
    if (options.format != Format::Text)
      print(reportForPrograms(question, answered, program, options));
    return reportInternal(error->message);
  }
  if (const std::optional<Error> error = writeFiles(answered, request, program, options, question.origin))
    return reportError(*error);
  const std::string text = reportText(question, answered, program, options);
  print(text);
  const int exitCode = exitCodeOf(result.verdict());
  cached.keep(answered, beginning + text, exitCode);
  return exitCode;
}

} // namespace

void addVerificationOptions(CLI::App &command, VerificationOptions &options) {
  std::vector<std::string> logNames = portfolio::engineNames();
  logNames.emplace_back("all");
  addLimits(command, options.timeout, options.memoryLimit, "three quarters of the machine's memory unless given");
  command
      .add_option("--counterexample", options.counterexampleFile, "write the schedule of a counterexample (JSON) here")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  command
      .add_option("--witness", options.witnessFile,
                  "write a witness of the verdict, for heddle validate and other validators: GraphML 1.0 (.graphml) or "
                  "YAML 2.x (.yml)")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  command.add_option("--report", options.reportFile, "write the report here, as a page (HTML) for a browser")
      ->type_name("FILE")
      ->check(fileName())
      ->group("Report");
  command
      .add_flag("--all,--keep-going", options.all,
                "go on after a violation: report every distinct one, races by their two places, others by their place")
      ->group("Report");
  command
      .add_option("--suppress", options.suppressions,
                  "a file with violations that are not reported, one rule in each line: race variable:stats.*; may be "
                  "repeated. With a suppressed violation, the verdict is never true")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(fileName())
      ->group("Report");
  addFormat(command, options.format,
            "text, or json or sarif, for programs and editors (nothing else goes to standard output then)", true);
  addTraceOptions(command, options.trace);
  command
      .add_flag("--no-minimize", options.noMinimize,
                "show the counterexample as it was found, without looking for a shorter one")
      ->group("Report");
  command.add_flag("--quiet", options.quiet, "only the verdict")->group("Report");
  command
      .add_option(
          "--log", options.log,
          "log what an engine (or all) does on standard error; levels are info, debug and trace. Also read from "
          "HEDDLE_LOG")
      ->type_name("ENGINE[:LEVEL]")
      ->check(suggesting(logNames))
      ->allow_extra_args(false)
      ->group("Report");
}

std::optional<Error> checkOptions(const VerificationOptions &options) {
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return limits.error();
  const Expected<Request> request = resolve(options, *limits);
  return request ? std::nullopt : std::optional(request.error());
}

int runVerification(const VerificationOptions &options) {
  if (const std::vector<std::string> properties = requestedProperties(options); properties.size() > 1)
    return verifyEach(properties, options, runVerification);
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  catchInterrupts(lastWords(options.format, *limits, options.label));
  setLimits(limits->time, limits->memory);
  Expected<Request> request = resolve(options, *limits);
  if (!request)
    return fail(request.error(), options);

  Expected<CachedReport> cached = CachedReport::of(options);
  if (!cached)
    return fail(cached.error(), options);
  std::string identity;
  Expected<program::Program> program = frontend::load(request->input, cached->isUsed() ? &identity : nullptr);
  if (!program)
    return fail(program.error(), options);
  const std::vector<std::string> goals = portfolio::goalsOf(*program);
  std::optional<report::Origin> origin; // fingerprints are for programs as they are loaded
  if (!options.counterexampleFile.empty() || options.format != Format::Text || cached->isUsed())
    origin = originOf(options.input, *program);
  if (cached->isUsed())
    if (const std::optional<int> exitCode = cached->reuse(identity, *origin))
      return *exitCode;
  prepare(*program, hasLargeBlocks(options, *request->engine));
  warnOfUnused(request->assumptions, *program);
  if (const std::optional<Error> error = request->engine->check(*program))
    return fail(*error, options);
  if (options.nodes.part)
    return verifyPart(*request, *program, options);
  const report::Question question{.files = request->input.files,
                                  .dataModel = program->dataModel,
                                  .properties = program->properties,
                                  .origin = std::move(origin)};
  std::string beginning;
  if (options.format == Format::Text && !options.quiet)
    beginning = report::questionLine(question) + report::warningLines(program->warnings, program->sources);
  print(beginning);
  const Answered answered = ask(*request, *program, goals, options);
  if (answered.failure)
    return fail(*answered.failure, options);
  return report(question, answered, *request, *program, options, *cached, beginning);
}

} // namespace heddle::cli
