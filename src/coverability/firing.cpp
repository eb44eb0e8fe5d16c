// The concrete semantics of section 2.2, one transition at a time, without omegas, orders or indices.
#include "coverability/firing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

bool contains(std::span<const Entry> threads, std::span<const Entry> wanted) { return covered(wanted, threads); }

/// Chooses destinations for the threads of transfers with several, so that every local state gets at least the threads
/// that `wanted` has there. The assignment is found by backtracking, one local state at a time: few threads matter, so
/// augmenting paths would not pay.
class FlowSearch {
public:
  FlowSearch(const System &system, const Transition &transition, Threads present, const Configuration &wanted)
      : system_(system), transition_(transition), present_(std::move(present)) {
    for (const Entry &entry : wanted.threads) {
      const Count arriving = count(system.put(transition), entry.local);
      if (entry.count > arriving)
        needs_.push_back({entry.local, entry.count - arriving});
    }
  }

  std::optional<std::vector<Flow>> run() {
    if (!satisfy(0, 0, needs_.empty() ? 0 : needs_[0].count))
      return std::nullopt;
    // Threads that are not needed anywhere go to the first destination.
    for (const Entry &left : present_) {
      const Transfer *transfer = system_.transferFrom(transition_, left.local);
      if (transfer != nullptr && !transfer->to.empty())
        flows_.push_back({left.local, transfer->to.front(), left.count});
    }
    return flows_;
  }

private:
  bool satisfy(std::size_t need, std::size_t source, Count left) {
    if (need == needs_.size())
      return true;
    if (left == 0)
      return satisfy(need + 1, 0, need + 1 < needs_.size() ? needs_[need + 1].count : 0);
    const LocalState local = needs_[need].local;
    const std::span<const Arrival> arrivals = system_.arrivals(transition_, local);
    if (source == arrivals.size()) { // the last source: threads that stay
      if (system_.transferFrom(transition_, local) != nullptr || count(present_, local) < left)
        return false;
      return satisfy(need + 1, 0, need + 1 < needs_.size() ? needs_[need + 1].count : 0);
    }
    const LocalState from = arrivals[source].from;
    const Count most = std::min(left, count(present_, from));
    for (Count here = most;; --here) {
      if (here != 0) {
        decrease(present_, from, here);
        flows_.push_back({from, local, here});
      }
      if (satisfy(need, source + 1, left - here))
        return true;
      if (here == 0)
        return false;
      increase(present_, from, here);
      flows_.pop_back();
    }
  }

  const System &system_;
  const Transition &transition_;
  Threads present_;
  std::vector<Entry> needs_;
  std::vector<Flow> flows_;
};

} // namespace

std::optional<Firing> chooseFiring(const System &system, TransitionId id, const Configuration &current,
                                   const Configuration &wanted) {
  const Transition &transition = system.transition(id);
  Firing firing{.transition = id, .flows = {}};
  Threads present = current.threads;
  if (!contains(present, system.take(transition)))
    return std::nullopt;
  for (const Entry &entry : system.take(transition))
    decrease(present, entry.local, entry.count);
  if (!system.transfers(transition).empty()) {
    auto flows = FlowSearch(system, transition, present, wanted).run();
    if (!flows)
      return std::nullopt;
    firing.flows = std::move(*flows);
  }
  const auto next = fire(system, current, firing);
  if (!next || !covered(wanted, *next))
    return std::nullopt;
  return firing;
}

support::Expected<Configuration> fire(const System &system, const Configuration &current, const Firing &firing) {
  const Transition &transition = system.transition(firing.transition);
  const auto impossible = [&](const char *why) {
    return support::Error{
        fmt::format("{} cannot happen in {}: {}", system.describe(transition), system.describe(current), why)};
  };
  if (current.shared != transition.from)
    return impossible("another shared state");
  Configuration next{transition.to, current.threads};
  for (const Entry &entry : system.absent(transition)) {
    if (count(current.threads, entry.local) != 0)
      return impossible("a thread waits for the signal");
  }
  for (const Entry &entry : system.take(transition)) {
    if (count(next.threads, entry.local) < entry.count)
      return impossible("a thread is missing");
    decrease(next.threads, entry.local, entry.count);
  }
  if (!contains(next.threads, system.guard(transition)))
    return impossible("the guard does not hold");

  const Threads before = next.threads;
  Threads moved;
  for (const Flow &flow : firing.flows) {
    const Transfer *transfer = system.transferFrom(transition, flow.from);
    if (transfer == nullptr)
      return impossible("a thread moves that should not");
    if (!std::binary_search(transfer->to.begin(), transfer->to.end(), flow.to))
      return impossible("a thread goes where it cannot");
    increase(moved, flow.from, flow.count);
  }
  for (const Entry &entry : before) {
    const Transfer *transfer = system.transferFrom(transition, entry.local);
    if (transfer != nullptr)
      decrease(next.threads, entry.local, entry.count);
    if (transfer != nullptr && !transfer->to.empty() && count(moved, entry.local) != entry.count)
      return impossible("not every thread takes part in the transfer");
  }
  if (!contains(before, moved))
    return impossible("more threads take part in the transfer than are present");
  for (const Flow &flow : firing.flows)
    increase(next.threads, flow.to, flow.count);
  for (const Entry &entry : system.put(transition))
    increase(next.threads, entry.local, entry.count);
  return next;
}

support::Expected<std::vector<Configuration>> replay(const System &system, const Trace &trace) {
  if (!system.isInitial(trace.start))
    return support::Error{fmt::format("{} is not initial", system.describe(trace.start))};
  std::vector<Configuration> visited{trace.start};
  for (const Firing &firing : trace.firings) {
    auto next = fire(system, visited.back(), firing);
    if (!next)
      return next.error();
    visited.push_back(std::move(*next));
  }
  for (const Configuration &target : system.targets) {
    if (covered(target, visited.back()))
      return visited;
  }
  return support::Error{fmt::format("{} covers no target", system.describe(visited.back()))};
}

} // namespace heddle::coverability
