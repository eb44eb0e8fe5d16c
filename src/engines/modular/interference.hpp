// Interference: what other threads may store to a cell of static memory while a thread knows something of it.
//
// A transition is a store by threads of one function that hold certain locks: from a content that the cell may have
// before it to the value stored. What a thread knows of a cell is closed under the transitions that other threads can
// take meanwhile (rely-guarantee reasoning, as in Miné's thread-modular analysis, with transitions instead of values):
// a transition does not apply if its function does not run beside the thread, if the thread holds a lock that excludes
// it, or if the content before it contradicts what is known. So memory that a lock protects, flags that only one thread
// sets, and states that only their owner leaves are known as long as that lasts.
//
// Values that a lock protects: if all stores to a cell hold the lock exclusively, then its content while no thread
// holds the lock is one that it had at a release, or when main started threads. A thread that takes the lock knows that
// much.
//
// Order of the stores to one cell. Knowledge has an *origin* if the last store to the cell happens before the thread's
// present point. Let c be a cell all of whose stores are ordered: each happens after the one before, or is a
// read-modify-write and so continues the release sequences of its predecessors. Let A and B be accesses at which c has
// values in P and in Q, disjoint, no other thread can take c out of P at A or out of Q at B, and both have an origin.
// If A comes first, then the first store S that takes c out of P comes between them. It is made by the thread of A, or
// by one that holds a lock that A's thread holds at A, so that A happens before S, and S, a release, before the last
// store to c before B, and this before B. Therefore A and B do not race (`areApart`).
//
// Hand-over: if B's thread has loaded a value of c that only stores of A's thread can have caused, and A's thread,
// which is the only one of its function, has not yet stored to c at A, then A happens before B (`isHandedOver`).
#pragma once

#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/state.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// A thread at some point, as far as it matters for others: its function, its locks, and for main the functions whose
/// threads may run.
struct Observer {
  program::CfaId cfa = 0;
  const Held &held;
  const std::set<program::CfaId> &others;
};

/// Stores to one cell while several threads run, by threads of one function that hold the same locks.
struct Transition {
  program::CfaId cfa = 0;
  Held held;
  std::set<program::CfaId> others; // of main: functions whose threads may run
  Value from;
  Value to;
  bool isAtomic = true;  // this and what follows: all of the stores
  bool releases = true;  // have release order
  bool continues = true; // are read-modify-writes, so that release sequences continue
  bool isOrdered = true; // happen after the store before them
  unsigned updates = 0;
};

/// What an access says about the cells that may order it.
struct OrderFacts {
  std::map<Cell, Knowledge> guards;   // what holds at the access, and what no other thread can end
  std::map<Cell, Knowledge> received; // see State
  std::set<Cell> posted;
  Phases phases; // see barriers.hpp
};

/// What holds at both.
OrderFacts join(const OrderFacts &a, const OrderFacts &b);

class Interference {
public:
  Interference(const Global &global, const analysis::Parallelism &parallelism, Dependencies &dependencies,
               const Thresholds &thresholds, unsigned offsetBits, Mutation mutation)
      : global_(global), parallelism_(parallelism), dependencies_(dependencies), thresholds_(thresholds),
        offsetBits_(offsetBits), mutation_(mutation) {}

  /// Whether it has grown since the last call.
  bool hasGrown() { return std::exchange(hasGrown_, false); }

  struct CellStore {
    Cell cell;
    Knowledge before;
    Value value;
    program::MemoryOrder order = program::MemoryOrder::Plain;
    bool continues = false;
  };
  /// Returns the origin of what the thread knows of the cell after the store.
  Origin store(const Observer &thread, const CellStore &store);
  /// A store that may go to any of the bytes.
  void storeSomewhere(AbstractObject object, const Pattern &pattern);
  /// The origin of what a load finds.
  Origin load(const Cell &cell, const Held &held, program::MemoryOrder order) const;

  /// Other threads may run.
  void interrupt(State &state, const Observer &thread);
  /// The thread has taken a lock, or is about to release it.
  void enter(State &state, const Cell &lock) const;
  void leave(const State &state, const Cell &lock);
  /// Main starts threads; `read` gives the content of a cell.
  void start(const std::function<Value(const Cell &)> &read);

  /// Whether threads that store to the cell, while several run, hold the lock exclusively.
  bool isProtected(const Cell &cell, const Cell &lock) const;
  /// Whether no other thread can store to the cell while the thread is there.
  bool isStable(const Cell &cell, const Observer &thread) const;
  bool isAwaited(const Cell &cell) const { return awaited_.contains(cell); }
  OrderFacts factsOf(const State &state, const Observer &thread) const;
  /// Whether values of a common cell exclude that the accesses race.
  bool areApart(const OrderFacts &a, const OrderFacts &b) const;
  /// Whether an access of the one thread of function `giver` happens before an access of another thread.
  bool isHandedOver(program::CfaId giver, const OrderFacts &given, const OrderFacts &taken) const;

  /// The values of the cell until a thread of the function stores to it, if they can be found; and the cells of which
  /// threads have received values that they did not have at first.
  std::optional<Value> valuesUntil(program::CfaId giver, const Cell &cell) const;
  const std::set<Cell> &awaited() const { return awaited_; }

  /// The stores to each cell, what is known of memory that a lock protects, and cells that are stored as parts of more.
  const std::map<Cell, std::vector<Transition>> &transitions() const { return transitions_; }
  const std::map<Cell, std::map<Cell, Value>> &invariants() const { return invariants_; }

private:
  bool mayBeEqual(const Value &a, const Value &b) const;
  void receive(State &state, program::CfaId taker);
  bool mayBeGiven(const Cell &cell, program::CfaId taker) const;
  bool applies(const Transition &transition, const Observer &thread, const Value &known) const;
  bool isExact(const Cell &cell) const;
  bool hasNoWeakStoreOf(const std::vector<Transition> &transitions, const Value &value) const;
  std::set<Cell> protectorsOf(const std::vector<Transition> &transitions) const;
  bool holdsProtector(const Cell &cell, const Held &held) const;
  bool areOrdered(const Cell &cell, const std::vector<Transition> &transitions) const;
  bool isKnownAfter(const Knowledge &knowledge, const std::vector<Transition> &transitions) const;
  bool leavesByRelease(const std::vector<Transition> &transitions, const Value &known) const;
  void updateProtection(const Cell &cell);
  void noteGrowth(AbstractObject object);
  void publish(const Cell &lock, const Cell &cell, const Value &value);

  const Global &global_;
  const analysis::Parallelism &parallelism_;
  Dependencies &dependencies_;
  const Thresholds &thresholds_;
  unsigned offsetBits_;
  Mutation mutation_;
  bool hasGrown_ = false;
  std::map<Cell, std::vector<Transition>> transitions_;
  std::map<AbstractObject, std::set<Pattern>> somewhere_;
  std::map<Cell, std::set<Cell>> protectors_;                  // by cell: the locks that are held at all stores
  std::map<Cell, std::map<Cell, Value>> invariants_;           // by lock, by cell that it protects
  std::map<std::pair<Cell, Cell>, unsigned> invariantUpdates_; // by lock and cell
  std::set<Cell> awaited_;
};

} // namespace heddle::engines::modular
