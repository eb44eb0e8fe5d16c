// From a node of the oracle's search to a run without omegas.
//
// Wanted are some threads, finitely many, below the node's configuration. Going back step by step, the
// threads that the parent must have are the cover predecessor of those wanted here. Where the search
// replaced a number by omega, more threads may be wanted than the number was: then the steps from the
// ancestor to this node are run once more, which again is a matter of going back over them, as often as it
// takes. Those steps may contain such places themselves.
//
// Invariant on the way: but for the local states whose omega is still to be accounted for, no more is
// wanted than the node has. Each round over the steps of an acceleration lowers what is wanted in its local
// states, and what the steps themselves need is there, because the ancestor had it.
#include "coverability/oracle.hpp"
#include "coverability/predecessors.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::coverability {

namespace {

constexpr std::size_t mostSteps = 2'000'000;

} // namespace

class Oracle::Planner {
public:
  Planner(const Oracle &oracle, Configuration wanted) : oracle_(oracle), wanted_(std::move(wanted)) {}

  std::optional<std::vector<PlannedStep>> run(NodeId id) {
    for (;; id = oracle_.nodes_[id].parent) {
      const Node &node = oracle_.nodes_[id];
      undoAccelerations(id, node.accelerations.size());
      if (node.root || tooMany())
        break;
      undoStep(id);
    }
    if (tooMany())
      return std::nullopt;
    std::reverse(steps_.begin(), steps_.end());
    return std::move(steps_);
  }

private:
  bool tooMany() const { return steps_.size() > mostSteps || oracle_.cancellation_.stopRequested(); }

  void undoStep(NodeId id) {
    const Node &node = oracle_.nodes_[id];
    found_.clear();
    appendPredecessors(oracle_.system_, node.transition, wanted_, found_);
    auto chosen = found_.begin();
    if (!node.accelerable) {
      const Configuration &parent = oracle_.known_.configuration(node.parent);
      chosen = std::find_if(found_.begin(), found_.end(),
                            [&](const Predecessor &predecessor) { return covered(predecessor.configuration, parent); });
    }
    assert(chosen != found_.end() && "the oracle made a step that cannot be undone");
    wanted_ = chosen->configuration;
    steps_.push_back({node.transition, wanted_});
  }

  /// Until no more is wanted than there was before the first `accelerations` of the node's accelerations.
  void undoAccelerations(NodeId id, std::size_t accelerations) {
    for (std::size_t index = accelerations; index-- > 0;) {
      const Acceleration &acceleration = oracle_.nodes_[id].accelerations[index];
      const auto wantsMore = [&](const Entry &before) { return count(wanted_.threads, before.local) > before.count; };
      while (!tooMany() && std::any_of(acceleration.before.begin(), acceleration.before.end(), wantsMore))
        undoRound(acceleration, id, index);
    }
  }

  void undoRound(const Acceleration &acceleration, NodeId id, std::size_t accelerations) {
    if (acceleration.single) {
      found_.clear();
      appendPredecessors(oracle_.system_, acceleration.number, wanted_, found_);
      wanted_ = found_.front().configuration;
      steps_.push_back({acceleration.number, wanted_});
      return;
    }
    undoAccelerations(id, accelerations);
    undoStep(id);
    for (id = oracle_.nodes_[id].parent; id != acceleration.number; id = oracle_.nodes_[id].parent) {
      undoAccelerations(id, oracle_.nodes_[id].accelerations.size());
      undoStep(id);
    }
  }

  const Oracle &oracle_;
  Configuration wanted_;
  std::vector<PlannedStep> steps_; // from the last to the first
  std::vector<Predecessor> found_;
};

std::optional<std::vector<PlannedStep>> Oracle::plan(NodeId node, const Configuration &wanted) const {
  return Planner(*this, wanted).run(node);
}

} // namespace heddle::coverability
