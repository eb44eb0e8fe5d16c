// From the command line to the verdict: load, prepare, ask the portfolio, replay, report.
//
// A verdict of `false` is believed only when the interpreter, given the engine's schedule, arrives at the
// same violation; the table that people see is the record of that replay.
#include "cli/verification.hpp"

#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/terminal.hpp"
#include "interpreter/execution.hpp"
#include "portfolio/portfolio.hpp"
#include "report/json.hpp"
#include "report/summary.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <new>
#include <optional>

namespace heddle::cli {

using engines::Outcome;
using engines::Verdict;
using support::Cancellation;
using support::Expected;
using support::StopReason;

namespace {

constexpr std::size_t eventsShown = 90;

portfolio::Answer askPortfolio(const program::Program &program, const VerificationOptions &options,
                               const engines::Options &engineOptions, const Limits &limits) {
  Cancellation cancellation;
  cancellation.setMemoryLimit(limits.memory);
  ProgressLine line(!options.quiet);
  engines::Progress progress{.cancellation = cancellation, .report = [&](const std::string &text) { line.show(text); }};

  portfolio::Answer answer;
  {
    const Cooperation cooperation(cancellation);
    try {
      answer = portfolio::verify(program, *portfolio::parseChoice(options.engine.name), engineOptions, progress);
    } catch (const std::bad_alloc &) {
      answer.outcome.reason = "out of memory";
    }
  }
  releaseInterrupts();
  if (answer.outcome.verdict == Verdict::Unknown && cancellation.reason() != StopReason::None)
    answer.outcome.reason = reasonFor(cancellation.reason(), limits) +
                            (answer.outcome.progress.empty() ? "" : "; " + answer.outcome.progress);
  return answer;
}

/// The execution that the engine claims to break the property; an error if it does not.
Expected<interpreter::Trace> replayCounterexample(const program::Program &program, const Outcome &outcome,
                                                  unsigned maxThreads) {
  interpreter::Limits limits;
  limits.steps = outcome.schedule->steps.size() + 1;
  limits.maxThreads = maxThreads;
  Expected<interpreter::Trace> trace = interpreter::replay(program, *outcome.schedule, limits);
  if (trace && (!trace->violation || trace->violation->property != outcome.violation->property))
    return support::Error{fmt::format("it ends as '{}', without a violation of {}", report::name(trace->ending),
                                      program::name(outcome.violation->property))};
  return trace;
}

/// What has become of the proof, if the user has asked for it.
std::string aboutProof(const engines::Outcome &outcome, const VerificationOptions &options, const std::string &engine) {
  std::string text;
  if (outcome.proofChecked)
    text += "the proof has been checked: its invariant holds at the start, every step keeps it, no violation agrees "
            "with it\n";
  if (!outcome.proof.empty())
    text += fmt::format("the invariant is in {}\n", options.proofFile);
  const bool isMissing = (options.engine.settings.checkProof && !outcome.proofChecked) ||
                         (!options.proofFile.empty() && outcome.proof.empty());
  if (isMissing)
    text += fmt::format("engine {} leaves no proof behind; --engine lazy and --engine cegar do\n", engine);
  return text;
}

std::string textReport(const report::Question &question, const Outcome &outcome, const interpreter::Trace *trace,
                       const program::Program &program, const VerificationOptions &options) {
  std::string text;
  if (trace != nullptr) {
    const report::Table table = report::table(
        *trace, program.sources,
        {.width = outputWidth(), .maxEvents = options.fullTrace ? 0 : eventsShown, .locals = options.locals});
    text += fmt::format("engine {} found a counterexample, and it replays:\n\n{}\n", question.engine, table.text);
    if (table.omittedEvents != 0)
      text += fmt::format("{} events are left out above; --full-trace shows them all\n", table.omittedEvents);
    text += report::violationLines(*trace->violation, *trace, program.sources);
    if (!options.counterexampleFile.empty())
      text += fmt::format("the schedule is in {0}: heddle run --schedule {0} replays it\n", options.counterexampleFile);
  }
  if (outcome.verdict == Verdict::True)
    text += fmt::format("engine {} proved it for every interleaving and input\n", question.engine) +
            aboutProof(outcome, options, question.engine);
  // Without a verdict, how far the engines came is what there is to know.
  const bool withStatistics = options.statistics || outcome.verdict == Verdict::Unknown;
  if (withStatistics && !outcome.statistics.empty())
    text += "statistics:\n" + report::statisticLines(outcome.statistics);
  return text + report::warningLines(outcome.warnings, program.sources);
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

} // namespace

void addVerificationOptions(CLI::App &command, VerificationOptions &options) {
  addCommonEngineOptions(command, options.engine);
  command.add_option("--timeout", options.timeout, "time limit from the start: seconds, or 500ms, 10s, 5m, 2h")
      ->type_name("TIME")
      ->group("Limits");
  command
      .add_option("--memory-limit", options.memoryLimit,
                  "bytes, or 500MB, 2GB; three quarters of the machine's memory unless given")
      ->type_name("SIZE")
      ->group("Limits");
  command
      .add_option("--counterexample", options.counterexampleFile, "write the schedule of a counterexample (JSON) here")
      ->type_name("FILE")
      ->group("Report");
  command.add_option("--format", options.format, "text, or json (nothing else goes to standard output then)")
      ->type_name("FORMAT")
      ->check(oneOf({"text", "json"}))
      ->group("Report");
  command.add_flag("--full-trace", options.fullTrace, "show every event of a long counterexample")->group("Report");
  command.add_flag("--locals", options.locals, "show assignments to local variables in the counterexample")
      ->group("Report");
  command.add_flag("--quiet", options.quiet, "only the verdict")->group("Report");
}

int runVerification(const VerificationOptions &options) {
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  Expected<engines::Options> engine = resolveEngineOptions(options.engine);
  if (!engine)
    return reportError(engine.error());
  engine->writeProof = !options.proofFile.empty();
  catchInterrupts(lastWords(options.format, *limits));
  if (limits->time)
    setTimeLimit(*limits->time);

  const Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return reportError(input.error());
  const bool singleBlocks = options.engine.name == "cegar" && !engine->abstraction.largeBlocks;
  const Expected<program::Program> program = loadPrepared(*input, !options.input.noLargeBlocks && !singleBlocks);
  if (!program)
    return reportError(program.error());

  report::Question question{
      .files = input->files, .dataModel = program->dataModel, .properties = program->properties, .engine = {}};
  const bool asText = options.format == "text";
  if (asText && !options.quiet)
    print(report::questionLine(question));

  portfolio::Answer answer = askPortfolio(*program, options, *engine, *limits);
  Outcome &outcome = answer.outcome;
  question.engine = answer.engine;
  if (outcome.internalError)
    return reportInternal(*outcome.internalError);
  outcome.warnings.insert(outcome.warnings.begin(), program->warnings.begin(), program->warnings.end());

  std::optional<interpreter::Trace> trace;
  if (outcome.verdict == Verdict::False) {
    const Expected<interpreter::Trace> replayed = replayCounterexample(*program, outcome, engine->maxThreads);
    if (!replayed)
      return reportInternal(
          fmt::format("the counterexample of engine {} does not replay: {}", answer.engine, replayed.error().message));
    trace = *replayed;
    if (!options.counterexampleFile.empty()) {
      const auto written = writeFile(options.counterexampleFile, interpreter::toJson(*outcome.schedule, *program));
      if (!written)
        return reportError(written.error());
    }
  }

  if (!options.proofFile.empty() && !outcome.proof.empty())
    if (const auto written = writeFile(options.proofFile, outcome.proof); !written)
      return reportError(written.error());

  const interpreter::Trace *shown = trace ? &*trace : nullptr;
  if (!asText) {
    print(report::toJson(question, outcome, shown, *program));
    return exitCodeOf(outcome.verdict);
  }
  if (!options.quiet)
    print(textReport(question, outcome, shown, *program, options));
  print(report::verdictLine(outcome.verdict, outcome.reason));
  return exitCodeOf(outcome.verdict);
}

} // namespace heddle::cli
