// Finds task definitions and selects the property that the run checks.
//
// Everything is read before anything runs, so that a malformed definition is an error at once and not after an hour.
// Tasks are shared between tools: properties that Heddle does not know (termination, coverage) are skipped, as `heddle
// verify TASK.yml` does. A label is the last folder and the name, so that runs can be compared wherever the tasks are
// stored; where two tasks would have the same label, both keep their whole path.
#include "task_list.hpp"

#include "frontend/task.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace heddle::bench {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

Expected<std::vector<fs::path>> findDefinitions(const std::vector<std::string> &paths) {
  std::set<fs::path> found; // sorted, and each once
  for (const std::string &text : paths) {
    std::error_code error;
    const fs::path path = fs::canonical(text, error);
    if (error)
      return Error{fmt::format("{}: no such file or folder", text)};
    if (!fs::is_directory(path)) {
      if (path.extension() != ".yml")
        return Error{fmt::format("{}: not a task definition (.yml)", text)};
      found.insert(path);
      continue;
    }
    const std::size_t before = found.size();
    for (auto entry = fs::recursive_directory_iterator(path, error); !error && entry != end(entry);
         entry.increment(error))
      if (entry->path().extension() == ".yml" && entry->is_regular_file())
        found.insert(entry->path());
    if (error)
      return Error{fmt::format("{}: cannot be read: {}", text, error.message())};
    if (found.size() == before)
      return Error{fmt::format("{}: no task definition (.yml) in this folder", text)};
  }
  return std::vector<fs::path>(found.begin(), found.end());
}

/// The keys that only Heddle's own tests use. The definition has been validated before.
std::vector<std::string> ownArguments(const fs::path &definition) {
  std::vector<std::string> result;
  const YAML::Node options = YAML::LoadFile(definition)["options"];
  if (!options || !options["heddle"] || !options["heddle"]["arguments"])
    return result;
  for (const YAML::Node &argument : options["heddle"]["arguments"])
    result.push_back(argument.as<std::string>());
  return result;
}

/// Nothing if the task does not ask for the property.
Expected<std::optional<BenchmarkTask>> readTask(const fs::path &definition, program::PropertySet property) {
  const Expected<frontend::Task> task = frontend::parseTask(definition);
  if (!task)
    return task.error();
  for (const frontend::TaskProperty &candidate : task->properties) {
    if (!fs::exists(candidate.file))
      return Error{fmt::format("{}: its property file {} does not exist", definition.string(), candidate.file)};
    const Expected<frontend::PropertySpec> spec = frontend::parsePropertyFile(candidate.file);
    if (!spec || spec->properties != property)
      continue;
    const std::string label = (definition.parent_path().filename() / definition.stem()).string();
    return std::optional(BenchmarkTask{label, definition, candidate.file, candidate.expectedVerdict, {}});
  }
  return std::optional<BenchmarkTask>();
}

void makeLabelsUnique(std::vector<BenchmarkTask> &tasks) {
  std::map<std::string, int> uses;
  for (const BenchmarkTask &task : tasks)
    ++uses[task.label];
  for (BenchmarkTask &task : tasks)
    if (uses[task.label] > 1)
      task.label = fs::path(task.definition).replace_extension();
}

} // namespace

Expected<TaskList> listTasks(const std::vector<std::string> &paths, program::PropertySet property) {
  const Expected<std::vector<fs::path>> definitions = findDefinitions(paths);
  if (!definitions)
    return definitions.error();
  TaskList list;
  for (const fs::path &definition : *definitions) {
    Expected<std::optional<BenchmarkTask>> task = readTask(definition, property);
    if (!task)
      return task.error();
    if (!*task) {
      ++list.withoutProperty;
      continue;
    }
    try {
      (*task)->arguments = ownArguments(definition);
    } catch (const YAML::Exception &exception) {
      return Error{fmt::format("{}: options.heddle.arguments: {}", definition.string(), exception.msg)};
    }
    list.tasks.push_back(std::move(**task));
  }
  makeLabelsUnique(list.tasks);
  return list;
}

} // namespace heddle::bench
