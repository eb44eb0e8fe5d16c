// A program unwound to a bound: what its threads do, as symbolic events.
//
// Every thread of every execution within the bound is one Thread here, every step of it one node of the ProgramOrder,
// every access to memory one MemoryEvent. Expressions are over *symbols*, registers of the pool that stand for what a
// thread cannot compute by itself: the value of a read, an input, the success of a join. The expressions describe each
// thread in isolation. How threads interact is described by the read-from relation (read_from.hpp) and the order of
// events (order_graph.hpp).
#pragma once

#include "analysis/region.hpp"
#include "events/order_graph.hpp"
#include "program/program.hpp"
#include "program/value_facts.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::events {

using program::Expr;
using program::ObjectId;
using SymbolId = program::RegisterId;
using EventId = std::uint32_t;
constexpr ThreadId mainThread = 1; // thread 0 contains the initial node only

/// A step of a thread, or (not scheduled) the local work with which a thread begins, or a mark of a Phantom.
struct Node {
  ThreadId thread = 0;
  bool scheduled = true;
  Expr executed = nullptr; // its action was enabled when it was attempted, and its atomic block was completed
  /// Ways in which an atomic block fails (an assumption, undefined behaviour) after it has written. An execution in
  /// which a block fails is discarded, so its writes take place only if none of these holds.
  std::vector<Expr> failures;
  std::vector<Expr> earlyFailures; // …and before it has written, which needs no condition on writes
  std::size_t position = 0;        // when one execution is followed: in the thread's path
  program::SourceSpan span = {};   // of the location at which it begins
};

/// A Load or a Store, or the end of an object's life.
struct MemoryEvent {
  enum class Kind : std::uint8_t { Load, Store };
  Kind kind = Kind::Load;
  NodeId node = 0;
  Expr guard = nullptr; // the condition under which it happens
  Expr address = nullptr;
  bool placesAreKnown = true;
  std::vector<program::Bits> places; // the valid places at which it may be, if they are known; otherwise…
  analysis::RegionSet regions;       // …it is anywhere in these
  unsigned size = 0;                 // in bytes
  bool isAttempt = false;            // a load on which depends whether its step is enabled
  Expr value = nullptr;              // of a load: a symbol
  /// A symbol, to be defined as: `address` is one of the places. Null if they are known.
  Expr valid = nullptr;
};

/// What happens-before is made of: an access that may take part in a data race, or a fence. Every shared access of the
/// program is listed, including those whose value was known from another access in the same node. Those of one node are
/// in their order.
struct RaceAccess {
  NodeId node = 0;
  Expr guard = nullptr;
  Expr address = nullptr;            // null: a fence
  std::vector<program::Bits> places; // empty: those of `event`
  EventId event = 0;
  unsigned size = 0;
  bool write = false;
  program::MemoryOrder order = program::MemoryOrder::Plain;

  bool isFence() const { return address == nullptr; }
  bool isPlain() const { return !program::isAtomic(order); }
};

/// An access or a free at an address that is not one of its places, because the program has left the object to which
/// the address belongs, or at one that is computed from inputs alone.
struct WildAccess {
  Expr condition = nullptr;
  Expr address = nullptr;
  bool isInvented = false;       // computed from inputs: every place is one of its places
  std::vector<ObjectId> objects; // that contain the places, if these are known…
  analysis::RegionSet regions;   // …or their regions
};

/// A violation of a property that is checked.
struct Violation {
  program::Property property = program::Property::UnreachCall;
  Expr condition = nullptr;
  NodeId node = 0; // the step in which it happens
  /// Only the interpreter can confirm it: memory that is not freed may still be pointed to.
  bool isUncertain = false;
};

/// An action that a thread did not take in the execution that is followed.
struct Untaken {
  ThreadId thread = 0;
  std::size_t position = 0; // in its path
  program::ActionId action = 0;
};

/// A point at which an execution leaves the unwinding: nothing is known about the property after it.
struct SideExit {
  Expr condition = nullptr;
  NodeId node = 0;
  bool deeperHelps = false; // a greater depth unwinds further here
  std::string message;      // the cause, if it does not
  program::SourceSpan span;
  std::optional<Untaken> untaken = {};
};

/// A branch that the followed execution did not take, summarised: between `begin` and `end`, memory in `writes` is
/// assigned arbitrary values, any number of times.
struct Phantom {
  NodeId begin = 0; // a mark in the order of the thread, like `end`, and no step
  NodeId end = 0;
  Expr guard = nullptr;
  analysis::RegionSet writes;
  Untaken untaken;
};

/// A location at which a thread can wait: `waits` holds if the thread has reached it and its attempt fails.
struct Wait {
  NodeId node = 0;
  bool isVisible = false; // the node is the attempt; otherwise the one before it, and only local memory is read
  Expr waits = nullptr;
  Expr passes = nullptr;   // the condition that the attempt evaluates: it succeeds if this holds
  Expr released = nullptr; // of a join: the thread that it may mean has terminated
};

struct JoinEdge {
  NodeId node = 0;
  ThreadId joined = 0;
  std::size_t accessesBefore = 0; // how many of UnwoundProgram::accesses there were
  Expr symbol = nullptr;          // it succeeds, if it is attempted
  Expr success = nullptr;         // it takes place: all nodes of the joined thread are before it
  bool isStatic = false;          // it is in the program order, because everything after it requires its success
};

/// An input, in the order in which its thread takes them.
struct InputEvent {
  Expr guard = nullptr;
  Expr value = nullptr;
};

