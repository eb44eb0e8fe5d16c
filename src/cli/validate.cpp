// heddle validate: confirms or rejects a witness, of Heddle or of another tool.
//
// A violation witness is confirmed by an execution that passes its waypoints, with their constraints, and violates the
// property at its target; the interpreter replays it without the witness. Constraints on variables are observed by
// statements that are inserted into the program (witness/observe.hpp); the program as it is must then be violated, too.
// It is rejected if the property holds. A correctness witness is
// confirmed if Heddle proves the property and every invariant, each by its own means, so that nothing in the witness
// has to be trusted; it is rejected if an execution violates either. Everything else is unknown.
#include "cli/assumptions.hpp"
#include "cli/commands.hpp"
#include "cli/engine_options.hpp"
#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/trace_text.hpp"
#include "cli/values.hpp"
#include "cli/witness_file.hpp"
#include "frontend/task.hpp"
#include "interpreter/execution.hpp"
#include "interpreter/explanation.hpp"
#include "library/question.hpp"
#include "portfolio/uncut.hpp"
#include "report/summary.hpp"
#include "support/temporary_directory.hpp"
#include "witness/instrument.hpp"
#include "witness/observe.hpp"
#include "witness/search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

namespace heddle::cli {

using engines::Counterexample;
using engines::NoViolation;
using engines::Result;
using support::Error;
using support::Expected;

namespace {

struct ValidateOptions {
  InputOptions input;
  EngineOptions engine;
  std::string witnessFile;
  std::string timeout;
  std::string memoryLimit;
  TraceOptions trace;
  bool quiet = false;
};

enum class Finding : std::uint8_t { Confirmed, Rejected, Unknown };

struct Validation {
  Finding finding = Finding::Unknown;
  std::string reason;    // empty if the witness is confirmed
  std::string execution; // that confirms or rejects it, as text
};

bool hasLargeBlocks(const ValidateOptions &options, const engines::Configuration &engine) {
  return !options.input.noLargeBlocks && engine.preparation().largeBlocks;
}

std::string unknownLine(const std::string &reason) { return fmt::format("WITNESS: unknown ({})\n", reason); }

/// The program of the command line. Without --property, and unless the input is a task definition, the properties are
/// those of the witness.
Expected<frontend::Options> inputOf(const ValidateOptions &options, const witness::Task &task) {
  Expected<frontend::Options> input = resolveInput(options.input);
  if (!input)
    return input;
  const Expected<frontend::PropertySpec> claimed = frontend::parseProperties(task.specification, options.witnessFile);
  if (!claimed)
    return claimed.error();
  const bool isTask = std::ranges::any_of(options.input.files, isTaskDefinition);
  if (options.input.properties.empty() && !isTask) {
    input->properties = claimed->properties;
    input->errorFunctions = claimed->errorFunctions;
  } else if (input->properties != claimed->properties) {
    return Error{fmt::format("{}: is about {}, not about {}", options.witnessFile,
                             fmt::join(report::propertyNames(claimed->properties), ", "),
                             fmt::join(report::propertyNames(input->properties), ", "))};
  }
  if (!input->dataModel && task.is32Bit)
    input->dataModel = program::DataModel::ILP32;
  if (const std::vector<std::string> differing = differingFiles(task, *input); !differing.empty())
    reportNote(fmt::format("{} was written for {} of other content", options.witnessFile, fmt::join(differing, ", ")));
  return input;
}

class Validator {
public:
  Validator(const ValidateOptions &options, const frontend::Options &input, const engines::Configuration &engine,
            portfolio::Assumptions assumed, support::Cancellation &cancellation)
      : options_(options), input_(input), engine_(engine), assumed_(assumed), cancellation_(cancellation) {}

