#include "cli/trace_text.hpp"

#include "cli/terminal.hpp"
#include "report/explanation.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

namespace heddle::cli {

namespace {

constexpr std::size_t eventsShown = 90;

} // namespace

void addTraceOptions(CLI::App &command, TraceOptions &options) {
  command
      .add_flag("--full-trace", options.fullTrace,
                "show every event of a counterexample, also those that cannot matter")
      ->group("Report");
  command.add_flag("--locals", options.locals, "show assignments to local variables in the counterexample")
      ->group("Report");
  addColour(command, options.colours);
}

std::string traceText(const interpreter::Trace &trace, const interpreter::Explanation &explanation,
                      const program::SourceMap &sources, const TraceOptions &options) {
  const std::string why = report::explanationLines(explanation, sources, outputWidth());
  const report::Table table = report::table(trace, sources,
                                            {.width = outputWidth(),
                                             .maxEvents = options.fullTrace ? 0 : eventsShown,
                                             .locals = options.locals,
                                             .relevant = options.fullTrace ? std::vector<bool>() : explanation.relevant,
                                             .foldRounds = !options.fullTrace});
  const Colours colours(options.colours);
  std::string text = fmt::format("{}{}{}\n", colours.paintFirstLine(Ink::Heading, why), why.empty() ? "" : "\n",
                                 colours.paintFirstLine(Ink::Heading, table.text));
  if (table.omittedEvents != 0)
    text += fmt::format("{} events are left out above; --full-trace shows them all\n", table.omittedEvents);
  if (table.foldedSteps != 0)
    text += "steps that cannot matter for the violation are folded above; --full-trace shows them\n";
  return text;
}

} // namespace heddle::cli
