#include "cli/native_replay.hpp"

#include "cli/exit_codes.hpp"
#include "cli/input.hpp"
#include "cli/messages.hpp"
#include "cli/values.hpp"
#include "frontend/compilation_database.hpp"
#include "native/build.hpp"
#include "native/compare.hpp"
#include "native/run.hpp"
#include "support/temporary_directory.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

/// A directory for the files of one run, which is removed unless the user wants to keep it.
class Directory {
public:
  explicit Directory(const std::string &kept) {
    std::error_code failed;
    if (kept.empty()) {
      temporary_.emplace("heddle-native");
      failed = temporary_->error();
    } else {
      fs::create_directories(kept, failed);
    }
    if (!failed)
      path_ = kept.empty() ? temporary_->path().string() : kept;
  }

  const std::string &path() const { return path_; } // empty if it cannot be made

private:
  std::optional<support::TemporaryDirectory> temporary_; // unless the user wants to keep it
  std::string path_;
};

/// What of the input a native run cannot have.
std::optional<Error> refuse(const frontend::Options &input, const program::Program &program) {
  if (program.dataModel != program::DataModel::LP64)
    return Error{"--native: clang's instrumentation is for LP64; the program was verified for ILP32"};
  if (input.harness)
    return Error{"--native: a harness on the command line has no file to compile"};
  if (!input.entry.empty())
    return Error{fmt::format("--native: a program that starts in {} has no main", input.entry)};
  return std::nullopt;
}

Expected<std::vector<native::Unit>> unitsOf(const frontend::Options &input, const std::vector<std::string> &files) {
  std::vector<native::Unit> units;
  if (input.compilationDatabase) {
    const Expected<std::vector<frontend::CompileCommand>> commands =
        frontend::compileCommands(*input.compilationDatabase, files);
    if (!commands)
      return commands.error();
    for (const frontend::CompileCommand &command : *commands)
      units.push_back({command.file, command.arguments});
  } else {
    for (const std::string &file : files)
      units.push_back({file, {}});
  }
  for (native::Unit &unit : units)
    unit.arguments.insert(unit.arguments.end(), input.compilerArguments.begin(), input.compilerArguments.end());
  return units;
}

Expected<native::Task> taskOf(const frontend::Options &input, const program::Program &program,
                              const interpreter::Trace &trace) {
  native::Task task;
  Expected<std::vector<native::Unit>> units = unitsOf(input, input.files);
  if (!units)
    return units.error();
  Expected<std::vector<native::Unit>> stubs = unitsOf(input, input.stubs);
  if (!stubs)
    return stubs.error();
  task.units = std::move(*units);
  task.stubs = std::move(*stubs);
  task.errorFunctions = input.errorFunctions;
  task.mallocMayFail = input.mallocMayFail;
  task.spuriousWakeups = input.spuriousWakeups;
  task.program = &program;
  task.schedule = trace.schedule;
  task.violation = trace.violation->span;
  if (trace.violation->property != program::Property::NoDeadlock)
    task.violatingThread = trace.violation->thread;
  return task;
}

void noteDifferences(const native::Recording &recording, const native::Outcome &outcome,
                     const program::Program &program, const native::Places &places) {
  for (const program::SourceSpan &span : recording.uninitialised)
    reportNote(fmt::format("the value of uninitialised memory that is read at {} is zero in the native run",
                           program.sources.describe(span)));
  for (const native::ChosenInput &input : recording.inputs)
    if (input.name == "argc" && input.value != 1)
      reportNote("the native run has no arguments; give them to heddle verify after -- to fix them");
  for (const std::string &note : outcome.notes)
    reportNote("the native run: " + note);
  for (const native::Missed &missed : outcome.missed)
    print(native::toText(missed, program, places) + "\n");
}

} // namespace

void addNativeOptions(CLI::App &command, NativeOptions &options) {
  command
      .add_flag("--native", options.isRequested,
                "compile the program with clang-19 and let the binary take the same interleaving")
      ->group("Native run");
  command.add_flag("--gdb", options.inDebugger, "with --native: in gdb, stopped before the violation")
      ->group("Native run");
  command.add_option("--keep", options.directory, "with --native: keep the binary and its tables in this directory")
      ->type_name("DIR")
      ->check(directoryName())
      ->group("Native run");
}

std::optional<Error> contradiction(const NativeOptions &options) {
  if (!options.isRequested && (options.inDebugger || !options.directory.empty()))
    return Error{fmt::format("{} needs --native", options.inDebugger ? "--gdb" : "--keep")};
  return std::nullopt;
}

int replayNatively(const NativeOptions &options, const frontend::Options &input, const program::Program &program,
                   const interpreter::Trace &trace) {
  if (!trace.violation) {
    print("the execution has no violation that a native run could show\n");
    return exitUnknown;
  }
  if (const std::optional<Error> error = refuse(input, program))
    return reportError(*error);
  const Expected<native::Task> task = taskOf(input, program, trace);
  if (!task)
    return reportError(task.error());
  const Directory directory(options.directory);
  if (directory.path().empty())
    return reportError({"--native: there is no directory for the binary; --keep DIR names one"});
  const Expected<native::Binary> binary = native::build(*task, directory.path());
  if (!binary)
    return reportError(binary.error());
  const std::vector<std::string> arguments = input.programArguments.value_or(std::vector<std::string>{});
  if (!options.directory.empty())
    reportNote(fmt::format("the binary is {}", binary->path));
  if (options.inDebugger) {
    const std::optional<int> code = native::runDebugger(*binary, arguments, isatty(STDIN_FILENO) == 0);
    return code ? exitFalse : reportError({"--gdb: gdb is not installed"});
  }
  const native::Outcome outcome = native::runNative(*binary, arguments);
  noteDifferences(binary->recording, outcome, program, binary->places);
  const native::Comparison comparison = native::compare(*trace.violation, program, binary->places, outcome);
  print(comparison.text + "\n");
  return comparison.isSame ? exitFalse : exitUnknown;
}

} // namespace heddle::cli
