// The text is formatted here and not by an emitter, so that the keys are in the order of the format's description. All
// texts that are not constant are scalars in double quotes.
#include "witness/yaml.hpp"

#include <fmt/format.h>

namespace heddle::witness {

namespace {

/// In double quotes, the only scalars of YAML in which every character can be escaped: constraints have backslashes
/// (`\result`), and specifications have several lines.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + '"';
}

std::string metadata(const Task &task, const std::string &version) {
  std::string text = fmt::format("  metadata:\n"
                                 "    format_version: \"{}\"\n"
                                 "    uuid: {}\n"
                                 "    creation_time: {}\n"
                                 "    producer:\n"
                                 "      name: {}\n"
                                 "      version: {}\n"
                                 "    task:\n"
                                 "      input_files:\n",
                                 version, quoted(task.uuid), quoted(task.creationTime), quoted(task.producer),
                                 quoted(task.producerVersion));
  for (const std::string &file : task.files)
    text += fmt::format("      - {}\n", quoted(file));
  text += "      input_file_hashes:\n";
  for (std::size_t i = 0; i < task.files.size(); ++i)
    text += fmt::format("        {}: {}\n", quoted(task.files[i]), quoted(task.hashes[i]));
  return text + fmt::format("      specification: {}\n      data_model: {}\n      language: C\n",
                            quoted(task.specification), task.is32Bit ? "ILP32" : "LP64");
}

std::string location(const Position &position, const std::string &indent) {
  std::string text =
      fmt::format("{0}location:\n{0}  file_name: {1}\n{0}  line: {2}\n", indent, quoted(position.file), position.line);
  if (position.column != 0)
    text += fmt::format("{}  column: {}\n", indent, position.column);
  if (!position.function.empty())
    text += fmt::format("{}  function: {}\n", indent, quoted(position.function));
  return text;
}

/// A step is an assumption that always holds.
const char *typeName(Waypoint::Kind kind) {
  switch (kind) {
  case Waypoint::Kind::Step:
  case Waypoint::Kind::Assumption:
    return "assumption";
  case Waypoint::Kind::Branching:
    return "branching";
  case Waypoint::Kind::FunctionEnter:
    return "function_enter";
  case Waypoint::Kind::FunctionReturn:
    return "function_return";
  case Waypoint::Kind::Target:
    return "target";
  }
  return "";
}

std::string waypointText(const Waypoint &waypoint) {
  const std::string indent = "        ";
  std::string text = fmt::format("    - waypoint:\n{0}type: {1}\n{0}action: {2}\n", indent, typeName(waypoint.kind),
                                 waypoint.isAvoided ? "avoid" : "follow");
  if (waypoint.thread)
    text += fmt::format("{}thread_id: {}\n", indent, *waypoint.thread);
  const std::string constraint =
      waypoint.constraint.empty() && waypoint.kind == Waypoint::Kind::Step ? "1" : waypoint.constraint;
  if (!constraint.empty())
    text += fmt::format("{0}constraint:\n{0}  value: {1}\n{0}  format: {2}\n", indent, quoted(constraint),
                        constraint.find('\\') == std::string::npos ? "c_expression" : "ext_c_expression");
  return text + location(waypoint.position, indent);
}

std::string sequence(const ViolationWitness &witness) {
  std::string text = witness.waypoints.empty() ? "  content: []\n" : "  content:\n";
  bool isOpen = false; // a segment ends with the waypoint that is followed
  for (const Waypoint &waypoint : witness.waypoints) {
    if (!isOpen)
      text += "  - segment:\n";
    text += waypointText(waypoint);
    isOpen = waypoint.isAvoided;
  }
  return text;
}

std::string invariantSet(const CorrectnessWitness &witness) {
  std::string text = witness.invariants.empty() ? "  content: []\n" : "  content:\n";
  for (const Invariant &invariant : witness.invariants)
    text += fmt::format("  - invariant:\n      type: {}\n{}      value: {}\n      format: c_expression\n",
                        invariant.kind == Invariant::Kind::Loop ? "loop_invariant" : "location_invariant",
                        location(invariant.position, "      "), quoted(invariant.expression));
  return text;
}

} // namespace

std::string toYaml(const Witness &witness) {
  if (const auto *violation = std::get_if<ViolationWitness>(&witness.content)) {
    // Ids of threads came with version 2.2.
    const bool hasThreads = !violation->waypoints.empty() && violation->waypoints.front().thread.has_value();
    return "- entry_type: violation_sequence\n" + metadata(witness.task, hasThreads ? "2.2" : "2.0") +
           sequence(*violation);
  }
  return "- entry_type: invariant_set\n" + metadata(witness.task, "2.0") +
         invariantSet(std::get<CorrectnessWitness>(witness.content));
}

} // namespace heddle::witness