  Validation validate(const witness::ViolationWitness &claimed, program::Program &program) {
    const witness::Observations observations = witness::observe(input_.files, claimed);
    const bool hasConstraints = !observations.empty();
    std::optional<Validation> observed;
    if (hasConstraints)
      observed = validateObserved(claimed, observations);
    if (!hasConstraints || observed->finding == Finding::Confirmed) {
      const witness::SearchResult searched = witness::search(program, claimed, nullptr, attempts, cancellation_);
      if (std::optional<Validation> found = searched.found ? confirm(*searched.found, program) : std::nullopt)
        return hasConstraints ? *observed : *found;
      if (!hasConstraints)
        observed = notFound(searched.furthest);
    }
    const Result result = verify(program, input_);
    if (std::holds_alternative<NoViolation>(result.answer))
      return {Finding::Rejected, "the property holds", {}};
    if (const auto *violation = std::get_if<Counterexample>(&result.answer)) {
      if (!hasConstraints && witness::fits(program, claimed, nullptr, violation->trace))
        return {Finding::Confirmed, {}, textOf(violation->trace, program)};
      return *observed;
    }
    return {Finding::Unknown, reasonOf(result.answer), {}};
  }

  Validation validate(const witness::CorrectnessWitness &claimed, program::Program &program) {
    const Result property = verify(program, input_);
    if (const auto *violation = std::get_if<Counterexample>(&property.answer))
      return {Finding::Rejected, "the property is violated", textOf(violation->trace, program)};
    Validation invariants = checkInvariants(claimed);
    if (invariants.finding != Finding::Confirmed || std::holds_alternative<NoViolation>(property.answer))
      return invariants;
    return {Finding::Unknown, reasonOf(property.answer), {}};
  }

private:
  static constexpr unsigned attempts = 400; // to follow a violation witness

  Result verify(program::Program &program, const frontend::Options &input) {
    const engines::Context context{.program = program, .cancellation = cancellation_, .limits = options_.engine.limits};
    return portfolio::runUncut(engine_, context, program, assumed_,
                               library::writingProgram(input, program, hasLargeBlocks(options_, engine_)));
  }

  std::string reasonOf(const engines::Answer &answer) const {
    if (const auto *unknown = std::get_if<engines::Unknown>(&answer))
      return unknown->text;
    if (const auto *error = std::get_if<engines::InternalError>(&answer))
      return "internal error: " + error->message;
    return "the verification was stopped";
  }

  /// By a replay. None if the execution does not count as a violation.
  std::optional<Validation> confirm(const interpreter::Trace &found, program::Program &program) {
    interpreter::Limits limits;
    limits.steps = std::max<std::uint64_t>(limits.steps, found.schedule.steps.size() + 1);
    const Expected<interpreter::Trace> replayed = interpreter::replay(program, found.schedule, limits);
    if (!replayed || !replayed->violation || replayed->violation->property != found.violation->property)
      return std::nullopt;
    const engines::Context context{.program = program, .cancellation = cancellation_};
    if (portfolio::restsOnAssumptions(program, context, found.schedule))
      return std::nullopt;
    return Validation{Finding::Confirmed, {}, textOf(*replayed, program)};
  }

  std::string textOf(const interpreter::Trace &trace, const program::Program &program) const {
    if (options_.quiet)
      return {};
    return traceText(trace, interpreter::explain(program, trace.schedule), program.sources, options_.trace) +
           report::violationLines(*trace.violation, trace, program.sources);
  }

  Validation checkInvariants(const witness::CorrectnessWitness &claimed) {
    const witness::Instrumented checked = witness::instrument(input_.files, claimed.invariants);
    if (!checked.placed.empty())
      if (Validation validation = checkPlaced(checked); validation.finding != Finding::Confirmed)
        return validation;
    if (!checked.unplaced.empty())
      return {Finding::Unknown, checked.unplaced.front(), {}};
    if (!claimed.ignored.empty())
      return {Finding::Unknown, fmt::format("it has {}, which is not checked", claimed.ignored.front()), {}};
    return {Finding::Confirmed, {}, {}};
  }

