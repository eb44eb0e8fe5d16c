// What the next step of a thread and all that another one may do later have to do with each other, so far as automata
// and the provenance of pointers tell, and the labels of the proof can.
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

/// The part of states that labels speak of, anywhere in the proof. Of memory, all objects that are made at the same
/// place are alike: in another order of steps their ids are others.
class TrackedState {
public:
  explicit TrackedState(const ReachabilityProof &proof, const program::Program &program);

  bool hasRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg) const {
    return registers_.contains({slot, cfa, reg});
  }
  bool hasResult(unsigned slot) const { return results_.contains(slot); }
  /// Any of the bytes [begin, end).
  bool hasMemory(const Origin &origin, std::uint64_t begin, std::uint64_t end) const;

private:
  void add(const Variable &variable, const Control &control, const program::Program &program);

  std::set<std::tuple<unsigned, program::CfaId, program::RegisterId>> registers_;
  std::set<unsigned> results_;
  std::map<Origin, std::set<std::uint64_t>> bytes_;
};

/// What a thread may do next.
struct NextStep {
  program::CfaId cfa = 0;
  std::vector<program::ActionId> first; // the actions with which it may begin
  auto operator<=>(const NextStep &) const = default;
};

class Interference {
public:
  Interference(const program::Program &program, const ReachabilityProof &proof, Provenance &provenance);

  const TrackedState &tracked() const { return tracked_; }
  const JoinBounds &bounds() const { return bounds_; }
  /// Of all objects that are made while the program runs.
  const std::set<Origin> &dynamicOrigins() const { return dynamicOrigins_; }

  /// The step may close a loop, or start a thread whose function starts that of this one again.
  bool mayCloseLoop(const NextStep &step) const;
  /// So many joins can be done at most while these stand still.
  unsigned maxJoinsWithout(const std::vector<Thread> &standing) const;
  /// What the other thread may do after at most that many joins, it or the threads that it starts, may depend on the
  /// step.
  bool mayDepend(const NextStep &step, const Thread &other, unsigned joins);

private:
  struct Access {
    Target target;
    std::uint64_t bytes = 0;
    bool writes = false;
    auto operator<=>(const Access &) const = default;
  };
  struct Effects {
    std::set<Access> accesses;
    std::set<Origin> accessed; // that is touched, or whose size is asked for
    std::set<Origin> killed;   // whose life may end
    bool starts = false;       // threads
    bool joins = false;        // or detaches
    bool ends = false;         // threads
  };

  const Effects &ofStep(const NextStep &step);
  const Effects &ofFuture(const Thread &thread, unsigned joins);
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
  std::set<Origin> stacks_;                       // of these, those that die with their thread
  std::vector<std::set<program::CfaId>> started_; // by automaton: those of threads that may be started, in the end
  std::vector<bool> ends_;                        // by automaton: its threads may end
  std::vector<std::vector<bool>> retreating_;     // by automaton and action
  bool detaches_ = false;                         // somebody may
  std::map<NextStep, Effects> steps_;
  std::map<FuturePoint, Effects> futures_;
  std::map<std::pair<NextStep, FuturePoint>, bool> mayDepend_;
};

} // namespace heddle::proof
