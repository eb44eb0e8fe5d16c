// What actions do, as far as it matters for waits: one run for each action and each state in which it begins.
//
// A run is the sequence of events of the action and the state in which it ends, before other threads run. The events
// are stores to static memory, the library calls that waits and signals consist of, starts and ends of threads. From
// the runs follows the *effect* of an action: bounds of what it adds to each cell, and the locks that it releases.
//
// While main has not started threads, its stores are not counted: their result is the content that cells have when
// threads start.
#pragma once

#include "engines/modular/fixpoint.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// What a store adds to the signed value of a cell.
struct Change {
  SignedBits least = 0;
  SignedBits most = 0;
  bool mayWrap = false; // modulo the width of the cell
};
Change join(const Change &a, const Change &b);

struct Event {
  enum class Kind : std::uint8_t { Store, Signal, Broadcast, Wait, Wake, Arrive, Leave };
  Kind kind = Kind::Store;
  Cell cell;             // that is stored to; else the first word of the object
  Value value = {};      // Store
  Value before = {};     // Store: the content of the cell
  Change change = {};    // Store
  bool setsBits = false; // Store: of those that the cell has, none is cleared
};

/// How an action arrives at a barrier: it waits, or completes the round.
enum class Arrival : std::uint8_t { None, Waits, Completes, Unknown };

/// Exactly one of the lists has a state.
struct Run {
  const State *from = nullptr;
  std::vector<Event> events;
  std::vector<State> ends;    // the thread continues
  std::vector<State> endings; // the thread ends
  std::vector<State> stops;   // the thread may stop, because of an assumption or undefined behaviour
};

struct ActionRuns {
  std::vector<Run> runs;
  std::vector<program::CfaId> starts;
  bool endsProgram = false;

  /// Whether the thread may come to its end, alive.
  bool isTaken() const;
  bool endsThread() const;
};

/// In all runs; the barrier begins at the cell. Threads that wait set a bit there, the last one clears all.
Arrival arrivalIn(const ActionRuns &action, const Cell &barrier);

/// Where an execution cannot be followed, because of the contents of memory.
struct HaltRun {
  program::CfaId cfa = 0;
  program::LocationId location = 0; // where its action begins
  State state;
  const program::Instruction *instruction = nullptr;
  bool isAfterStore = false; // of the same action
};

class Runs {
public:
  /// The states must be those of the solution.
  Runs(const program::Program &program, const Objects &objects, Fixpoint &fixpoint)
      : program_(program), objects_(objects), fixpoint_(fixpoint) {}

  /// False if it was cancelled, or if there are too many states.
  bool collect(support::Cancellation &cancellation);

  const std::vector<const State *> &statesAt(program::CfaId cfa, program::LocationId location) const {
    return states_[cfa][location];
  }
  const ActionRuns &of(program::CfaId cfa, program::ActionId action) const { return runs_[cfa][action]; }
  const std::vector<HaltRun> &halts() const { return halts_; }
  /// Bounds of what the action adds to the cell.
  Change changeOf(program::CfaId cfa, program::ActionId action, const Cell &cell) const;
  /// Whether the cell is shared, and all stores to it, while threads run, go to exactly this cell.
  bool isCounted(const Cell &cell) const;
  bool isShared(const Cell &cell) const;
  /// Whether every run of the action releases the lock, which was held exclusively.
  bool releases(program::CfaId cfa, program::ActionId action, const Cell &lock) const;
  /// Whether each run, or some run, has such an event.
  bool alwaysHas(program::CfaId cfa, program::ActionId action, const std::function<bool(const Event &)> &is) const;
  bool mayHave(program::CfaId cfa, program::ActionId action, const std::function<bool(const Event &)> &is) const;

private:
  struct Step;
  void follow(program::CfaId cfa, program::ActionId id, const State &from);
  void note(Step &step, const State &state, const program::Instruction &instruction);
  void noteStore(Step &step, const State &state, const program::Store &store);
  void noteSync(Step &step, const State &state, const program::Sync &sync);
  bool mayStop(const Step &step, const State &state, const program::Instruction &instruction) const;
  Value contentOf(program::CfaId cfa, const State &state, const Cell &cell) const;

  const program::Program &program_;
  const Objects &objects_;
  Fixpoint &fixpoint_;
  std::vector<std::vector<std::vector<const State *>>> states_; // by function and location
  std::vector<std::vector<ActionRuns>> runs_;                   // by function and action
  std::vector<HaltRun> halts_;
  std::set<Cell> stored_;
  struct Range {
    AbstractObject object = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  std::vector<Range> blurred_;        // stores that go to one of several places
  std::deque<program::Action> parts_; // actions of one instruction; instructions are identified by their addresses
};

} // namespace heddle::engines::modular
