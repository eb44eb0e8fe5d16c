#include "engines/tree/proof_export.hpp"

#include "engines/tree/proof_terms.hpp"
#include "proof/proof_file.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::engines::tree {

using program::Expr;
using proof::ReachabilityProof;
using reachability::Node;
using reachability::NodeId;
using reachability::Transition;
using reachability::VariableId;

namespace {

class Export {
public:
  Export(const reachability::Tree &tree, reachability::Semantics &semantics)
      : tree_(tree), semantics_(semantics), program_(semantics.program()), terms_(proof_, semantics),
        numbers_(tree.size(), proof::noNode) {}

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
      node.control = terms_.controlOf(from.control);
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

  std::vector<Expr> labelOf(NodeId id) {
    std::vector<Expr> label;
    for (const Expr conjunct : tree_[id].label)
      label.push_back(terms_.translate(conjunct));
    return label;
  }

  std::vector<proof::Choice> choicesOf(NodeId id) {
    std::vector<proof::Choice> result;
    const auto addContents = [&](const std::vector<reachability::Content> &contents, Expr input, VariableId symbol) {
      for (const reachability::Content &content : contents)
        if (content.input == input)
          result.push_back({.variable = terms_.variableOf(symbol),
                            .isInput = false,
                            .object = content.object,
                            .offset = content.offset});
    };
    if (id == order_.front())
      for (const reachability::Content &content : semantics_.initialState().contents)
        if (terms_.isUsed(content.input->index))
          addContents({content}, content.input, content.input->index);
    for (const auto &[input, symbol] : tree_[id].symbols) {
      if (!terms_.isUsed(symbol->index))
        continue;
      const std::vector<Expr> &inputs = tree_[id].via->inputs;
      const auto number = std::find(inputs.begin(), inputs.end(), input) - inputs.begin();
      if (number < static_cast<std::ptrdiff_t>(inputs.size()))
        result.push_back({.variable = terms_.variableOf(symbol->index), .number = static_cast<unsigned>(number)});
      else
        addContents(tree_[id].via->contents, input, symbol->index);
    }
    return result;
  }

  const reachability::Tree &tree_;
  reachability::Semantics &semantics_;
  const program::Program &program_;
  ReachabilityProof proof_;
  ProofTerms terms_;
  std::vector<NodeId> order_;          // the nodes that are part of the proof
  std::vector<proof::NodeId> numbers_; // by node of the tree
};

} // namespace

proof::ModularProof certificateOf(const Facts &facts) {
  support::Expected<proof::ModularProof> certificate = proof::readCertificate(facts.certificate);
  assert(certificate && "facts have been read from their certificate");
  return std::move(*certificate);
}

ReachabilityProof exportProof(const reachability::Tree &tree, reachability::Semantics &semantics) {
  return Export(tree, semantics).make();
}

} // namespace heddle::engines::tree
