// A thread-modular proof as data: what holds wherever a thread is, and what holds of shared memory at all times.
//
// A *case* describes some of the states of a thread at a location: whether it is alone, which locks it holds, and which
// values its registers, its objects and static memory have. Each time that a thread is at a location, one of the cases
// there holds. All claims about values are sets of values of one register, of one piece of memory, or of a sum of them,
// so that the proof can be read, and so that nothing has to be known about the domains of the engine. The global claims
// hold whenever more than one thread may run.
//
// Threads of one function can be told apart by their arguments: the proof claims that those that run at the same time
// differ by a *spacing*, cases relate values to the argument of their thread, and cases of main bound the arguments of
// the threads that it has started (modular_arguments.hpp).
//
// A *lock* is a piece of static memory that has another value than its free one while a thread holds it. A read-write
// lock is held by one thread, or by any number of threads for reading.
// check_modular.hpp says when a proof is valid.
#pragma once

#include "program/program.hpp"
#include "proof/static_cell.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::proof {

using LockId = std::uint32_t;  // an index of ModularProof::locks
using StartId = std::uint32_t; // an index of ModularProof::starts
using CaseId = std::uint32_t;  // an index of ModularProof::cases

/// A set of values, at most 64 bits wide: the union of these parts.
struct ValueSet {
  struct Number { // bounds as an unsigned and as a signed number
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
    bool operator==(const Number &) const = default;
  };
  /// Pointers into a static object, or into the thread's own objects of an allocation site.
  struct Pointer {
    bool isStatic = true;
    std::uint32_t target = 0; // an object or an allocation site
    std::int64_t low = 0;     // of the offset
    std::int64_t high = 0;
    bool operator==(const Pointer &) const = default;
  };
  std::optional<Number> number;
  std::vector<Pointer> pointers;
  bool self = false;            // the handle of the thread itself
  std::vector<StartId> handles; // the handle of the thread that was last started there

  bool operator==(const ValueSet &) const = default;
};

/// base + factor * something + a distance between low and high, modulo the width of addresses; `base` is the address of
/// a static object, or zero.
struct LinearForm {
  program::ObjectId base = program::nullObject;
  std::int64_t factor = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool operator==(const LinearForm &) const = default;
};

/// A sum of registers of the thread and of pieces of static memory, each times a factor, modulo 2^w: all of them have w
/// bits. It lies between bounds.
struct SumClaim {
  struct Term {
    std::uint64_t factor = 1;
    program::RegisterId reg = program::noRegister; // noRegister: memory
    StaticCell cell = {};
  };
  std::vector<Term> terms;
  ValueSet::Number values;

  bool speaksOfMemory() const {
    return std::any_of(terms.begin(), terms.end(), [](const Term &term) { return term.reg == program::noRegister; });
  }
};

struct ModularCase {
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  bool alone = false;           // no other thread runs; only for main
  std::vector<LockId> held;     // ascending
  std::vector<LockId> reading;  // read-write locks that are held for reading; ascending
  std::vector<LockId> acquired; // loaded with acquire order since another thread may have run; ascending
  std::vector<std::pair<program::RegisterId, ValueSet>> registers;
  std::vector<std::pair<StaticCell, ValueSet>> memory;
  std::vector<std::pair<program::RegisterId, StaticCell>> loaded; // the register has the content of the cell
  std::vector<SumClaim> sums;
  /// The thread's own objects of an allocation site have such values at an offset, of so many bytes.
  struct OwnCell {
    program::SiteId site = 0;
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    ValueSet value;
  };
  std::vector<OwnCell> objects;

  std::optional<ValueSet> argument; // of the thread
  /// A register is such a form of another register, or, without one, of the thread's argument.
  struct Relation {
    program::RegisterId reg = 0;
    program::RegisterId source = program::noRegister;
    LinearForm form;
  };
  std::vector<Relation> related;
  /// The thread's own objects of an allocation site have such a form of its argument at an offset, of so many bytes.
  struct OwnForm {
    program::SiteId site = 0;
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    LinearForm form;
  };
  std::vector<OwnForm> objectForms;

