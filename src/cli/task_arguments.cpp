#include "cli/task_arguments.hpp"

#include "cli/input.hpp"
#include "frontend/task.hpp"

#include <algorithm>

namespace heddle::cli {

namespace {

using Words = std::vector<std::string>;

/// The words of the first task definition. A file that is not one is reported when it is read as input.
Words wordsOfTask(Words::const_iterator from, Words::const_iterator to) {
  for (; from != to; ++from) {
    if (from->starts_with("-") || !isTaskDefinition(*from))
      continue;
    if (support::Expected<frontend::Task> task = frontend::parseTask(*from))
      return std::move(task->arguments);
  }
  return {};
}

} // namespace

Words withTaskArguments(const Words &commandLine) {
  if (!commandLine.empty() && commandLine.front() == "bench") // each of its runs has the words of its task
    return commandLine;
  const auto ownDashes = std::ranges::find(commandLine, "--");
  const Words words = wordsOfTask(commandLine.begin(), ownDashes);
  if (words.empty())
    return commandLine;
  const auto dashes = std::ranges::find(words, "--");
  Words result(commandLine.begin(), commandLine.begin() + 1); // the sub-command
  result.insert(result.end(), words.begin(), dashes);
  result.insert(result.end(), commandLine.begin() + 1, commandLine.end());
  if (ownDashes == commandLine.end())
    result.insert(result.end(), dashes, words.end());
  return result;
}

} // namespace heddle::cli
