// An automaton is written as a path: the node after the i-th waypoint has the number i. Invariants of loops are those
// of the nodes that edges with `enterLoopHead` lead to.
#include "witness/graphml.hpp"

#include <pugixml.hpp>

#include <fmt/format.h>

#include <array>
#include <sstream>

namespace heddle::witness {

namespace {

struct Key {
  const char *name;
  const char *domain; // what the data belongs to
  const char *type;
  const char *standard; // the value of data that is not there; null if there is none
};

constexpr std::array keys{Key{"witness-type", "graph", "string", nullptr},
                          Key{"sourcecodelang", "graph", "string", nullptr},
                          Key{"producer", "graph", "string", nullptr},
                          Key{"specification", "graph", "string", nullptr},
                          Key{"programfile", "graph", "string", nullptr},
                          Key{"programhash", "graph", "string", nullptr},
                          Key{"architecture", "graph", "string", nullptr},
                          Key{"creationtime", "graph", "string", nullptr},
                          Key{"entry", "node", "boolean", "false"},
                          Key{"violation", "node", "boolean", "false"},
                          Key{"sink", "node", "boolean", "false"},
                          Key{"invariant", "node", "string", nullptr},
                          Key{"invariant.scope", "node", "string", nullptr},
                          Key{"originfile", "edge", "string", nullptr},
                          Key{"startline", "edge", "int", nullptr},
                          Key{"endline", "edge", "int", nullptr},
                          Key{"startcolumn", "edge", "int", nullptr},
                          Key{"threadId", "edge", "string", nullptr},
                          Key{"createThread", "edge", "string", nullptr},
                          Key{"enterFunction", "edge", "string", nullptr},
                          Key{"returnFromFunction", "edge", "string", nullptr},
                          Key{"enterLoopHead", "edge", "boolean", "false"},
                          Key{"control", "edge", "string", nullptr},
                          Key{"assumption", "edge", "string", nullptr},
                          Key{"assumption.scope", "edge", "string", nullptr},
                          Key{"assumption.resultfunction", "edge", "string", nullptr}};

void addData(pugi::xml_node parent, const char *key, const std::string &value) {
  pugi::xml_node data = parent.append_child("data");
  data.append_attribute("key") = key;
  data.text().set(value.c_str());
}

class Writer {
public:
  std::string write(const Witness &witness) {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document_.append_child("graphml");
    root.append_attribute("xmlns") = "http://graphml.graphdrawing.org/xmlns";
    root.append_attribute("xmlns:xsi") = "http://www.w3.org/2001/XMLSchema-instance";
    for (const Key &key : keys)
      addKey(root, key);
    graph_ = root.append_child("graph");
    graph_.append_attribute("edgedefault") = "directed";
    addTask(witness);
    addData(addNode(), "entry", "true");
    if (const auto *violation = std::get_if<ViolationWitness>(&witness.content))
      addPath(*violation);
    else
      for (const Invariant &invariant : std::get<CorrectnessWitness>(witness.content).invariants)
        addInvariant(invariant);
    std::ostringstream text;
    document_.save(text, "  ");
    return text.str();
  }

private:
  static void addKey(pugi::xml_node root, const Key &key) {
    pugi::xml_node node = root.append_child("key");
    node.append_attribute("id") = key.name;
    node.append_attribute("attr.name") = key.name;
    node.append_attribute("attr.type") = key.type;
    node.append_attribute("for") = key.domain;
    if (key.standard != nullptr)
      node.append_child("default").text().set(key.standard);
  }

  void addTask(const Witness &witness) {
    const Task &task = witness.task;
    addData(graph_, "witness-type",
            std::holds_alternative<ViolationWitness>(witness.content) ? "violation_witness" : "correctness_witness");
    addData(graph_, "sourcecodelang", "C");
    addData(graph_, "producer", task.producer + " " + task.producerVersion);
    addData(graph_, "specification", task.specification);
    for (std::size_t i = 0; i < task.files.size(); ++i) {
      addData(graph_, "programfile", task.files[i]);
      addData(graph_, "programhash", task.hashes[i]);
    }
    addData(graph_, "architecture", task.is32Bit ? "32bit" : "64bit");
    addData(graph_, "creationtime", task.creationTime);
  }

  pugi::xml_node addNode() {
    pugi::xml_node node = graph_.append_child("node");
    node.append_attribute("id") = fmt::format("n{}", nodes_++).c_str();
    return node;
  }

  pugi::xml_node addEdge(std::size_t from, std::size_t to, const Position &position) {
    pugi::xml_node edge = graph_.append_child("edge");
    edge.append_attribute("source") = fmt::format("n{}", from).c_str();
    edge.append_attribute("target") = fmt::format("n{}", to).c_str();
    if (!position.file.empty())
      addData(edge, "originfile", position.file);
    addData(edge, "startline", fmt::format("{}", position.line));
    addData(edge, "endline", fmt::format("{}", position.line));
    if (position.column != 0)
      addData(edge, "startcolumn", fmt::format("{}", position.column));
    return edge;
  }

  void addPath(const ViolationWitness &witness) {
    for (const Waypoint &waypoint : witness.waypoints) {
      if (waypoint.isAvoided)
        continue;
      pugi::xml_node node = addNode();
      if (waypoint.kind == Waypoint::Kind::Target)
        addData(node, "violation", "true");
      addDetails(addEdge(nodes_ - 2, nodes_ - 1, waypoint.position), waypoint);
    }
  }

  static void addDetails(pugi::xml_node edge, const Waypoint &waypoint) {
    if (waypoint.thread)
      addData(edge, "threadId", fmt::format("{}", *waypoint.thread));
    if (waypoint.createdThread)
      addData(edge, "createThread", fmt::format("{}", *waypoint.createdThread));
    if (!waypoint.entered.empty())
      addData(edge, "enterFunction", waypoint.entered);
    if (waypoint.constraint.empty())
      return;
    if (waypoint.kind == Waypoint::Kind::Branching) {
      addData(edge, "control", waypoint.constraint == "false" ? "condition-false" : "condition-true");
      return;
    }
    addData(edge, "assumption", waypoint.constraint);
    if (!waypoint.position.function.empty())
      addData(edge, "assumption.scope", waypoint.position.function);
    if (!waypoint.resultFunction.empty())
      addData(edge, "assumption.resultfunction", waypoint.resultFunction);
  }

  void addInvariant(const Invariant &invariant) {
    pugi::xml_node node = addNode();
    addData(node, "invariant", invariant.expression);
    if (!invariant.position.function.empty())
      addData(node, "invariant.scope", invariant.position.function);
    pugi::xml_node edge = addEdge(0, nodes_ - 1, invariant.position);
    if (invariant.kind == Invariant::Kind::Loop)
      addData(edge, "enterLoopHead", "true");
  }

  pugi::xml_document document_;
  pugi::xml_node graph_;
  std::size_t nodes_ = 0;
};

} // namespace

std::string toGraphMl(const Witness &witness) { return Writer().write(witness); }

} // namespace heddle::witness
