#include "cli/input.hpp"

#include "cli/assumptions.hpp"
#include "cli/messages.hpp"
#include "cli/origin.hpp"
#include "cli/suggest.hpp"
#include "cli/values.hpp"
#include "frontend/task.hpp"
#include "library/question.hpp"
#include "program/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

std::optional<Error> checkReadable(const std::string &path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status))
    return Error{fmt::format("{}: no such file", path)};
  if (fs::is_directory(status))
    return Error{fmt::format("{}: is a directory, not a file", path)};
  if (!std::ifstream(path))
    return Error{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  return std::nullopt;
}

/// Collects the properties of several --property options and a task definition.
class PropertyRequest {
public:
  std::optional<Error> addFile(const std::string &path) {
    if (std::optional<Error> error = checkReadable(path))
      return error;
    Expected<frontend::PropertySpec> spec = frontend::parsePropertyFile(path);
    if (!spec)
      return spec.error();
    properties_ = properties_ | spec->properties;
    addFunctions(spec->errorFunctions);
    return std::nullopt;
  }

  std::optional<Error> addNameOrFile(const std::string &text) {
    if (fs::path(text).extension() == ".prp" || fs::is_regular_file(text))
      return addFile(text);
    const std::optional<program::PropertySet> named = program::parseProperty(text);
    if (!named) {
      const std::string hint = didYouMean(text, propertyChoices());
      return Error{fmt::format("unknown property '{}'{}; there are {}, and property files (.prp)", text, hint,
                               fmt::join(propertyChoices(), ", "))};
    }
    properties_ = properties_ | *named;
    if (named->contains(program::Property::UnreachCall))
      addFunctions(frontend::Options{}.errorFunctions);
    return std::nullopt;
  }

  bool empty() const { return properties_.empty(); }

  /// Without any request the defaults are kept.
  void apply(frontend::Options &options) const {
    if (empty())
      return;
    options.properties = properties_;
    options.errorFunctions = functions_;
  }

private:
  void addFunctions(const std::vector<std::string> &functions) {
    for (const std::string &function : functions) {
      if (std::find(functions_.begin(), functions_.end(), function) == functions_.end())
        functions_.push_back(function);
    }
  }

  program::PropertySet properties_;
  std::vector<std::string> functions_;
};

std::optional<Error> resolveTask(const std::string &path, bool withProperties, frontend::Options &result,
                                 PropertyRequest &request) {
  if (std::optional<Error> error = checkReadable(path))
    return error;
  Expected<frontend::Task> task = frontend::parseTask(path);
  if (!task)
    return task.error();
  result.files = task->inputFiles;
  result.dataModel = task->dataModel;
  if (!withProperties)
    return std::nullopt;
  // Tasks are shared between tools: properties that Heddle does not check (coverage, termination) are ignored.
  std::optional<Error> firstError;
  for (const frontend::TaskProperty &property : task->properties) {
    std::optional<Error> error = request.addFile(property.file);
    if (error && !firstError)
      firstError = std::move(error);
  }
  return request.empty() ? firstError : std::nullopt;
}

/// The files of the command line, and those of the compilation database that it selects.
Expected<std::vector<std::string>> filesOf(const InputOptions &options) {
  if (options.compilationDatabase.empty() && !options.filePattern.empty())
    return Error{"--files selects files of a compilation database: give its directory with -p"};
  std::vector<std::string> files = options.files;
  if (options.compilationDatabase.empty() || (!files.empty() && options.filePattern.empty()))
    return files;
  Expected<std::vector<std::string>> selected =
      frontend::databaseFiles(options.compilationDatabase, options.filePattern);
  if (!selected)
    return selected;
  std::error_code ignored;
  for (std::string &file : *selected)
    if (std::ranges::none_of(files, [&](const std::string &known) { return fs::equivalent(known, file, ignored); }))
      files.push_back(std::move(file));
  return files;
}

void reportNotes(const InputOptions &options, const std::vector<std::string> &files) {
  if (!options.ignoredArguments.empty())
    reportNote(fmt::format("options of the C compiler that have no effect here: {}",
                           fmt::join(options.ignoredArguments, " ")));
  reportNote(fmt::format("files: {}", fmt::join(files, " ")));
}

} // namespace

std::vector<std::string> propertyChoices() { return program::propertyNames(); }

bool isTaskDefinition(const std::string &path) {
  const std::string extension = fs::path(path).extension();
  return extension == ".yml" || extension == ".yaml";
}

