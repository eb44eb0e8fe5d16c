// Algorithm 2 of the paper (section 5.3), shortest reasons first.
//
// A label states that the first `count` nodes of a thread precede a node, for a reason; an edge states that one node
// precedes another by a requirement or by rule 2 or 3, for a reason. Labels are propagated along program order, which
// needs no reason, and along edges, where the reasons are united; the rules derive edges from labels. The paper
// combines orders in any sequence and removes those that turn out to be redundant. Here they are processed by the size
// of their reasons, as in Knuth's generalisation of Dijkstra's algorithm. A union is never smaller than its parts, so
// an order that has been processed never becomes redundant later. A label whose reason contains a reason for a cycle
// can be dropped, because the reasons of everything that is derived from it contain that reason, too. If cycles have
// short reasons, which is common when the solver has chosen read-froms almost freely, this saves most of the work.
//
// The number of reasons of one order (`limits.reasonsPerOrder`) and the total work are bounded. Therefore reasons may
// be missed, and a reason that is found may contain one that was missed. Reasons for which this is possible are
// minimised one by one.
//
// Only orders between nodes that are on a common cycle are derived; the closure without reasons shows which these are.
// This is complete. If rule 2 orders x before w, which r reads from, because x is before r, and w is also before x,
// then r is before x by rule 3, so the premise is on a cycle like the conclusion. The argument for rule 3 is symmetric.
#include "events/kernel_reason_derivation.hpp"

#include <utility>

