// compile_commands.json: the flags with which the files of a project are compiled.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::frontend {

struct CompileCommand {
  std::string file;                   // as displayPath shows it
  std::vector<std::string> arguments; // those that change the meaning of the program, paths resolved
};

/// `database` is the file or its folder. The commands of the given files in their order. A file that the database does
/// not have is compiled as the first one that it has: a harness lies beside the project, and includes its headers.
support::Expected<std::vector<CompileCommand>> compileCommands(const std::string &database,
                                                               const std::vector<std::string> &files);

} // namespace heddle::frontend
