#include "cli/verdict_report.hpp"

#include "cli/trace_text.hpp"
#include "cli/witness_file.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/minimise.hpp"
#include "portfolio/engines.hpp"
#include "report/sarif.hpp"
#include "report/statistics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::cli {

using engines::NoViolation;
using engines::Result;

namespace {

/// Empty unless the counterexample has become shorter.
std::string lengthLine(const interpreter::Schedule &schedule, const std::optional<report::ExecutionLength> &before) {
  const std::size_t switches = interpreter::contextSwitches(schedule.steps);
  if (!before || (switches == before->contextSwitches && schedule.steps.size() == before->steps))
    return {};
  const auto plural = [](std::size_t count, const char *ending) { return count == 1 ? "" : ending; };
  return fmt::format(
      "shortened from {} context switch{} and {} step{} to {} and {}; --no-minimize shows what was found\n",
      before->contextSwitches, plural(before->contextSwitches, "es"), before->steps, plural(before->steps, "s"),
      switches, schedule.steps.size());
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

/// What was found and what was suppressed, if the search went on after a violation.
std::string searchText(const Answered &answered, const program::Program &program, const VerificationOptions &options) {
  std::string text;
  if (options.all && !answered.violations.empty())
    text += fmt::format("{} distinct violation{}:\n", answered.violations.size(),
                        answered.violations.size() == 1 ? "" : "s");
  for (std::size_t i = 0; options.all && i < answered.violations.size(); ++i) {
    const interpreter::Trace &trace = *engines::violatingTrace(answered.violations[i].result.answer);
    text += fmt::format("  {}. {}", i + 1, report::violationLines(*trace.violation, trace, program.sources));
  }
  if (answered.suppressed != 0)
    text += fmt::format("{} violation{} suppressed ({})\n", answered.suppressed,
                        answered.suppressed == 1 ? " is" : "s are", answered.suppressedBy);
  return text;
}

} // namespace

bool isSearch(const VerificationOptions &options) { return options.all || !options.suppressions.empty(); }

report::Notes notesOn(const Result &result, const program::Program &program, const VerificationOptions &options,
                      const std::optional<report::ExecutionLength> &before, const interpreter::RaceFilter &passesOver) {
  const interpreter::Trace *trace = engines::violatingTrace(result.answer);
  if (trace == nullptr || (options.quiet && options.format == Format::Text && options.reportFile.empty()))
    return {};
  interpreter::Limits limits;
  limits.maxThreads = interpreter::mostThreadsOfOneExecution;
  report::Notes notes{.explanation = interpreter::explain(program, trace->schedule, limits, passesOver),
                      .before = before};
  if (options.format == Format::Json || !options.reportFile.empty())
    notes.details = interpreter::traceDetails(program, trace->schedule, limits, passesOver);
  return notes;
}

std::string counterexampleText(const Found &found, const program::Program &program,
                               const VerificationOptions &options) {
  const interpreter::Trace &trace = *engines::violatingTrace(found.result.answer);
  std::string text;
  if (!options.brief)
    text = fmt::format("engine {} found a counterexample, and it replays:\n\n", found.result.engine) +
           traceText(trace, found.notes.explanation, program.sources, options.trace) +
           lengthLine(trace.schedule, found.notes.before);
  text +=
      Colours(options.trace.colours).paint(Ink::Bad, report::violationLines(*trace.violation, trace, program.sources)) +
      report::argumentsLine(trace);
  if (!options.counterexampleFile.empty())
    text += fmt::format("the counterexample is in {0}: heddle replay {0} shows it again\n", options.counterexampleFile);
  if (!options.witnessFile.empty() && found.result.verdict() == engines::Verdict::False)
    text += witnessLine(options.witnessFile);
  return text;
}

std::string textReport(const Answered &answered, const program::Program &program, const VerificationOptions &options) {
  const Result &result = answered.result;
  std::string text;
  const bool isPrinted = options.all && !answered.violations.empty(); // each one when it was found
  if (engines::violatingTrace(result.answer) != nullptr && !isPrinted)
    text += counterexampleText({result, answered.notes}, program, options);
  if (const auto *proved = std::get_if<NoViolation>(&result.answer))
    text += proofText(result, *proved, options.engine) +
            (options.witnessFile.empty() ? "" : witnessLine(options.witnessFile));
  if (const std::string lines = report::statisticLines(result.runs); options.statistics && !lines.empty())
    text += "statistics:\n" + lines;
  text += searchText(answered, program, options);
  if (!options.reportFile.empty() && !options.pagePart && !options.brief)
    text += fmt::format("the report is in {}: open it in a browser\n", options.reportFile);
  return text + report::warningLines(result.warnings, program.sources) + report::suspectLines(result, program.sources) +
         report::adviceLine(result.answer);
}

namespace {

std::optional<report::Violations> violationsOf(const Answered &answered, const VerificationOptions &options) {
  std::optional<report::Violations> violations;
  if (isSearch(options)) {
    violations.emplace();
    violations->suppressed = answered.suppressed;
    for (const Found &found : answered.violations)
      violations->list.push_back({engines::violatingTrace(found.result.answer), &found.notes});
  }
  return violations;
}

} // namespace

report::Json reportOf(const report::Question &question, const Answered &answered, const program::Program &program,
                      const VerificationOptions &options) {
  return report::reportOf(question, answered.result, answered.reason, program, answered.notes,
                          violationsOf(answered, options));
}

std::string reportForPrograms(const report::Question &question, const Answered &answered,
                              const program::Program &program, const VerificationOptions &options) {
  if (options.format == Format::Sarif)
    return report::toSarif(question, answered.result, answered.reason, program, answered.notes,
                           violationsOf(answered, options));
  return report::jsonText(reportOf(question, answered, program, options));
}

} // namespace heddle::cli
