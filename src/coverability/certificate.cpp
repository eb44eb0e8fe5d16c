// The independent checker of certificates. It shares with the search only systems, configurations and their order.
// It computes predecessors in its own, naive way, thread by thread, and has its own search for a configuration below
// another.
//
// Let R be the set of configurations in which every trap is marked and every weighting is within its bound. R
// contains the initial configurations and is closed under transitions, so every reachable configuration is in R. Let
// ↑U be the upward closure of the certificate's configurations. Every predecessor of ↑U that is in R is in ↑U, and
// ↑U contains no initial configuration. Therefore no reachable configuration is in ↑U. Each target is in ↑U or
// excluded by a weighting.
#include "coverability/certificate.hpp"

#include "support/bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;
using Wide = support::SignedBits;

Wide weigh(const std::vector<std::int64_t> &weights, std::span<const Entry> threads) {
  Wide sum = 0;
  for (const Entry &entry : threads)
    sum += Wide{weights[entry.local]} * Wide{entry.count};
  return sum;
}

class Checker {
public:
  Checker(const System &system, const Certificate &certificate) : system_(system), certificate_(certificate) {}

  Expected<bool> run() {
    for (const Trap &trap : certificate_.traps) {
      if (const auto good = checkTrap(trap); !good)
        return good;
    }
    for (const Weighting &weighting : certificate_.weightings) {
      if (const auto good = checkWeighting(weighting); !good)
        return good;
    }
    for (const Configuration &u : certificate_.minimal) {
      if (u.shared >= system_.sharedStates())
        return Error{"a configuration of the proof is not one of the system"};
      byFirst_[firstOf(u)].push_back(&u);
      if (system_.isBelowInitial(u))
        return Error{fmt::format("{} is in the proof and coverable", system_.describe(u))};
    }
    for (const Configuration &target : system_.targets) {
      if (!settled(target))
        return Error{fmt::format("the target {} is not in the proof", system_.describe(target))};
    }
    std::unordered_map<SharedState, std::vector<const Transition *>> into;
    for (const Transition &transition : system_.transitions())
      into[transition.to].push_back(&transition);
    for (const Configuration &u : certificate_.minimal) {
      for (const Transition *transition : into[u.shared]) {
        if (const auto good = checkPredecessors(u, *transition); !good)
          return good;
      }
    }
    return true;
  }

private:
  static constexpr std::size_t indexed = 3;

  /// The shared state and the first few local states, each with one thread.
  static Configuration firstOf(const Configuration &u) {
    Configuration first{u.shared, {}};
    for (const Entry &entry : u.threads) {
      if (first.threads.size() < indexed)
        first.threads.push_back({entry.local, 1});
    }
    return first;
  }

  /// Whether a configuration of the proof is below p. Its first local states are some of p's; all choices are tried.
  bool inProof(const Configuration &p) const {
    Configuration first{p.shared, {}};
    return inProof(p, 0, first);
  }

  bool inProof(const Configuration &p, std::size_t next, Configuration &first) const {
    const auto found = byFirst_.find(first);
    if (found != byFirst_.end() &&
        std::any_of(found->second.begin(), found->second.end(), [&](const Configuration *u) { return covered(*u, p); }))
      return true;
    for (; next < p.threads.size() && first.threads.size() < indexed; ++next) {
      first.threads.push_back({p.threads[next].local, 1});
      if (inProof(p, next + 1, first))
        return true;
      first.threads.pop_back();
    }
    return false;
  }

  bool settled(const Configuration &p) const {
    return inProof(p) || std::any_of(certificate_.weightings.begin(), certificate_.weightings.end(),
                                     [&](const Weighting &weighting) { return excludes(weighting, system_, p); });
  }

  Expected<bool> checkPredecessors(const Configuration &u, const Transition &transition) const {
    for (const Entry &entry : system_.absent(transition)) { // empty before and after the transition
      if (count(u.threads, entry.local) != 0)
        return true;
    }
    // The threads that the transition does not put were in a source of their local state before. If there are several
    // sources, each thread chooses its own.
    std::set<Threads> befores{{}};
    for (const Entry &entry : u.threads) {
      const std::vector<LocalState> choices = sources(transition, entry.local);
      const Count arriving = count(system_.put(transition), entry.local);
      Count missing = entry.count - std::min(arriving, entry.count);
      const Count together = choices.size() == 1 ? missing : 1;
      for (; missing > 0; missing -= together) {
        std::set<Threads> more;
        for (const LocalState source : choices) {
          for (Threads threads : befores) {
            addRoundedDown(threads, source, together);
            more.insert(std::move(threads));
          }
        }
        befores = std::move(more);
      }
    }
    for (Threads threads : befores) {
      for (const Entry &entry : system_.guard(transition))
        assign(threads, entry.local, std::max(entry.count, count(threads, entry.local)));
      for (const Entry &entry : system_.take(transition))
        addRoundedDown(threads, entry.local, entry.count);
      if (!settled({transition.from, threads}))
        return open(u, {transition.from, threads});
    }
    return true;
  }

  /// Saturates at the largest count. If the saturated configuration is settled, so is the exact one, which is above it.
  static void addRoundedDown(Threads &threads, LocalState local, Count by) {
    const Count before = count(threads, local);
    assign(threads, local, before + std::min(by, largestCount - before));
  }

