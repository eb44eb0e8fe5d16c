// heddle replay: shows a saved counterexample again.
//
// The saved schedule says how its program was made (report::Origin), so that the command line need not. The
// sources may have changed since: the schedule is then followed as far as it fits, because what still happens, and
// where it ends, is of interest to the engineer that has changed them.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/native_replay.hpp"
#include "cli/origin.hpp"
#include "cli/schedule_file.hpp"
#include "cli/trace_text.hpp"
#include "cli/values.hpp"
#include "interpreter/explanation.hpp"
#include "interpreter/trace_details.hpp"
#include "proof/fingerprint.hpp"
#include "report/json.hpp"
#include "report/sarif.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

namespace heddle::cli {

using report::Origin;
using report::SavedSchedule;
using support::Error;
using support::Expected;

namespace {

struct ReplayOptions {
  std::string savedFile;
  std::vector<std::string> files;
  std::vector<std::string> compilerArguments;
  std::string compilationDatabase;
  TraceOptions trace;
  Format format = Format::Text;
  bool quiet = false;
  NativeOptions native;
};

/// Relative paths of the saved command line are relative to the current directory or, if its files are not there, to
/// the directory in which it was started.
void findSavedFiles(const Origin &origin, const InputOptions &input) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const auto isHere = [&](const std::string &file) { return fs::exists(file, ignored); };
  const auto isThere = [&](const std::string &file) { return fs::exists(fs::path(origin.directory) / file, ignored); };
  std::vector<std::string> files = input.files;
  if (files.empty() && !input.compilationDatabase.empty())
    files.push_back(input.compilationDatabase);
  if (std::ranges::all_of(files, isHere) || !std::ranges::all_of(files, isThere))
    return;
  fs::current_path(origin.directory, ignored);
  if (!ignored)
    reportNote(fmt::format("the files are those in {}", origin.directory));
}

/// The input of the saved command line. Files, options of the C compiler and the compilation database that are given
/// here replace those of it.
Expected<InputOptions> inputOf(const ReplayOptions &options, const SavedSchedule &saved) {
  InputOptions input;
  if (saved.origin) {
    Expected<InputOptions> recorded = savedInput(*saved.origin);
    if (!recorded)
      return Error{fmt::format("{}: its command line cannot be read: {}", options.savedFile, recorded.error().message)};
    input = std::move(*recorded);
    if (input.files.empty() && input.compilationDatabase.empty() && options.files.empty())
      return Error{fmt::format("{}: its command line names no C file", options.savedFile)};
  } else if (options.files.empty()) {
    return Error{
        fmt::format("{}: does not say which program it belongs to; give the C files as well", options.savedFile)};
  }
  if (!options.compilerArguments.empty())
    input.compilerArguments = options.compilerArguments;
  if (!options.compilationDatabase.empty())
    input.compilationDatabase = options.compilationDatabase;
  if (!options.files.empty()) {
    input.files = options.files;
    input.filePattern.clear();
  } else {
    findSavedFiles(*saved.origin, input);
  }
  // The checked properties determine where the execution ends.
  if (input.properties.empty())
    input.properties = saved.schedule.properties;
  return input;
}

/// Says what is not as it was when the schedule was saved.
void noteChanges(const ReplayOptions &options, const SavedSchedule &saved, const program::Program &loaded) {
  if (!saved.origin)
    return;
  const Origin &origin = *saved.origin;
  // Other files than the saved ones may be given; of those, only the program can be compared.
  if (const std::vector<std::string> changed = changedSources(origin); options.files.empty() && !changed.empty())
    return reportNote(fmt::format("{} {} changed since {} was saved", fmt::join(changed, ", "),
                                  changed.size() == 1 ? "has" : "have", options.savedFile));
  // With effects of unknown functions, it is another program that was verified first.
  if (!saved.schedule.unknownWrites && origin.fingerprint != proof::fingerprint(loaded))
    reportNote(fmt::format("this is not the program for which {} was saved (by Heddle {}; this is {}): a file that it "
                           "includes, an option or Heddle has changed",
                           options.savedFile, origin.heddle, HEDDLE_VERSION));
}

struct Replayed {
  frontend::Options input;
  program::Program program;
  interpreter::PartialReplay followed;
  std::optional<Origin> origin;
};

Expected<Replayed> follow(const ReplayOptions &options) {
  Expected<SavedSchedule> saved = readSchedule(options.savedFile);
  if (!saved)
    return saved.error();
  const Expected<InputOptions> input = inputOf(options, *saved);
  if (!input)
    return input.error();
  Expected<frontend::Options> resolved = resolveInput(*input);
  if (!resolved)
    return resolved.error();
  resolved->unknownWrites = saved->schedule.unknownWrites;
  Expected<program::Program> program = frontend::load(*resolved);
  if (!program)
    return program.error();
  noteChanges(options, *saved, *program);
  prepare(*program, !input->noLargeBlocks);
  catchInterrupts({});
  interpreter::PartialReplay followed =
      followSchedule(*program, saved->schedule, interpreter::mostThreadsOfOneExecution);
  releaseInterrupts();
  followed.trace.warnings.insert(followed.trace.warnings.begin(), program->warnings.begin(), program->warnings.end());
  return Replayed{std::move(*resolved), std::move(*program), std::move(followed), std::move(saved->origin)};
}

int runReplay(const ReplayOptions &options) {
  if (options.savedFile.empty())
    return reportError({"no file given; see: heddle help replay"});
  if (const std::optional<Error> error = contradiction(options.native))
    return reportError(*error);
  const Expected<Replayed> replayed = follow(options);
  if (!replayed)
    return reportError(replayed.error());
  const auto &[input, program, followed, origin] = *replayed;
  const interpreter::Trace &trace = followed.trace;
  if (options.native.isRequested)
    return replayNatively(options.native, input, program, trace);
  report::Notes notes;
  if (trace.violation)
    notes.explanation = interpreter::explain(program, trace.schedule);
  if (options.format == Format::Json) {
    notes.details = interpreter::traceDetails(program, trace.schedule);
    print(report::toJson(trace, program, notes, origin));
  } else if (options.format == Format::Sarif) {
    report::Question question;
    question.origin = origin;
    print(report::toSarif(question, trace, program, notes.explanation));
  } else {
    if (!options.quiet)
      print(traceText(trace, notes.explanation, program.sources, options.trace) +
            report::warningLines(trace.warnings, program.sources));
    print(report::endingLines(trace, program.sources) + report::argumentsLine(trace));
    if (origin && !origin->violation.empty() && !trace.violation)
      print(fmt::format("what was saved does not occur: {}\n", origin->violation));
  }
  if (trace.violation)
    return exitFalse;
  return followed.misfit.empty() ? exitTrue : reportError({fmt::format("{}: {}", options.savedFile, followed.misfit)});
}

} // namespace

