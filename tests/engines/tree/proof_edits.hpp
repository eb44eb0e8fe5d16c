// Random edits of proofs as data.
#pragma once

#include "proof/proof.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace heddle::testing {

class ProofEditor {
public:
  ProofEditor(proof::ReachabilityProof &proof, std::mt19937_64 &random) : proof_(proof), random_(random) {}

  /// Changes something and returns what it was.
  std::string edit() {
    struct Edit {
      const char *name;
      void (ProofEditor::*apply)();
    };
    static constexpr std::array edits{
        Edit{"drop a conjunct", &ProofEditor::dropConjunct},
        Edit{"add a conjunct of another node", &ProofEditor::addConjunct},
        Edit{"label a node with false", &ProofEditor::addFalse},
        Edit{"exchange two labels", &ProofEditor::exchangeLabels},
        Edit{"cover a node", &ProofEditor::cover},
        Edit{"remove a cover", &ProofEditor::uncover},
        Edit{"claim an expansion", &ProofEditor::claimExpansion},
        Edit{"withdraw an expansion", &ProofEditor::withdrawExpansion},
        Edit{"add or remove a pause", &ProofEditor::togglePause},
        Edit{"remove all pauses", &ProofEditor::removePauses},
        Edit{"remove a child", &ProofEditor::removeChild},
        Edit{"give a child to another node", &ProofEditor::moveChild},
        Edit{"change the action of a node", &ProofEditor::changeAction},
        Edit{"change a choice", &ProofEditor::changeChoice},
        Edit{"change an allocated id", &ProofEditor::changeMade},
        Edit{"change the control of a node", &ProofEditor::changeControl},
        Edit{"change a thread of a control", &ProofEditor::changeThread},
        Edit{"change an object of a control", &ProofEditor::changeObject},
        Edit{"change a variable", &ProofEditor::changeVariable},
        Edit{"change the reduction", &ProofEditor::changeReduction},
        Edit{"remove the last nodes", &ProofEditor::truncate},
    };
    const Edit &chosen = edits[below(edits.size())];
    (this->*chosen.apply)();
    return chosen.name;
  }

private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  proof::Node &anyNode() { return proof_.nodes[below(proof_.nodes.size())]; }
  proof::NodeId anyId() { return static_cast<proof::NodeId>(below(proof_.nodes.size())); }
  template <typename T> T *any(std::vector<T> &list) { return list.empty() ? nullptr : &list[below(list.size())]; }