  static Validation notFound(const std::string &furthest) {
    return {
        Finding::Unknown, "the property is violated, but no execution was found along the witness: " + furthest, {}};
  }

  /// Looks for an execution of the program with observations.
  Validation validateObserved(const witness::ViolationWitness &claimed, const witness::Observations &observations) {
    if (!observations.unevaluated.empty())
      return {Finding::Unknown, observations.unevaluated.front(), {}};
    std::string furthest;
    const auto search = [&](program::Program &program, const frontend::Options & /*input*/,
                            const witness::Observations &placed) {
      const witness::ObservedProgram observed(program, placed);
      witness::SearchResult searched = witness::search(program, claimed, &observed, attempts, cancellation_);
      furthest = std::move(searched.furthest);
      return searched.found ? confirm(*searched.found, program) : std::nullopt;
    };
    const Expected<std::optional<Validation>> found = inObserved(observations, search);
    if (!found)
      return {Finding::Unknown, found.error().message, {}};
    if (*found)
      return **found;
    // Inputs and interleavings may be hard to guess.
    const auto solve = [&](program::Program &program, const frontend::Options &input,
                           const witness::Observations &placed) {
      program::Program unmarked = program;
      const witness::ObservedProgram observed(program, placed);
      const Result result = verify(unmarked, input);
      const auto *violation = std::get_if<Counterexample>(&result.answer);
      const bool isAlong = violation != nullptr && witness::fits(program, claimed, &observed, violation->trace);
      return isAlong ? confirm(violation->trace, program) : std::nullopt;
    };
    if (const auto assumed = witness::observeAndAssume(input_.files, claimed))
      if (const Expected<std::optional<Validation>> solved = inObserved(*assumed, solve); solved && *solved)
        return **solved;
    return notFound(furthest);
  }

  using Look = std::function<std::optional<Validation>(program::Program &, const frontend::Options &input,
                                                       const witness::Observations &)>;

  /// What `look` finds in the program with the observations. Executions are shown with the original text.
  Expected<std::optional<Validation>> inObserved(const witness::Observations &observations, const Look &look) {
    const support::TemporaryDirectory directory("heddle-validate");
    const Expected<ChangedFiles> changed = withFiles(directory, observations.files, observations.declarations);
    if (!changed)
      return changed.error();
    Expected<program::Program> program = loadPrepared(changed->input, hasLargeBlocks(options_, engine_));
    if (!program)
      return Error{"a constraint cannot be compiled: " + changed->withOriginals(firstError(program.error().message))};
    std::error_code error;
    for (const auto &[copy, original] : changed->copies)
      if (!std::filesystem::copy_file(original, copy, std::filesystem::copy_options::overwrite_existing, error))
        return Error{fmt::format("{} cannot be copied: {}", original, error.message())};
    witness::Observations placed = observations;
    for (witness::InsertedText &inserted : placed.inserted) {
      inserted.file = changed->copyOf(inserted.file);
      const auto declared = changed->declared.find(inserted.file);
      if (declared != changed->declared.end() && declared->second.line == inserted.line) {
        const unsigned shift = declared->second.end - declared->second.begin;
        inserted.begin += shift;
        inserted.end += shift;
      }
    }
    std::optional<Validation> found = look(*program, changed->input, placed);
    if (found)
      found->execution = changed->withOriginals(found->execution);
    return found;
  }

  /// The input with copies of files that have been changed.
  struct ChangedFiles {
    frontend::Options input;
    std::vector<std::pair<std::string, std::string>> copies; // and their originals
    std::map<std::string, witness::InsertedText> declared;   // by copy: the declarations in a preprocessed file

    const std::string &copyOf(const std::string &original) const {
      const auto found = std::ranges::find(copies, original, &std::pair<std::string, std::string>::second);
      return found == copies.end() ? original : found->first;
    }
    std::string withOriginals(std::string text) const {
      for (const auto &[copy, original] : copies)
        for (std::size_t at = 0; (at = text.find(copy, at)) != std::string::npos; at += original.size())
          text.replace(at, copy.size(), original);
      return text;
    }
  };

