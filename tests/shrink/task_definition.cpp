#include "shrink/task_definition.hpp"

#include <fmt/format.h>

#include <set>

namespace heddle::shrink {

namespace {

using program::Property;

/// The file of tests/programs/properties that asks for it.
std::string propertyFile(Property property) {
  switch (property) {
  case Property::ValidDeref:
  case Property::ValidFree:
  case Property::ValidMemtrack:
    return "valid-memsafety.prp";
  default:
    return fmt::format("{}.prp", program::name(property));
  }
}

} // namespace

std::string toYaml(const TaskDefinition &task) {
  std::set<std::string> files;
  for (unsigned i = 0; i < program::propertyCount; ++i)
    if (task.properties.contains(static_cast<Property>(i)))
      files.insert(propertyFile(static_cast<Property>(i)));
  std::string text = fmt::format("format_version: '2.0'\n\ninput_files: '{}'\n\nproperties:\n", task.file);
  for (const std::string &file : files) {
    text += fmt::format("  - property_file: ../properties/{}\n", file);
    text += task.expectedVerdict ? fmt::format("    expected_verdict: {}\n", *task.expectedVerdict)
                                 : "    # expected_verdict: true or false, to be decided by hand\n";
  }
  text += "\noptions:\n  language: C\n  data_model: LP64\n";
  if (!task.engine.empty())
    text += fmt::format("  heddle:\n    verify: ['--engine', '{}']\n", task.engine);
  return text;
}

} // namespace heddle::shrink
