// A Karp-Miller search that stays sound with broadcasts, transfers and signals.
//
// Invariant: every configuration of a node, with or without omegas, represents coverable configurations only. If a node
// strictly covers an ancestor, and every step between them has the same effect on all larger configurations, these
// steps can be repeated any number of times, and the counts that grew become omega. A transition with transfers does
// not have the same effect on larger configurations, nor has a silent signal: acceleration considers no ancestors
// before such a step, as the paper requires for broadcasts (Figure 11 shows why). Hence the search need not terminate,
// and the backward search never waits for it.
//
// The simplest case is saturation: a transition that stays in its shared state and takes threads only from local states
// with omega can be repeated at once. Such transitions are applied within the node, so that the private work of
// threads takes one node instead of one per step. Saturation follows the first local state that a transition takes; a
// transition that becomes possible later, because it takes threads in several places or has a guard, is left to the
// usual expansion.
//
// Configurations with the fewest threads come first, omegas not counted (section 5: "smallest thread numbers
// performed best by far"). A node that another node covers is not expanded. If the search terminates, every coverable
// configuration is below a node.
#include "coverability/oracle.hpp"

#include <algorithm>
#include <new>

namespace heddle::coverability {

namespace {

constexpr std::size_t publishEvery = 64;
constexpr std::size_t mostDivisions = 64; // ways in which a transfer divides threads among destinations

} // namespace

Oracle::Oracle(const System &system, support::Cancellation &cancellation)
    : system_(system), cancellation_(cancellation), byThread_(system.sharedStates()), unblocked_(system.sharedStates()),
      known_(system) {
  const auto transitions = system.transitions();
  for (TransitionId id = 0; id < transitions.size(); ++id) {
    const Transition &transition = transitions[id];
    const auto take = system.take(transition);
    if (take.empty())
      unblocked_[transition.from].push_back(id);
    else
      byThread_[transition.from].push_back({take.front().local, id});
  }
  for (auto &list : byThread_)
    std::sort(list.begin(), list.end(), [](const ByThread &a, const ByThread &b) {
      return a.local != b.local ? a.local < b.local : a.transition < b.transition;
    });
  for (NodeId id = 0; id < known_.size(); ++id) {
    Node root;
    root.root = true;
    nodes_.push_back(root);
    waiting_.push({finiteDimension(known_.configuration(id).threads), id});
  }
}

Oracle::~Oracle() { stop(); }

void Oracle::searchUpTo(std::size_t nodes) { search(nodes); }

void Oracle::start() {
  if (!exhausted())
    thread_ = std::thread([this] {
      try {
        search(UINT32_MAX);
      } catch (const std::bad_alloc &) {
        // Stops the backward search as well.
        failure_ = std::current_exception();
        cancellation_.request(support::StopReason::Memory);
      }
    });
}

void Oracle::stop() {
  stop_ = true;
  if (thread_.joinable())
    thread_.join();
}

void Oracle::rethrowFailure() const {
  if (failure_)
    std::rethrow_exception(failure_);
}

void Oracle::collect(std::vector<Finding> &findings) {
  findings.clear();
  if (!fresh_.load(std::memory_order_relaxed))
    return;
  const std::lock_guard lock(mutex_);
  findings.swap(findings_);
  fresh_ = false;
}

void Oracle::publish() {
  if (unpublished_.empty())
    return;
  const std::lock_guard lock(mutex_);
  findings_.insert(findings_.end(), std::make_move_iterator(unpublished_.begin()),
                   std::make_move_iterator(unpublished_.end()));
  unpublished_.clear();
  published_ = nodes_.size();
  fresh_ = true;
}

void Oracle::search(std::size_t limit) {
  while (!waiting_.empty() && nodes_.size() < limit && !stop_ && !cancellation_.poll()) {
    const NodeId id = waiting_.top().node;
    waiting_.pop();
    const auto above = known_.findOther(id);
    const bool equal = above && known_.configuration(*above) == known_.configuration(id);
    if (!above || (equal && *above > id)) // of equal initial configurations, only the first
      expand(id);
  }
  publish();
  // Every node is expanded or covered by an expanded one: the configurations below the nodes are closed under
  // transitions and contain the initial ones.
  if (waiting_.empty() && !skipped_)
    exhausted_.store(true, std::memory_order_release);
}

std::span<const Oracle::ByThread> Oracle::leaving(SharedState shared, LocalState local) const {
  const auto &list = byThread_[shared];
  const auto begin = std::lower_bound(list.begin(), list.end(), local,
                                      [](const ByThread &item, LocalState wanted) { return item.local < wanted; });
  auto end = begin;
  while (end != list.end() && end->local == local)
    ++end;
  return {begin, end};
}

void Oracle::expand(NodeId id) {
  const Configuration current = known_.configuration(id); // a copy: known_ grows meanwhile
  const auto fireUnlessStopped = [&](TransitionId transition) {
    if (stop_ || cancellation_.poll()) {
      skipped_ = true;
      return;
    }
    try {
      fire(id, transition);
    } catch (const BeyondLimits &) {
      skipped_ = true;
    }
  };
  for (const Entry &entry : current.threads) {
    for (const ByThread &item : leaving(current.shared, entry.local))
      fireUnlessStopped(item.transition);
  }
  for (const TransitionId transition : unblocked_[current.shared])
    fireUnlessStopped(transition);
}

void Oracle::fire(NodeId id, TransitionId transitionId) {
  const Transition &transition = system_.transition(transitionId);
  Threads threads = known_.configuration(id).threads;
  const auto put = system_.put(transition);
  if (onlyAdds(transition, threads) &&
      std::all_of(put.begin(), put.end(), [&](const Entry &entry) { return count(threads, entry.local) == omega; }))
    return; // saturation has applied it
  if (!covered(system_.take(transition), std::span(threads)))
    return;
  // If a thread is present, the transition of the signal that wakes it reaches at least as much.
  for (const Entry &entry : system_.absent(transition)) {
    if (count(threads, entry.local) != 0)
      return;
  }
  for (const Entry &entry : system_.take(transition))
    decrease(threads, entry.local, entry.count);
  if (!covered(system_.guard(transition), std::span(threads)))
    return;

  std::vector<Threads> outcomes{threads};
  std::vector<std::pair<const Transfer *, Count>> moves;
  for (const Entry &entry : threads) {
    if (const Transfer *transfer = system_.transferFrom(transition, entry.local)) {
      assign(outcomes.front(), entry.local, 0);
      moves.emplace_back(transfer, entry.count);
    }
  }
  for (const auto &[move, moving] : moves) {
    const Transfer &transfer = *move;
    if (transfer.to.empty())
      continue;
    if (moving == omega || transfer.to.size() == 1) {
      for (Threads &outcome : outcomes) {
        for (const LocalState to : transfer.to)
          increase(outcome, to, moving);
      }
      continue;
    }
    // Each thread chooses its destination: all ways to divide the threads, up to the limit.
    for (Count thread = 0; thread < moving; ++thread) {
      std::vector<Threads> more;
      for (const Threads &outcome : outcomes) {
        for (const LocalState to : transfer.to) {
          Threads divided = outcome;
          increase(divided, to, 1);
          if (std::find(more.begin(), more.end(), divided) != more.end())
            continue;
          if (more.size() < mostDivisions)
            more.push_back(std::move(divided));
          else
            skipped_ = true;
        }
      }
      outcomes = std::move(more);
    }
  }
  for (Threads &outcome : outcomes) {
    for (const Entry &entry : system_.put(transition))
      increase(outcome, entry.local, entry.count);
    successor(id, transitionId, {transition.to, std::move(outcome)},
              system_.transfers(transition).empty() && system_.absent(transition).empty());
  }
}

void Oracle::successor(NodeId parent, TransitionId transition, Configuration next, bool accelerable) {
  if (known_.contains(next))
    return;
  Node node;
  node.parent = parent;
  node.transition = transition;
  node.accelerable = accelerable;
  accelerate(node, next);
  saturate(node, next);
  const auto id = static_cast<NodeId>(nodes_.size());
  waiting_.push({finiteDimension(next.threads), id});
  unpublished_.push_back({id, next});
  known_.add(std::move(next), Reason{});
  nodes_.push_back(std::move(node));
  if (unpublished_.size() >= publishEvery)
    publish();
}

void Oracle::accelerate(Node &node, Configuration &configuration) const {
  bool accelerable = node.accelerable;
  for (NodeId id = node.parent; accelerable; id = nodes_[id].parent) {
    const Configuration &ancestor = known_.configuration(id);
    if (covered(ancestor, configuration)) {
      Acceleration acceleration{.single = false, .number = id, .before = {}};
      for (Entry &entry : configuration.threads) {
        if (entry.count == omega || entry.count == count(ancestor.threads, entry.local))
          continue;
        acceleration.before.push_back(entry);
        entry.count = omega;
      }
      if (!acceleration.before.empty())
        node.accelerations.push_back(std::move(acceleration));
    }
    accelerable = nodes_[id].accelerable && !nodes_[id].root;
  }
}

bool Oracle::onlyAdds(const Transition &transition, std::span<const Entry> threads) const {
  if (transition.from != transition.to || !system_.transfers(transition).empty() || !system_.absent(transition).empty())
    return false;
  const auto take = system_.take(transition);
  return std::all_of(take.begin(), take.end(),
                     [&](const Entry &entry) { return count(threads, entry.local) == omega; }) &&
         covered(system_.guard(transition), threads);
}

void Oracle::saturate(Node &node, Configuration &configuration) const {
  Threads &threads = configuration.threads;
  std::vector<LocalState> open;
  for (const Entry &entry : threads) {
    if (entry.count == omega)
      open.push_back(entry.local);
  }
  while (!open.empty()) {
    const LocalState local = open.back();
    open.pop_back();
    for (const ByThread &item : leaving(configuration.shared, local)) {
      const Transition &transition = system_.transition(item.transition);
      if (!onlyAdds(transition, threads))
        continue;
      Acceleration acceleration{.single = true, .number = item.transition, .before = {}};
      for (const Entry &entry : system_.put(transition)) {
        const Count before = count(threads, entry.local);
        if (before == omega)
          continue;
        acceleration.before.push_back({entry.local, before});
        assign(threads, entry.local, omega);
        open.push_back(entry.local);
      }
      if (!acceleration.before.empty())
        node.accelerations.push_back(std::move(acceleration));
    }
  }
}

} // namespace heddle::coverability
