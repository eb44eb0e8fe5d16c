// Included files are found by reading the directives, not by asking clang: a file that does not compile has included
// files as well, and the one that is missing is the one to wait for. Conditions are not evaluated, so the list may have
// files that are not read; their changes cost one superfluous verification. A name that a macro computes is not found.
// Headers of the system are left out: only the directories on the command line are searched.
#include "cli/source_files.hpp"

#include "frontend/compilation_database.hpp"
#include "frontend/compiler_flags.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>

namespace heddle::cli {

namespace fs = std::filesystem;
using support::Expected;

namespace {

struct Include {
  std::string name;
  bool isQuoted = false;
};

/// The file that a line includes: `#include "queue.h"`, `# include <queue.h>`.
std::optional<Include> includeOf(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  const auto skipBlanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size())); };
  const auto skip = [&](std::string_view word) {
    skipBlanks();
    if (!line.starts_with(word))
      return false;
    line.remove_prefix(word.size());
    return true;
  };
  if (!skip("#") || !skip("include"))
    return std::nullopt;
  skipBlanks();
  const bool isQuoted = line.starts_with('"');
  if (!isQuoted && !line.starts_with('<'))
    return std::nullopt;
  const std::size_t end = line.find(isQuoted ? '"' : '>', 1);
  if (end == std::string_view::npos)
    return std::nullopt;
  return Include{std::string(line.substr(1, end - 1)), isQuoted};
}

/// Follows the directives of files that are compiled with the same options.
class Includes {
public:
  Includes(const std::vector<std::string> &arguments, std::set<std::string> &files) : files_(files) {
    const Expected<frontend::SeparatedFlags> flags = frontend::separateFlags(arguments);
    if (!flags)
      return;
    for (const frontend::KeptFlag &flag : flags->kept) {
      if (flag.operand == frontend::FlagOperand::Path)
        directories_.emplace_back(flag.value);
      if (flag.operand == frontend::FlagOperand::HeaderPath)
        first_.push_back({flag.value, true});
    }
  }

  void add(const std::string &file) {
    for (const Include &include : first_) // of -include
      follow(include, fs::path());
    read(file);
  }

private:
  void read(const std::string &file) {
    const std::string path = fs::path(file).lexically_normal().string();
    files_.insert(path);
    if (!read_.insert(path).second)
      return;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
      if (const std::optional<Include> include = includeOf(line))
        follow(*include, fs::path(file).parent_path());
  }

  void follow(const Include &include, const fs::path &directory) {
    std::vector<fs::path> candidates;
    if (include.isQuoted)
      candidates.push_back(directory / include.name);
    for (const fs::path &each : directories_)
      candidates.push_back(each / include.name);
    std::error_code ignored;
    const auto found = std::ranges::find_if(
        candidates, [&](const fs::path &candidate) { return fs::is_regular_file(candidate, ignored); });
    if (include.isQuoted || found != candidates.end()) // a file in an earlier place would be included in its stead
      for (auto missing = candidates.begin(); missing != found; ++missing)
        files_.insert(missing->lexically_normal().string());
    if (found != candidates.end())
      read(found->string());
  }

  std::set<std::string> &files_;
  std::set<std::string> read_; // of these
  std::vector<fs::path> directories_;
  std::vector<Include> first_;
};

void addCompiled(const frontend::Options &input, std::set<std::string> &files) {
  std::vector<std::string> compiled = input.files;
  compiled.insert(compiled.end(), input.stubs.begin(), input.stubs.end());
  if (input.compilationDatabase) {
    const fs::path given = *input.compilationDatabase;
    std::error_code ignored;
    files.insert((fs::is_directory(given, ignored) ? given / "compile_commands.json" : given).string());
    if (const auto commands = frontend::compileCommands(*input.compilationDatabase, compiled)) {
      for (const frontend::CompileCommand &command : *commands) {
        std::vector<std::string> arguments = command.arguments;
        arguments.insert(arguments.end(), input.compilerArguments.begin(), input.compilerArguments.end());
        Includes(arguments, files).add(command.file);
      }
      return;
    }
  }
  Includes includes(input.compilerArguments, files);
  for (const std::string &file : compiled)
    includes.add(file);
}

} // namespace

std::vector<std::string> sourceFiles(const VerificationOptions &options) {
  std::set<std::string> files(options.input.files.begin(), options.input.files.end());
  files.insert(options.suppressions.begin(), options.suppressions.end());
  std::error_code ignored;
  for (const std::string &property : options.input.properties)
    if (fs::is_regular_file(property, ignored))
      files.insert(property);
  if (!options.input.beginning.harnessFile.empty())
    files.insert(options.input.beginning.harnessFile);
  InputOptions input = options.input;
  input.verbose = false;
  if (const Expected<frontend::Options> resolved = resolveInput(input))
    addCompiled(*resolved, files);
  return {files.begin(), files.end()};
}

std::uint64_t contentHash(const std::vector<std::string> &files) {
  std::uint64_t hash = 0;
  for (const std::string &file : files) {
    const std::optional<std::string> text = support::readFile(file);
    hash = support::combine(hash, support::hashBytes(file.data(), file.size()));
    hash = support::combine(hash, text ? 1 : 0); // an empty file is not the same as none
    if (text)
      hash = support::combine(hash, support::hashBytes(text->data(), text->size()));
  }
  return hash;
}

} // namespace heddle::cli
