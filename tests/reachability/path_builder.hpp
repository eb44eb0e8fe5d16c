// Builds paths of an abstract reachability tree by hand: the test chooses the thread of each step and inspects the
// nodes.
#pragma once

#include "program_builder.hpp"
#include "reachability/labels.hpp"
#include "reachability/semantics.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace heddle::testing {

using namespace heddle::reachability;

enum class Interpolants : std::uint8_t { WeakestPreconditions, Facts };

class PathBuilder {
public:
  explicit PathBuilder(Program program, Interpolants interpolants = Interpolants::WeakestPreconditions,
                       unsigned maxThreads = 8)
      : source(std::move(program)), variables(pool), entailment(smt::Backend::CaDiCaL, cancellation),
        semantics(source, variables, entailment, maxThreads), tree(pool), values(tree, pool) {
    if (interpolants == Interpolants::Facts)
      interpolator = std::make_unique<PathFacts>(tree, values, entailment, variables);
    else
      interpolator = std::make_unique<WeakestPreconditions>(tree, values, entailment, variables);
    labels = std::make_unique<Labels>(tree, variables, values, entailment, *interpolator);
    Node node;
    node.control = semantics.initialControl();
    for (const auto &[variable, value] : semantics.initialState().values)
      node.values.emplace_back(variable->index, value);
    node.stepStart = 0;
    root = tree.add(std::move(node));
  }

  const Control &control(NodeId node) const { return semantics.control(tree[node].control); }
  unsigned running(NodeId node) const { return control(node).running(source); }

  using Symbols = std::vector<std::pair<Expr, Expr>>;
  Symbols symbolsFor(const Transition &transition) {
    Symbols symbols;
    for (const Expr input : transition.inputs)
      symbols.emplace_back(input, variables.newSymbol(input->width));
    for (const Content &content : transition.contents)
      symbols.emplace_back(content.input, variables.newSymbol(content.input->width));
    return symbols;
  }
  std::vector<Expr> conditionsOf(NodeId node, const Transition &transition, const Symbols &symbols) {
    std::vector<Expr> conditions;
    for (const Expr condition : transition.conditions)
      conditions.push_back(values.at(node, condition, symbols));
    return conditions;
  }

  /// Adds the target node of a transition.
  NodeId follow(NodeId node, const Transition &transition) { return follow(node, transition, symbolsFor(transition)); }
  NodeId follow(NodeId node, const Transition &transition, const Symbols &symbols) {
    Node child;
    child.parent = node;
    child.via = &transition;
    child.control = transition.target;
    child.depth = tree[node].depth + 1;
    child.stepStart = running(node) == Control::noSlot ? node : tree[node].stepStart;
    child.symbols = symbols;
    child.conditions = conditionsOf(node, transition, symbols);
    child.values = values.assigned(node, transition, symbols);
    return tree.add(std::move(child));
  }

  /// The transitions of the thread that are feasible on the path to the node.
  std::vector<const Transition *> possible(NodeId node, unsigned slot) {
    std::vector<const Transition *> result;
    for (const Transition &transition : semantics.successors(tree[node].control, slot)) {
      std::vector<Expr> conditions = conditionsOf(node, transition, symbolsFor(transition));
      if (!contradict(node, std::move(conditions)))
        result.push_back(&transition);
    }
    return result;
  }
  std::vector<Transition::Kind> possibleKinds(NodeId node, unsigned slot) {
    std::vector<Transition::Kind> result;
    for (const Transition *transition : possible(node, slot))
      result.push_back(transition->kind);
    return result;
  }

  /// Follows the only feasible step of the thread.
  NodeId take(NodeId node, unsigned slot) {
    const Transition *only = nullptr;
    for (const Transition *transition : possible(node, slot))
      if (transition->kind == Transition::Kind::Step) {
        EXPECT_EQ(only, nullptr) << "thread " << slot << " has several transitions";
        only = transition;
      }
    if (only == nullptr) {
      ADD_FAILURE() << "thread " << slot << " has no transition";
      return node;
    }
    return follow(node, *only);
  }
  /// Follows the thread until all threads rest.
  NodeId step(NodeId node, unsigned slot) {
    node = take(node, slot);
    for (unsigned left = 100; running(node) != Control::noSlot && left > 0; --left)
      node = take(node, running(node));
    return node;
  }
  NodeId steps(NodeId node, const std::vector<unsigned> &slots) {
    for (const unsigned slot : slots)
      node = step(node, slot);
    return node;
  }

  /// Whether the formula holds at the end of all executions of the path, or of one of them.
  bool holds(NodeId node, Expr formula) { return contradict(node, {pool.negate(values.at(node, formula))}); }
  bool mayHold(NodeId node, Expr formula) { return !contradict(node, {values.at(node, formula)}); }

  Expr cell(ObjectId object, std::uint64_t offset = 0, unsigned bytes = 4) {
    return variables.ofCell(object, offset, bytes);
  }
  Expr is(Expr variable, std::uint64_t value) { return pool.eq(variable, pool.constant(value, variable->width)); }
  Expr cellIs(ObjectId object, std::uint64_t value) { return is(cell(object), value); }

  /// The first defect of the labels on the path to a node: they must hold at the root, each must entail the next, and
  /// none may mention an input.
  std::string complaintAbout(NodeId node) {
    for (const Expr conjunct : tree[root].label)
      if (!holds(root, conjunct))
        return "a conjunct of the root does not hold";
    for (NodeId at = node; at != noNode; at = tree[at].parent) {
      const std::string where = " at depth " + std::to_string(tree[at].depth);
      for (const Expr conjunct : tree[at].label) {
        if (mentionsInputs(conjunct))
          return "a conjunct" + where + " is about an input";
        if (at != root && !interpolator->isInductive({tree[at].parent, tree[at].via, tree[at].symbols},
                                                     tree[tree[at].parent].label, conjunct))
          return "a conjunct" + where + " does not follow from the label before it";
      }
    }
    return "";
  }

  Program source;
  support::Cancellation cancellation;
  ExprPool pool;
  StateVariables variables;
  Entailment entailment;
  Semantics semantics;
  Tree tree;
  PathValues values;
  std::unique_ptr<Interpolator> interpolator;
  std::unique_ptr<Labels> labels;
  NodeId root = noNode;

private:
  bool mentionsInputs(Expr formula) const {
    bool result = false;
    program::forEachRegister(
        formula, [&](VariableId id) { result = result || variables[id].kind == StateVariable::Kind::Input; });
    return result;
  }

  bool contradict(NodeId node, std::vector<Expr> conditions) {
    for (NodeId at = node; at != noNode; at = tree[at].parent)
      conditions.insert(conditions.end(), tree[at].conditions.begin(), tree[at].conditions.end());
    return entailment.check(conditions, pool.boolean(false)).has_value();
  }
};

} // namespace heddle::testing
