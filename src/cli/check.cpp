// heddle check: everything that stands in the way of a proof, at once and without a verification.
//
// What is listed is what the front end knows before an engine starts: constructs that cannot be followed, functions
// without a body and a model, objects that are defined elsewhere. Reachability is not decided, so that an item does not
// mean that there is no proof; undefined behaviour and limits of engines show only in a verification.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "report/json_text.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>

namespace heddle::cli {

namespace {

struct CheckOptions {
  InputOptions input;
  Format format = Format::Text;
};

/// In the order of the source, each once.
std::vector<program::Warning> inOrder(const program::Program &program) {
  std::vector<program::Warning> warnings = program.warnings;
  for (program::Warning &warning : warnings)
    warning.span = program.sources.userSpan(warning.span);
  std::ranges::stable_sort(warnings, [&](const program::Warning &a, const program::Warning &b) {
    return std::tuple(program.sources.path(a.span.file), a.span.line, a.span.column) <
           std::tuple(program.sources.path(b.span.file), b.span.line, b.span.column);
  });
  return warnings;
}

std::string jsonOf(const std::vector<program::Warning> &warnings, const program::SourceMap &sources) {
  report::Json list = report::Json::array();
  for (const program::Warning &warning : warnings)
    list.push_back({{"message", warning.message},
                    {"file", warning.span.known() ? sources.path(warning.span.file) : ""},
                    {"line", warning.span.line}});
  return report::jsonText({{"obstacles", std::move(list)}});
}

int runCheck(const CheckOptions &options) {
  const support::Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return reportError(input.error());
  catchInterrupts({});
  const support::Expected<program::Program> program = loadPrepared(*input, true);
  releaseInterrupts();
  if (!program)
    return reportError(program.error());
  const std::vector<program::Warning> warnings = inOrder(*program);
  if (options.format == Format::Json) {
    print(jsonOf(warnings, program->sources));
  } else {
    std::string text = report::warningLines(warnings, program->sources);
    const auto count = std::ranges::count(text, '\n');
    text += count == 0 ? "nothing in the code stands in the way of a proof\n"
            : count == 1
                ? "1 thing may stand in the way of a proof, if an execution gets there\n"
                : fmt::format("{} things may stand in the way of a proof, if an execution gets there\n", count);
    print(text);
  }
  return warnings.empty() ? exitTrue : exitUnknown;
}

} // namespace

Command addCheck(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App *command = heddle.add_subcommand("check", "list what stands in the way of a proof, without verifying");
  addInputOptions(*command, options->input);
  addFormat(*command, options->format, "text or json");
  command->footer(command->get_footer() + "\nExit codes: 0 nothing, 3 something, 2 usage or compile error.");
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            return runCheck(*options);
          }};
}

} // namespace heddle::cli
