// The entry: C files to a Program. With task.hpp the public part of this folder, which does not use LLVM.
#pragma once

#include "frontend/harness.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

/// What the user assumes about a function that has no body and no model. Except for Any, it has no effect.
enum class ExternModel : std::uint8_t {
  Any,   // returns as Pure does, and may write what it can reach (unknown_writes.hpp)
  Pure,  // returns any number, or a pointer that is null or Fresh
  Fresh, // returns a pointer to a new object of the pointee type with arbitrary content; any number
  Null,  // returns zero
};
std::string_view name(ExternModel model); // "any", "pure", "fresh", "null"

/// What the pointers among the arguments of Options::entry are.
enum class EntryPointers : std::uint8_t { Fresh, Null, Any };

struct Options {
  std::vector<std::string> files;                 // .c and .i, linked together
  std::vector<std::string> stubs;                 // further ones, whose definitions replace those of `files`
  std::vector<std::string> compilerArguments;     // those that change the meaning of the program
  std::optional<std::string> compilationDatabase; // directory of compile_commands.json, or the file (-p)
  std::optional<program::DataModel> dataModel;    // LP64 unless given
  program::PropertySet properties{program::Property::UnreachCall};
  /// Calls of these violate unreach-call. `__assert_fail` stands for a failing assert().
  std::vector<std::string> errorFunctions{"reach_error", "__VERIFIER_error", "__assert_fail"};
  unsigned recursionDepth = 10;
  std::size_t maxActions = 500'000; // of copies (ActionBudget); inlining ends there in a Halt
  bool mallocMayFail = false;
  bool spuriousWakeups = true;
  std::map<std::string, ExternModel> externs; // by name of the function
  bool externPure = false;                    // all other functions without a body are ExternModel::Pure
  /// To find violations: all other functions without a body may write what they can reach (Program::unknownWrites).
  bool unknownWrites = false;
  /// The arguments of main, without the name of the program; arbitrary if none are given.
  std::optional<std::vector<std::string>> programArguments;
  std::string entry; // the function in which the program starts, with arbitrary arguments; empty: main
  EntryPointers entryPointers = EntryPointers::Fresh;
  std::optional<Harness> harness; // takes the place of main
  bool noOutsideSignals = false;  // only the program itself sends signals that it handles
  bool volatileAtomic = false;    // volatile accesses are relaxed atomics
};

/// The C files that the compilation database lists and that match the regular expression (all, if it is empty).
support::Expected<std::vector<std::string>> databaseFiles(const std::string &database, const std::string &pattern);

/// Compiles, links Heddle's library models, lowers. Clang's diagnostics are the error's message, verbatim.
/// If `identity` is given, it becomes the SHA-256 of all that the program depends on, apart from the build of Heddle.
support::Expected<program::Program> load(const Options &options, std::string *identity = nullptr);

/// The LLVM IR that `load` lowers, as text.
support::Expected<std::string> emitIr(const Options &options);

} // namespace heddle::frontend
