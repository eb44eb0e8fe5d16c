#include "engines/tree/proof_export.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace heddle::engines::tree {

using program::Expr;
using proof::ReachabilityProof;
using reachability::Control;
using reachability::Node;
using reachability::NodeId;
using reachability::StateVariable;
using reachability::Transition;
using reachability::VariableId;

namespace {

class Export {
public:
  Export(const reachability::Tree &tree, reachability::Semantics &semantics)
      : tree_(tree), semantics_(semantics), program_(semantics.program()), numbers_(tree.size(), proof::noNode) {}

  ReachabilityProof make() {
    addNodes();
    for (const NodeId id : order_)
      proof_.nodes[numbers_[id]].label = labelOf(id);
    // Only choices of variables that occur in labels are exported, so all labels come first.
    for (const NodeId id : order_)
      proof_.nodes[numbers_[id]].choices = choicesOf(id);
    for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      proof_.pauses.push_back(semantics_.interrupted(cfa));
    return std::move(proof_);
  }

private:
  /// Adds all nodes except those below covered nodes.
  void addNodes() {
    for (NodeId id = 0; id < tree_.size(); ++id) {
      const NodeId parent = tree_[id].parent;
      if (tree_[id].isRemoved)
        continue;
      if (parent != reachability::noNode &&
          (numbers_[parent] == proof::noNode || tree_[parent].coveredBy != reachability::noNode))
        continue;
      numbers_[id] = static_cast<proof::NodeId>(order_.size());
      order_.push_back(id);
    }
    for (const NodeId id : order_) {
      const Node &from = tree_[id];
      proof::Node &node = proof_.nodes.emplace_back();
      node.control = controlOf(from.control);
      if (from.parent != reachability::noNode) {
        node.parent = numbers_[from.parent];
        node.slot = from.via->slot;
        node.action = from.via->action == Transition::noAction ? proof::noAction : from.via->action;
        node.made = from.via->allocations;
        proof_.nodes[node.parent].children.push_back(numbers_[id]);
      }
      node.expanded = from.expanded;
      if (from.coveredBy != reachability::noNode)
        node.coveredBy = numbers_[from.coveredBy];
    }
  }

  std::uint32_t controlOf(reachability::ControlId id) {
    const auto [entry, isNew] = controls_.try_emplace(id, static_cast<std::uint32_t>(proof_.controls.size()));
    if (!isNew)
      return entry->second;
    const Control &from = semantics_.control(id);
    proof::Control &control = proof_.controls.emplace_back();
    for (const reachability::ThreadControl &thread : from.threads)
      control.threads.push_back({.status = statusOf(thread.status),
                                 .detached = thread.detached,
                                 .resting = thread.resting,
                                 .cfa = thread.cfa,
                                 .location = thread.location});
    for (const reachability::ObjectControl &object : from.objects)
      control.objects.push_back({.id = object.id,
                                 .size = object.size,
                                 .owner = object.owner,
                                 .storage = object.storage,
                                 .site = semantics_.pointsTo().siteOf(object.origin),
                                 .creator = semantics_.pointsTo().creatorOf(object.origin),
                                 .alive = object.alive});
    return entry->second;
  }

  static proof::ThreadStatus statusOf(reachability::ThreadStatus status) {
    switch (status) {
    case reachability::ThreadStatus::Unused:
      return proof::ThreadStatus::Unused;
    case reachability::ThreadStatus::Active:
      return proof::ThreadStatus::Active;
    case reachability::ThreadStatus::Ended:
      return proof::ThreadStatus::Ended;
    case reachability::ThreadStatus::Stopped:
      return proof::ThreadStatus::Stopped;
    }
    return proof::ThreadStatus::Unused;
  }

  std::vector<Expr> labelOf(NodeId id) {
    std::vector<Expr> label;
    for (const Expr conjunct : tree_[id].label)
      label.push_back(translate(conjunct));
    return label;
  }

  Expr translate(Expr e) {
    if (e->isConstant())
      return proof_.pool->constant(e->value, e->width);
    const auto known = translated_.find(e);
    if (known != translated_.end())
      return known->second;
    Expr result = nullptr;
    if (e->isRegister()) {
      result = proof_.pool->reg(variableOf(e->index), e->width);
    } else {
      std::array<Expr, 3> args{};
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        args[i] = translate(e->args[i]);
      result = proof_.pool->rebuild(e, args);
    }
    translated_.emplace(e, result);
    return result;
  }

  proof::VariableId variableOf(VariableId id) {
    const auto [entry, isNew] = variables_.try_emplace(id, static_cast<proof::VariableId>(proof_.variables.size()));
    if (isNew) {
      const StateVariable &from = semantics_.variables()[id];
      proof_.variables.push_back({.kind = kindOf(from.kind),
                                  .width = from.width,
                                  .slot = from.slot,
                                  .cfa = from.cfa,
                                  .reg = from.reg,
                                  .object = from.object,
                                  .offset = from.offset});
    }
    return entry->second;
  }

  static proof::Variable::Kind kindOf(StateVariable::Kind kind) {
    switch (kind) {
    case StateVariable::Kind::Register:
      return proof::Variable::Kind::Register;
    case StateVariable::Kind::Result:
      return proof::Variable::Kind::Result;
    case StateVariable::Kind::Cell:
      return proof::Variable::Kind::Memory;
    case StateVariable::Kind::Input:
    case StateVariable::Kind::Symbol:
      break;
    }
    return proof::Variable::Kind::History;
  }

  std::vector<proof::Choice> choicesOf(NodeId id) {
    std::vector<proof::Choice> result;
    const auto addContents = [&](const std::vector<reachability::Content> &contents, Expr input, VariableId symbol) {
      for (const reachability::Content &content : contents)
        if (content.input == input)
          result.push_back({.variable = variables_.at(symbol),
                            .isInput = false,
                            .object = content.object,
                            .offset = content.offset});
    };
    if (id == order_.front())
      for (const reachability::Content &content : semantics_.initialState().contents)
        if (variables_.contains(content.input->index))
          addContents({content}, content.input, content.input->index);
    for (const auto &[input, symbol] : tree_[id].symbols) {
      if (!variables_.contains(symbol->index))
        continue;
      const std::vector<Expr> &inputs = tree_[id].via->inputs;
      const auto number = std::find(inputs.begin(), inputs.end(), input) - inputs.begin();
      if (number < static_cast<std::ptrdiff_t>(inputs.size()))
        result.push_back({.variable = variables_.at(symbol->index), .number = static_cast<unsigned>(number)});
      else
        addContents(tree_[id].via->contents, input, symbol->index);
    }
    return result;
  }

  const reachability::Tree &tree_;
  reachability::Semantics &semantics_;
  const program::Program &program_;
  ReachabilityProof proof_;
  std::vector<NodeId> order_;          // the nodes that are part of the proof
  std::vector<proof::NodeId> numbers_; // by node of the tree
  std::unordered_map<reachability::ControlId, std::uint32_t> controls_;
  std::unordered_map<VariableId, proof::VariableId> variables_;
  std::unordered_map<Expr, Expr> translated_;
};

} // namespace

ReachabilityProof exportProof(const reachability::Tree &tree, reachability::Semantics &semantics) {
  return Export(tree, semantics).make();
}

} // namespace heddle::engines::tree
