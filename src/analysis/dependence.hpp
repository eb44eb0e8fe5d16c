// Dependence of steps: the relation that partial-order reduction rests on.
//
// Definition (Godefroid, LNCS 1032, chapter 3; after Katz and Peled for single states). Two steps of different
// threads are *independent* in a state if
//   1. neither enables or disables the other: executing one of them leaves the other as enabled as it was; and
//   2. if both are enabled, executing them in either order leads to the same state, and one order contains a
//      violation if and only if the other does.
// Otherwise they are *dependent*.
//
// Heddle approximates this relation in three ways, each erring towards "dependent":
//   - statically, for all states at once, from footprints: `dependent` below, used by `reachability`;
//   - dynamically, for the state in which the steps were executed, from what they accessed:
//     interpreter::StepAccesses::dependsOn, used by the explorer and by engines/trace;
//   - in the proof checker, which shares no code with what it checks: proof/interference.hpp.
#pragma once

#include "analysis/flow_order.hpp"
#include "analysis/footprint.hpp"
#include "analysis/loops.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::analysis {

/// False only if steps of two different threads with these footprints are independent in every state. Symmetric.
bool dependent(const Footprint &a, const Footprint &b);

/// The footprints of the actions and steps of a program, each computed on demand and kept. Refers to the program, which
/// must outlive it.
class Dependence {
public:
  Dependence(const program::Program &program, RegionsOf regionsOf);

  /// Of the action alone.
  const Footprint &footprint(program::CfaId cfa, program::ActionId action) const;

  /// Everything that a thread may do from a location until it rests again: one action, the rest of its atomic block,
  /// and the local work after it, including the first local work of the threads that it starts.
  struct NextStep {
    Footprint whole;
    Footprint rest;            // without the first action
    bool mayCloseLoop = false; // one without a known bound
  };
  const NextStep &nextStep(program::CfaId cfa, program::LocationId location) const;

private:
  template <typename Fact> using Table = std::vector<std::vector<std::unique_ptr<const Fact>>>;

  struct Loops {
    explicit Loops(const program::Cfa &cfa) : flow(cfa), info(cfa) {}
    bool mayCloseForEver(const program::Action &action) const;

    FlowOrder flow;
    LoopInfo info;
  };

  void addFirstWork(program::CfaId started, Footprint &footprint) const;

  const program::Program &program_;
  RegionsOf regionsOf_;
  mutable Table<Footprint> actions_;  // by CFA and action
  mutable Table<NextStep> nextSteps_; // by CFA and location
  mutable std::vector<std::unique_ptr<const Loops>> loops_;
};

} // namespace heddle::analysis
