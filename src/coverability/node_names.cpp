#include "coverability/node_names.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

namespace heddle::coverability {

namespace {

void append(std::string &text, const std::string &name, std::int64_t value) {
  text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
}

} // namespace

std::vector<std::string> distinctNames(const BooleanProgram &program) {
  std::vector<std::string> names;
  std::unordered_set<std::string> used;
  for (const ControlNode &node : program.nodes) { // labels keep their names
    if (node.labelled)
      used.insert(node.name);
  }
  std::unordered_map<std::string, std::size_t> last;
  std::unordered_set<std::string> labels;
  for (const ControlNode &node : program.nodes) {
    std::string name = node.name;
    const bool keeps = node.labelled && labels.insert(name).second;
    while (!keeps && !used.insert(name).second)
      name = fmt::format("{} #{}", node.name, 2 + last[node.name]++);
    names.push_back(std::move(name));
  }
  return names;
}

std::string sharedText(const BooleanProgram &program, const Values &values) {
  std::string text;
  for (std::size_t i = 0; i < program.variables.size() && i < values.size(); ++i) {
    if (program.variables[i].shared)
      append(text, program.variables[i].name, values[i]);
  }
  return text;
}

std::string localText(const BooleanProgram &program, const Values &values, bool inCall) {
  std::string text;
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    const Variable &variable = program.variables[i];
    if (variable.shared || (variable.procedure != 0 && !inCall))
      continue;
    const std::string owner = variable.procedure == 0 ? "" : program.procedures[variable.procedure - 1].name + ".";
    append(text, owner + variable.name, values[i]);
  }
  return text;
}

} // namespace heddle::coverability
