// Finds task definitions and selects the properties that a run checks.
//
// Everything is read before anything runs, so that a malformed definition is an error at once and not after an hour.
// Tasks are shared between tools: properties that Heddle does not know (termination, coverage) are left out, as `heddle
// verify TASK.yml` does. A label is the last folder and the name, so that runs can be compared wherever the tasks are
// stored; where two definitions would have the same label, both keep their whole path.
#include "batch/task_list.hpp"

#include "batch/task_files.hpp"
#include "frontend/task.hpp"
#include "program/names.hpp"

#include <fmt/format.h>

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace heddle::batch {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

using Definitions = std::set<fs::path>; // sorted, and each once

std::optional<Error> findInFolder(const fs::path &folder, Definitions &found) {
  const std::size_t before = found.size();
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error); !error && entry != end(entry);
       entry.increment(error))
    if (entry->path().extension() == ".yml" && entry->is_regular_file())
      found.insert(entry->path());
  if (error)
    return Error{fmt::format("{}: cannot be read: {}", folder.string(), error.message())};
  if (found.size() == before)
    return Error{fmt::format("{}: no task definition (.yml) in this folder", folder.string())};
  return std::nullopt;
}

/// The lines of a set are patterns of paths, relative to its folder; `#` begins a comment.
std::optional<Error> findInSet(const fs::path &set, Definitions &found) {
  std::ifstream file(set);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    line.erase(std::min(line.find('#'), line.size()));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
      line.pop_back();
    if (line.empty())
      continue;
    glob_t matches{};
    const bool isFound = glob((set.parent_path() / line).c_str(), 0, nullptr, &matches) == 0;
    for (std::size_t i = 0; isFound && i < matches.gl_pathc; ++i)
      if (fs::path(matches.gl_pathv[i]).extension() == ".yml")
        found.insert(fs::canonical(matches.gl_pathv[i]));
    globfree(&matches);
    if (!isFound)
      return Error{fmt::format("{}:{}: no file matches '{}'", set.string(), number, line)};
  }
  return std::nullopt;
}

Expected<Definitions> findDefinitions(const std::vector<std::string> &paths) {
  Definitions found;
  for (const std::string &text : paths) {
    std::error_code error;
    const fs::path path = fs::canonical(text, error);
    if (error)
      return Error{fmt::format("{}: no such file or folder", text)};
    std::optional<Error> problem;
    if (fs::is_directory(path))
      problem = findInFolder(path, found);
    else if (path.extension() == ".set")
      problem = findInSet(path, found);
    else if (path.extension() == ".yml")
      found.insert(path);
    else
      problem = Error{fmt::format("{}: neither a task definition (.yml), a set of them (.set), nor a folder", text)};
    if (problem)
      return *problem;
  }
  return found;
}

/// The tasks of one definition.
Expected<std::vector<BatchTask>> readTasks(const fs::path &definition, const TaskSelection &selection) {
  const Expected<frontend::Task> task = frontend::parseTask(definition);
  if (!task)
    return task.error();
  BatchTask common;
  common.label = (definition.parent_path().filename() / definition.stem()).string();
  common.definition = definition;
  common.files = task->inputFiles;
  common.dataModel = task->dataModel;
  common.arguments = task->arguments;
  std::vector<BatchTask> tasks;
  for (const frontend::TaskProperty &candidate : task->properties) {
    if (!fs::exists(candidate.file))
      return Error{fmt::format("{}: its property file {} does not exist", definition.string(), candidate.file)};
    const Expected<frontend::PropertySpec> spec = frontend::parsePropertyFile(candidate.file);
    if (!spec || (selection.property && spec->properties != *selection.property))
      continue;
    BatchTask &added = tasks.emplace_back(common);
    added.property = program::nameOf(spec->properties);
    added.propertyFile = candidate.file;
    added.expected = candidate.expectedVerdict;
  }
  if (tasks.empty() && selection.property && selection.alsoUnasked)
    tasks.emplace_back(common).property = program::nameOf(*selection.property);
  for (BatchTask &each : tasks)
    each.content = contentOf(each);
  return tasks;
}

void makeLabelsUnique(std::vector<BatchTask> &tasks) {
  std::map<std::string, std::set<std::string>> definitions;
  for (const BatchTask &task : tasks)
    definitions[task.label].insert(task.definition);
  for (BatchTask &task : tasks)
    if (definitions[task.label].size() > 1)
      task.label = fs::path(task.definition).replace_extension();
}

} // namespace

Expected<TaskList> listTasks(const std::vector<std::string> &paths, const TaskSelection &selection) {
  const Expected<Definitions> definitions = findDefinitions(paths);
  if (!definitions)
    return definitions.error();
  TaskList list;
  for (const fs::path &definition : *definitions) {
    Expected<std::vector<BatchTask>> tasks = readTasks(definition, selection);
    if (!tasks)
      return tasks.error();
    std::ranges::move(*tasks, std::back_inserter(list.tasks));
  }
  makeLabelsUnique(list.tasks);
  return list;
}

} // namespace heddle::batch
