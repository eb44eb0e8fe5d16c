#include "reachability/graphviz.hpp"

#include "program/print.hpp"
#include "support/graphviz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace heddle::reachability {

using support::escapedForGraphviz;

namespace {

std::string nameOfThread(unsigned slot) { return slot == 0 ? "main" : fmt::format("T{}", slot); }

class TreeDrawing {
public:
  TreeDrawing(const Tree &tree, Semantics &semantics, const GraphvizOptions &options)
      : tree_(tree), semantics_(semantics), program_(semantics.program()), options_(options) {
    selectNodes();
    if (options.error != noNode)
      for (const NodeId node : tree.pathTo(options.error))
        errorPath_.insert(node);
  }

  std::string draw() {
    std::string out = "digraph tree {\n"
                      "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
                      "  edge [fontname=\"monospace\", fontsize=10];\n";
    if (omitted_ != 0)
      out += fmt::format("  label=\"truncated: {} of {} nodes are not drawn\";\n", omitted_, nodes_.size() + omitted_);
    for (const NodeId node : nodes_)
      out += drawNode(node);
    for (const NodeId node : nodes_)
      out += drawEdges(node);
    if (options_.violation != nullptr && drawn_.contains(options_.error))
      out += fmt::format("  violation [label=\"{}\", color=red, fontcolor=red];\n"
                         "  n{} -> violation [label=\"{}\", color=red, penwidth=2];\n",
                         escapedForGraphviz(options_.violation->message), options_.error,
                         escapedForGraphviz(describe(*options_.violation, tree_[options_.error].control)));
    return out + "}\n";
  }

private:
  /// Breadth-first, so that a truncated drawing is a connected upper part of the tree.
  void selectNodes() {
    std::size_t count = 0;
    std::deque<NodeId> pending;
    for (NodeId root = 0; root < tree_.size(); ++root)
      if (tree_[root].parent == noNode && !tree_[root].isRemoved)
        pending.push_back(root);
    while (!pending.empty()) {
      const NodeId node = pending.front();
      pending.pop_front();
      ++count;
      if (nodes_.size() < options_.maxNodes) {
        nodes_.push_back(node);
        drawn_.insert(node);
      }
      pending.insert(pending.end(), tree_[node].children.begin(), tree_[node].children.end());
    }
    omitted_ = count - nodes_.size();
  }

  std::string drawNode(NodeId id) {
    const Node &node = tree_[id];
    const std::string text = fmt::format("{}\n{}{}", id, describe(semantics_.control(node.control)), describe(node));
    std::string style;
    if (node.coveredBy != noNode)
      style += ", style=filled, fillcolor=lightgrey";
    if (errorPath_.contains(id))
      style += ", color=red, penwidth=2";
    return fmt::format("  n{} [label=\"{}\"{}];\n", id, escapedForGraphviz(text), style);
  }

  std::string drawEdges(NodeId id) {
    const Node &node = tree_[id];
    std::string out;
    if (node.parent != noNode)
      out += fmt::format("  n{} -> n{} [label=\"{}\"{}];\n", node.parent, id,
                         escapedForGraphviz(describe(*node.via, tree_[node.parent].control)),
                         errorPath_.contains(id) ? ", color=red, penwidth=2" : "");
    if (node.coveredBy != noNode && drawn_.contains(node.coveredBy))
      out += fmt::format("  n{} -> n{} [style=dashed, constraint=false];\n", id, node.coveredBy);
    return out;
  }

  /// One line per thread: "T1 worker: a.c:12".
  std::string describe(const Control &control) const {
    std::string text;
    for (unsigned slot = 0; slot < control.threads.size(); ++slot) {
      const ThreadControl &thread = control.threads[slot];
      if (thread.status == ThreadStatus::Unused)
        continue;
      const std::string &function = program_.cfas[thread.cfa].name;
      text += slot == 0 ? function : fmt::format("{} {}", nameOfThread(slot), function);
      if (thread.status == ThreadStatus::Active)
        text += ": " + describeLocation(thread) + "\n";
      else
        text += thread.status == ThreadStatus::Ended ? " terminated\n" : " stopped\n";
    }
    return text;
  }

