// compile_commands.json: with which flags the files of a project are compiled.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::frontend {

struct CompileCommand {
  std::string file;                   // as displayPath shows it
  std::vector<std::string> arguments; // those that change the meaning of the program, paths resolved
};

/// `database` is the file or its folder. The commands of the given files in their order, or, if there are
/// none, of all files in the database.
support::Expected<std::vector<CompileCommand>> compileCommands(const std::string &database,
                                                               const std::vector<std::string> &files);

} // namespace heddle::frontend
