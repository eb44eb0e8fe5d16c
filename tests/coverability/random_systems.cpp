#include "random_systems.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace heddle::coverability {

namespace {

class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  System run() {
    const bool net = chance(4);
    System system(net ? 1 : 1 + below(4), 2 + below(4));
    shared_ = system.sharedStates();
    locals_ = system.localStates();
    const std::uint32_t transitions = 3 + below(9);
    for (std::uint32_t i = 0; i < transitions; ++i)
      addTransition(system, net);
    addInitial(system);
    const std::uint32_t targets = chance(5) ? 2 : 1;
    for (std::uint32_t i = 0; i < targets; ++i)
      system.targets.push_back({below(shared_), threads(below(4))});
    return system;
  }

  System net() {
    System system(1, 2 + below(3));
    locals_ = system.localStates();
    const std::uint32_t transitions = 1 + below(5);
    for (std::uint32_t i = 0; i < transitions; ++i) {
      TransitionSpec spec;
      spec.take = threads(below(4));
      spec.put = threads(below(4));
      spec.guard = threads(below(3));
      if (chance(2))
        spec.transfers = transfers();
      system.add(spec);
    }
    const std::uint32_t sets = 1 + below(2);
    for (std::uint32_t i = 0; i < sets; ++i) {
      InitialSet set;
      set.least = threads(below(4));
      set.most.threads = set.least;
      increase(set.most.threads, local(), below(3));
      if (chance(2))
        assign(set.most.threads, local(), omega);
      system.initial.push_back(std::move(set));
    }
    const std::uint32_t targets = 1 + below(3);
    for (std::uint32_t i = 0; i < targets; ++i)
      system.targets.push_back({0, threads(1 + below(5))});
    return system;
  }

private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  bool chance(std::uint32_t oneIn) { return below(oneIn) == 0; }
  LocalState local() { return below(locals_); }

  Threads threads(std::uint32_t number) {
    Threads result;
    for (std::uint32_t i = 0; i < number; ++i)
      increase(result, local(), 1);
    return result;
  }

  std::vector<Transfer> transfers() {
    std::map<LocalState, std::vector<LocalState>> moves;
    const std::uint32_t number = 1 + below(2);
    for (std::uint32_t i = 0; i < number; ++i)
      moves[local()].push_back(local());
    if (chance(6))
      moves[local()] = {};
    std::vector<Transfer> result;
    for (auto &[from, to] : moves) {
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
      if (to.size() != 1 || to.front() != from)
        result.push_back({from, to});
    }
    return result;
  }

  void addTransition(System &system, bool net) {
    TransitionSpec spec;
    spec.from = below(shared_);
    spec.to = below(shared_);
    switch (below(net ? 9 : 8)) {
    case 0: // spawn
      spec.take = threads(1);
      spec.put = spec.take;
      increase(spec.put, local(), 1);
      break;
    case 1: // broadcast
      spec.transfers = transfers();
      break;
    case 2: // signal
      spec.take = threads(1);
      spec.put = threads(1);
      system.addSilent(spec.from, spec.to, spec.take, 0);
      break;
    case 3: // with passive transfers
      spec.take = threads(1);
      spec.put = threads(1);
      spec.transfers = transfers();
      break;
    case 8: // of a net
      spec.take = threads(below(3));
      spec.put = threads(below(3));
      spec.guard = threads(below(2));
      break;
    default:
      spec.take = threads(1);
      spec.put = threads(1);
      break;
    }
    system.add(spec);
  }

  void addInitial(System &system) {
    const std::uint32_t sets = chance(6) ? 2 : 1;
    for (std::uint32_t i = 0; i < sets; ++i) {
      InitialSet set;
      set.most.shared = below(shared_);
      set.least = threads(below(3));
      set.most.threads = set.least;
      if (!chance(3))
        assign(set.most.threads, local(), omega);
      system.initial.push_back(std::move(set));
    }
  }

  std::mt19937_64 random_;
  SharedState shared_ = 1;
  LocalState locals_ = 1;
};

/// All ways to divide the threads of transfers among their destinations.
void allFlows(const System &system, const Transition &transition, const Threads &present, std::size_t index,
              Firing &firing, std::vector<Firing> &result) {
  const auto &transfers = system.transfers(transition);
  if (index == transfers.size()) {
    result.push_back(firing);
    return;
  }
  const Transfer &transfer = transfers[index];
  const Count moving = count(present, transfer.from);
  if (transfer.to.empty() || moving == 0)
    return allFlows(system, transition, present, index + 1, firing, result);
  std::vector<Count> parts(transfer.to.size());
  const auto divide = [&](auto &self, std::size_t part, Count left) -> void {
    if (part + 1 == parts.size()) {
      parts[part] = left;
      const std::size_t before = firing.flows.size();
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] != 0)
          firing.flows.push_back({transfer.from, transfer.to[i], parts[i]});
      }
      allFlows(system, transition, present, index + 1, firing, result);
      firing.flows.resize(before);
      return;
    }
    for (Count here = 0; here <= left; ++here) {
      parts[part] = here;
      self(self, part + 1, left - here);
    }
  };
  divide(divide, 0, moving);
}

} // namespace

System randomSystem(std::uint64_t seed) { return Generator(seed).run(); }

System randomNet(std::uint64_t seed) { return Generator(seed).net(); }

Reachable reachable(const System &system, Count mostThreads) {
  constexpr std::size_t mostConfigurations = 20'000;
  Reachable result;
  std::unordered_set<Configuration, ConfigurationHash> seen;
  const auto visit = [&](const Configuration &configuration) {
    if (finiteDimension(configuration.threads) <= mostThreads && seen.insert(configuration).second)
      result.configurations.push_back(configuration);
  };
  for (const InitialSet &set : system.initial) {
    Configuration start{set.most.shared, set.least};
    visit(start);
    for (const Entry &entry : set.most.threads) {
      const Count room = entry.count - count(set.least, entry.local);
      for (Count more = 0; more < std::min(room, mostThreads); ++more) {
        increase(start.threads, entry.local, 1);
        visit(start);
      }
    }
  }
  for (std::size_t next = 0; next < result.configurations.size(); ++next) {
    if (next > mostConfigurations) {
      result.all = false;
      break;
    }
    const Configuration current = result.configurations[next];
    for (TransitionId id = 0; id < system.transitions().size(); ++id) {
      const Transition &transition = system.transition(id);
      Threads present = current.threads;
      if (transition.from != current.shared || !covered(system.take(transition), std::span(present)))
        continue;
      for (const Entry &entry : system.take(transition))
        decrease(present, entry.local, entry.count);
      Firing firing{.transition = id, .flows = {}};
      std::vector<Firing> firings;
      allFlows(system, transition, present, 0, firing, firings);
      for (const Firing &possible : firings) {
        if (const auto after = fire(system, current, possible))
          visit(*after);
      }
    }
  }
  return result;
}

Enumerated enumerate(const System &system, Count mostThreads) {
  const Reachable found = reachable(system, mostThreads);
  for (const Configuration &configuration : found.configurations) {
    for (const Configuration &target : system.targets) {
      if (covered(target, configuration))
        return Enumerated::Coverable;
    }
  }
  return found.all ? Enumerated::NotWithSoFewThreads : Enumerated::TooLarge;
}

} // namespace heddle::coverability
