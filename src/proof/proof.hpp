// A proof of safety as data: an abstract reachability tree whose labels are an inductive invariant.
//
// Nodes stand for sets of states. A node's control says where threads are and which objects exist; its label, what
// the variables are worth. The invariant of a global control location is the disjunction of the labels of its nodes.
// `check` says whether the proof is one, `write` makes a text of it.
//
// The control of threads: a thread *rests* when it has done what only concerns itself and waits for its turn. While
// some thread does not rest, a step is in progress: nobody else comes between. A thread that has ended or was stopped
// (an assumption failed) rests at the exit of its automaton. Slots are used again when nobody can refer to the thread
// any more; the last slot of a control is not Unused.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::proof {

using program::Expr;

enum class ThreadStatus : std::uint8_t { Unused, Active, Ended, Stopped };

struct Thread {
  ThreadStatus status = ThreadStatus::Unused;
  bool detached = false;
  bool resting = false;
  program::CfaId cfa = 0;
  program::LocationId location = 0;

  bool isActive() const { return status == ThreadStatus::Active; }
  bool operator==(const Thread &) const = default;
};

/// An object that was made while the program ran.
struct Object {
  program::ObjectId id = 0;
  std::uint64_t size = 0;
  unsigned owner = 0; // the slot of the thread that made it
  program::Storage storage = program::Storage::Heap;
  program::SiteId site = 0;
  program::CfaId creator = 0; // the automaton of that thread
  bool alive = true;          // otherwise somebody may still hold a pointer to it

  bool operator==(const Object &) const = default;
};

struct Control {
  std::vector<Thread> threads; // by slot
  std::vector<Object> objects; // ascending ids

  bool operator==(const Control &) const = default;
  const Object *object(program::ObjectId id) const;
  Object *object(program::ObjectId id);
};

/// What the `Register` nodes of labels stand for.
struct Variable {
  enum class Kind : std::uint8_t {
    Register, // of a thread
    Result,   // what an ended thread leaves for who joins it
    Memory,   // width / 8 bytes of an object
    History,  // a value that was chosen on the way to the node, see Choice
  };
  Kind kind = Kind::History;
  unsigned width = 0;
  unsigned slot = 0;            // Register, Result
  program::CfaId cfa = 0;       // Register
  program::RegisterId reg = 0;  // Register
  program::ObjectId object = 0; // Memory
  std::uint64_t offset = 0;     // Memory
};

using VariableId = std::uint32_t;
using NodeId = std::uint32_t;
constexpr NodeId noNode = UINT32_MAX;
constexpr program::ActionId noAction = UINT32_MAX;

/// A history variable gets its value on the way into a node: it is the input with that number of the action, or what
/// memory holds that was made there and not initialised.
struct Choice {
  VariableId variable = 0;
  bool isInput = true;
  unsigned number = 0;          // of the input
  program::ObjectId object = 0; // otherwise
  std::uint64_t offset = 0;
};

struct Node {
  std::uint32_t control = 0;
  std::vector<Expr> label; // conjuncts
  NodeId parent = noNode;
  unsigned slot = 0;                   // the thread that came here from the parent,
  program::ActionId action = noAction; // by this; none: it found that it cannot go on
  std::vector<program::ObjectId> made; // by the action, in order; some may be dead and forgotten already
  std::vector<Choice> choices;
  std::vector<NodeId> children;
  NodeId coveredBy = noNode;
  std::vector<bool> expanded; // by slot: threads whose next actions are followed from here
};

/// Why a node at rest need not expand all threads.
enum class Reduction : std::uint8_t {
  Monotonic,  // independent steps are sorted by slots
  Persistent, // what those threads that are not expanded do later is independent of those that are
};

struct ReachabilityProof {
  Reduction reduction = Reduction::Monotonic;
  std::shared_ptr<program::ExprPool> pool = std::make_shared<program::ExprPool>(); // of the labels
  std::vector<Variable> variables;                                                 // by index of `Register` nodes
  std::vector<Control> controls;
  std::vector<Node> nodes; // the first is the root; parents come before their children
  /// By automaton: locations, not in atomic blocks, where threads rest although they have work of their own to do.
  std::vector<std::vector<bool>> pauses;
};

} // namespace heddle::proof
