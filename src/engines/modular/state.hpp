// The abstract state of one thread at one location, and its digest of the other threads.
//
// Registers and the memory that only this thread accesses are followed flow-sensitively. While main is the only thread
// (`Mode::First`, `Mode::Again`), that is all memory. Otherwise shared memory is described by the global invariant
// (global.hpp), and by what the thread itself knows of the cells that it has loaded or stored (`known`), as far as the
// stores of other threads leave it true (interference.hpp). Until another thread may run, registers that hold the
// content of a cell are linked to it (`links`), and cells that were loaded with acquire order count as `acquired`.
//
// Cells whose place is known only by a relation to a symbol (symbol.hpp) are *words*: elements of arrays, fields of
// objects on the heap.
#pragma once

#include "engines/modular/content.hpp"
#include "engines/modular/relations.hpp"
#include "engines/modular/room.hpp"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace heddle::engines::modular {

/// Bytes of a static object.
struct Cell {
  static constexpr std::uint64_t mostBytes = 16;
  AbstractObject object = 0;
  std::uint64_t offset = 0;
  unsigned bytes = 0;

  bool overlaps(AbstractObject other, std::uint64_t begin, std::uint64_t end) const {
    return object == other && offset < end && begin < offset + bytes;
  }
  auto operator<=>(const Cell &) const = default;
};

inline Variable variableOf(const Cell &cell) { return Variable::ofCell(cell.object, cell.offset, cell.bytes); }
inline Cell cellOf(const Variable &variable) { return {variable.id, variable.offset, variable.width / 8}; }

/// Bytes at an address with a relation to a symbol, at one distance. The pattern says where they may be.
struct Word {
  AbstractObject object = 0;
  Linear address;
  unsigned bytes = 0;
  Pattern pattern;

  auto key() const { return std::tie(object, address, bytes); }
  /// The same bytes.
  bool isSame(const Word &other) const { return key() == other.key(); }
  bool operator==(const Word &) const = default;
  bool operator<(const Word &other) const { return key() < other.key(); }
};

/// How a thread holds a lock: exclusively, or so many times for reading.
using Hold = unsigned;
constexpr Hold exclusively = 0;
using Held = std::map<Cell, Hold>;
/// Whether threads that hold these locks cannot be there at the same time.
bool exclude(const Held &a, const Held &b);

/// Why the last store to a cell happens before the point that a thread has reached; the later, the stronger.
enum class Origin : std::uint8_t {
  Unknown,  // it may not
  Acquired, // the thread has loaded the cell with acquire order
  Locked,   // the thread has loaded the cell while it held a lock that is held at all stores
  Own,      // the thread has made it, after the one before
};

/// What a thread knows of the content of a shared cell.
struct Knowledge {
  Value value;
  Origin origin = Origin::Unknown;
  bool operator==(const Knowledge &) const = default;
};

/// What both know.
std::map<Cell, Knowledge> join(const std::map<Cell, Knowledge> &a, const std::map<Cell, Knowledge> &b);

enum class Mode : std::uint8_t {
  First,  // main, before it starts a thread
  Shared, // other threads may run
  Again,  // main, after it has joined all threads
};

/// A number of waits at a barrier: `least`, or more by a multiple of `modulus`.
struct Phase {
  std::uint64_t least = 0;
  std::uint64_t modulus = 0;
  bool operator==(const Phase &) const = default;
};
/// Waits at each barrier that has been used.
using Phases = std::map<Cell, Phase>;
Phases join(const Phases &a, const Phases &b);

/// How many threads main has started, or started and not joined: between two bounds, or a function of a register,
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
  std::map<program::CfaId, Count> totals; // by function, of those that use barriers: all that were started
  std::set<SpawnSite> open;               // by the Spawn that started them: they may run
  std::set<SpawnSite> joinable;           // exactly one of them, which has certainly not been joined or detached
  std::set<program::CfaId> beyond;        // functions of threads whose creators may have ended
  bool operator==(const Started &) const = default;
};

/// Numbers that have been given to threads of a function, as an argument or a part of one (slots.hpp).
struct Issued {
  static constexpr SignedBits unbounded = SignedBits{1} << 70;
  SignedBits least = 0; // bounds of all of them
  SignedBits most = 0;
  std::optional<Linear> upper; // a number that none of them exceeds
  std::optional<Linear> lower;
  bool operator==(const Issued &) const = default;
};
using SlotId = std::uint32_t;
using IssuedSlots = std::map<std::pair<program::CfaId, SlotId>, Issued>;

/// The constants in selectors: registers that tell on which path the thread has come (selectors.hpp).
using Selection = std::map<program::RegisterId, Bits>;

struct State {
  Mode mode = Mode::Shared;
  Held held;
  std::map<program::RegisterId, Value> registers; // live ones; others may have any value
  std::map<AbstractObject, Content> memory;
  std::set<AbstractObject> dead; // shared objects whose lifetime main has ended while it was alone
  std::map<Cell, Knowledge> known;
  std::map<Cell, Knowledge>
      received;          // at some time the thread has loaded such a value, which the cell did not have first
  std::set<Cell> posted; // cells that the thread may have stored to while others run
  Phases phases;
  std::map<program::RegisterId, std::pair<Cell, Origin>>
      loaded; // registers that hold a value of the cell, at some time
  std::map<program::RegisterId, Cell> links;
  std::set<Cell> acquired;
  std::optional<std::pair<program::SyncKind, Cell>>
      sync; // the library call in progress, and the word that it begins at
  Started started;
  std::map<Word, Value> words; // what they contain
  std::map<program::RegisterId, Word> wordLinks;
  std::map<Word, bool> heldWords; // see lock_family.hpp; all true
  std::map<Word, bool> acquiredWords;
  IssuedSlots issued;
  Relations relations; // of registers and of shared cells that no other thread stores to meanwhile
  Room room;           // of objects whose size is not a constant
  Selection selection;

  /// States with different keys are not merged: a lock that is held on one path only is lost otherwise.
  using Key = std::tuple<Mode, Held, std::map<Word, bool>, Selection>;
  Key key() const { return {mode, held, heldWords, selection}; }
  bool operator==(const State &) const = default;
};

/// Gives the base of an object that a state does not mention.
using BaseOf = std::function<BaseReader(AbstractObject)>;
using DefaultContent = std::function<std::optional<Content>(Mode, AbstractObject)>;

struct Merging {
  BaseOf baseOf;
  DefaultContent defaultContent;
  const Thresholds *thresholds = nullptr; // null: join instead of widening
  const std::vector<Sum> *templates = nullptr;
};
/// Of states with the same mode; locks that only one of them holds are lost.
State merge(const State &before, const State &after, const Merging &merging);

/// Bounds of the values that symbols have in the state.
Room::Bounds boundsIn(const State &state);
/// Applies a change to every value that the state has.
void changeValues(State &state, const std::function<void(Value &)> &change);
/// The thread may be interrupted here: ends what holds only within a step.
void endStep(State &state);
/// An upper bound of a count.
SignedBits mostOf(const State &state, const Count &count);
/// One more thread has been started.
void increase(Count &count);
/// The register gets another value: relations with it end. `isIncrement`: it grows by `distance`.
void settleCount(State &state, program::RegisterId reg, std::optional<SignedBits> increment);
/// Replaces values by what they are after the last thread of the site is another one, or an object is gone.
void forgetHandles(State &state, SpawnSite site);
void forgetPointers(State &state, AbstractObject object);

} // namespace heddle::engines::modular
