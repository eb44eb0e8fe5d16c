// Files of other tools are laid out as they like: elements may have a prefix for their namespace, text may be
// surrounded by white space, and the ids of keys may be arbitrary, with the name that the format defines in
// `attr.name`.
//
// An automaton of another tool may branch. Of a violation witness, a shortest path from its entry to a violation is
// read: any of them is a violation by the meaning of the automaton, and a path needs no further choice. Edges to sinks
// are not on such a path.
#include "witness/graphml.hpp"

#include <pugixml.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace heddle::witness {

using support::Error;
using support::Expected;

namespace {

struct Malformed {
  std::string reason;
};

/// What a reader asks for. Tools that number their keys (`d0`, `d1`) have these names in `attr.name`; some use these
/// names as ids, and others in `attr.name` (`originfile` is `originFileName` there).
constexpr std::array keyNames{"witness-type",     "producer",
                              "specification",    "programfile",
                              "programhash",      "architecture",
                              "creationtime",     "entry",
                              "violation",        "invariant",
                              "invariant.scope",  "originfile",
                              "startline",        "startcolumn",
                              "threadId",         "createThread",
                              "enterFunction",    "enterLoopHead",
                              "control",          "assumption",
                              "assumption.scope", "assumption.resultfunction"};

/// The name of the element without the prefix of a namespace.
std::string_view localName(pugi::xml_node node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<pugi::xml_node> childrenOf(pugi::xml_node parent, std::string_view name) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node child : parent.children())
    if (localName(child) == name)
      found.push_back(child);
  return found;
}

/// Null if there is none.
pugi::xml_node childOf(pugi::xml_node parent, std::string_view name) {
  const std::vector<pugi::xml_node> found = childrenOf(parent, name);
  return found.empty() ? pugi::xml_node() : found.front();
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos)
    return {};
  return std::string(text.substr(begin, text.find_last_not_of(space) - begin + 1));
}

class Reader {
public:
  Reader(pugi::xml_node root, pugi::xml_node graph) : graph_(graph) {
    for (const pugi::xml_node key : childrenOf(root, "key"))
      if (const std::string id = key.attribute("id").value(); std::ranges::find(keyNames, id) == keyNames.end())
        names_[id] = key.attribute("attr.name").value();
    for (const pugi::xml_node node : childrenOf(graph, "node"))
      nodes_[node.attribute("id").value()].node = node;
    for (const pugi::xml_node edge : childrenOf(graph, "edge")) {
      const auto source = nodes_.find(edge.attribute("source").value());
      if (source == nodes_.end() || !nodes_.contains(edge.attribute("target").value()))
        throw Malformed{"an edge has no source or no target"};
      source->second.outgoing.push_back(edge);
      for (const char *key : {"threadId", "createThread"})
        if (const std::string id = data(edge, key); !id.empty() && !number(id))
          threadNames_.try_emplace(id, firstNamedThread + static_cast<unsigned>(threadNames_.size()));
    }
  }

  Witness read() const {
    Witness witness;
    witness.task = task();
    const std::string type = data(graph_, "witness-type");
    if (type == "violation_witness")
      witness.content = violation();
    else if (type == "correctness_witness")
      witness.content = correctness();
    else
      throw Malformed{fmt::format("its witness-type is '{}', not violation_witness or correctness_witness", type)};
    return witness;
  }

private:
  struct Node {
    pugi::xml_node node;
    std::vector<pugi::xml_node> outgoing;
  };

  std::string keyOf(pugi::xml_node data) const {
    const std::string id = data.attribute("key").value();
    const auto named = names_.find(id);
    return named == names_.end() ? id : named->second;
  }
  std::string data(pugi::xml_node parent, const char *key) const {
    for (const pugi::xml_node child : childrenOf(parent, "data"))
      if (keyOf(child) == key)
        return trimmed(child.text().get());
    return {};
  }
  bool isTrue(pugi::xml_node parent, const char *key) const {
    const std::string value = data(parent, key); // a boolean of XML Schema
    return value == "true" || value == "1";
  }
  static std::optional<unsigned> number(const std::string &text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  }

  /// Threads may have names instead of numbers.
  std::optional<unsigned> thread(const std::string &id) const {
    const auto named = threadNames_.find(id);
    return named == threadNames_.end() ? number(id) : named->second;
  }

  Task task() const {
    Task task{.producer = data(graph_, "producer"),
              .producerVersion = {},
              .creationTime = data(graph_, "creationtime"),
              .uuid = {},
              .specification = data(graph_, "specification"),
              .files = {},
              .hashes = {},
              .is32Bit = data(graph_, "architecture") == "32bit"};
    for (const pugi::xml_node child : childrenOf(graph_, "data")) {
      const std::string key = keyOf(child);
      if (key == "programfile")
        task.files.push_back(trimmed(child.text().get()));
      if (key == "programhash")
        task.hashes.push_back(trimmed(child.text().get()));
    }
    task.hashes.resize(task.files.size());
    return task;
  }

  Position position(pugi::xml_node edge) const {
    Position position;
    position.file = data(edge, "originfile");
    position.line = number(data(edge, "startline")).value_or(0);
    position.column = number(data(edge, "startcolumn")).value_or(0);
    position.function = data(edge, "assumption.scope");
    return position;
  }