  /// The source line of the next action that has one.
  std::string describeLocation(const ThreadControl &thread) const {
    const program::Cfa &cfa = program_.cfas[thread.cfa];
    for (const program::ActionId action : cfa.outgoing[thread.location])
      for (const program::Instruction &instruction : cfa.actions[action].instructions)
        if (const program::SourceSpan span = program_.sources.userSpan(instruction.span); span.known())
          return program_.sources.describe(span);
    return program_.sources.describe(program_.sources.userSpan(cfa.locations[thread.location].span));
  }

  std::string describe(const Node &node) {
    std::string text;
    for (std::size_t i = 0; i < node.label.size(); ++i) {
      if (i == options_.maxConjuncts)
        return text + fmt::format("... {} more conjuncts\n", node.label.size() - i);
      std::string conjunct = describe(node.label[i]);
      if (conjunct.size() > options_.maxCharacters)
        conjunct = conjunct.substr(0, options_.maxCharacters) + " ...";
      text += conjunct + "\n";
    }
    return text;
  }

  std::string describe(const Transition &transition, ControlId from) const {
    const std::string thread = nameOfThread(transition.slot);
    if (transition.action == Transition::noAction)
      return thread + ": rests";
    const ThreadControl &before = semantics_.control(from).threads[transition.slot];
    const program::Cfa &cfa = program_.cfas[before.cfa];
    program::SourceSpan span;
    for (const program::Instruction &instruction : cfa.actions[transition.action].instructions)
      if (!span.known())
        span = program_.sources.userSpan(instruction.span);
    return fmt::format("{}: {}", thread, program_.sources.describe(span));
  }

  /// Printed as an expression of an automaton whose registers are the state variables. A formula that shares many
  /// subexpressions is not written out: its text would be exponential in its size.
  std::string describe(Expr formula) {
    const StateVariables::Vocabulary &vocabulary = semantics_.variables().vocabularyOf(formula);
    constexpr std::size_t maxOperators = 16;
    if (vocabulary.size > maxOperators)
      return fmt::format("... a formula with {} operators", vocabulary.size);
    for (const Expr variable : vocabulary.variables) {
      if (variable->index >= names_.registers.size())
        names_.registers.resize(variable->index + 1);
      program::Register &named = names_.registers[variable->index];
      named.width = variable->width;
      named.name = nameOf(variable->index);
    }
    return program::Printer(names_, &program_).expression(formula);
  }

  std::string nameOf(VariableId id) const {
    const StateVariable &variable = semantics_.variables()[id];
    switch (variable.kind) {
    case StateVariable::Kind::Register: {
      const std::string &name = program_.cfas[variable.cfa].registers[variable.reg].name;
      return fmt::format("{}.{}", nameOfThread(variable.slot), name.empty() ? fmt::format("r{}", variable.reg) : name);
    }
    case StateVariable::Kind::Result:
      return nameOfThread(variable.slot) + ".result";
    case StateVariable::Kind::Cell:
      if (variable.object < program_.objects.size()) {
        const program::StaticObject &object = program_.objects[variable.object];
        return object.name + program_.types.cellAt(object.type, variable.offset, variable.width / 8).path;
      }
      return variable.offset == 0 ? fmt::format("*o{}", variable.object)
                                  : fmt::format("*(o{} + {})", variable.object, variable.offset);
    case StateVariable::Kind::Input:
    case StateVariable::Kind::Symbol:
      break;
    }
    return fmt::format("input_{}", id);
  }

  const Tree &tree_;
  Semantics &semantics_;
  const program::Program &program_;
  const GraphvizOptions &options_;
  std::vector<NodeId> nodes_; // that are drawn
  std::unordered_set<NodeId> drawn_;
  std::unordered_set<NodeId> errorPath_;
  std::size_t omitted_ = 0;
  program::Cfa names_;
};

} // namespace

std::string toGraphviz(const Tree &tree, Semantics &semantics, const GraphvizOptions &options) {
  return TreeDrawing(tree, semantics, options).draw();
}

} // namespace heddle::reachability
