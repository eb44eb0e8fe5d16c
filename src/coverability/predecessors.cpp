// Exact computation of cover predecessors for every kind of transition.
//
// A transition takes some threads, transfers others, and puts some. Of the v(y) threads of v in local state y, put(y)
// are put there; the other need(y) = max(0, v(y) - put(y)) must come from a source of y: from y itself, unless its
// threads are transferred, or from a local state with a transfer to y. Each way to divide need(y) among the sources of
// y, for every y, gives one predecessor, with
//
//   take(x) + max(guard(x), supply(x))   threads in x,
//
// where supply(x) is the number of threads that come from x. Every predecessor is above one of these. Without
// transfers there is one way; with transfers from several local states to one, there are several, incomparable ones.
//
// A signal to l is silent if no thread is in l: only the shared state changes, and the predecessor is v with the old
// shared state, provided that v has no thread in l. (If it has one, so has every configuration above, and the signal
// cannot be silent. If it has none, configurations above v with threads in l are predecessors, too, by the transition
// of the signal that wakes a thread: a thread in l moves, and v does not require it there.)
#include "coverability/predecessors.hpp"

#include <algorithm>

namespace heddle::coverability {

namespace {

constexpr std::size_t mostDivisions = 1'000'000;
constexpr std::size_t mostSources = 10'000; // of one transition, among which threads are divided

struct Need {
  Count count = 0;
  std::vector<LocalState> sources;
};

class Divider {
public:
  /// `supply` has the threads whose source is unique.
  Divider(const System &system, TransitionId id, Threads supply, std::vector<Predecessor> &result)
      : system_(system), id_(id), transition_(system.transition(id)), supply_(std::move(supply)), result_(result) {}

  void run(const std::vector<Need> &needs) {
    needs_ = &needs;
    divide(0, 0, needs.empty() ? 0 : needs[0].count);
  }

private:
  void divide(std::size_t need, std::size_t source, Count left) {
    if (need == needs_->size())
      return finish();
    const Need &current = (*needs_)[need];
    const LocalState local = current.sources[source];
    if (source + 1 == current.sources.size()) {
      increase(supply_, local, left);
      divide(need + 1, 0, need + 1 < needs_->size() ? (*needs_)[need + 1].count : 0);
      decrease(supply_, local, left);
      return;
    }
    for (Count here = 0; here <= left; ++here) {
      increase(supply_, local, here);
      divide(need, source + 1, left - here);
      decrease(supply_, local, here);
    }
  }

  void finish() {
    if (++divisions_ > mostDivisions)
      throw BeyondLimits("a transfer has more than 1000000 cover predecessors");
    Predecessor &found = result_.emplace_back();
    found.transition = id_;
    found.configuration.shared = transition_.from;
    Threads &threads = found.configuration.threads;
    threads = supply_;
    for (const Entry &entry : system_.guard(transition_)) {
      if (count(threads, entry.local) < entry.count)
        assign(threads, entry.local, entry.count);
    }
    for (const Entry &entry : system_.take(transition_))
      increase(threads, entry.local, entry.count);
  }

  const System &system_;
  TransitionId id_;
  const Transition &transition_;
  Threads supply_;
  std::vector<Predecessor> &result_;
  const std::vector<Need> *needs_ = nullptr;
  std::size_t divisions_ = 0;
};

void appendByTransfer(const System &system, TransitionId id, const Configuration &v, std::vector<Predecessor> &result) {
  const Transition &transition = system.transition(id);
  Threads supply;
  std::vector<Need> needs;
  std::size_t sources = 0;
  for (const Entry &entry : v.threads) {
    const Count arriving = count(system.put(transition), entry.local);
    if (entry.count <= arriving)
      continue;
    Need need{.count = entry.count - arriving, .sources = {}};
    for (const Arrival &arrival : system.arrivals(transition, entry.local))
      need.sources.push_back(arrival.from);
    if (system.transferFrom(transition, entry.local) == nullptr)
      need.sources.push_back(entry.local);
    if (need.sources.empty())
      return;
    if (need.sources.size() == 1) {
      increase(supply, need.sources.front(), need.count);
      continue;
    }
    sources += need.sources.size();
    needs.push_back(std::move(need));
  }
  if (sources > mostSources)
    throw BeyondLimits("a transfer leads from more than 10000 local states to those of the configuration");
  Divider(system, id, std::move(supply), result).run(needs);
}

} // namespace

void appendPredecessors(const System &system, TransitionId id, const Configuration &v,
                        std::vector<Predecessor> &result) {
  const Transition &transition = system.transition(id);
  for (const Entry &entry : system.absent(transition)) {
    if (count(v.threads, entry.local) != 0)
      return;
  }
  if (!system.transfers(transition).empty())
    return appendByTransfer(system, id, v, result);

  Predecessor &found = result.emplace_back();
  found.transition = id;
  found.configuration.shared = transition.from;
  Threads &threads = found.configuration.threads;
  threads.reserve(v.threads.size() + 1);
  threads = v.threads;
  for (const Entry &entry : system.put(transition)) {
    const Count present = count(threads, entry.local);
    if (present != 0)
      assign(threads, entry.local, present - std::min(present, entry.count));
  }
  for (const Entry &entry : system.guard(transition)) {
    if (count(threads, entry.local) < entry.count)
      assign(threads, entry.local, entry.count);
  }
  for (const Entry &entry : system.take(transition))
    increase(threads, entry.local, entry.count);
}

PredecessorIndex::PredecessorIndex(const System &system) : system_(system), always_(system.sharedStates()) {
  const auto transitions = system.transitions();
  for (TransitionId id = 0; id < transitions.size(); ++id) {
    const Transition &transition = transitions[id];
    if (transition.from != transition.to || !system.transfers(transition).empty()) {
      always_[transition.to].push_back(id);
      continue;
    }
    for (const Entry &entry : system.put(transition))
      byArrival_[std::uint64_t{transition.to} << 32 | entry.local].push_back(id);
  }
}

void PredecessorIndex::compute(const Configuration &v, std::vector<Predecessor> &result) const {
  result.clear();
  for (const TransitionId id : always_[v.shared])
    appendPredecessors(system_, id, v, result);
  for (const Entry &entry : v.threads) {
    const auto found = byArrival_.find(std::uint64_t{v.shared} << 32 | entry.local);
    if (found == byArrival_.end())
      continue;
    for (const TransitionId id : found->second) {
      // A transition that puts threads into several local states of v is considered for the first of them only.
      const auto put = system_.put(system_.transition(id));
      const bool first = std::none_of(put.begin(), put.end(), [&](const Entry &other) {
        return other.local < entry.local && count(v.threads, other.local) != 0;
      });
      if (first)
        appendPredecessors(system_, id, v, result);
    }
  }
}

} // namespace heddle::coverability
