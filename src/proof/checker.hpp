// The parts of the check. Internal to check.cpp and the other check_*.cpp.
#pragma once

#include "program/value_facts.hpp"
#include "proof/action_semantics.hpp"
#include "proof/interference.hpp"
#include "proof/proof.hpp"
#include "proof/queries.hpp"
#include "proof/symbolic_state.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// The effects of a step on threads.
struct ThreadEffects {
  bool manages = false; // it starts, joins or detaches threads
  bool ends = false;    // it ends its own thread
};

class Checker {
public:
  Checker(const program::Program &program, const ReachabilityProof &proof, Queries &queries);

  // check.cpp: the whole check
  void check();

private:
  struct Premises {
    std::vector<Expr> formulas;
    std::unordered_set<Expr> index;
  };

  void checkRoot();
  void checkCover(NodeId node);
  void checkThreads(NodeId node);

  // check_steps.cpp: every successor is represented by a child
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

  // check_pauses.cpp: steps terminate
  void checkPauses();

  // check_objects.cpp: dead objects that are removed from the control location
  bool isControlOf(NodeId node, const Control &control) const;
  void checkForgotten(NodeId node, NodeId child, const Successor &successor, const Premises &premises);
  bool mayLeaveParts(const Control &control, const Object &object) const;
  std::vector<Expr> pointersTo(const SymbolicState &state, const Object &object);
  const std::vector<bool> &liveAt(const Thread &thread);

  // check_skips.cpp: threads that monotonic reduction leaves out
  struct Prefixes {
    std::vector<NodeId> edges;  // the actions of the steps that lead to or through a node, by their target nodes
    std::vector<NodeId> firsts; // of these, the first ones of their steps
  };
  Prefixes prefixesOf(std::vector<NodeId> nodes) const;
  void checkStop(NodeId node, const std::string &message) const;
  void checkSkip(NodeId node, unsigned slot);
  bool areIndependent(NodeId node, unsigned slot, const Prefixes &prefixes);
  bool areProvedIndependent(unsigned slot, const std::vector<NodeId> &path);
  std::vector<std::vector<NodeId>> pathsTo(NodeId edge, const Prefixes &prefixes) const;
  program::CfaId cfaInto(NodeId node) const;
  const program::Action *actionInto(NodeId node) const;
  std::vector<Successor> pathsOfStep(NodeId start, const std::vector<NodeId> &edges, const Premises &premises);
  enum class Blocked : std::uint8_t { Ignore, Follow }; // actions that are not enabled
  std::vector<Successor> pathsOfThread(NodeId start, unsigned slot, const Premises &premises, Blocked blocked);

  // check_persistent.cpp: threads that are not in the persistent set
  void checkPersistent(NodeId node);
  NextStep nextStepOf(NodeId node, unsigned slot);
  bool canCertainlyStep(NodeId node, unsigned slot, const Premises &premises);
  bool isUnconstrained(const Control &control, program::RegisterId name);
  bool mayHoldDynamicPointer(const Origin &container, std::uint64_t begin, std::uint64_t end) const;

  const Control &controlOf(NodeId node) const { return proof_.controls[proof_.nodes[node].control]; }
  bool isAtRest(NodeId node) const;
  Premises premisesAt(NodeId node);
  void addFacts(NodeId node, Premises &premises);
  Expr named(Expr conjunct);
  [[noreturn]] void reject(NodeId node, const std::string &what, program::SourceSpan span = {}) const;
  [[noreturn]] void giveUp(NodeId node, const std::string &what) const;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  Queries &queries_;
  Vocabulary vocabulary_;
  Provenance provenance_;
  std::optional<Interference> interference_;          // only for persistent sets
  std::optional<program::ValueFacts> facts_;          // of the certificate, which has been confirmed
  std::unordered_map<Expr, Expr> named_;              // conjuncts of labels, over the names of states
  std::vector<std::vector<std::vector<bool>>> live_;  // by automaton, location and register
  std::vector<std::vector<NodeId>> covered_;          // by node: the nodes that it covers
  std::vector<bool> changes_;                         // by node: other threads can notice the action that leads to it
  std::vector<std::pair<NodeId, std::string>> stops_; // stopped threads without a child
};

} // namespace heddle::proof
