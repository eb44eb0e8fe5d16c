// Transitions: what a thread can do next from a global control location, as formulas.
//
// A transition is one action of one thread on one of its ways: where an operation can go several ways that lead to
// different control (a check that fails, a join of one thread or of another), there are several transitions. Its
// conditions and the values that it assigns are expressions over the state before it and its own inputs. So it is
// the formula ∧conditions ∧ x' = value for what it assigns ∧ x' = x for the rest.
#pragma once

#include "program/program.hpp"
#include "reachability/control.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace heddle::reachability {

using program::Expr;

/// A shared access, for dependence.
struct MemoryAccess {
  Expr address = nullptr;
  unsigned bytes = 0;
  bool writes = false;
};

/// What memory that is not initialised holds: chosen when it is made.
struct Content {
  program::ObjectId object = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  Expr input = nullptr;
};

/// variable := value. If there is an address, only where the address is that place; elsewhere the value is the
/// variable itself.
struct Update {
  Expr variable = nullptr;
  Expr value = nullptr;
  Expr address = nullptr;
  program::Bits place = 0;
};

struct Transition {
  static constexpr program::ActionId noAction = UINT32_MAX;
  enum class Kind : std::uint8_t {
    Step,      // goes on in `target`
    Stop,      // so, but the thread is over: the others go on
    Violation, // of `property`
    Halt,      // cannot be followed
    End,       // of the program
  };

  Kind kind = Kind::Step;
  unsigned slot = 0;
  program::ActionId action = noAction; // none: the thread comes to rest, or finds that it can do nothing
  std::vector<Expr> conditions;
  std::vector<Update> updates; // all at once; each variable once, by ascending ids
  /// Addresses on which values depend by case distinction, in the order of the accesses.
  std::vector<Expr> addresses;
  std::vector<Expr> inputs; // that the thread asks for, in order
  std::vector<Content> contents;
  std::vector<MemoryAccess> accesses;
  std::vector<program::ObjectId> allocations; // in order
  bool isScheduled = false;                   // has a visible operation: begins a step, or goes on with its block
  bool changesShared = false;                 // others can notice it
  bool closesLoop = false;                    // closes a loop of the thread
  ControlId target = 0;
  program::Property property = program::Property::UnreachCall;
  std::string message; // Violation, Halt, Stop: what happens
  program::SourceSpan span;

  /// What the variable is worth behind the transition, over the state before it; null if it is what it was.
  Expr valueOf(Expr variable) const {
    const auto update = std::lower_bound(updates.begin(), updates.end(), variable->index,
                                         [](const Update &u, std::uint32_t id) { return u.variable->index < id; });
    return update != updates.end() && update->variable == variable ? update->value : nullptr;
  }
};

} // namespace heddle::reachability
