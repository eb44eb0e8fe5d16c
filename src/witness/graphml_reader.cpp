// An automaton of another tool may branch. Of a violation witness, a shortest path from its entry to a violation is
// read: any of them is a violation by the meaning of the automaton, and a path needs no further choice. Edges to sinks
// are not on such a path.
#include "witness/graphml.hpp"

#include <pugixml.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <optional>

namespace heddle::witness {

using support::Error;
using support::Expected;

namespace {

struct Malformed {
  std::string reason;
};

class Reader {
public:
  explicit Reader(pugi::xml_node graph) : graph_(graph) {
    for (const pugi::xml_node node : graph.children("node"))
      nodes_[node.attribute("id").value()].node = node;
    for (const pugi::xml_node edge : graph.children("edge")) {
      const auto source = nodes_.find(edge.attribute("source").value());
      if (source == nodes_.end() || !nodes_.contains(edge.attribute("target").value()))
        throw Malformed{"an edge has no source or no target"};
      source->second.outgoing.push_back(edge);
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

  static std::string data(pugi::xml_node parent, const char *key) {
    for (const pugi::xml_node child : parent.children("data"))
      if (std::string(child.attribute("key").value()) == key)
        return child.text().get();
    return {};
  }
  static bool isTrue(pugi::xml_node parent, const char *key) { return data(parent, key) == "true"; }
  static std::optional<unsigned> number(const std::string &text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
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
    for (const pugi::xml_node child : graph_.children("data")) {
      const std::string key = child.attribute("key").value();
      if (key == "programfile")
        task.files.emplace_back(child.text().get());
      if (key == "programhash")
        task.hashes.emplace_back(child.text().get());
    }
    task.hashes.resize(task.files.size());
    return task;
  }

  static Position position(pugi::xml_node edge) {
    Position position;
    position.file = data(edge, "originfile");
    position.line = number(data(edge, "startline")).value_or(0);
    position.column = number(data(edge, "startcolumn")).value_or(0);
    position.function = data(edge, "assumption.scope");
    return position;
  }

  static Waypoint waypoint(pugi::xml_node edge) {
    Waypoint result;
    result.position = position(edge);
    result.thread = number(data(edge, "threadId"));
    result.createdThread = number(data(edge, "createThread"));
    result.entered = data(edge, "enterFunction");
    result.constraint = data(edge, "assumption");
    result.resultFunction = data(edge, "assumption.resultfunction");
    if (const std::string control = data(edge, "control"); !control.empty() && result.constraint.empty()) {
      result.kind = Waypoint::Kind::Branching;
      result.constraint = control == "condition-false" ? "false" : "true";
    } else if (!result.resultFunction.empty()) {
      result.kind = Waypoint::Kind::FunctionReturn;
    } else if (!result.constraint.empty()) {
      result.kind = Waypoint::Kind::Assumption;
    }
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

  static ViolationWitness path(const std::map<std::string, pugi::xml_node> &reachedBy, std::string id) {
    ViolationWitness witness;
    for (pugi::xml_node edge = reachedBy.at(id); edge; edge = reachedBy.at(id)) {
      witness.waypoints.push_back(waypoint(edge));
      id = edge.attribute("source").value();
    }
    std::ranges::reverse(witness.waypoints);
    if (!witness.waypoints.empty() && witness.waypoints.back().position.line != 0)
      witness.waypoints.back().kind = Waypoint::Kind::Target;
    std::erase_if(witness.waypoints, [](const Waypoint &waypoint) { return waypoint.position.line == 0; });
    return witness;
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

  pugi::xml_node graph_;
  std::map<std::string, Node> nodes_;
};

} // namespace

Expected<Witness> parseGraphMl(const std::string &text, const std::string &path) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size());
  if (!result)
    return Error{fmt::format("{}: not a witness: {}, at byte {}", path, result.description(), result.offset)};
  const pugi::xml_node graph = document.child("graphml").child("graph");
  if (!graph)
    return Error{fmt::format("{}: not a witness: it has no graph", path)};
  try {
    return Reader(graph).read();
  } catch (const Malformed &malformed) {
    return Error{fmt::format("{}: not a witness that Heddle can use: {}", path, malformed.reason)};
  }
}

} // namespace heddle::witness