  /// Copies keep the names of their files, by which witnesses name places.
  Expected<ChangedFiles> withFiles(const support::TemporaryDirectory &directory,
                                   const std::map<std::string, std::string> &files,
                                   const std::string &declarations) const {
    if (directory.error())
      return Error{"no temporary directory can be made: " + directory.error().message()};
    const std::string header = directory.path() / "declarations.h";
    if (const auto written = writeFile(header, declarations); !written)
      return written.error();
    ChangedFiles result{.input = input_, .copies = {}, .declared = {}};
    frontend::Options &input = result.input;
    std::vector<std::string> arguments; // for the preprocessor
    for (std::size_t i = 0; i < input.files.size(); ++i) {
      const auto changed = files.find(input.files[i]);
      if (changed == files.end())
        continue;
      const std::filesystem::path original = input.files[i];
      const std::filesystem::path folder = directory.path() / fmt::format("{}", i);
      std::error_code error;
      if (!std::filesystem::create_directory(folder, error))
        return Error{"no temporary directory can be made: " + error.message()};
      const std::string copy = folder / original.filename();
      std::string text = changed->second;
      if (original.extension() == ".i") {
        result.declared[copy] = witness::insertDeclarations(text, declarations);
      } else {
        const std::string source = original.parent_path().empty() ? "." : original.parent_path().string();
        arguments.insert(arguments.end(), {"-iquote", source});
      }
      if (const auto written = writeFile(copy, text); !written)
        return written.error();
      result.copies.emplace_back(copy, input.files[i]);
      input.files[i] = copy;
    }
    if (!arguments.empty())
      arguments.insert(arguments.end(), {"-include", header});
    input.compilerArguments.insert(input.compilerArguments.end(), arguments.begin(), arguments.end());
    return result;
  }

  Validation checkPlaced(const witness::Instrumented &checked) {
    const support::TemporaryDirectory directory("heddle-validate");
    Expected<ChangedFiles> changed = withFiles(directory, checked.files, checked.declarations);
    if (!changed)
      return {Finding::Unknown, changed.error().message, {}};
    frontend::Options &input = changed->input;
    input.properties = {program::Property::UnreachCall};
    input.errorFunctions = checked.errorFunctions;
    Expected<program::Program> program = loadPrepared(input, hasLargeBlocks(options_, engine_));
    if (!program)
      return {Finding::Unknown,
              "an invariant cannot be compiled: " + changed->withOriginals(firstError(program.error().message)),
              {}};
    const Result result = verify(*program, input);
    if (const auto *violation = std::get_if<Counterexample>(&result.answer))
      return {Finding::Rejected, changed->withOriginals(describe(checked, *violation->trace.violation, *program)),
              changed->withOriginals(textOf(violation->trace, *program))};
    if (std::holds_alternative<NoViolation>(result.answer))
      return {Finding::Confirmed, {}, {}};
    return {Finding::Unknown, "the invariants: " + reasonOf(result.answer), {}};
  }

  /// The line of the first error in what clang prints, after warnings perhaps.
  static std::string firstError(const std::string &text) {
    const std::size_t error = std::min(text.find("error:"), text.size());
    const std::size_t begin = error == text.size() ? 0 : text.rfind('\n', error) + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
  }

  /// The invariants of the line: which of them does not hold is in the execution.
  static std::string describe(const witness::Instrumented &checked, const interpreter::Violation &violation,
                              const program::Program &program) {
    const program::SourceSpan span = program.sources.userSpan(violation.span);
    std::vector<std::string> there;
    for (const witness::Invariant &invariant : checked.placed)
      if (invariant.position.line == span.line)
        there.push_back(invariant.expression);
    return fmt::format("an invariant of {} does not hold: {}", program.sources.describe(span), fmt::join(there, "; "));
  }