  void dropConjunct() {
    std::vector<program::Expr> &label = anyNode().label;
    if (!label.empty())
      label.erase(label.begin() + static_cast<std::ptrdiff_t>(below(label.size())));
  }
  void addConjunct() {
    if (const program::Expr *conjunct = any(anyNode().label))
      anyNode().label.push_back(*conjunct);
  }
  void addFalse() { anyNode().label.push_back(proof_.pool->boolean(false)); }
  void exchangeLabels() {
    proof::Node &a = anyNode();
    proof::Node &b = anyNode();
    if (&a != &b)
      std::swap(a.label, b.label);
  }
  void cover() {
    proof::Node &node = anyNode();
    std::vector<proof::NodeId> same;
    for (proof::NodeId id = 0; id < proof_.nodes.size(); ++id)
      if (proof_.nodes[id].control == node.control)
        same.push_back(id);
    node.coveredBy = below(4) == 0 ? anyId() : same[below(same.size())];
  }
  void uncover() { anyNode().coveredBy = proof::noNode; }
  void claimExpansion() {
    proof::Node &node = anyNode();
    if (node.control < proof_.controls.size()) // an earlier edit may have changed it
      node.expanded.assign(proof_.controls[node.control].threads.size(), true);
  }
  void withdrawExpansion() {
    std::vector<bool> &expanded = anyNode().expanded;
    if (!expanded.empty())
      expanded[below(expanded.size())] = false;
  }
  void togglePause() {
    std::vector<bool> &pauses = proof_.pauses[below(proof_.pauses.size())];
    if (!pauses.empty())
      pauses[below(pauses.size())].flip();
  }
  void removePauses() {
    for (std::vector<bool> &pauses : proof_.pauses)
      pauses.assign(pauses.size(), false);
  }
  void removeChild() {
    std::vector<proof::NodeId> &children = anyNode().children;
    if (!children.empty())
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(below(children.size())));
  }
  void moveChild() {
    const proof::NodeId child = anyId();
    const proof::NodeId to = anyId();
    if (const proof::NodeId from = proof_.nodes[child].parent; from != proof::noNode && from < proof_.nodes.size())
      std::erase(proof_.nodes[from].children, child);
    proof_.nodes[child].parent = to;
    std::vector<proof::NodeId> &children = proof_.nodes[to].children;
    children.insert(std::lower_bound(children.begin(), children.end(), child), child);
  }
  void changeAction() {
    proof::Node &node = anyNode();
    node.slot = static_cast<unsigned>(below(4));
    node.action = below(4) == 0 ? proof::noAction : static_cast<program::ActionId>(below(40));
  }
  void changeChoice() {
    std::vector<proof::Choice> &choices = anyNode().choices;
    choices.push_back({.variable = static_cast<proof::VariableId>(below(proof_.variables.size() + 1)),
                       .isInput = below(2) == 0,
                       .number = static_cast<unsigned>(below(3)),
                       .object = static_cast<program::ObjectId>(below(12)),
                       .offset = below(2) == 0 ? below(64) : UINT64_MAX - below(8)});
  }
  void changeMade() {
    std::vector<program::ObjectId> &made = anyNode().made;
    const auto id = static_cast<program::ObjectId>(below(4) == 0 ? UINT32_MAX : below(20));
    if (program::ObjectId *old = any(made))
      *old = id;
    else
      made.push_back(id);
  }
  void changeControl() { anyNode().control = static_cast<std::uint32_t>(below(proof_.controls.size() + 1)); }
  void changeThread() {
    proof::Thread *thread = any(proof_.controls[below(proof_.controls.size())].threads);
    if (thread == nullptr)
      return;
    switch (below(4)) {
    case 0:
      thread->resting = !thread->resting;
      break;
    case 1:
      thread->status = static_cast<proof::ThreadStatus>(below(5));
      break;
    case 2:
      thread->location = static_cast<program::LocationId>(below(40));
      break;
    default:
      thread->detached = !thread->detached;
    }
  }
  void changeObject() {
    std::vector<proof::Object> &objects = proof_.controls[below(proof_.controls.size())].objects;
    proof::Object *object = any(objects);
    if (object == nullptr)
      return;
    switch (below(5)) {
    case 0:
      object->alive = !object->alive;
      break;
    case 1:
      object->size = below(2) == 0 ? 0 : UINT64_MAX;
      break;
    case 2:
      object->owner = static_cast<unsigned>(below(4));
      break;
    case 3:
      object->id = static_cast<program::ObjectId>(below(20));
      break;
    default:
      objects.erase(objects.begin() + (object - objects.data()));
    }
  }
  void changeVariable() {
    proof::Variable *variable = any(proof_.variables);
    if (variable == nullptr)
      return;
    switch (below(5)) {
    case 0:
      variable->kind = static_cast<proof::Variable::Kind>(below(5));
      break;
    case 1:
      variable->slot = static_cast<unsigned>(below(4));
      break;
    case 2:
      variable->object = static_cast<program::ObjectId>(below(20));
      break;
    case 3:
      variable->offset = below(2) == 0 ? below(16) : UINT64_MAX - below(8);
      break;
    default:
      variable->width = static_cast<unsigned>(below(200));
    }
  }
  void changeReduction() {
    proof_.reduction =
        proof_.reduction == proof::Reduction::Monotonic ? proof::Reduction::Persistent : proof::Reduction::Monotonic;
  }
  void truncate() { proof_.nodes.resize(1 + below(proof_.nodes.size())); }

  proof::ReachabilityProof &proof_;
  std::mt19937_64 &random_;
};

} // namespace heddle::testing
