// Reads a compilation database and keeps the flags of each command that determine the meaning of the
// program: macros, include paths, language standard, data model and the signedness of char. Flags for
// optimisation, warnings, output files etc. are dropped, so that commands for gcc and for clang both work.
//
// Each command has its own working directory. Relative paths are resolved against it, so that all files
// of a program are named in the same way, the one that the user sees.
#include "frontend/compilation_database.hpp"

#include "frontend/paths.hpp"

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/StringSaver.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

namespace heddle::frontend {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Error;
using support::Expected;

namespace {

enum class Operand { Path, HeaderPath, Text };

/// Flags with an operand, joined (`-Iinclude`) or apart (`-I include`).
struct FlagWithOperand {
  std::string_view name;
  Operand operand;
};
constexpr std::array flagsWithOperand{
    FlagWithOperand{"-isystem", Operand::Path},
    FlagWithOperand{"-iquote", Operand::Path},
    FlagWithOperand{"-idirafter", Operand::Path},
    FlagWithOperand{"-isysroot", Operand::Path},
    FlagWithOperand{"-include", Operand::HeaderPath},
    FlagWithOperand{"-imacros", Operand::HeaderPath},
    FlagWithOperand{"-I", Operand::Path},
    FlagWithOperand{"-D", Operand::Text},
    FlagWithOperand{"-U", Operand::Text},
};

constexpr std::array<std::string_view, 12> keptFlags{
    "-ansi",           "-m32",          "-m64",      "-funsigned-char", "-fsigned-char",  "-fgnu89-inline",
    "-fms-extensions", "-fshort-enums", "-nostdinc", "-fno-builtin",    "-ffreestanding", "-fcommon"};

std::string resolve(const fs::path &directory, const std::string &path, Operand operand) {
  if (operand == Operand::Text)
    return path;
  const fs::path resolved = directory / path;
  // `-include config.h` is searched in the directory first and then like any other header.
  std::error_code ignored;
  if (operand == Operand::HeaderPath && !fs::exists(resolved, ignored))
    return path;
  return displayPath(resolved);
}

std::vector<std::string> relevantArguments(const std::vector<std::string> &command, const fs::path &directory) {
  std::vector<std::string> kept;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string &argument = command[i];
    if (argument.starts_with("-std=") || std::ranges::count(keptFlags, argument) != 0) {
      kept.push_back(argument);
      continue;
    }
    const auto *flag = std::ranges::find_if(
        flagsWithOperand, [&](const FlagWithOperand &candidate) { return argument.starts_with(candidate.name); });
    if (flag == flagsWithOperand.end())
      continue;
    std::string operand = argument.substr(flag->name.size());
    if (operand.empty()) {
      if (++i == command.size())
        break;
      operand = command[i];
    }
    kept.emplace_back(flag->name);
    kept.push_back(resolve(directory, operand, flag->operand));
  }
  return kept;
}

std::vector<std::string> splitCommand(const std::string &command) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 64> words;
  llvm::cl::TokenizeGNUCommandLine(command, saver, words);
  return {words.begin(), words.end()};
}

/// A file of the database with the path that identifies it.
struct Entry {
  CompileCommand command;
  fs::path canonical;
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
  return Entry{{displayPath(file), relevantArguments(command, directory)}, canonicalPath(file)};
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

} // namespace

Expected<std::vector<CompileCommand>> compileCommands(const std::string &database,
                                                      const std::vector<std::string> &files) {
  std::error_code ignored;
  const fs::path given = database;
  const fs::path path = fs::is_directory(given, ignored) ? given / "compile_commands.json" : given;
  const Expected<std::vector<Entry>> entries = readDatabase(path);
  if (!entries)
    return entries.error();

  std::vector<CompileCommand> commands;
  if (files.empty()) {
    std::vector<fs::path> seen; // a file may be compiled several times, for several targets
    for (const Entry &entry : *entries) {
      if (std::ranges::count(seen, entry.canonical) != 0)
        continue;
      seen.push_back(entry.canonical);
      commands.push_back(entry.command);
    }
    if (commands.empty())
      return Error{fmt::format("{}: the compilation database is empty", path.string())};
    return commands;
  }
  for (const std::string &file : files) {
    const auto entry = std::ranges::find(*entries, canonicalPath(file), &Entry::canonical);
    if (entry == entries->end())
      return Error{fmt::format("{}: the compilation database {} has no command for this file", file, path.string())};
    commands.push_back({file, entry->command.arguments});
  }
  return commands;
}

} // namespace heddle::frontend
