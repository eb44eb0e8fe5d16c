// Scripts that complete command lines of heddle in a shell.
#pragma once

#include "cli/values.hpp"

#include <string>
#include <vector>

namespace heddle::cli {

struct CompletedOption {
  std::vector<std::string> names; // "--all", "--keep-going"
  std::string text;               // what it does, in a few words
  std::string valueName;          // empty: a flag
  Values values;
  bool isRepeatable = false;
};

struct CompletedCommand {
  std::string name;
  std::string text;
  std::vector<CompletedOption> options;
  Values operands; // what else can stand on the command line
};

std::string bashCompletion(const std::vector<CompletedCommand> &commands);
std::string zshCompletion(const std::vector<CompletedCommand> &commands);
std::string fishCompletion(const std::vector<CompletedCommand> &commands);

} // namespace heddle::cli
