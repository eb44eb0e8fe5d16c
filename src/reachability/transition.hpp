// Transitions between global control locations, as formulas.
//
// A transition is one branch of one action of one thread. An action has several branches, and hence transitions, if its
// operations may lead to different control locations (a check that may fail, a join of one thread or another). The
// conditions of a transition and the values that it assigns are expressions over the state before it and its own
// inputs. It is the formula ∧conditions ∧ x' = value for each assigned variable x ∧ x' = x for each other variable.
#pragma once

#include "program/program.hpp"
#include "reachability/control.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::reachability {

using program::Expr;

/// An access to shared memory, for deciding dependence.
struct MemoryAccess {
  Expr address = nullptr;
  unsigned bytes = 0;
  bool writes = false;
};

/// The content of uninitialised memory: an input of the transition that allocates it.
struct Content {
  program::ObjectId object = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  Expr input = nullptr;
};

/// variable := value. With an address, the update takes effect only if the address denotes `place`; otherwise the value
/// equals the variable.
struct Update {
  Expr variable = nullptr;
  Expr value = nullptr;
  Expr address = nullptr;
  program::Bits place = 0;
};

struct Transition {
  static constexpr program::ActionId noAction = UINT32_MAX;
  enum class Kind : std::uint8_t {
    Step,      // leads to `target`
    Stop,      // leads to `target`, where the thread is stopped
    Violation, // of `property`
    Halt,      // an operation that is not supported, or exceeds a limit
    End,       // of the program
  };

  Kind kind = Kind::Step;
  unsigned slot = 0;
  program::ActionId action = noAction; // none: no action of the thread is enabled, so it rests or is stuck
  std::vector<Expr> conditions;
  std::vector<Update> updates; // simultaneous; each variable once, by ascending ids
  /// The addresses by which the values distinguish cases, in the order of the accesses.
  std::vector<Expr> addresses;
  std::vector<Expr> inputs; // in the order in which the thread reads them
  std::vector<Content> contents;
  std::vector<Expr> handles; // the inputs among them that are handles of started threads (Semantics::Handles::Inputs)
  std::vector<MemoryAccess> accesses;
  std::vector<program::ObjectId> allocations; // in order
  bool isScheduled = false;                   // has a visible operation: begins a step, or continues its atomic block
  bool changesShared = false;                 // has an effect that other threads can notice
  bool closesLoop = false;                    // closes a loop of the thread
  ControlId target = 0;
  program::Property property = program::Property::UnreachCall;
  bool isUndefined = false; // Stop: by undefined behaviour that is not checked, not by an assumption
  std::string message;      // Violation, Halt, undefined behaviour: the reason
  program::SourceSpan span;

  /// The value of the variable after the transition, over the state before it; null if it does not change.
  Expr valueOf(Expr variable) const {
    const auto update = std::lower_bound(updates.begin(), updates.end(), variable->index,
                                         [](const Update &u, std::uint32_t id) { return u.variable->index < id; });
    return update != updates.end() && update->variable == variable ? update->value : nullptr;
  }
};

} // namespace heddle::reachability
