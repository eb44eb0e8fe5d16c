// Reads a compilation database and keeps the flags of each command that determine the meaning of the
// program (compiler_flags.hpp), so that commands for gcc and for clang both work.
//
// Each command has its own working directory. Relative paths are resolved against it, so that all files
// of a program are named in the same way, the one that the user sees.
#include "frontend/compilation_database.hpp"

#include "frontend/compiler_flags.hpp"
#include "frontend/paths.hpp"

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <span>

namespace heddle::frontend {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Error;
using support::Expected;

namespace {

std::string resolve(const fs::path &directory, const KeptFlag &flag) {
  const bool isPath = flag.operand == FlagOperand::Path || flag.operand == FlagOperand::HeaderPath;
  if (!isPath)
    return flag.value;
  const fs::path resolved = directory / flag.value;
  // `-include config.h` is searched in the directory first and then like any other header.
  std::error_code ignored;
  if (flag.operand == FlagOperand::HeaderPath && !fs::exists(resolved, ignored))
    return flag.value;
  return displayPath(resolved);
}

std::vector<std::string> splitCommand(const std::string &command) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 64> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

/// A command of the database with the path that identifies its file.
struct Entry {
  std::string file; // as displayPath shows it
  fs::path canonical;
  fs::path directory;
  std::vector<std::string> command;
};

fs::path canonicalPath(const fs::path &path) {
  std::error_code failed;
  fs::path canonical = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal() : canonical;
}

std::optional<Entry> readEntry(const json &entry, const fs::path &databaseDirectory) {
  if (!entry.is_object() || !entry.contains("file") || !entry["file"].is_string())
    return std::nullopt;
  const fs::path directory = databaseDirectory / entry.value("directory", std::string());
  std::vector<std::string> command;
  if (entry.contains("arguments"))
    command = entry["arguments"].get<std::vector<std::string>>();
  else if (entry.contains("command"))
    command = splitCommand(entry["command"].get<std::string>());
  else
    return std::nullopt;
  const fs::path file = directory / entry["file"].get<std::string>();
  return Entry{displayPath(file), canonicalPath(file), directory, std::move(command)};
}

Expected<std::vector<Entry>> readDatabase(const fs::path &path) {
  std::ifstream stream(path);
  if (!stream)
    return Error{fmt::format("{}: no such compilation database", path.string())};
  const json document = json::parse(stream, nullptr, false);
  const auto malformed = [&] {
    return Error{fmt::format("{}: not a compilation database (a JSON list of commands)", path.string())};
  };
  if (!document.is_array())
    return malformed();
  std::vector<Entry> entries;
  for (const json &element : document) {
    try {
      std::optional<Entry> entry = readEntry(element, fs::absolute(path).parent_path());
      if (!entry)
        return malformed();
      entries.push_back(std::move(*entry));
    } catch (const json::exception &) { // a member of the wrong type
      return malformed();
    }
  }
  return entries;
}

/// Databases also list C++ files and assembler, which the C part of a project can be verified without.
bool isCFile(const Entry &entry) {
  const std::string extension = fs::path(entry.file).extension().string();
  return extension == ".c" || extension == ".i";
}

fs::path databasePath(const std::string &given) {
  std::error_code ignored;
  return fs::is_directory(given, ignored) ? fs::path(given) / "compile_commands.json" : fs::path(given);
}

/// The first word of a command is the compiler.
Expected<std::vector<std::string>> relevantArguments(const Entry &entry) {
  if (entry.command.empty())
    return std::vector<std::string>{};
  Expected<SeparatedFlags> flags = separateFlags(std::span(entry.command).subspan(1));
  if (!flags)
    return Error{fmt::format("{}: its command in the compilation database: {}", entry.file, flags.error().message)};
  for (KeptFlag &flag : flags->kept)
    flag.value = resolve(entry.directory, flag);
  return asArguments(flags->kept);
}

} // namespace

Expected<std::vector<std::string>> databaseFiles(const std::string &database, const std::string &pattern) {
  const fs::path path = databasePath(database);
  const Expected<std::vector<Entry>> entries = readDatabase(path);
  if (!entries)
    return entries.error();
  std::regex expression;
  try {
    expression.assign(pattern);
  } catch (const std::regex_error &error) {
    return Error{fmt::format("--files {}: is not a regular expression: {}", pattern, error.what())};
  }
  std::vector<std::string> files;
  std::vector<fs::path> seen; // a file may be compiled several times, for several targets
  for (const Entry &entry : *entries) {
    if (!isCFile(entry) || !std::regex_search(entry.file, expression) || std::ranges::count(seen, entry.canonical) != 0)
      continue;
    seen.push_back(entry.canonical);
    files.push_back(entry.file);
  }
  if (!files.empty())
    return files;
  if (entries->empty())
    return Error{fmt::format("{}: the compilation database is empty", path.string())};
  return Error{pattern.empty() ? fmt::format("{}: no C file is in the compilation database", path.string())
                               : fmt::format("{}: no C file in the compilation database matches --files {}",
                                             path.string(), pattern)};
}

Expected<std::vector<CompileCommand>> compileCommands(const std::string &database,
                                                      const std::vector<std::string> &files) {
  const fs::path path = databasePath(database);
  const Expected<std::vector<Entry>> entries = readDatabase(path);
  if (!entries)
    return entries.error();
  const auto entryOf = [&](const std::string &file) {
    const auto entry = std::ranges::find(*entries, canonicalPath(file), &Entry::canonical);
    return entry == entries->end() ? nullptr : &*entry;
  };
  const Entry *first = nullptr; // of the files
  for (const std::string &file : files)
    first = first == nullptr ? entryOf(file) : first;
  if (first == nullptr && !files.empty())
    return Error{
        fmt::format("{}: the compilation database {} has no command for this file", files.front(), path.string())};

  std::vector<CompileCommand> commands;
  for (const std::string &file : files) {
    const Entry *entry = entryOf(file);
    Expected<std::vector<std::string>> arguments = relevantArguments(entry != nullptr ? *entry : *first);
    if (!arguments)
      return arguments.error();
    commands.push_back({file, std::move(*arguments)});
  }
  return commands;
}

} // namespace heddle::frontend
