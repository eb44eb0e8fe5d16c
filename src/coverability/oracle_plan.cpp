// Plans a run without omegas to a node of the oracle's search.
//
// The plan is built backwards. `wanted` is a finite configuration below the node's; the configuration that the parent
// must have is its cover predecessor. Where the search replaced a count by omega, more threads may be wanted than the
// count was. Then the steps from the ancestor to this node are repeated, that is, undone once more, until no more
// threads are wanted. These steps may contain accelerations themselves, which are undone recursively.
//
// Invariant: except in local states whose acceleration is still to be undone, no more threads are wanted than the node
// has. Each round over the steps of an acceleration lowers the number of threads wanted in its local states, and the
// threads that the steps themselves need are present, because the ancestor had them.
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
      if (node.root || mustStop())
        break;
      undoStep(id);
    }
    if (mustStop())
      return std::nullopt;
    std::reverse(steps_.begin(), steps_.end());
    return std::move(steps_);
  }

private:
  bool mustStop() const { return steps_.size() > mostSteps || oracle_.cancellation_.poll(); }

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
    assert(chosen != found_.end() && "a step of the oracle cannot be undone");
    wanted_ = chosen->configuration;
    steps_.push_back({node.transition, wanted_});
  }

  /// Repeats rounds until no more is wanted than the node had before the first `accelerations` of its accelerations.
  void undoAccelerations(NodeId id, std::size_t accelerations) {
    for (std::size_t index = accelerations; index-- > 0;) {
      const Acceleration &acceleration = oracle_.nodes_[id].accelerations[index];
      const auto wantsMore = [&](const Entry &before) { return count(wanted_.threads, before.local) > before.count; };
      while (!mustStop() && std::any_of(acceleration.before.begin(), acceleration.before.end(), wantsMore))
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
  std::vector<PlannedStep> steps_; // in reverse order
  std::vector<Predecessor> found_;
};

std::optional<std::vector<PlannedStep>> Oracle::plan(NodeId node, const Configuration &wanted) const {
  return Planner(*this, wanted).run(node);
}

} // namespace heddle::coverability