void addInputOptions(CLI::App &command, InputOptions &options) {
  command.add_option("files", options.files, "C files (.c, preprocessed .i), or one task definition (.yml)")
      ->type_name("FILE")
      ->check(fileName());
  command
      .add_option("--property", options.properties,
                  "what to check, by name or property file (.prp); may be repeated. Names: unreach-call (default), "
                  "no-data-race, no-deadlock, valid-memsafety, no-overflow, lock-discipline")
      ->type_name("NAME|FILE")
      ->allow_extra_args(false)
      ->check(suggestingOrFile(propertyChoices()))
      ->group("What to check");
  command.add_option("--data-model", options.dataModel, "sizes of C's types: LP64 (default) or ILP32")
      ->type_name("MODEL")
      ->check(oneOf(program::dataModelNames()))
      ->group("C");
  command.add_option("-p", options.compilationDatabase, "directory of compile_commands.json")
      ->type_name("DIR")
      ->check(directoryName())
      ->group("C");
  command
      .add_option("--files", options.filePattern,
                  "with -p: also the C files of the database whose path matches this regular expression. Without it, "
                  "and without FILE, all of them")
      ->type_name("REGEX")
      ->check(fileName())
      ->group("C");
  command
      .add_option("--stub", options.stubs,
                  "a C file whose functions replace those of the program and of the library models; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->check(fileName())
      ->group("C");
  command
      .add_option("--volatile", options.volatileAccesses,
                  "accesses to volatile objects: plain (default), or atomic (relaxed), as kernel-style code means them")
      ->type_name("HOW")
      ->check(oneOf({"plain", "atomic"}))
      ->group("C");
  command.add_option("--recursion-depth", options.recursionDepth, "depth of recursive calls that are followed")
      ->type_name("N")
      ->capture_default_str()
      ->group("C");
  command
      .add_flag("--malloc-may-fail", options.mallocMayFail, "malloc and similar functions may return a null pointer")
      ->group("C");
  command
      .add_flag("--no-spurious-wakeups", options.noSpuriousWakeups, "condition waits end only when they are signalled")
      ->group("C");
  command
      .add_option(
          "--assume", options.assumptions,
          "what a verdict may rest on; may be repeated. Names: no-undefined-behaviour, no-outside-signals (only "
          "the program itself sends signals that it handles), extern-pure (functions "
          "without a body return anything and have no effect), extern:FUNCTION=pure, =any (also writes what it can "
          "reach), =fresh (a pointer to a new object) or =null")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(suggesting({"no-undefined-behaviour", "no-outside-signals", "extern-pure"}))
      ->group("What to check");
  command.add_flag("--no-large-blocks", options.noLargeBlocks, "keep one operation per action")->group("Engine");
  addBeginningOptions(command, options.beginning);
  command
      .add_flag("--verbose", options.verbose, "say which options of the C compiler were ignored, and which files read")
      ->group("Report");
  command.footer("-I, -D, -U, -std=, -include and other options that change what a program means go to the C compiler. "
                 "What else sits in the command line of a build (-g -O2 -Wall -fPIC -march=native -c -o x -MD -lm) has "
                 "no effect. An option that is given twice has its last value.\n"
                 "-- ARG... are the arguments of the program; without --, they are arbitrary.");
}

void setArguments(InputOptions &options, const CLI::App &command, const SplitArguments &arguments) {
  options.words = inputWords(command, arguments);
  options.compilerArguments = arguments.compiler;
  options.ignoredArguments = arguments.ignored;
  options.beginning.programArguments = arguments.program;
}

Expected<frontend::Options> resolveInput(const InputOptions &options) {
  frontend::Options result;
  PropertyRequest request;
  if (options.files.empty() && options.compilationDatabase.empty())
    return Error{"no file given"};
  for (const std::string &text : options.properties) {
    if (std::optional<Error> error = request.addNameOrFile(text))
      return *error;
  }

  const bool isTask = std::any_of(options.files.begin(), options.files.end(), isTaskDefinition);
  if (isTask && options.files.size() > 1)
    return Error{"a task definition (.yml) must be the only file: it names its input files itself"};
  Expected<std::vector<std::string>> files = filesOf(options);
  if (!files)
    return files.error();
  result.files = std::move(*files);
  if (isTask) {
    if (std::optional<Error> error = resolveTask(options.files.front(), options.properties.empty(), result, request))
      return *error;
  }
  request.apply(result);
  if (options.verbose)
    reportNotes(options, result.files);

  result.compilerArguments = options.compilerArguments;
  result.stubs = options.stubs;
  result.volatileAtomic = options.volatileAccesses == "atomic";
  if (std::optional<Error> error = resolveBeginning(options.beginning, result))
    return *error;
  if (!options.compilationDatabase.empty())
    result.compilationDatabase = options.compilationDatabase;
  if (!options.dataModel.empty())
    result.dataModel = program::parseDataModel(options.dataModel);
  result.recursionDepth = options.recursionDepth;
  result.mallocMayFail = options.mallocMayFail;
  result.spuriousWakeups = !options.noSpuriousWakeups;
  Expected<Assumptions> assumptions = parseAssumptions(options.assumptions);
  if (!assumptions)
    return assumptions.error();
  result.externs = std::move(assumptions->externs);
  result.externPure = assumptions->externPure;
  result.noOutsideSignals = assumptions->noOutsideSignals;
  return result;
}

void prepare(program::Program &program, bool largeBlocks) { library::prepare(program, largeBlocks); }

Expected<program::Program> loadPrepared(const frontend::Options &options, bool largeBlocks) {
  Expected<program::Program> program = frontend::load(options);
  if (program)
    prepare(*program, largeBlocks);
  return program;
}

} // namespace heddle::cli
