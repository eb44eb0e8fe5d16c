// The semantics of programs as transitions between global control locations.
//
// A scheduled thread runs to the end of its step: one visible action, the rest of its atomic block, and the local work
// that follows. During a step, only its thread has transitions. Local loops without a known bound are interrupted at
// their head, where the thread rests, so that a loop that does not terminate does not block the other threads.
#pragma once

#include "analysis/flow_order.hpp"
#include "analysis/footprint.hpp"
#include "analysis/liveness.hpp"
#include "analysis/loops.hpp"
#include "analysis/points_to.hpp"
#include "program/program.hpp"
#include "reachability/control.hpp"
#include "reachability/entailment.hpp"
#include "reachability/memory_cells.hpp"
#include "reachability/state_variables.hpp"
#include "reachability/transition.hpp"

#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::reachability {

class Semantics {
public:
  /// The rest points.
  enum class Rests : std::uint8_t {
    BeforeVisible,     // before visible actions, and at the heads of unbounded local loops
    Everywhere,        // at every location
    BeforeVisibleOnly, // not in local loops, which is unsound
  };

  /// The identity of threads.
  enum class Handles : std::uint8_t {
    Slots,  // the handle of a thread is its slot plus one, as in the interpreter
    Inputs, // a Spawn chooses the handle: the slots are those of one thread in a context of any number of others. No
            // thread waits in a Join, whose handle may or may not be valid, and whose result is an input
  };

  Semantics(const program::Program &program, StateVariables &variables, Entailment &entailment, unsigned maxThreads,
            Rests rests = Rests::BeforeVisible, Handles handles = Handles::Slots);

  /// With Handles::Inputs: every Join and Detach is valid.
  void trustJoins() { joinsAreValid_ = true; }

  /// The initial control location, and the initial values of all variables. Unknown values are symbols.
  ControlId initialControl();
  struct InitialState {
    std::vector<std::pair<Expr, Expr>> values;
    std::vector<Content> contents; // with symbols as their inputs
  };
  const InitialState &initialState();

  /// The transitions of the thread. If a step is in progress (Control::running), only its thread may be asked about.
  const std::vector<Transition> &successors(ControlId control, unsigned slot);

  const Control &control(ControlId id) const { return controls_[id]; }
  ControlId intern(const Control &control) { return controls_.intern(control); }
  const program::Program &program() const { return program_; }
  StateVariables &variables() { return variables_; }
  const analysis::PointsTo &pointsTo() const { return pointsTo_; }
  /// Regions of addresses according to points-to analysis. The function refers to this object.
  analysis::RegionsOf regionsOf() const {
    return [this](program::CfaId cfa, Expr address, std::uint64_t bytes) {
      return pointsTo_.regions(cfa, address, bytes);
    };
  }
  /// By location: whether threads rest there although local actions follow.
  const std::vector<bool> &interrupted(program::CfaId cfa) { return factsOf(cfa).isInterrupted; }
  std::size_t countControls() const { return controls_.size(); }

  /// All variables at the control location that may hold a pointer to the object according to points-to analysis: live
  /// registers, results and memory.
  std::vector<Expr> holders(const Control &control, const ObjectControl &object);

  /// The region of a cell, independent of the control location.
  analysis::Region regionOf(const Control &control, VariableId cell) const;
  /// Whether the memory may hold a pointer to a dynamic object.
  bool mayHoldDynamicPointer(const analysis::Region &region) const;
  /// Whether the variable may still be read.
  bool isLive(const Control &control, VariableId variable);

private:
  friend class ActionExecution;

  struct CfaFacts {
    analysis::FlowOrder flow;
    analysis::Liveness liveness;
    std::vector<bool> isVisible;     // by action
    std::vector<bool> hasLocalWork;  // by location: some action out of it is local
    std::vector<bool> hasVisible;    // by location: some action out of it is visible
    std::vector<bool> isInterrupted; // by location: threads rest there although local actions follow
    CfaFacts(const program::Cfa &cfa, Rests rests);
  };
  const CfaFacts &factsOf(program::CfaId cfa);
  std::vector<Transition> compute(ControlId control, unsigned slot);
  ThreadControl threadAt(program::CfaId cfa, program::LocationId location);
  /// By CFA: the registers that may point to objects of that origin.
  const std::vector<std::vector<bool>> &registersTo(analysis::AbstractObject origin);
  bool isSatisfiable(Expr condition);

  const program::Program &program_;
  StateVariables &variables_;
  Entailment &entailment_;
  unsigned maxThreads_;
  Rests rests_;
  Handles handles_;
  bool joinsAreValid_ = false;  // Handles::Inputs
  std::vector<bool> keepsSlot_; // by CFA: the slots of its threads are not reused (program/kept_slots.hpp)
  analysis::PointsTo pointsTo_;
  MemoryCells cells_;
  ControlTable controls_;
  std::vector<std::unique_ptr<CfaFacts>> facts_;
  std::unique_ptr<InitialState> initial_;
  std::unordered_map<std::uint64_t, std::vector<Transition>> successors_; // by control and slot
  std::map<analysis::AbstractObject, std::vector<std::vector<bool>>> registersTo_;
  std::unordered_map<Expr, bool> satisfiable_;
};

} // namespace heddle::reachability