  Waypoint waypoint(pugi::xml_node edge) const {
    Waypoint result;
    result.position = position(edge);
    result.thread = thread(data(edge, "threadId"));
    result.createdThread = thread(data(edge, "createThread"));
    result.entered = data(edge, "enterFunction");
    result.constraint = data(edge, "assumption");
    result.resultFunction = data(edge, "assumption.resultfunction");
    if (const std::string control = data(edge, "control"); !control.empty() && result.constraint.empty()) {
      result.kind = Waypoint::Kind::Branching;
      result.constraint = control == "condition-false" ? "false" : "true";
    } else if (!result.resultFunction.empty() || result.constraint.find("\\result") != std::string::npos) {
      result.kind = Waypoint::Kind::FunctionReturn;
    } else if (!result.constraint.empty()) {
      result.kind = Waypoint::Kind::Assumption;
      result.holdsAfter = true;
    }
    return result;
  }

  /// Of an edge with an assumption: also its branch, which comes first.
  std::optional<Waypoint> branch(pugi::xml_node edge) const {
    const std::string control = data(edge, "control");
    if (control.empty() || data(edge, "assumption").empty())
      return std::nullopt;
    Waypoint result;
    result.kind = Waypoint::Kind::Branching;
    result.position = position(edge);
    result.thread = thread(data(edge, "threadId"));
    result.constraint = control == "condition-false" ? "false" : "true";
    return result;
  }

  ViolationWitness violation() const {
    std::map<std::string, pugi::xml_node> reachedBy;
    std::deque<std::string> queue;
    for (const auto &[id, node] : nodes_)
      if (isTrue(node.node, "entry")) {
        reachedBy.emplace(id, pugi::xml_node());
        queue.push_back(id);
      }
    while (!queue.empty()) {
      const std::string id = queue.front();
      queue.pop_front();
      if (isTrue(nodes_.at(id).node, "violation"))
        return path(reachedBy, id);
      for (const pugi::xml_node edge : nodes_.at(id).outgoing)
        if (reachedBy.emplace(edge.attribute("target").value(), edge).second)
          queue.emplace_back(edge.attribute("target").value());
    }
    throw Malformed{"no path leads from its entry to a violation"};
  }

  ViolationWitness path(const std::map<std::string, pugi::xml_node> &reachedBy, std::string id) const {
    ViolationWitness witness;
    for (pugi::xml_node edge = reachedBy.at(id); edge; edge = reachedBy.at(id)) {
      witness.waypoints.push_back(waypoint(edge));
      if (std::optional<Waypoint> before = branch(edge))
        witness.waypoints.push_back(std::move(*before));
      id = edge.attribute("source").value();
    }
    std::ranges::reverse(witness.waypoints);
    if (!witness.waypoints.empty() && witness.waypoints.back().position.line != 0)
      markTarget(witness.waypoints);
    std::erase_if(witness.waypoints,
                  [](const Waypoint &waypoint) { return waypoint.position.line == 0 && waypoint.constraint.empty(); });
    return witness;
  }

  /// A constraint of the last edge becomes a waypoint of its own. No statement after the violation is reached, so it
  /// has to hold before.
  static void markTarget(std::vector<Waypoint> &waypoints) {
    if (!waypoints.back().constraint.empty()) {
      Waypoint target = waypoints.back();
      waypoints.back().holdsAfter = false;
      target.constraint.clear();
      target.resultFunction.clear();
      waypoints.push_back(std::move(target));
    }
    waypoints.back().kind = Waypoint::Kind::Target;
  }

  CorrectnessWitness correctness() const {
    CorrectnessWitness witness;
    std::map<std::string, Position> loops; // by node: the loop that an edge enters
    for (const auto &[id, node] : nodes_)
      for (const pugi::xml_node edge : node.outgoing)
        if (const Position at = position(edge); at.line != 0 && isTrue(edge, "enterLoopHead"))
          loops.emplace(edge.attribute("target").value(), at);
    for (const auto &[id, node] : nodes_) {
      const std::string expression = data(node.node, "invariant");
      if (expression.empty())
        continue;
      if (const auto loop = loops.find(id); loop != loops.end())
        witness.invariants.push_back({Invariant::Kind::Loop, loop->second, expression});
      else if (const std::optional<Position> before = statementBefore(node))
        witness.invariants.push_back({Invariant::Kind::Location, *before, expression});
      else
        witness.ignored.push_back(fmt::format("the invariant of node {}, whose place is not known", id));
      if (!witness.invariants.empty() && witness.invariants.back().expression == expression)
        witness.invariants.back().position.function = data(node.node, "invariant.scope");
    }
    return witness;
  }

  /// The node of a location invariant of Heddle has no successor and one edge, which names the statement. The place of
  /// any other node is between two statements of which the automaton says too little.
  std::optional<Position> statementBefore(const Node &node) const {
    if (!node.outgoing.empty())
      return std::nullopt;
    std::optional<Position> found;
    for (const auto &[id, source] : nodes_)
      for (const pugi::xml_node edge : source.outgoing)
        if (edge.attribute("target").value() == std::string(node.node.attribute("id").value())) {
          if (found || position(edge).column == 0)
            return std::nullopt;
          found = position(edge);
        }
    return found;
  }

  static constexpr unsigned firstNamedThread = 1'000'000; // above all numbers of threads

  pugi::xml_node graph_;
  std::map<std::string, unsigned> threadNames_;
  std::map<std::string, std::string> names_; // of keys, by id
  std::map<std::string, Node> nodes_;
};

} // namespace

Expected<Witness> parseGraphMl(const std::string &text, const std::string &path) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
  if (!result)
    return Error{fmt::format("{}: not a witness: {}, at byte {}", path, result.description(), result.offset)};
  const pugi::xml_node root = childOf(document, "graphml");
  const pugi::xml_node graph = childOf(root, "graph");
  if (!graph)
    return Error{fmt::format("{}: not a witness: it has no graph", path)};
  try {
    return Reader(root, graph).read();
  } catch (const Malformed &malformed) {
    return Error{fmt::format("{}: not a witness that Heddle can use: {}", path, malformed.reason)};
  }
}

} // namespace heddle::witness
