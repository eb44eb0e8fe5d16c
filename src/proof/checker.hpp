// The parts of the check. Internal to check.cpp and its neighbours.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/interference.hpp"
#include "proof/proof.hpp"
#include "proof/questions.hpp"
#include "proof/symbolic_state.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// What a step of a thread does that others can notice, besides its accesses to memory.
struct ThreadEffects {
  bool manages = false; // starts threads, joins or detaches them
  bool ends = false;    // its own
};

class Checker {
public:
  Checker(const program::Program &program, const ReachabilityProof &proof, Questions &questions);

  // check.cpp: the whole
  void check();

private:
  struct Premises {
    std::vector<Expr> formulas;
    std::unordered_set<Expr> index;
  };

  void checkForm() const;
  void checkRoot();
  void checkCover(NodeId node);
  void checkThreads(NodeId node);

  // check_steps.cpp: whatever happens leads to a child
  void checkNode(NodeId node);
  void checkThread(NodeId node, unsigned slot, const Premises &premises);
  void follow(NodeId node, unsigned slot, program::ActionId action, const Successor &successor,
              const Premises &premises);
  bool leadsToChildren(NodeId node, unsigned slot, program::ActionId action, const Successor &successor,
                       const Premises &premises);
  bool followsAt(NodeId child, const Successor &successor, const Premises &premises) {
    return follows(labelAfter(child, successor, premises), successor, premises);
  }
  bool follows(Expr goal, const Successor &successor, const Premises &premises);
  Expr labelAfter(NodeId child, const Successor &successor, const Premises &premises);
  std::vector<program::ObjectId> madeBy(NodeId node, unsigned slot, program::ActionId action) const;

  // check_objects.cpp: dead objects whose ids are free again
  bool isControlOf(NodeId node, const Control &control) const;
  void checkForgotten(NodeId node, NodeId child, const Successor &successor, const Premises &premises);
  std::vector<Expr> pointersTo(const SymbolicState &state, const Object &object);
  const std::vector<bool> &liveAt(const Thread &thread);

  // check_skips.cpp: threads that are passed over
  struct Prefixes {
    std::vector<NodeId> edges;  // the steps that lead to a node, or through it: the nodes behind their actions
    std::vector<NodeId> firsts; // of these, the ones with which steps begin
  };
  Prefixes prefixesOf(std::vector<NodeId> nodes) const;
  void checkStop(NodeId node, const std::string &message) const;
  void checkSkip(NodeId node, unsigned slot);
  bool areIndependent(NodeId node, unsigned slot, const Prefixes &prefixes);
  bool areProvedIndependent(unsigned slot, const std::vector<NodeId> &path);
  std::vector<std::vector<NodeId>> pathsTo(NodeId edge, const Prefixes &prefixes) const;
  const program::Action *actionInto(NodeId node) const;
  std::vector<Successor> pathsOfStep(NodeId start, const std::vector<NodeId> &edges, const Premises &premises);
  std::vector<Successor> pathsOfThread(NodeId start, unsigned slot, const Premises &premises);

  // check_persistent.cpp: threads that wait for others
  void checkPersistent(NodeId node);
  NextStep nextStepOf(NodeId node, unsigned slot);
  bool canCertainlyStep(NodeId node, unsigned slot, const Premises &premises);
  bool isUnconstrained(const Control &control, program::RegisterId name);
  bool mayHoldDynamicPointer(const Origin &container, std::uint64_t begin, std::uint64_t end) const;

  const Control &controlOf(NodeId node) const { return proof_.controls[proof_.nodes[node].control]; }
  bool isAtRest(NodeId node) const;
  Premises premisesAt(NodeId node);
  Expr named(Expr conjunct);
  [[noreturn]] void complain(NodeId node, const std::string &what, program::SourceSpan span = {}) const;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  Questions &questions_;
  Vocabulary vocabulary_;
  Provenance provenance_;
  std::optional<Interference> interference_;          // of persistent sets
  std::unordered_map<Expr, Expr> named_;              // conjuncts of labels, over the names of states
  std::vector<std::vector<std::vector<bool>>> live_;  // by automaton and location: registers
  std::vector<std::vector<NodeId>> covered_;          // by node: those that it covers
  std::vector<bool> changes_;                         // by node: others can notice the action that leads to it
  std::vector<std::pair<NodeId, std::string>> stops_; // that have no child
};

} // namespace heddle::proof
