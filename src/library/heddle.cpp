// The same steps as `heddle verify` takes (cli/verification.cpp), with the same functions: load, prepare, run the
// engine so that no execution is cut, shorten the counterexample. A verification changes its program, so it gets a
// copy.
#include "library/heddle.hpp"

#include "library/question.hpp"
#include "portfolio/engines.hpp"
#include "portfolio/minimised.hpp"
#include "program/property.hpp"

#include <algorithm>
#include <exception>

namespace heddle {

/// The program as it was loaded.
class Program::Content {
public:
  frontend::Options input;
  program::Program loaded;
};

Program::Program(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Program::Program(Program &&) noexcept = default;
Program &Program::operator=(Program &&) noexcept = default;
Program::~Program() = default;

namespace {

Outcome failed(std::string reason) {
  Outcome outcome;
  outcome.verdict = Verdict::Error;
  outcome.reason = std::move(reason);
  return outcome;
}

/// Why it does not fit the engine, if it does not.
std::optional<std::string> apply(const Settings &settings, engines::Configuration &configuration) {
  const engines::OptionList known = configuration.options();
  for (const auto &[name, value] : settings.options) {
    const auto option = std::ranges::find(known, name, &engines::Option::name);
    if (option == known.end())
      return "engine " + settings.engine + " has no option " + name;
    if (const std::optional<support::Error> error = option->set(value))
      return name + ": " + error->message;
  }
  return std::nullopt;
}

void addTrace(Outcome &outcome, const interpreter::Trace &trace, const program::SourceMap &sources) {
  outcome.violation = trace.violation ? trace.violation->message : "";
  for (const interpreter::ThreadInfo &thread : trace.threads)
    outcome.threads.push_back(thread.name);
  for (const interpreter::TraceEvent &event : trace.events) {
    if (event.local)
      continue;
    outcome.trace.push_back({.thread = event.thread,
                             .file = event.span.known() ? sources.path(event.span.file) : "",
                             .line = event.span.line,
                             .text = event.text});
  }
}

std::string stopText(support::StopReason reason) {
  return reason == support::StopReason::Timeout  ? "time limit reached"
         : reason == support::StopReason::Memory ? "memory limit reached"
                                                 : "stopped";
}

Outcome outcomeOf(const engines::Result &result, const program::Program &program) {
  Outcome outcome;
  outcome.engine = result.engine;
  if (const auto *proved = std::get_if<engines::NoViolation>(&result.answer)) {
    outcome.verdict = Verdict::True;
    outcome.check = proved->check;
    outcome.assumptions = proved->assumptions;
  } else if (std::holds_alternative<engines::Counterexample>(result.answer)) {
    outcome.verdict = Verdict::False;
  } else if (const auto *unknown = std::get_if<engines::Unknown>(&result.answer)) {
    outcome.reason = unknown->text;
  } else if (const auto *cancelled = std::get_if<engines::Cancelled>(&result.answer)) {
    outcome.reason = stopText(cancelled->reason);
  } else if (const auto *error = std::get_if<engines::InternalError>(&result.answer)) {
    outcome.verdict = Verdict::Error;
    outcome.reason = "internal error: " + error->message;
  }
  if (const interpreter::Trace *trace = engines::violatingTrace(result.answer))
    addTrace(outcome, *trace, program.sources);
  return outcome;
}

} // namespace

Loaded load(const Input &input) {
  auto content = std::make_unique<Program::Content>();
  content->input.files = input.files;
  content->input.compilerArguments = input.compilerArguments;
  content->input.entry = input.entry;
  content->input.mallocMayFail = input.mallocMayFail;
  if (input.files.empty())
    return {.program = std::nullopt, .error = "no file given"};
  program::PropertySet properties;
  for (const std::string &name : input.properties) {
    const std::optional<program::PropertySet> named = program::parseProperty(name);
    if (!named)
      return {.program = std::nullopt, .error = "unknown property '" + name + "'"};
    properties = properties | *named;
  }
  if (properties.empty())
    return {.program = std::nullopt, .error = "no property given"};
  content->input.properties = properties;
  if (!properties.contains(program::Property::UnreachCall))
    content->input.errorFunctions.clear(); // as the command does
  support::Expected<program::Program> program = frontend::load(content->input);
  if (!program)
    return {.program = std::nullopt, .error = program.error().message};
  content->loaded = std::move(*program);
  return {.program = Program(std::move(content)), .error = {}};
}

Outcome verify(const Program &program, const Settings &settings) {
  const auto begin = support::Cancellation::Clock::now();
  const engines::Engine *engine = portfolio::findEngine(settings.engine);
  if (engine == nullptr)
    return failed("there is no engine '" + settings.engine + "'");
  const std::unique_ptr<engines::Configuration> configuration = engine->configure();
  if (std::optional<std::string> error = apply(settings, *configuration))
    return failed(std::move(*error));
  const bool largeBlocks = configuration->preparation().largeBlocks;
  const frontend::Options &input = program.content().input;
  program::Program asked = program.content().loaded;
  library::prepare(asked, largeBlocks);
  if (const std::optional<support::Error> error = configuration->check(asked))
    return failed(error->message);
  support::Cancellation cancellation;
  if (settings.timeout)
    cancellation.setDeadline(begin + *settings.timeout);
  if (settings.memoryLimit)
    cancellation.setMemoryLimit(*settings.memoryLimit);
  const engines::Context context{.program = asked, .cancellation = cancellation, .begin = begin};
  try {
    engines::Result result =
        portfolio::runUncut(*configuration, context, asked, {}, library::writingProgram(input, asked, largeBlocks));
    if (auto *found = std::get_if<engines::Counterexample>(&result.answer); found != nullptr && settings.minimise)
      portfolio::minimise(*found, context, asked);
    return outcomeOf(result, asked);
  } catch (const std::bad_alloc &) {
    Outcome outcome;
    outcome.reason = "out of memory";
    return outcome;
  } catch (const std::exception &error) {
    return failed(std::string("internal error: ") + error.what());
  }
}

std::string version() { return HEDDLE_VERSION; }

} // namespace heddle
