// Other tools write these files, too: what is missing has a default wherever the format leaves it open, and an entry of
// a kind that is not known is noted rather than rejected.
#include "witness/yaml.hpp"

#include <fmt/format.h>

#include <yaml-cpp/yaml.h>

#include <array>
#include <utility>

namespace heddle::witness {

using support::Error;
using support::Expected;

namespace {

struct Malformed {
  std::string reason;
};

std::string textOf(const YAML::Node &node, const char *key) {
  if (!node.IsMap() || !node[key] || !node[key].IsScalar())
    return {};
  return node[key].as<std::string>();
}

unsigned numberOf(const YAML::Node &node, const char *key) {
  if (!node.IsMap() || !node[key])
    return 0;
  const auto number = node[key].as<long long>();
  if (number < 0 || number > 1'000'000'000)
    throw Malformed{fmt::format("{} of a {} is out of range", number, key)};
  return static_cast<unsigned>(number);
}

const YAML::Node mapAt(const YAML::Node &node, const char *key) {
  if (!node.IsMap() || !node[key] || !node[key].IsMap())
    throw Malformed{fmt::format("an entry has no {}", key)};
  return node[key];
}

Position positionOf(const YAML::Node &node) {
  const YAML::Node location = mapAt(node, "location");
  Position position{.file = textOf(location, "file_name"),
                    .line = numberOf(location, "line"),
                    .column = numberOf(location, "column"),
                    .function = textOf(location, "function")};
  if (position.line == 0)
    throw Malformed{"a location has no line"};
  return position;
}

Task taskOf(const YAML::Node &entry) {
  const YAML::Node metadata = mapAt(entry, "metadata");
  const YAML::Node task = mapAt(metadata, "task");
  if (const std::string version = textOf(metadata, "format_version"); !version.starts_with("2."))
    throw Malformed{fmt::format("its format_version is '{}', not 2.x", version)};
  Task result{.producer = {},
              .producerVersion = {},
              .creationTime = textOf(metadata, "creation_time"),
              .uuid = textOf(metadata, "uuid"),
              .specification = textOf(task, "specification"),
              .files = {},
              .hashes = {},
              .is32Bit = textOf(task, "data_model") == "ILP32"};
  if (metadata["producer"]) {
    result.producer = textOf(metadata["producer"], "name");
    result.producerVersion = textOf(metadata["producer"], "version");
  }
  const YAML::Node hashes = task["input_file_hashes"];
  for (const YAML::Node &file : task["input_files"]) {
    result.files.push_back(file.as<std::string>());
    result.hashes.push_back(hashes && hashes.IsMap() ? textOf(hashes, result.files.back().c_str()) : "");
  }
  return result;
}

Waypoint::Kind kindOf(const std::string &type) {
  constexpr std::array kinds{
      std::pair{"assumption", Waypoint::Kind::Assumption}, std::pair{"branching", Waypoint::Kind::Branching},
      std::pair{"function_enter", Waypoint::Kind::FunctionEnter},
      std::pair{"function_return", Waypoint::Kind::FunctionReturn}, std::pair{"target", Waypoint::Kind::Target}};
  for (const auto &[name, kind] : kinds)
    if (type == name)
      return kind;
  throw Malformed{fmt::format("'{}' is not a type of waypoint", type)};
}

Waypoint waypointOf(const YAML::Node &node) {
  Waypoint waypoint;
  waypoint.kind = kindOf(textOf(node, "type"));
  const std::string action = textOf(node, "action");
  if (action != "follow" && action != "avoid")
    throw Malformed{fmt::format("'{}' is not an action of a waypoint", action)};
  waypoint.isAvoided = action == "avoid";
  waypoint.position = positionOf(node);
  if (node["thread_id"])
    waypoint.thread = numberOf(node, "thread_id");
  if (node["constraint"]) {
    waypoint.constraint = textOf(node["constraint"], "value");
    const std::string format = textOf(node["constraint"], "format");
    if (!format.empty() && format != "c_expression" && format != "ext_c_expression")
      throw Malformed{fmt::format("'{}' is not a format of a constraint", format)};
  }
  if (waypoint.kind == Waypoint::Kind::Assumption && (waypoint.constraint == "1" || waypoint.constraint == "true")) {
    waypoint.kind = Waypoint::Kind::Step;
    waypoint.constraint.clear();
  }
  return waypoint;
}

ViolationWitness sequenceOf(const YAML::Node &content) {
  ViolationWitness witness;
  for (const YAML::Node &part : content) {
    if (!part.IsMap() || !part["segment"] || !part["segment"].IsSequence())
      throw Malformed{"the content of a violation_sequence is a list of segments"};
    for (const YAML::Node &waypoint : part["segment"])
      witness.waypoints.push_back(waypointOf(mapAt(waypoint, "waypoint")));
  }
  if (witness.waypoints.empty())
    throw Malformed{"its violation_sequence has no waypoint"};
  return witness;
}

void readInvariants(const YAML::Node &content, CorrectnessWitness &witness) {
  for (const YAML::Node &part : content) {
    const YAML::Node node = mapAt(part, "invariant");
    const std::string type = textOf(node, "type");
    const bool isLoop = type == "loop_invariant";
    Invariant invariant{isLoop ? Invariant::Kind::Loop : Invariant::Kind::Location, positionOf(node),
                        textOf(node, "value")};
    if ((!isLoop && type != "location_invariant") || textOf(node, "format") != "c_expression")
      witness.ignored.push_back(fmt::format("an invariant of type '{}' and format '{}' in line {}", type,
                                            textOf(node, "format"), invariant.position.line));
    else
      witness.invariants.push_back(std::move(invariant));
  }
}

Witness witnessOf(const YAML::Node &document) {
  if (!document.IsSequence() || document.size() == 0)
    throw Malformed{"it is not a list of entries"};
  Witness result;
  CorrectnessWitness correctness;
  bool hasInvariants = false;
  for (const YAML::Node &entry : document) {
    const std::string type = textOf(entry, "entry_type");
    if (type != "violation_sequence" && type != "invariant_set") {
      correctness.ignored.push_back(fmt::format("an entry of type '{}'", type));
      continue;
    }
    result.task = taskOf(entry);
    if (type == "violation_sequence") {
      result.content = sequenceOf(entry["content"]);
      return result;
    }
    hasInvariants = true;
    readInvariants(entry["content"], correctness);
  }
  if (!hasInvariants)
    throw Malformed{"it has neither a violation_sequence nor an invariant_set"};
  result.content = std::move(correctness);
  return result;
}

} // namespace

Expected<Witness> parseYaml(const std::string &text, const std::string &path) {
  try {
    return witnessOf(YAML::Load(text));
  } catch (const Malformed &malformed) {
    return Error{fmt::format("{}: not a witness that Heddle can use: {}", path, malformed.reason)};
  } catch (const YAML::Exception &exception) {
    const std::string place = exception.mark.is_null() ? path : fmt::format("{}:{}", path, exception.mark.line + 1);
    return Error{fmt::format("{}: not a witness: {}", place, exception.msg)};
  }
}

} // namespace heddle::witness