struct Thread {
  program::CfaId cfa = 0;
  std::size_t executed = 0;  // when one execution is followed: its index there…
  std::vector<Expr> reached; // …and by position in its path: it gets there; null if it cannot
  std::optional<ThreadId> creator;
  NodeId created = 0;             // the node of the creator that spawns it
  std::size_t accessesBefore = 0; // how many of UnwoundProgram::accesses there were when it was created
  NodeId first = 0;               // the beginning of the thread, not scheduled
  NodeId last = 0;
  Expr guard = nullptr; // it is started
  unsigned handle = 0;
  Expr ended = nullptr; // it has terminated
  Expr result = nullptr;
  /// It has stopped without having terminated or waiting: an assumption failed, or behaviour is undefined.
  std::vector<Expr> stops;
  std::vector<InputEvent> inputs;
  /// Objects it made, in order.
  struct Allocation {
    Expr guard;
    ObjectId object;
  };
  std::vector<Allocation> allocations;
};

/// An object that is allocated while the program runs. Its last byte is followed by one that no access reaches: its
/// *life*, 1 until it is freed.
struct Object {
  std::uint64_t size = 0;   // an upper bound, if the size is not constant…
  Expr exactSize = nullptr; // …which this is, as wide as a pointer; otherwise null
  program::SiteId site = 0;
  program::Storage storage = program::Storage::Heap;
  bool zeroed = false;
  bool freedConcurrently = false; // possibly: then its life is shared memory
  /// Compares objects of two unwindings, whose expressions belong to different pools.
  bool resembles(const Object &other) const {
    return size == other.size && (exactSize == nullptr) == (other.exactSize == nullptr) && site == other.site &&
           storage == other.storage && zeroed == other.zeroed;
  }
};

struct UnwoundProgram {
  const program::Program *program = nullptr;
  std::shared_ptr<program::ExprPool> pool = std::make_shared<program::ExprPool>();
  SymbolId symbols = 0;
  ProgramOrder order;
  std::vector<Node> nodes;         // by NodeId; node 0 is initial
  std::vector<Thread> threads;     // by ThreadId; 0 contains the initial node only, 1 is main
  std::vector<MemoryEvent> events; // those of one node are in their order
  std::vector<RaceAccess> accesses;
  std::vector<Object> objects; // dynamic ones, by id less `firstDynamic`
  /// The objects of an earlier unwinding. Threads are executed one after the other, and pointers may point to objects
  /// that later threads allocate. If the unwinding depends on this list, it is valid only if `objects` equals it. Exact
  /// sizes are symbols here, which a constraint defines when the object is allocated.
  std::vector<Object> expectedObjects;
  bool dependsOnExpectedObjects = false;
  std::vector<Violation> violations;
  std::vector<WildAccess> wildAccesses;
  std::vector<Violation> unchecked; // undefined behaviour that is not checked: the thread stops
  std::vector<SideExit> sideExits;
  std::vector<Phantom> phantoms;
  std::vector<Wait> waits;
  std::vector<JoinEdge> joins;
  struct End {
    NodeId node;
    Expr guard;
    bool aborted;
  };
  std::vector<End> ends; // of the program
  /// Holds in every execution, and can always be satisfied by a choice of the symbol.
  struct Constraint {
    SymbolId symbol;
    Expr holds;
  };
  std::vector<Constraint> constraints;
  /// What facts say of a load: its value, if the guard holds.
  struct KnownBounds {
    program::Bounds bounds;
    Expr guard;
  };
  std::unordered_map<SymbolId, KnownBounds> bounds; // by the value of the load
  /// What facts have simplified.
  struct FactCounts {
    std::uint64_t reads = 0;     // with bounds
    std::uint64_t constants = 0; // loads and registers that have one value
    std::uint64_t locations = 0; // that are not reached
  } factCounts;

  Expr symbol(unsigned width) { return pool->reg(symbols++, width); }
  ObjectId firstDynamic() const { return static_cast<ObjectId>(program->objects.size()); }
  /// The ids of objects that exist or are expected are below this.
  ObjectId endOfObjects() const {
    return firstDynamic() + static_cast<ObjectId>(std::max(objects.size(), expectedObjects.size()));
  }
  const Object &object(ObjectId id) const {
    const std::size_t index = id - firstDynamic();
    return index < objects.size() ? objects[index] : expectedObjects[index];
  }
  /// Of an object that exists or is expected; nothing for null and for functions.
  std::optional<std::uint64_t> sizeOf(ObjectId id) const;
  /// The place of an object's life, see Object.
  program::Bits lifeOf(ObjectId id) const { return program->pointers.pointer(id, object(id).size); }
  /// The byte that is 1 as long as the thread can be joined or detached. It is in the null object, which no access of
  /// the program reaches, and only used if the program detaches threads.
  program::Bits joinabilityOf(ThreadId thread) const { return program->pointers.pointer(program::nullObject, thread); }
  bool isValid() const {
    return !dependsOnExpectedObjects ||
           std::equal(objects.begin(), objects.end(), expectedObjects.begin(), expectedObjects.end(),
                      [](const Object &a, const Object &b) { return a.resembles(b); });
  }
  Expr isAt(Expr address, program::Bits place) { return pool->eq(address, pool->constant(place, address->width)); }
  /// Whether `size` bytes from a place on, within the bound on the object's size, are within its exact size.
  Expr isInside(program::Bits pointer, unsigned size);
  /// Byte `offset` of the initial content of an object; a symbol if it is not known.
  Expr initialByte(ObjectId object, std::uint64_t offset);
  /// An initial byte that is not known.
  struct InitialSymbol {
    ObjectId object;
    std::uint64_t offset;
    Expr symbol;
  };
  std::vector<InitialSymbol> initialSymbols;

private:
  std::unordered_map<std::uint64_t, std::size_t> initialIndex_; // by address
};

} // namespace heddle::events