  std::vector<LocalState> sources(const Transition &transition, LocalState local) const {
    std::vector<LocalState> result;
    bool leaves = false;
    for (const Transfer &transfer : system_.transfers(transition)) {
      leaves = leaves || transfer.from == local;
      if (std::find(transfer.to.begin(), transfer.to.end(), local) != transfer.to.end())
        result.push_back(transfer.from);
    }
    if (!leaves)
      result.push_back(local);
    return result;
  }

  Error open(const Configuration &u, const Configuration &p) const {
    return {fmt::format("{} is in the proof, its predecessor {} is not", system_.describe(u), system_.describe(p))};
  }

  Expected<bool> checkTrap(const Trap &trap) const {
    const auto inTrap = [&](std::uint64_t place) {
      return std::find(trap.places.begin(), trap.places.end(), place) != trap.places.end();
    };
    const auto anyInTrap = [&](std::span<const Entry> threads) {
      return std::any_of(threads.begin(), threads.end(), [&](const Entry &entry) { return inTrap(entry.local); });
    };
    const auto sharedInTrap = [&](SharedState s) { return inTrap(std::uint64_t{system_.localStates()} + s); };
    for (const InitialSet &set : system_.initial) {
      if (!sharedInTrap(set.most.shared) && !anyInTrap(set.least))
        return Error{"a trap of the proof is not marked initially"};
    }
    for (const Transition &transition : system_.transitions()) {
      const bool leavesShared = sharedInTrap(transition.from) && !sharedInTrap(transition.to);
      bool empties = leavesShared || anyInTrap(system_.take(transition));
      for (const Transfer &transfer : system_.transfers(transition)) {
        if (inTrap(transfer.from) &&
            (transfer.to.empty() || !std::all_of(transfer.to.begin(), transfer.to.end(), inTrap)))
          empties = true;
      }
      const bool fills = sharedInTrap(transition.to) || anyInTrap(system_.put(transition));
      if (empties && !fills)
        return Error{fmt::format("a trap of the proof is emptied by {}", system_.describe(transition))};
    }
    return true;
  }

  Expected<bool> checkWeighting(const Weighting &weighting) const {
    const std::size_t places = std::size_t{system_.localStates()} + system_.sharedStates();
    if (weighting.weights.size() != places || weighting.combined.size() != places)
      return Error{"a weighting of the proof does not fit the system"};
    std::vector<Wide> combined(weighting.weights.begin(), weighting.weights.end());
    Wide least = 0; // the least that the traps contribute
    for (const Weighting::Use &use : weighting.traps) {
      if (use.trap >= certificate_.traps.size() || use.multiple < 0)
        return Error{"a weighting of the proof uses a trap that does not exist"};
      least += use.multiple;
      for (const std::uint32_t place : certificate_.traps[use.trap].places)
        combined[place] -= use.multiple;
    }
    for (std::size_t place = 0; place < places; ++place) {
      if (combined[place] != weighting.combined[place] || (place < system_.localStates() && combined[place] < 0))
        return Error{"a weighting of the proof does not add up"};
    }
    for (const InitialSet &set : system_.initial) {
      Wide most = weighting.weights[system_.localStates() + set.most.shared];
      for (LocalState local = 0; local < system_.localStates(); ++local) {
        const std::int64_t weight = weighting.weights[local];
        const Count number = weight > 0 ? count(set.most.threads, local) : count(set.least, local);
        if (weight > 0 && number == omega)
          return Error{"a weighting of the proof is unbounded initially"};
        most += Wide{weight} * Wide{number};
      }
      if (most > Wide{weighting.bound} + least)
        return Error{"a weighting of the proof is above its bound initially"};
    }
    for (const Transition &transition : system_.transitions()) {
      if (increases(weighting.weights, transition))
        return Error{fmt::format("a weighting of the proof is increased by {}", system_.describe(transition))};
    }
    return true;
  }

  bool increases(const std::vector<std::int64_t> &weights, const Transition &transition) const {
    const LocalState locals = system_.localStates();
    const Wide shared = Wide{weights[locals + transition.to]} - Wide{weights[locals + transition.from]};
    for (const Transfer &transfer : system_.transfers(transition)) {
      if (transfer.to.empty() && weights[transfer.from] < 0)
        return true;
      if (std::any_of(transfer.to.begin(), transfer.to.end(),
                      [&](LocalState to) { return weights[to] > weights[transfer.from]; }))
        return true;
    }
    return shared + weigh(weights, system_.put(transition)) > weigh(weights, system_.take(transition));
  }

  const System &system_;
  const Certificate &certificate_;
  std::unordered_map<Configuration, std::vector<const Configuration *>, ConfigurationHash> byFirst_;
};

} // namespace

bool excludes(const Weighting &weighting, const System &system, const Configuration &configuration) {
  const Wide shared = weighting.combined[system.localStates() + configuration.shared];
  return shared + weigh(weighting.combined, configuration.threads) > weighting.bound;
}

Expected<bool> checkCertificate(const System &system, const Certificate &certificate) {
  return Checker(system, certificate).run();
}

} // namespace heddle::coverability
