// Systems: thread transition systems (Definition 1 of the paper), and Petri nets with transfers, which are thread
// transition systems with a single shared state and places for local states.
//
// There is one kind of transition. It is enabled in shared state `from` if the threads `take` and `guard` are present
// and no thread is in a local state of `absent`. The threads `take` leave; then every thread in the source of a
// transfer moves to one of its destinations (each thread chooses; without a destination it disappears, which is a
// reset); then the threads `put` arrive and the shared state is `to`. The usual kinds are special cases:
//
//   thread     (s, l) → (s', l')   takes l and puts l'
//   spawn      (s, l) +> (s', l')  takes l and puts l and l'
//   broadcast  all (s, l) ~> (s', k) of one s and s' together are one transition of transfers l → {k, …}
//   signal     two transitions: one takes l and puts l'; the other, silent one only changes the shared state
//              if no thread is in l
//
// `absent` may occur in silent transitions only, beside transitions that take a thread from each of its local states
// and lead to the same shared state. Then every larger configuration can also reach that shared state, and the system
// is monotone, as the search requires.
//
// The threads of all transitions are stored in one array, because there may be millions of transitions.
#pragma once

#include "coverability/configuration.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::coverability {

using TransitionId = std::uint32_t;

/// The destinations of the threads in `from`: each goes to one of `to`, or disappears if `to` is empty.
struct Transfer {
  LocalState from = 0;
  std::vector<LocalState> to; // sorted, without duplicates
};

/// A transfer leads from local state `from` to local state `to`.
struct Arrival {
  LocalState to = 0;
  LocalState from = 0;
  auto operator<=>(const Arrival &) const = default;
};

struct Transition {
  SharedState from = 0;
  SharedState to = 0;
  std::uint32_t line = 0; // in the file that it comes from; 0: none

private:
  friend class System;
  std::uint64_t begin_ = 0; // in System::entries_: take, put, guard, absent
  std::uint32_t take_ = 0;
  std::uint32_t put_ = 0;
  std::uint32_t guard_ = 0;
  std::uint32_t absent_ = 0;
  std::uint32_t transfers_ = 0; // in System::transfers_; 0: none
};

/// What a transition does, in the form in which it is added to a system.
struct TransitionSpec {
  SharedState from = 0;
  SharedState to = 0;
  Threads take;
  Threads put;
  Threads guard;  // must be present in addition to `take`, and stays
  Threads absent; // local states that must be empty; the counts do not matter. Excludes all of the above
  std::vector<Transfer> transfers;
  std::uint32_t line = 0;
};

/// The configurations from `least` to `most`, which may have omegas.
struct InitialSet {
  Configuration most;
  Threads least;
};

class System {
public:
  System(SharedState sharedStates, LocalState localStates) : sharedStates_(sharedStates), localStates_(localStates) {}

  /// Transitions without any effect are left out.
  void add(const TransitionSpec &spec);

  /// The silent part of a signal: only the shared state changes, if no thread is in any of `absent`.
  void addSilent(SharedState from, SharedState to, const Threads &absent, std::uint32_t line);

  std::vector<InitialSet> initial;
  /// Alternatives: the question is whether one of them is coverable.
  std::vector<Configuration> targets;
  /// For messages; if empty, states are numbers.
  std::vector<std::string> sharedNames;
  std::vector<std::string> localNames;

  SharedState sharedStates() const { return sharedStates_; }
  LocalState localStates() const { return localStates_; }

  std::span<const Transition> transitions() const { return transitions_; }
  const Transition &transition(TransitionId id) const { return transitions_[id]; }
  std::span<const Entry> take(const Transition &t) const { return {entries_.data() + t.begin_, t.take_}; }
  std::span<const Entry> put(const Transition &t) const { return {entries_.data() + t.begin_ + t.take_, t.put_}; }
  std::span<const Entry> guard(const Transition &t) const {
    return {entries_.data() + t.begin_ + t.take_ + t.put_, t.guard_};
  }
  std::span<const Entry> absent(const Transition &t) const {
    return {entries_.data() + t.begin_ + t.take_ + t.put_ + t.guard_, t.absent_};
  }
  const std::vector<Transfer> &transfers(const Transition &t) const { return transfers_[t.transfers_]; }
  /// The transfer of threads in the local state; null: they stay.
  const Transfer *transferFrom(const Transition &t, LocalState from) const;
  /// The transfers that lead to the local state, sorted by their source.
  std::span<const Arrival> arrivals(const Transition &t, LocalState to) const;

  bool isInitial(const Configuration &configuration) const;
  /// Below an initial configuration, and thus coverable.
  bool isBelowInitial(const Configuration &configuration) const;

  std::string describe(const Configuration &configuration) const;
  std::string describe(const Transition &transition) const;

private:
  std::string sharedName(SharedState shared) const;
  std::string localName(LocalState local) const;
  std::string describe(std::span<const Entry> threads) const;

  SharedState sharedStates_;
  LocalState localStates_;
  std::vector<Transition> transitions_;
  std::vector<Entry> entries_;
  std::vector<std::vector<Transfer>> transfers_{{}}; // each sorted
  std::vector<std::vector<Arrival>> arrivals_{{}};   // the same transfers, sorted by destination
};

} // namespace heddle::coverability
