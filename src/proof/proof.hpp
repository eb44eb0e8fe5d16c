// A proof of safety as data: an abstract reachability tree whose labels are an inductive invariant.
//
// Nodes represent sets of states. The control location of a node says where threads are and which dynamic objects
// exist; its label constrains the values of variables. The invariant of a control location is the disjunction of the
// labels of its nodes. `check` decides whether a proof is valid, `write` prints it.
//
// A thread *rests* when it has finished its local work and may be scheduled. While some thread does not rest, a step is
// in progress, and no other thread interleaves. A thread that has terminated or was stopped (an assumption failed)
// rests at the exit of its automaton. Slots are reused when the thread can no longer be referred to; the last slot of a
// control location is not Unused.
#pragma once

#include "program/program.hpp"
#include "proof/modular_proof.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// A dynamic object.
struct Object {
  program::ObjectId id = 0;
  std::uint64_t size = 0;
  unsigned owner = 0; // the slot of the thread that allocated it
  program::Storage storage = program::Storage::Heap;
  program::SiteId site = 0;
  program::CfaId creator = 0; // the automaton of that thread
  bool alive = true;          // a dead object stays as long as there may be pointers to it

  bool operator==(const Object &) const = default;
};

struct Control {
  std::vector<Thread> threads; // by slot
  std::vector<Object> objects; // ascending ids

  bool operator==(const Control &) const = default;
  const Object *object(program::ObjectId id) const;
  Object *object(program::ObjectId id);
};

/// The meaning of a `Register` node in labels.
struct Variable {
  enum class Kind : std::uint8_t {
    Register, // of a thread
    Result,   // of a terminated thread, for the thread that joins it
    Memory,   // width / 8 bytes of an object
    History,  // a value that was chosen on the path to the node, see Choice
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

/// The value of a history variable, chosen by the action that leads to a node: the input with that number, or the
/// content of uninitialised memory that the action allocated.
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
  unsigned slot = 0;                   // the thread whose action leads here from the parent
  program::ActionId action = noAction; // none: no action of the thread was enabled
  std::vector<program::ObjectId> made; // allocated by the action, in order; some may already be dead and removed
  std::vector<Choice> choices;
  std::vector<NodeId> children;
  NodeId coveredBy = noNode;
  std::vector<bool> expanded; // by slot: threads whose next actions have children here
};

/// Why a node at rest need not expand all active threads.
enum class Reduction : std::uint8_t {
  Monotonic,  // independent steps are sorted by slots
  Persistent, // the future of the other threads is independent of the next steps of the expanded ones
};

struct ReachabilityProof {
  Reduction reduction = Reduction::Monotonic;
  std::shared_ptr<program::ExprPool> pool = std::make_shared<program::ExprPool>(); // of the labels
  std::vector<Variable> variables;                                                 // by index of `Register` nodes
  std::vector<Control> controls;
  std::vector<Node> nodes; // the first is the root; parents come before their children
  /// By automaton: locations outside atomic blocks where threads rest although local actions follow.
  std::vector<std::vector<bool>> pauses;
  /// What holds at the locations of threads besides the labels (confirm_facts.hpp): labels are inductive together with
  /// it. Labels do not repeat it.
  std::optional<ModularProof> certificate;
};

} // namespace heddle::proof
