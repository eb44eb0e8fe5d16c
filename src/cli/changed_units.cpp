// A translation unit is concerned by a change if git lists its file or one that it includes, as source_files finds them
// by reading the directives. That list has files that do not exist, too, so a header that was deleted counts; it lacks
// names that a macro computes, and headers of the system.
//
// Of these units, a program that uses threads is verified: one whose own text, or that of the headers of the project,
// has a name of the POSIX or the C11 library of threads. Names are searched for in the text, which takes too many units
// rather than too few (a comment counts), and every unit that is left out is named with the reason.
#include "cli/changed_units.hpp"

#include "cli/apart.hpp"
#include "cli/exit_codes.hpp"
#include "cli/git_changes.hpp"
#include "cli/messages.hpp"
#include "cli/source_files.hpp"
#include "frontend/frontend.hpp"
#include "report/json_text.hpp"
#include "report/sarif.hpp"
#include "support/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

/// The path that git has for a file: without links in the names of its directories.
fs::path asGitHasIt(const fs::path &file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const fs::path directory = fs::weakly_canonical(absolute.parent_path(), error);
  return error ? absolute : directory / absolute.filename();
}

/// The file itself, or the submodule that has it.
bool isChanged(const fs::path &file, const std::set<fs::path> &changed) {
  for (fs::path path = file; path.has_relative_path(); path = path.parent_path())
    if (changed.contains(path))
      return true;
  return false;
}

/// The changed units, by what becomes of them.
struct Units {
  std::vector<std::string> verified;
  std::vector<std::string> withoutThreads;
  std::vector<std::string> withoutMain;
  std::vector<std::string> deleted;
};

bool hasOwnBeginning(const BeginningOptions &beginning) {
  return !beginning.entry.empty() || !beginning.harnessFile.empty() || !beginning.threads.empty();
}

VerificationOptions optionsForUnit(const std::string &unit, const VerificationOptions &options) {
  VerificationOptions own = options;
  own.changedSince.clear();
  own.input.files = {unit};
  own.input.filePattern.clear();
  std::erase_if(own.input.words, [](const std::string &word) { return word.starts_with("--files="); });
  own.input.words.insert(own.input.words.begin(), unit);
  std::string label = fs::path(unit).lexically_normal().relative_path().string(); // in names of files
  std::ranges::replace(label, '/', '_');
  own.counterexampleFile = withLabel(options.counterexampleFile, label);
  own.witnessFile = withLabel(options.witnessFile, label);
  own.reportFile = withLabel(options.reportFile, label);
  for (auto &[option, value] : own.engine.given)
    if (option == "--proof" || option == "--invariant")
      value = withLabel(value, label);
  return own;
}

Expected<Units> changedUnits(const VerificationOptions &options) {
  if (options.input.compilationDatabase.empty())
    return Error{"--changed-since needs a compilation database: give its directory with -p"};
  if (!options.input.files.empty())
    return Error{"--changed-since takes the files of the compilation database; --files selects some of them"};
  const Expected<std::vector<std::string>> files =
      frontend::databaseFiles(options.input.compilationDatabase, options.input.filePattern);
  if (!files)
    return files.error();
  const Expected<std::set<fs::path>> changed = changedFiles(options.changedSince);
  if (!changed)
    return changed.error();
  static const std::regex threads(R"(\b(pthread|thrd)_[a-z])");
  static const std::regex mainFunction(R"(\bmain\s*\()");
  const auto has = [](const std::string &file, const std::regex &name) {
    const std::string text = support::readFile(file).value_or("");
    return std::regex_search(text, name);
  };
  Units units;
  std::error_code ignored;
  for (const std::string &unit : *files) {
    const std::vector<std::string> read = sourceFiles(optionsForUnit(unit, options));
    if (std::ranges::none_of(read, [&](const std::string &file) { return isChanged(asGitHasIt(file), *changed); }))
      continue;
    const bool startsElsewhere = hasOwnBeginning(options.input.beginning);
    const bool usesThreads =
        startsElsewhere || std::ranges::any_of(read, [&](const std::string &file) { return has(file, threads); });
    if (!fs::exists(unit, ignored))
      units.deleted.push_back(unit);
    else if (!usesThreads)
      units.withoutThreads.push_back(unit);
    else if (!startsElsewhere && !has(unit, mainFunction))
      units.withoutMain.push_back(unit);
    else
      units.verified.push_back(unit);
  }
  return units;
}

std::string selectionText(const Units &units, const std::string &revision) {
  std::string text = units.verified.empty()
                         ? fmt::format("no program with threads has changed since {}\n", revision)
                         : fmt::format("changed since {}: {}\n", revision, fmt::join(units.verified, ", "));
  const auto add = [&](const char *why, const std::vector<std::string> &skipped) {
    if (!skipped.empty())
      text += fmt::format("skipped, {}: {}\n", why, fmt::join(skipped, ", "));
  };
  add("uses no threads", units.withoutThreads);
  add("has no main", units.withoutMain);
  add("deleted", units.deleted);
  return text;
}

/// The reports of all units, in one document.
std::string merged(const std::vector<std::string> &documents, Format format) {
  if (format == Format::Sarif)
    return report::mergedSarif(documents);
  report::Json all = report::Json::array();
  for (const std::string &text : documents) {
    report::Json document = report::Json::parse(text, nullptr, false);
    if (document.is_array()) // of several properties
      all.insert(all.end(), document.begin(), document.end());
    else if (!document.is_discarded())
      all.push_back(std::move(document));
  }
  return report::jsonText(all);
}

} // namespace

void addChangedSince(CLI::App &command, VerificationOptions &options) {
  command
      .add_option(
          "--changed-since", options.changedSince,
          "with -p: verify each program with threads that differs from this revision of git, in its own file or "
          "in one that it includes")
      ->type_name("REV")
      ->group("What to check");
}

int verifyChanged(const VerificationOptions &options, const std::function<int(const VerificationOptions &)> &verify) {
  const Expected<Units> units = changedUnits(options);
  if (!units)
    return reportError(units.error());
  const std::string selection = selectionText(*units, options.changedSince);
  const bool isForPrograms = options.format != Format::Text;
  if (isForPrograms)
    fmt::print(stderr, "{}", selection);
  else
    print(selection);
  passSignalsOn();
  std::vector<std::string> documents;
  int exitCode = exitTrue;
  for (const std::string &unit : units->verified) {
    if (!isForPrograms)
      print(fmt::format("\n== {}\n", unit));
    const VerificationOptions own = optionsForUnit(unit, options);
    const Expected<Ended> ended = runApart(isForPrograms, unit, [&] { return verify(own); });
    if (!ended)
      return reportError(ended.error());
    exitCode = worse(exitCode, ended->exitCode);
    documents.push_back(ended->output);
    if (isToStop()) {
      exitCode = worse(exitCode, exitUnknown);
      break;
    }
  }
  if (isForPrograms)
    print(merged(documents, options.format));
  return exitCode;
}

} // namespace heddle::cli