  const ValidateOptions &options_;
  const frontend::Options &input_;
  const engines::Configuration &engine_;
  portfolio::Assumptions assumed_;
  support::Cancellation &cancellation_;
};

int exitCodeOf(Finding finding) {
  switch (finding) {
  case Finding::Confirmed:
    return exitTrue;
  case Finding::Rejected:
    return exitFalse;
  case Finding::Unknown:
    return exitUnknown;
  }
  return exitInternal;
}

std::string resultLine(const Validation &validation) {
  switch (validation.finding) {
  case Finding::Confirmed:
    return "WITNESS: confirmed\n";
  case Finding::Rejected:
    return fmt::format("WITNESS: rejected ({})\n", validation.reason);
  case Finding::Unknown:
    return unknownLine(validation.reason);
  }
  return {};
}

int runValidate(const ValidateOptions &options) {
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  if (options.witnessFile.empty())
    return reportError({"no witness given: --witness FILE; see: heddle help validate"});
  const Expected<std::unique_ptr<engines::Configuration>> engine = configure(options.engine);
  if (!engine)
    return reportError(engine.error());
  const Expected<Assumptions> assumptions = parseAssumptions(options.input.assumptions);
  if (!assumptions)
    return reportError(assumptions.error());
  catchInterrupts(lastWords(*limits, unknownLine));
  setLimits(limits->time, limits->memory);
  const Expected<witness::Witness> claimed = readWitness(options.witnessFile);
  if (!claimed)
    return reportError(claimed.error());
  const Expected<frontend::Options> input = inputOf(options, claimed->task);
  if (!input)
    return reportError(input.error());
  Expected<program::Program> program = loadPrepared(*input, hasLargeBlocks(options, **engine));
  if (!program)
    return reportError(program.error());
  if (!options.quiet)
    print(fmt::format("a {} witness of {} for {} in {}\n",
                      std::holds_alternative<witness::ViolationWitness>(claimed->content) ? "violation" : "correctness",
                      claimed->task.producer.empty() ? "an unnamed tool" : claimed->task.producer,
                      fmt::join(report::propertyNames(input->properties), ", "), fmt::join(input->files, ", ")));
  Validation validation;
  const std::optional<std::string> stop = runWithinLimits(*limits, [&](support::Cancellation &cancellation) {
    Validator validator(options, *input, **engine, {.noUndefinedBehaviour = assumptions->noUndefinedBehaviour},
                        cancellation);
    validation =
        std::visit([&](const auto &content) { return validator.validate(content, *program); }, claimed->content);
  });
  if (validation.finding == Finding::Unknown && stop)
    validation.reason = *stop;
  print(validation.execution + resultLine(validation));
  return exitCodeOf(validation.finding);
}

} // namespace

Command addValidate(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<ValidateOptions>();
  CLI::App *command = heddle.add_subcommand("validate", "confirm or reject a witness of a verdict");
  addInputOptions(*command, options->input);
  addEngineOptions(*command, options->engine);
  command
      ->add_option("--witness", options->witnessFile,
                   "the witness: GraphML 1.0 or YAML 2.x, from heddle verify --witness or another verifier")
      ->type_name("FILE")
      ->check(fileName())
      ->group("What to check");
  addLimits(*command, options->timeout, options->memoryLimit, "three quarters of the machine's memory unless given");
  addTraceOptions(*command, options->trace);
  command->add_flag("--quiet", options->quiet, "only the result")->group("Report");
  command->footer(command->get_footer() +
                  "\nWithout --property, the property is that of the witness.\n"
                  "Exit codes: 0 confirmed, 1 rejected, 2 usage, compile or file error, 3 unknown, 4 internal error.");
  return {command, [options, command, &arguments] {
            setArguments(options->input, *command, arguments);
            return runValidate(*options);
          }};
}

} // namespace heddle::cli
