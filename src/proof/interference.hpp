// Dependence between the next step of one thread and the whole future of another, over-approximated from the automata,
// the provenance of pointers, and the state that the labels of the proof mention.
#pragma once

#include "proof/join_bounds.hpp"
#include "proof/proof.hpp"
#include "proof/provenance.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace heddle::proof {

/// The part of the state that some label of the proof mentions. Dynamic objects of one origin are not distinguished,
/// because their ids depend on the order of steps.
class TrackedState {
public:
  explicit TrackedState(const ReachabilityProof &proof, const program::Program &program);

  bool hasRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg) const {
    return registers_.contains({slot, cfa, reg});
  }
  bool hasResult(unsigned slot) const { return results_.contains(slot); }
  /// Whether some label mentions one of the bytes [begin, end).
  bool hasMemory(const Origin &origin, std::uint64_t begin, std::uint64_t end) const;

private:
  void add(const Variable &variable, const Control &control, const program::Program &program);

  std::set<std::tuple<unsigned, program::CfaId, program::RegisterId>> registers_;
  std::set<unsigned> results_;
  std::map<Origin, std::set<std::uint64_t>> bytes_;
};

/// The next step of a thread.
struct NextStep {
  program::CfaId cfa = 0;
  std::vector<program::ActionId> first; // the actions with which the step may begin
  auto operator<=>(const NextStep &) const = default;
};

class Interference {
public:
  Interference(const program::Program &program, const ReachabilityProof &proof, Provenance &provenance);

  const TrackedState &tracked() const { return tracked_; }
  const JoinBounds &bounds() const { return bounds_; }
  /// The origins of all dynamic objects.
  const std::set<Origin> &dynamicOrigins() const { return dynamicOrigins_; }

  /// Whether the step may close a loop, or start a thread whose function (transitively) starts this one's again.
  bool mayCloseLoop(const NextStep &step) const;
  /// Whether something that the other thread, or a thread that it starts, may do while so many threads other than main
  /// do not step may depend on the step.
  bool mayDepend(const NextStep &step, const Thread &other, unsigned standing);

private:
  struct Access {
    Target target;
    std::uint64_t bytes = 0;
    bool writes = false;
    auto operator<=>(const Access &) const = default;
  };
  struct Effects {
    std::set<Access> accesses;
    std::set<Origin> accessed; // by an access, or by a query of the object's size
    std::set<Origin> killed;   // whose lifetime may end
    bool starts = false;       // starts threads
    bool joins = false;        // joins or detaches threads
    bool ends = false;         // ends threads
  };

  const Effects &ofStep(const NextStep &step);
  const Effects &ofFuture(const Thread &thread, unsigned standing);
  /// An upper bound on the joins that can succeed while so many threads do not step.
  unsigned mostJoins(unsigned standing) const;
  void add(program::CfaId cfa, const program::Operation &operation, Effects &effects);
  void addAccess(program::CfaId cfa, program::Expr address, std::uint64_t bytes, bool writes, Effects &effects);
  void addStacks(Effects &effects, program::CfaId creator) const;
  bool conflict(const Effects &step, const Effects &future) const;
  bool conflict(const Access &a, const Access &b) const;
  bool mayHoldDynamicPointer(const Origin &container) const;

  using FuturePoint = std::tuple<program::CfaId, program::LocationId, unsigned>;

  const program::Program &program_;
  const ReachabilityProof &proof_;
  Provenance &provenance_;
  TrackedState tracked_;
  JoinBounds bounds_;
  std::set<Origin> dynamicOrigins_;
  std::set<Origin> stacks_;                       // of these, the origins whose objects end with their thread
  std::vector<std::set<program::CfaId>> started_; // by automaton: those that it may start, transitively
  std::vector<bool> ends_;                        // by automaton: its threads may terminate
  std::vector<std::vector<bool>> retreating_;     // by automaton and action
  bool detaches_ = false;                         // some thread may detach another
  std::map<NextStep, Effects> steps_;
  std::map<FuturePoint, Effects> futures_;
  std::map<std::pair<NextStep, FuturePoint>, bool> mayDepend_;
};

} // namespace heddle::proof
