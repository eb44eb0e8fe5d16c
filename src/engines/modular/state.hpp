// The abstract state of one thread at one location, and its digest of the other threads.
//
// Registers and the memory that only this thread accesses are followed flow-sensitively. While main is the only thread
// (`Mode::First`, `Mode::Again`), that is all memory. Otherwise shared memory is described by the global invariant
// (global.hpp); of it, the state knows only what holds until another thread may run: the values of cells that were just
// loaded or stored (`known`), the registers that hold them (`links`), and which cells were loaded with acquire order in
// this step (`acquired`). What survives the steps of other threads is the content of the locks that the thread holds
// (locks.hpp).
#pragma once

#include "engines/modular/content.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// Bytes of a static object.
struct Cell {
  AbstractObject object = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;

  bool overlaps(AbstractObject other, std::uint64_t begin, std::uint64_t end) const {
    return object == other && offset < end && begin < offset + bytes;
  }
  auto operator<=>(const Cell &) const = default;
};

enum class Mode : std::uint8_t {
  First,  // main, before it starts a thread
  Shared, // other threads may run
  Again,  // main, after it has joined all threads
};

/// How many threads main has started and not joined: between two bounds, or a function of a register,
/// offset + sign * register.
struct Count {
  static constexpr SignedBits unbounded = SignedBits{1} << 60;
  SignedBits least = 0;
  SignedBits most = 0;
  program::RegisterId reg = program::noRegister; // noRegister: no relation
  int sign = 1;
  SignedBits offset = 0;
  bool operator==(const Count &) const = default;
};

/// The threads that this thread has started.
struct Started {
  Count unjoined;
  std::set<SpawnSite> open;        // by the Spawn that started them: they may run
  std::set<SpawnSite> joinable;    // exactly one of them, which has certainly not been joined or detached
  std::set<program::CfaId> beyond; // functions of threads whose creators may have ended
  bool operator==(const Started &) const = default;
};

struct State {
  Mode mode = Mode::Shared;
  std::set<Cell> held;
  std::map<program::RegisterId, Value> registers; // live ones; others may have any value
  std::map<AbstractObject, Content> memory;
  std::set<AbstractObject> dead; // shared objects whose lifetime main has ended while it was alone
  std::map<Cell, Value> known;
  std::map<program::RegisterId, Cell> links;
  std::set<Cell> acquired;
  Started started;

  /// States with different keys are not merged: a lock that is held on one path only is lost otherwise.
  using Key = std::pair<Mode, std::set<Cell>>;
  Key key() const { return {mode, held}; }
  bool operator==(const State &) const = default;
};

/// Gives the base of an object that a state does not mention.
using BaseOf = std::function<BaseReader(AbstractObject)>;
using DefaultContent = std::function<std::optional<Content>(Mode, AbstractObject)>;

struct Merging {
  BaseOf baseOf;
  DefaultContent defaultContent;
  const Thresholds *thresholds = nullptr; // null: join instead of widening
};
/// Of states with the same mode; locks that only one of them holds are lost.
State merge(const State &before, const State &after, const Merging &merging);

/// The thread may be interrupted here: forgets what other threads may change, all cells but those that are kept.
void interrupt(State &state, const std::function<bool(const Cell &)> &isKept);
/// An upper bound of the threads that main has started and not joined.
SignedBits mostOf(const State &state);
/// The register gets another value: relations with it end. `isIncrement`: it grows by `distance`.
void settleCount(State &state, program::RegisterId reg, std::optional<SignedBits> increment);
/// Replaces values by what they are after the last thread of the site is another one, or an object is gone.
void forgetHandles(State &state, SpawnSite site);
void forgetPointers(State &state, AbstractObject object);

} // namespace heddle::engines::modular