Command addReplay(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App *command = heddle.add_subcommand("replay", "show a saved counterexample again");
  command->footer(
      "The saved file says how the program is made; files, -I, -D and similar options replace what it says. "
      "If the sources have changed, the execution is followed as far as it fits.\n"
      "Exit codes: 0 no violation, 1 a violation, 2 usage or compile error, or the rest does not fit; with --native: "
      "1 the native run has the same violation, 3 it has not.");
  command->add_option("saved", options->savedFile, "from --counterexample, or a report of --format json")
      ->type_name("SAVED")
      ->check(fileName());
  command->add_option("files", options->files, "the program; that of the saved command line unless given")
      ->type_name("FILE")
      ->check(fileName());
  command
      ->add_option("-p", options->compilationDatabase, "directory of compile_commands.json, instead of the saved one")
      ->type_name("DIR")
      ->check(directoryName())
      ->group("C");
  addTraceOptions(*command, options->trace);
  addFormat(*command, options->format,
            "text, or json or sarif, for programs and editors (nothing else goes to standard output then)", true);
  command->add_flag("--quiet", options->quiet, "only how it ended")->group("Report");
  addNativeOptions(*command, options->native);
  return {command, [options, &arguments] {
            options->compilerArguments = arguments.compiler;
            return runReplay(*options);
          }};
}

} // namespace heddle::cli