namespace heddle::events {

namespace {

constexpr Index none = ~Index{0};
// Bounds on the labels and edges that are considered: after a reason has been found, and before.
constexpr std::size_t usualWork = 30'000;
constexpr std::size_t mostWork = 150'000;
// In large problems, three reasons for each order lead to nearly all short reasons for cycles that eight lead to, in a
// third of the time.
constexpr std::size_t fewReasons = 3;
constexpr std::size_t manyReasons = 4'000;

} // namespace

ReasonDerivation::ReasonDerivation(const OrderProblem &problem, const OrderLimits &limits,
                                   support::Cancellation &cancellation)
    : problem_(problem), frame_(*problem.frame), limits_(limits), cancellation_(cancellation), closure_(problem),
      pool_(problem), known_(problem, pool_), firstLabel_(std::size_t{frame_.nodeCount()} * frame_.threads, none),
      firstEdge_(frame_.nodeCount(), none) {
  const std::size_t orders = std::size_t{frame_.nodeCount()} * frame_.threads;
  reasonsPerOrder_ = std::min(limits.reasonsPerOrder, std::max(fewReasons, manyReasons / orders));
  certainSize_ = hasSharedAtoms() ? 0 : 2;
  closure_.complete();
}

void ReasonDerivation::run() {
  start();
  if (certainSize_ > 0 && buckets_.size() > 1)
    for (const ProposedLabel &label : std::exchange(buckets_[1].cycles, {}))
      take(label);
  hasStarted_ = true;
  for (std::size_t size = 0; size < buckets_.size(); ++size) {
    std::size_t nextCycle = 0;
    std::size_t nextEdge = 0;
    std::size_t nextLabel = 0;
    for (;;) { // cycles first, because they make other labels redundant
      Bucket &bucket = buckets_[size];
      if (nextCycle == bucket.cycles.size() && nextEdge == bucket.edges.size() && nextLabel == bucket.labels.size())
        break;
      if (mustStop())
        return;
      if (nextCycle < bucket.cycles.size())
        take(ProposedLabel(bucket.cycles[nextCycle++]));
      else if (nextEdge < bucket.edges.size())
        take(Edge(bucket.edges[nextEdge++]));
      else
        take(ProposedLabel(bucket.labels[nextLabel++]));
    }
    buckets_[size] = {};
  }
}

/// Proposes the orders that follow from program order and one requirement.
void ReasonDerivation::start() {
  for (const OrderProblem::Edge &edge : problem_.edges)
    proposeEdge(edge.before, edge.after, ReasonPool::empty, edge.reason, noAtom);
  for (const OrderProblem::Read &read : problem_.reads) {
    const Index source = problem_.writes[read.write].node;
    proposeEdge(source, read.node, ReasonPool::empty, read.readsFrom, noAtom);
    for (Index thread = 0; thread < frame_.threads; ++thread) {
      const auto writes = problem_.writesOf(read.cell, thread);
      const auto before = problem_.writesBefore(read.cell, thread, frame_.clock(read.node, thread));
      for (std::size_t i = before.size(); i-- > 0;) {
        const OrderProblem::Write &write = problem_.writes[before[i]];
        if (before[i] == read.write || frame_.precedes(write.node, source))
          break;
        proposeEdge(write.node, source, ReasonPool::empty, read.readsFrom, write.guard);
        if (isEnough(write, pool_.single(read.readsFrom)))
          break;
      }
      auto after = std::partition_point(writes.begin(), writes.end(), [&](Index write) {
        return !frame_.precedes(source, problem_.writes[write].node);
      });
      for (; after != writes.end(); ++after) {
        const OrderProblem::Write &write = problem_.writes[*after];
        if (write.node == read.node || frame_.precedes(read.node, write.node))
          break;
        proposeEdge(read.node, write.node, ReasonPool::empty, read.readsFrom, write.guard);
        if (isEnough(write, pool_.single(read.readsFrom)))
          break;
      }
    }
  }
}

bool ReasonDerivation::mustStop() {
  return known_.all().size() >= limits_.reasons || work_ > (known_.all().empty() ? mostWork : usualWork) ||
         cancellation_.poll();
}

/// Whether the order of a label can be part of a cycle and is not program order.
bool ReasonDerivation::isOnCycle(Index node, Index thread, Index count) const {
  return count > frame_.clock(node, thread) && closure_.precedes(node, frame_.threadStart[thread] + count - 1);
}

/// Whether the label contradicts program order.
bool ReasonDerivation::isCycle(Index node, Index thread, Index count) const {
  const Index last = frame_.threadStart[thread] + count - 1;
  return last == node || frame_.precedes(node, last);
}

/// Whether the write happens whenever the reason holds. Then writes that are farther away need not be considered.
bool ReasonDerivation::isEnough(const OrderProblem::Write &write, ReasonId reason) const {
  return write.guard == noAtom || pool_.contains(reason, write.guard);
}

void ReasonDerivation::propose(const ProposedLabel &label) {
  if (!isOnCycle(label.node, label.thread, label.count))
    return;
  const std::size_t mark = pool_.mark();
  const ReasonId reason = pool_.unite(label.reason, label.other);
  if (!known_.impliesShort(reason)) {
    if (isCycle(label.node, label.thread, label.count)) {
      if (hasStarted_ && pool_.size(reason) <= certainSize_) {
        known_.add(reason);
        return;
      }
      bucketOf(reason).cycles.push_back(label);
    } else if (!refuse({label.node, label.thread, label.count, reason}))
      bucketOf(reason).labels.push_back(label);
  }
  pool_.release(reason, mark);
}

/// Proposes an edge whose reason is the union of `reason` and two atoms.
void ReasonDerivation::proposeEdge(Index before, Index after, ReasonId reason, Atom atom, Atom guard) {
  const Label label{after, frame_.threadOf[before], frame_.positionOf(before) + 1, reason};
  if (!isOnCycle(after, label.thread, label.count))
    return;
  const std::size_t mark = pool_.mark();
  const ReasonId first = pool_.unite(reason, pool_.single(atom));
  const ReasonId all = pool_.unite(first, pool_.single(guard));
  if (!known_.impliesShort(all)) {
    if (isCycle(label.node, label.thread, label.count)) {
      bucketOf(all).cycles.push_back({label.node, label.thread, label.count, all, ReasonPool::empty});
      return;
    }
    if (!refuse({label.node, label.thread, label.count, all})) {
      bucketOf(all).edges.push_back({before, after, all});
      return;
    }
  }
  pool_.release(all, mark);
  pool_.release(first, mark);
}

void ReasonDerivation::take(const Edge &edge) {
  const Label label{edge.after, frame_.threadOf[edge.before], frame_.positionOf(edge.before) + 1, edge.reason};
  if (refuse(label) || known_.impliesAny(edge.reason))
    return;
  edges_.push_back({edge.after, edge.reason, firstEdge_[edge.before]});
  firstEdge_[edge.before] = static_cast<Index>(edges_.size() - 1);
  keep(label);
  for (Index thread = 0; thread < frame_.threads; ++thread) {
    propose({edge.after, thread, frame_.clock(edge.before, thread), edge.reason, ReasonPool::empty});
    const std::size_t place = std::size_t{edge.before} * frame_.threads + thread;
    for (Index i = firstLabel_[place]; i != none; i = labels_[i].next)
      propose({edge.after, thread, labels_[i].count, labels_[i].reason, edge.reason});
  }
}

void ReasonDerivation::take(const ProposedLabel &label) {
  const std::size_t mark = pool_.mark();
  const ReasonId reason = pool_.unite(label.reason, label.other);
  const Label made{label.node, label.thread, label.count, reason};
  const bool closesCycle = isCycle(label.node, label.thread, label.count);
  if (known_.impliesAny(reason) || (!closesCycle && refuse(made)))
    pool_.release(reason, mark);
  else if (closesCycle)
    known_.add(reason);
  else
    keep(made);
}

/// Adds the label to its node and to the following nodes of its thread, up to one where it is redundant.
void ReasonDerivation::keep(Label label) {
  for (;; ++label.node) {
    Index &first = firstLabel_[std::size_t{label.node} * frame_.threads + label.thread];
    labels_.push_back({label.count, label.reason, first});
    first = static_cast<Index>(labels_.size() - 1);

    for (const Index leap : frame_.leapsFrom[label.node])
      propose({frame_.leaps[leap].after, label.thread, label.count, label.reason, ReasonPool::empty});
    for (Index edge = firstEdge_[label.node]; edge != none; edge = edges_[edge].next)
      propose({edges_[edge].after, label.thread, label.count, label.reason, edges_[edge].reason});
    ruleTwo(label);
    ruleThree(label);
    if (frame_.isLastOfThread(label.node) || !isOnCycle(label.node + 1, label.thread, label.count) ||
        refuse({label.node + 1, label.thread, label.count, label.reason}))
      return;
  }
}

/// Writes that the label orders before a read of their cell are before the source of the read. The latest comes first;
/// writes before one that certainly happens add nothing.
void ReasonDerivation::ruleTwo(const Label &label) {
  const Index known = frame_.threadStart[label.thread] + frame_.clock(label.node, label.thread);
  for (const Index i : problem_.readsAt(label.node)) {
    const OrderProblem::Read &read = problem_.reads[i];
    const Index source = problem_.writes[read.write].node;
    const auto before = problem_.writesBefore(read.cell, label.thread, label.count);
    for (std::size_t k = before.size(); k-- > 0;) {
      const OrderProblem::Write &write = problem_.writes[before[k]];
      if (write.node < known || before[k] == read.write || frame_.precedes(write.node, source))
        break;
      proposeEdge(write.node, source, label.reason, read.readsFrom, write.guard);
      if (isEnough(write, label.reason))
        break;
    }
  }
}

/// A read from a write that the label orders before another write of the cell is before the other write.
void ReasonDerivation::ruleThree(const Label &label) {
  const Index known = frame_.threadStart[label.thread] + frame_.clock(label.node, label.thread);
  for (const Index i : problem_.writesAt(label.node)) {
    const OrderProblem::Write &write = problem_.writes[i];
    const auto before = problem_.writesBefore(write.cell, label.thread, label.count);
    for (std::size_t k = before.size(); k-- > 0;) {
      const OrderProblem::Write &source = problem_.writes[before[k]];
      if (source.node < known)
        break;
      for (const Index reader : problem_.readsFrom(before[k])) {
        const OrderProblem::Read &read = problem_.reads[reader];
        if (read.node != label.node)
          proposeEdge(read.node, label.node, label.reason, read.readsFrom, write.guard);
      }
      if (isEnough(source, label.reason))
        break;
    }
  }
}

/// Whether another label states the order for a part of the reason, or the order has enough reasons already. Counts the
/// work, and remembers the size of the smallest reason that was refused because its order has enough.
bool ReasonDerivation::refuse(const Label &label) {
  ++work_;
  const std::size_t size = pool_.size(label.reason);
  std::size_t reasons = 0;
  const std::size_t place = std::size_t{label.node} * frame_.threads + label.thread;
  for (Index i = firstLabel_[place]; i != none; i = labels_[i].next) {
    if (labels_[i].count < label.count)
      continue;
    if (pool_.isImplied(labels_[i].reason, label.reason))
      return true;
    ++reasons;
    if (reasons >= reasonsPerOrder_ && size >= smallestRefused_)
      return true;
  }
  if (reasons < reasonsPerOrder_)
    return false;
  smallestRefused_ = std::min(smallestRefused_, size);
  return true;
}

/// Whether an atom stands for several requirements, or a requirement has no atom. If not, no proper part of a reason of
/// two atoms is a reason: a single read-from is a reason only if program order has a write between its ends, and such
/// reasons are found at the start.
bool ReasonDerivation::hasSharedAtoms() const {
  AtomSet seen(problem_.literals.size(), false);
  seen[noAtom] = true;
  bool isShared = false;
  const auto see = [&](Atom atom) {
    isShared |= seen[atom];
    seen[atom] = true;
  };
  for (const OrderProblem::Read &read : problem_.reads)
    see(read.readsFrom);
  for (const OrderProblem::Edge &edge : problem_.edges)
    see(edge.reason);
  for (const OrderProblem::Write &write : problem_.writes)
    isShared |= write.guard != noAtom && seen[write.guard];
  return isShared;
}

ReasonDerivation::Bucket &ReasonDerivation::bucketOf(ReasonId reason) {
  const std::size_t size = pool_.size(reason);
  if (buckets_.size() <= size)
    buckets_.resize(size + 1);
  return buckets_[size];
}

} // namespace heddle::events
