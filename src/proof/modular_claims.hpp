// The claims of a thread-modular proof as formulas over symbolic states.
//
// Some values are not part of a state, but follow from its history: the handle of the thread that was last started by
// each Spawn of main, the number of threads that main has started and not joined, the argument that a thread was
// started with, and the least and the greatest argument of each function's threads (modular_arguments.hpp). They have
// names of their own (`Ghosts`).
//
// A lock that only ever gets the value zero and the handle of the thread that stores it names its holder, provided that
// it is zero when the first thread is started. Then a thread that does not hold it does not find its own handle there.
// This is added to all cases. It holds for new threads,
// because a thread whose handle a lock has either runs, or keeps its slot, and so its handle, when it ends.
#pragma once

#include "proof/handles.hpp"
#include "proof/modular_proof.hpp"
#include "proof/provenance.hpp"
#include "proof/symbolic_state.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::proof {

/// The slot that names another thread than the one that moves.
constexpr unsigned otherSlot = 1U << 20;

struct Ghosts {
  std::vector<Expr> handles; // by start
  Expr count = nullptr;
  Expr argument = nullptr; // of the thread
  std::vector<Expr> least; // by function: of the arguments of its threads that main has started
  std::vector<Expr> greatest;
};

/// The entry of a proof that makes a claim, so that it can be removed (confirm_facts.hpp).
struct ClaimEntry {
  enum class List : std::uint8_t {
    None, // the claim follows from what the proof says of locks
    Guarded,
    GuardedSums,
    Global,
    Result,
    // Of a case:
    Memory,
    Loaded,
    Sums,
    Registers,
    Objects,
    Count,
    Argument,
    Related,
    ObjectForms,
    Issued,
  };
  List list = List::None;
  std::size_t index = 0;

  bool isOfCase() const { return list >= List::Memory; }
  auto operator<=>(const ClaimEntry &) const = default;
};

/// A formula, and what it is about.
struct Claim {
  enum class About : std::uint8_t { Memory, Register, Object, Count, Argument };
  Expr formula = nullptr;
  About about = About::Memory;
  StaticCell cell = {};        // Memory
  program::RegisterId reg = 0; // Register
  program::SiteId site = 0;    // Object
  ClaimEntry entry = {};
};

class ModularClaims {
public:
  /// `countsThreads`: the number of threads that main has not joined is known to be what main counts.
  ModularClaims(const ModularProof &proof, Vocabulary &vocabulary, Provenance &provenance, bool countsThreads);

  /// The ghosts before a step.
  const Ghosts &named() const { return named_; }

  /// What the case says about the thread in the slot, except for the global claims.
  std::vector<Claim> of(const ModularCase &each, const SymbolicState &state, unsigned slot, const Ghosts &ghosts) const;
  /// The part of it that is about static memory, with the locks that are held.
  std::vector<Claim> ofMemory(const ModularCase &each, const SymbolicState &state, unsigned slot,
                              const Ghosts &ghosts) const;
  /// Parts of that: of a lock, null if nothing is said of it; and of the entries of the case's lists.
  Expr ofLock(const ModularCase &each, LockId lock, const SymbolicState &state, unsigned slot) const;
  Expr ofContent(const ModularCase &each, std::size_t index, const SymbolicState &state, unsigned slot,
                 const Ghosts &ghosts) const;
  Expr ofLoaded(const ModularCase &each, std::size_t index, const SymbolicState &state, unsigned slot) const;
  Expr ofSum(const ModularCase &each, std::size_t index, const SymbolicState &state, unsigned slot) const {
    return ofSum(each.sums[index], state, {each.cfa, slot}).formula;
  }
  std::vector<Claim> global(const SymbolicState &state) const;
  /// What a claim of a thread of the automaton is about, for people.
  std::string subjectOf(const Claim &claim, program::CfaId cfa) const;
  /// What holds where the thread holds read-write locks for reading. It follows from how they are used
  /// (modular_readers.cpp), and is never to be shown.
  std::vector<Expr> ofReaders(const ModularCase &each, const SymbolicState &state) const;
  /// The value is in the set, which names no thread and no dynamic object.
  Expr isIn(const ValueSet &set, Expr value, const SymbolicState &state) const {
    return member(set, value, state, {}, named_);
  }
  /// What is claimed of the result of a thread; null if nothing is.
  Expr ofResult(Expr result, const SymbolicState &state) const;
  /// What holds of every thread: its handle is positive, and that of main is 1; and what holds of the ghosts.
  std::vector<Expr> axioms(program::CfaId cfa, unsigned slot) const;
  /// The threads in the two slots, which both exist, have different handles.
  Expr areDistinct(program::CfaId cfa, unsigned slot, program::CfaId otherCfa, unsigned other) const;

  Expr content(const StaticCell &cell, const SymbolicState &state) const {
    return state.read(cell.object, cell.offset, cell.bytes);
  }
  Expr isFree(LockId lock, const SymbolicState &state) const;
  /// A thread holds the lock, and not for reading.
  Expr isTaken(LockId lock, const SymbolicState &state) const;
  /// The contents of the locks that have the handle of their holder: a new thread has another one.
  std::vector<Expr> owners(const SymbolicState &state) const;
  /// The locks of `owners` that may have any value at first are free. Required when main starts the first thread.
  std::vector<Expr> haveNoOwners(const SymbolicState &state) const;
  /// No lock has the handle of the thread in slot 0.
  std::vector<Expr> ownsNothing(program::CfaId cfa, const SymbolicState &state) const;
  Expr isZero(Expr value) const { return pool().eq(value, pool().constant(0, value->width)); }

private:
  using List = ClaimEntry::List;
  struct Holder {
    program::CfaId cfa = 0;
    unsigned slot = 0;
  };
  Expr member(const ValueSet &set, Expr value, const SymbolicState &state, Holder holder, const Ghosts &ghosts) const;
  Expr isBetween(const ValueSet::Number &number, Expr value) const;
  Claim ofSum(const SumClaim &claim, const SymbolicState &state, Holder holder) const;
  Expr isPointer(program::ObjectId object, std::int64_t low, std::int64_t high, Expr value) const;
  Expr isOther(LockId lock, const SymbolicState &state, Holder holder) const;
  Expr formOf(const LinearForm &form, Expr something) const;
  Expr isOfForm(const LinearForm &form, Expr something, Expr value) const;
  /// Those of the thread's own live objects of the site that have so many bytes at the offset.
  std::vector<Expr> contentsOf(const ModularCase &each, program::SiteId site, std::uint64_t offset, unsigned bytes,
                               const SymbolicState &state) const;
  Expr isCount(const ModularCase::Count &count, const SymbolicState &state, const Ghosts &ghosts) const;
  program::ExprPool &pool() const { return vocabulary_.pool(); }

  const ModularProof &proof_;
  Vocabulary &vocabulary_;
  const program::Program &program_;
  Handles handles_;
  bool countsThreads_;
  std::int64_t mostHandle_;
  std::vector<bool> hasOwner_; // by lock: it has the handle of its holder, or is zero, while several threads may run
  std::vector<bool> startsAsZero_; // by lock
  Ghosts named_;
  // Formulas over memory of the named state, which most claims are:
  mutable std::vector<Expr> guarded_; // by claim; null: not made yet
  mutable std::vector<Expr> global_;
  mutable std::unordered_map<std::uint64_t, Expr> others_; // isOther, by lock and handle
};

} // namespace heddle::proof
