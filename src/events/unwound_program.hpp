// A program unwound to a bound: what its threads do, as symbolic events.
//
// Every thread of every execution within the bound is one Thread here, every step of it one node of the
// ProgramOrder, every access to memory one MemoryEvent. Expressions are over *symbols*, registers of the pool
// that stand for what a thread cannot know by itself: the value of a read, an input, the success of a join.
// What holds of one thread in isolation is in the expressions; how the threads meet is not said here, but
// decided by who reads from whom (read_from.hpp) and by the order of events (order_graph.hpp).
#pragma once

#include "analysis/region.hpp"
#include "events/order_graph.hpp"
#include "program/program.hpp"

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
constexpr ThreadId mainThread = 1; // thread 0 is the initial node's

/// A step of a thread, or (not scheduled) the local work with which a thread begins.
struct Node {
  ThreadId thread = 0;
  bool scheduled = true;
  Expr executed = nullptr; // its action was enabled when it was tried, and its atomic block came to its end
  /// Ways in which an atomic block fails (an assumption, undefined behaviour) after it has written. A block that
  /// fails never began, so its writes count only if none of these holds.
  std::vector<Expr> failures;
  std::size_t position = 0; // when one execution is followed: in the thread's path
};

/// A Load or a Store, or the end of an object's life.
struct MemoryEvent {
  enum class Kind : std::uint8_t { Load, Store };
  Kind kind = Kind::Load;
  NodeId node = 0;
  Expr guard = nullptr; // it is carried out
  Expr address = nullptr;
  bool placesAreKnown = true;
  std::vector<program::Bits> places; // where it may be, all of them valid, if that is known; otherwise…
  analysis::RegionSet regions;       // …anywhere in these
  unsigned size = 0;                 // in bytes
  bool isAttempt = false;            // a load that decides whether its step can be taken at all
  Expr value = nullptr;              // a load's is a symbol
  /// A symbol, to be defined as: `address` is one of the places. Null if they are known.
  Expr valid = nullptr;
};

/// An access that others may make at the same time, as far as data races are concerned. Every access of the
/// program is listed, also one whose value was known from another access in the same node.
struct RaceAccess {
  NodeId node = 0;
  Expr guard = nullptr;
  Expr address = nullptr;
  std::vector<program::Bits> places; // empty: those of `event`
  EventId event = 0;
  unsigned size = 0;
  bool write = false;
  program::MemoryOrder order = program::MemoryOrder::Plain;
};

/// Something that must not happen.
struct Violation {
  program::Property property = program::Property::UnreachCall;
  Expr condition = nullptr;
  NodeId node = 0; // in whose step
  /// Only the interpreter can tell whether it is one: memory that is not freed may still be pointed to.
  bool isUncertain = false;
};

/// An action that a thread did not take in the execution that is followed.
struct Untaken {
  ThreadId thread = 0;
  std::size_t position = 0; // in its path
  program::ActionId action = 0;
};

/// Where an execution leaves what was unwound: it says nothing about the property any more.
struct SideExit {
  Expr condition = nullptr;
  NodeId node = 0;
  bool deeperHelps = false; // a loop that was not unwound further, …
  std::string message;      // what it is, if not
  program::SourceSpan span;
  std::optional<Untaken> untaken = {};
};

/// A branch that the followed execution did not take, summed up: its thread comes from `begin` to `end` while memory in
/// `writes` is assigned anything, any number of times.
struct Phantom {
  NodeId begin = 0; // no steps, only marks in the order of the thread
  NodeId end = 0;
  Expr guard = nullptr;
  analysis::RegionSet writes;
  Untaken untaken;
};

/// Where a thread can wait: `waits` holds if it has come here and its attempt fails.
struct Wait {
  NodeId node = 0;
  bool isVisible = false; // the node is the attempt; otherwise the one before, and only the thread's own memory matters
  Expr waits = nullptr;
  Expr passes = nullptr;   // what is looked at when the step is tried: it holds if the attempt succeeds
  Expr released = nullptr; // of a join: a thread that may be meant has ended
};