  // Of main:
  std::vector<StartId> open;     // threads started there may run; ascending
  std::vector<StartId> joinable; // exactly one thread was started there that has not been joined, nor detached
  /// The number of threads that main has started and not joined: between bounds, or offset + sign * register.
  struct Count {
    std::int64_t least = 0;
    std::optional<std::int64_t> most;
    program::RegisterId reg = program::noRegister;
    bool isNegative = false;
    std::int64_t offset = 0;
  };
  Count count;
  /// No thread of the function that may run has a greater argument than a form of a register, at one distance; without
  /// a register, than a constant.
  struct Issued {
    program::CfaId cfa = 0;
    program::RegisterId reg = program::noRegister;
    LinearForm bound;
    bool isLower = false; // none has a smaller one
  };
  std::vector<Issued> issued;
};

/// A Spawn of main.
struct ThreadStart {
  program::ActionId action = 0;
  std::uint32_t instruction = 0; // of the action
  auto operator<=>(const ThreadStart &) const = default;
};

struct LockWord {
  StaticCell cell;
  std::uint64_t free = 0; // its content while no thread holds it
  /// Of a read-write lock: readers release it through this cell. Its word counts them, see modular_readers.cpp.
  std::optional<StaticCell> readers = std::nullopt;
};

/// What holds of memory that a lock protects, while no thread holds the lock, except for reading.
struct GuardedClaim {
  LockId lock = 0;
  StaticCell cell;
  ValueSet value;
};

/// The same for a sum of pieces of memory.
struct GuardedSum {
  LockId lock = 0;
  SumClaim sum;
};

/// Until the only thread of the function has stored to the cell, it has one of these values, whenever several threads
/// may run. See modular_handover.cpp.
struct HandOver {
  program::CfaId giver = 0;
  StaticCell cell;
  ValueSet values;
};

/// A register that never moves the other way in some loops of the function, so that they end: it has finitely many
/// values. Only for deadlocks (modular_progress.cpp).
struct Rank {
  program::CfaId cfa = 0;
  program::RegisterId reg = 0;
  bool isRising = true;
  bool isSigned = true; // how its values are compared
};

/// The thread can choose this value for the register when it comes to the location: an input that it has just read.
/// Only for deadlocks (modular_progress.cpp).
struct ChosenInput {
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  program::RegisterId reg = 0;
  std::uint64_t value = 0;
};

/// Why two accesses do not race, where the cases do not show it. For people: the checker decides about pairs by itself.
struct Separation {
  struct Access {
    program::CfaId cfa = 0;
    program::SourceSpan span;
    bool writes = false;
    auto key() const { return std::tie(cfa, span.file, span.line, span.column, span.frame, writes); }
    bool operator<(const Access &other) const { return key() < other.key(); }
  };
  enum class Reason : std::uint8_t {
    Place,    // they go to different memory
    Order,    // the threads are ordered by start and join
    Value,    // a cell has different contents that only their threads can change
    Phase,    // a barrier is between them
    HandOver, // one comes before a store from which the other has received a value
  };

  Access one;
  Access other;
  Reason reason = Reason::Place;
  auto key() const { return std::tie(one, other, reason); }
  bool operator<(const Separation &b) const { return key() < b.key(); }
};

/// The most that a proof has; further ones are left out.
constexpr std::size_t mostSeparations = 5'000;

struct ModularProof {
  std::vector<LockWord> locks;
  std::vector<ThreadStart> starts;
  std::vector<std::pair<StaticCell, ValueSet>> global;
  std::vector<GuardedClaim> guarded;                             // global claims, too
  std::vector<GuardedSum> guardedSums;                           // so are these
  std::optional<ValueSet> result;                                // of all threads that end
  std::vector<std::pair<program::CfaId, std::uint64_t>> spacing; // of the arguments of threads of a function
  std::optional<std::uint64_t> mostHandle;                       // of all threads; only without Detach
  std::vector<HandOver> handOvers;
  std::vector<Rank> ranks;
  std::vector<ChosenInput> choices;
  std::vector<Separation> separations;
  std::vector<ModularCase> cases;
};

} // namespace heddle::proof