struct JoinEdge {
  NodeId node = 0;
  ThreadId joined = 0;
  Expr symbol = nullptr;  // it succeeds, if it is tried
  Expr success = nullptr; // it takes place: all of the thread was before
  bool isStatic = false;  // in the program order, because nothing comes after it unless it took place
};

/// A value that the program did not decide itself, in the order in which its thread asks.
struct InputEvent {
  Expr guard = nullptr;
  Expr value = nullptr;
};

struct Thread {
  program::CfaId cfa = 0;
  std::size_t executed = 0;  // when one execution is followed: its index there…
  std::vector<Expr> reached; // …and by position in its path: it comes there; null if it cannot
  std::optional<ThreadId> creator;
  NodeId created = 0;             // the creator's node
  std::size_t accessesBefore = 0; // how many of UnwoundProgram::accesses there were when it was created
  NodeId first = 0;               // its beginning, not scheduled
  NodeId last = 0;
  Expr guard = nullptr; // it is started
  unsigned handle = 0;
  Expr ended = nullptr;
  Expr result = nullptr;
  /// It stopped for ever without having ended or waiting: an assumption failed, or undefined behaviour.
  std::vector<Expr> stops;
  std::vector<InputEvent> inputs;
  /// Objects it made, in order.
  struct Allocation {
    Expr guard;
    ObjectId object;
  };
  std::vector<Allocation> allocations;
};

/// An object that is made while the program runs. Behind its last byte stands one that no access reaches: its
/// life, 1 until it is freed.
struct Object {
  std::uint64_t size = 0;   // at most, if it is not constant
  Expr exactSize = nullptr; // then: pointer-wide
  program::SiteId site = 0;
  program::Storage storage = program::Storage::Heap;
  bool zeroed = false;
  bool freedConcurrently = false; // perhaps: its life is shared memory
  /// Of two unwindings, whose expressions are not of one pool.
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
  std::vector<Thread> threads;     // by ThreadId; 0 is the initial node's, 1 is main
  std::vector<MemoryEvent> events; // in each node, in its order
  std::vector<RaceAccess> accesses;
  bool hasFences = false;
  std::vector<Object> objects; // dynamic ones, by id less `firstDynamic`
  /// Those of an earlier unwinding. While threads are executed one after the other, pointers to objects that later
  /// ones make must be reckoned with; if the two lists differ in the end, the unwinding is not valid.
  std::vector<Object> expectedObjects;
  bool reckonedWithObjects = false;
  std::vector<Violation> violations;
  std::vector<Violation> unchecked; // undefined behaviour that is not checked, and not followed
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
  /// Holds in every execution, and can be met whatever else holds by choosing the symbol.
  struct Constraint {
    SymbolId symbol;
    Expr holds;
  };
  std::vector<Constraint> constraints;

  Expr symbol(unsigned width) { return pool->reg(symbols++, width); }
  ObjectId firstDynamic() const { return static_cast<ObjectId>(program->objects.size()); }
  /// Ids of objects that exist, or are expected, are below this.
  ObjectId endOfObjects() const {
    return firstDynamic() + static_cast<ObjectId>(std::max(objects.size(), expectedObjects.size()));
  }
  const Object &object(ObjectId id) const {
    const std::size_t index = id - firstDynamic();
    return index < objects.size() ? objects[index] : expectedObjects[index];
  }
  /// Of an object that exists, or is expected; none for null and for functions.
  std::optional<std::uint64_t> sizeOf(ObjectId id) const;
  /// The place of an object's life, see Object.
  program::Bits lifeOf(ObjectId id) const { return program->pointers.pointer(id, object(id).size); }
  bool isValid() const {
    return !reckonedWithObjects ||
           std::equal(objects.begin(), objects.end(), expectedObjects.begin(), expectedObjects.end(),
                      [](const Object &a, const Object &b) { return a.resembles(b); });
  }
  Expr isAt(Expr address, program::Bits place) { return pool->eq(address, pool->constant(place, address->width)); }
  /// Whether `size` bytes at a place in an object lie in it, as far as that is not clear.
  Expr isInside(program::Bits pointer, unsigned size);
  /// Byte `offset` of the content that an object has before anything is written; a symbol if it is not known.
  Expr initialByte(ObjectId object, std::uint64_t offset);
  /// The symbols among them.
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
