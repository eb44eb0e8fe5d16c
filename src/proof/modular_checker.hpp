// The state of a check of a thread-modular proof. Internal to check_modular.cpp and the files named in its header.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/address_order.hpp"
#include "proof/main_course.hpp"
#include "proof/modular_arguments.hpp"
#include "proof/modular_claims.hpp"
#include "proof/modular_proof.hpp"
#include "proof/modular_threads.hpp"
#include "proof/own_objects.hpp"
#include "proof/queries.hpp"
#include "proof/wait_cycles.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::proof {

inline void append(std::vector<Expr> &formulas, const std::vector<Claim> &claims) {
  for (const Claim &claim : claims)
    formulas.push_back(claim.formula);
}

inline std::vector<Expr> formulasOf(const std::vector<Claim> &claims) {
  std::vector<Expr> formulas;
  append(formulas, claims);
  return formulas;
}

/// A claim that does not hold: of a case, or of all threads.
struct RefutedClaim {
  std::optional<CaseId> caseId;
  ClaimEntry entry;
  auto operator<=>(const RefutedClaim &) const = default;
};

inline bool haveCommon(const std::vector<LockId> &a, const std::vector<LockId> &b) {
  return std::any_of(a.begin(), a.end(), [&](LockId lock) { return std::find(b.begin(), b.end(), lock) != b.end(); });
}

/// Whether threads with these locks exclude each other.
template <typename A, typename B> bool exclude(const A &a, const B &b) {
  return haveCommon(a.held, b.held) || haveCommon(a.held, b.reading) || haveCommon(a.reading, b.held);
}

class ModularChecker {
public:
  using Clock = support::Cancellation::Clock;

  ModularChecker(const program::Program &program, const ModularProof &proof, Queries &queries,
                 std::optional<Clock::time_point> deadline);

  void check();
  /// Checks the claims and not the properties: a violation stops its thread, and the others continue. Claims that do
  /// not hold are collected and taken to hold, so that the rest is checked, too; if there are none, all claims hold.
  std::set<RefutedClaim> checkClaims();

private:
  /// A case, with the objects that its thread has.
  struct Situation {
    CaseId caseId = 0;
    SymbolicState state;        // named
    std::vector<Expr> premises; // what the case says, the global claims, and axioms
    bool isInterruptible = true;
    std::set<LockId> wanted = {}; // the locks that the thread may wait for there, one at a time
  };
  /// A store to a lock.
  struct LockStore {
    std::size_t access = 0; // of the path
    bool isExact = true;    // it stores to the lock and nothing else
    Expr touches = nullptr; // the condition under which it does
  };
  using LockStores = std::map<LockId, LockStore>;
  /// The read-write locks that a thread holds; ascending.
  struct SharedLocks {
    std::vector<LockId> held = {};
    std::vector<LockId> reading = {};
    bool operator==(const SharedLocks &) const = default;
  };
  /// An action of a thread from a situation.
  struct Path {
    const Situation *from = nullptr;
    Successor successor;
    std::vector<Expr> extended; // of main: the premises of the situation, and what is known about threads on this path
    ThreadsAfter threads;
    Ghosts ghosts; // after it
    program::ActionId action = 0;
    LockStores stores = {};
    bool joins = false;
    std::set<program::CfaId> joined = {}; // the functions of the threads that it may join
    SharedLocks shared = {};              // after it, unless main is alone before it

    const std::vector<Expr> &premises() const { return extended.empty() ? from->premises : extended; }
  };
  /// A path under conditions that lead to one situation; to none if the thread has ended or stopped.
  struct Edge {
    std::size_t path = 0; // an index of paths_
    const Situation *to = nullptr;
    std::vector<Expr> conditions;
  };

  // check_modular.cpp
  void enterMain();
  std::vector<Expr> sharedLocksAreFree(const ModularCase &each, const SymbolicState &state) const;
  void giveUpIfSlow(std::size_t done) const;
  void followAll();
  const Situation &situation(CaseId id, const std::vector<Object> &objects);
  void expand(Situation &from);
  const ModularCase &caseOf(const Situation &situation) const { return proof_.cases[situation.caseId]; }
  std::string describe(const ModularCase &at, const std::string &what, program::SourceSpan span) const;
  [[noreturn]] void reject(const ModularCase &at, const std::string &what, program::SourceSpan span = {}) const;
  bool isPossible(const std::vector<Expr> &premises, std::vector<Expr> conditions,
                  std::initializer_list<Expr> more = {});
  bool follows(const std::vector<Expr> &premises, const std::vector<Expr> &conditions, const std::vector<Expr> &goals);
  bool checks(program::Property property) const { return !onlyClaims_ && program_.properties.contains(property); }

  /// Whether other threads may act after an action that ends so.
  bool mayBeFollowed(Successor::Kind kind) const {
    using Kind = Successor::Kind;
    return kind == Kind::Step || kind == Kind::Stopped || (onlyClaims_ && kind != Kind::Discarded);
  }

  // modular_refuted.cpp: only if properties are not checked
  /// The claims that do not follow; none if one of them cannot be removed from the proof.
  std::optional<std::vector<Claim>> refutedOf(const std::vector<Claim> &claims, const std::vector<Expr> &premises,
                                              const std::vector<Expr> &conditions);
  void refute(CaseId id, const std::vector<Claim> &claims);
  /// Takes the case for which the fewest claims have to be removed; false if there is none.
  bool continueWithFewer(const Path &path, const LockStores &stores, const std::vector<Expr> &conditions);
  bool enterWithFewer(const std::vector<CaseId> &cases, const SymbolicState &state, unsigned slot, const Ghosts &ghosts,
                      const std::vector<Expr> &premises);
  void refuteAtEnd(const Path &path);
  void refuteInterference(const Path &path, CaseId other);

  // modular_steps.cpp
  void follow(const Situation &from, program::ActionId action, Successor successor);
  void settleThreads(Path &path, program::ActionId action);
  void checkHandle(const Path &path);
  void settleArgument(Path &path, StartId start, unsigned slot);
  LockStores lockStores(const Path &path);
  void checkLockStores(const Path &path, const LockStores &stores);
  void continueThread(const Path &path, const LockStores &stores, const std::vector<Expr> &conditions,
                      std::vector<LockId> undecided);
  /// Why the path does not lead to the case; none if it does.
  std::optional<std::string> obstacleTo(const Path &path, const LockStores &stores, const std::vector<Expr> &conditions,
                                        const ModularCase &to);
  bool threadsFit(const Path &path, const std::vector<Expr> &conditions, const ModularCase &to);
  std::optional<std::vector<Expr>> goalsOfLocks(const Path &path, const LockStores &stores, const ModularCase &to);
  bool isAcquired(const Path &path, LockId lock, std::size_t before);
  void enterChildren(const Path &path);
  void checkEnd(const Path &path);
  void addResult(Path &path, const program::Join &join) const;
  /// Whether the access goes to exactly these bytes.
  bool isAt(const Path &path, const MemoryAccess &access, const StaticCell &cell);

  // modular_readers.cpp
  SharedLocks sharedLocksOf(const ModularCase &each) const;
  void settleSharedLocks(Path &path);
  void moveSharedLock(Path &path, LockId lock, const LockStore &store);
  bool isUpdate(const Path &path, std::size_t store, const StaticCell &cell);
  bool isLoaded(const Path &path, std::size_t before, const StaticCell &cell);
  /// What must hold so that the thread has just the read-write locks of the case; none if it certainly has not.
  std::optional<std::vector<Expr>> goalsOfSharedLocks(const Path &path, const ModularCase *to);

  // modular_interference.cpp
  /// What threads of one function that may be interrupted rely on: a claim of their cases about a piece of memory.
  struct Reliance {
    enum class List : std::uint8_t { Locks, Memory, Loaded, Sums }; // of the case
    CaseId example = 0;
    List list = List::Locks;
    std::size_t index = 0;
    Expr before = nullptr;                              // in the named state; null: depends on the objects
    std::map<std::size_t, std::vector<CaseId>> cases{}; // by group, all that have the claim
  };
  /// Cases that the same threads and locks exclude.
  using Groups = std::vector<std::vector<CaseId>>;
  using Reliances = std::map<program::ObjectId, std::map<StaticCell, std::vector<Reliance>>>;

  void checkInterference();
  void checkInterference(const Path &path, const Groups &groups, const Reliances &reliances);
  void addReliances(const Groups &groups, Reliances &reliances);
  [[noreturn]] void rejectInterference(const Path &path, const Groups &groups);
  Expr formulaOf(const Reliance &reliance, const SymbolicState &state) const;
  bool mayMeet(const Path &path, CaseId other) const;
  bool isPreserved(const Path &path, const Reliance &reliance, Expr after);
  bool isPreserved(const Path &path, const ModularCase &other);

  // modular_races.cpp
  struct RaceAccess {
    const Path *path = nullptr;
    std::size_t index = 0;       // of the path's accesses
    std::vector<LockId> held;    // at that time
    std::vector<LockId> reading; // at that time
    bool alone = false;          // main
    std::vector<StartId> open;   // main
  };
  void checkRaces();
  using AccessGroup = std::vector<RaceAccess>;
  std::vector<AccessGroup> accessGroups();
  program::ObjectId objectOf(const AccessGroup &group) const;
  bool isExcluded(const AccessGroup &a, const AccessGroup &b);
  [[noreturn]] void rejectRace(const RaceAccess &a, const RaceAccess &b) const;
  bool isAloneInTheEnd(const Path &path);
  void addAccesses(const Path &path, std::vector<RaceAccess> &accesses);
  RaceAccess accessOf(const Path &path, std::size_t index) const;
  bool areTogether(const RaceAccess &a, const RaceAccess &b) const;
  bool isExcluded(const RaceAccess &a, const RaceAccess &b);
  bool mayOverlap(const RaceAccess &a, const RaceAccess &b);
  bool isApartInCourse(const RaceAccess &ofMain, const RaceAccess &ofThread);
  Expr knownOfArguments(const RaceAccess &a, const RaceAccess &b);
  Expr renamed(Expr formula);
  bool arePossible(const RaceAccess &a, const RaceAccess &b, std::initializer_list<Expr> more);

  // modular_order.cpp
  /// A store that may go to the cell while several threads run.
  struct CellStore {
    RaceAccess access;
    Expr touches = nullptr; // the condition under which it does
    bool isExact = false;   // it stores to the cell and nothing else
    bool isUpdate = false;  // it is the store of a read-modify-write
  };
  /// How the values of a cell order accesses.
  struct CellOrder {
    StaticCell cell;
    std::vector<CellStore> stores;
    std::vector<LockId> locks; // that all of the stores hold
    bool isReleased = false;
    std::map<const Situation *, bool> known;
    std::map<std::pair<const Path *, std::size_t>, bool> pinned; // by access
  };
  std::vector<CellStore> storesTo(const StaticCell &cell);
  CellOrder &orderOf(const StaticCell &cell);
  void settleKnown(CellOrder &order);
  void dropFacts(std::map<const Situation *, bool> &facts, const std::function<bool(const Edge &)> &isEstablished,
                 const std::function<bool(const Path &)> &isInherited);
  bool mayBeInterrupted(const CellOrder &order, const Situation &at);
  bool isKnownAt(const CellOrder &order, const RaceAccess &at);
  bool isKnownAfter(const CellOrder &order, const Path &path);
  bool counts(const CellOrder &order, const CellStore &store) const;
  bool isPinned(CellOrder &order, const RaceAccess &access);
  bool mayAgree(const StaticCell &cell, const RaceAccess &a, const RaceAccess &b);
  std::set<StaticCell> cellsKnownAt(const RaceAccess &access) const;
  bool areKeptApart(const RaceAccess &a, const RaceAccess &b);

  // modular_handover.cpp
  /// A claim of the proof, if it is confirmed.
  struct Giving {
    bool isConfirmed = false;
    std::map<const Situation *, bool> unposted; // the giver has not stored to the cell
    std::map<const Situation *, bool> received; // the thread has seen that the giver has
  };
  const Giving &givingOf(std::size_t handOver);
  bool isConfirmed(const HandOver &claim, const CellOrder &order);
  bool isOnlyThread(program::CfaId cfa) const;
  bool hasReceived(const HandOver &claim, const CellOrder &order, const Path &path,
                   const std::vector<Expr> &conditions);
  bool isHandedOver(const RaceAccess &given, const RaceAccess &taken);

  // modular_barriers.cpp
  /// A number of waits: `least`, or more by a multiple of `modulus`.
  struct Phase {
    std::uint64_t least = 0;
    std::uint64_t modulus = 0;
    bool operator==(const Phase &) const = default;
  };
  struct Barrier {
    program::Bits place = 0; // its address
    std::set<program::CfaId> users = {};
    std::map<const Situation *, Phase> phases = {};
    std::map<const Situation *, bool> arriving = {};
  };
  static Phase join(const Phase &a, const Phase &b);
  static bool areApart(const Phase &a, const Phase &b);
  void findBarriers();
  bool isValid(Barrier &barrier);
  void settlePhases(Barrier &barrier);
  void settleWaits(Barrier &barrier);
  bool arrivesAt(const Path &path, const Barrier &barrier) const;
  bool touches(const Path &path, const MemoryAccess &access, const Barrier &barrier);
  bool isDisturbed(const Barrier &barrier);
  bool hasEnoughPlaces(const Barrier &barrier);
  bool hasStartedAtMost(std::uint64_t most);
  bool mayFollow(program::ActionId first, program::ActionId second) const;
  bool areInDifferentPhases(const RaceAccess &a, const RaceAccess &b);

  // modular_deadlocks.cpp
  void findWait(Situation &at, Expr isEnabled, const std::vector<Expr> &conditions,
                const std::vector<Expr> &inputRanges);
  std::optional<LockId> lockToWaitFor(const Situation &at, Expr isEnabled, const std::vector<Expr> &conditions);
  Expr ofRegistersAlone(Expr condition);
  void checkDeadlocks();
  std::vector<WaitingThread> waitingThreads() const;
  bool areTogether(const ModularCase &a, const ModularCase &b) const;
  bool isHeldWhileRequested(const ModularCase &holder, const std::vector<WaitingThread> &requests);
  void checkWord(LockId lock);
  bool keepsWord(const Edge &edge, LockId lock, bool isKnownBefore);

  // modular_progress.cpp
  /// Every thread that is in one of these situations leaves them, or ends, if it gets what it waits for.
  void checkProgress(const std::set<const Situation *> &within, const std::string &what);
  void checkLoops(const std::vector<const Edge *> &edges, const std::string &what);
  std::optional<std::vector<const Edge *>> edgesWithoutProgress(const std::vector<const Edge *> &loop,
                                                                const Rank &rank);
  bool isConfirmed(const ChosenInput &choice);
  bool isAvoided(const Edge &edge);

  const program::Program &program_;
  const ModularProof &proof_;
  Queries &queries_;
  ReachabilityProof base_; // names of memory, and pauses
  Vocabulary vocabulary_;
  Provenance provenance_;
  ModularThreads threads_;
  ModularClaims claims_;
  ModularArguments arguments_;
  OwnObjects objects_;
  std::map<std::pair<program::CfaId, program::ActionId>, std::set<Origin>> ordering_; // of addresses
  std::optional<MainCourse> course_;
  std::set<program::ObjectId> untracked_;    // large static objects without claims
  std::set<program::SiteId> untrackedSites_; // without claims
  std::map<std::pair<program::CfaId, program::LocationId>, std::vector<CaseId>> casesAt_;
  std::map<std::pair<CaseId, std::vector<std::uint64_t>>, Situation *> index_;
  std::deque<Situation> situations_;
  std::deque<Path> paths_;
  std::vector<Edge> edges_;
  std::vector<std::pair<std::size_t, const Situation *>> entries_; // paths, and where the threads begin that they start
  std::map<StaticCell, CellOrder> orders_;
  std::map<std::size_t, Giving> givings_; // by claim
  bool hasBarriers_ = false;              // they have been looked for
  std::vector<Barrier> barriers_;
  std::vector<Situation *> pending_;
  std::map<std::pair<program::CfaId, program::LocationId>, const ChosenInput *> chosen_; // confirmed choices
  bool onlyClaims_ = false;
  std::set<RefutedClaim> refuted_;
  Clock::time_point begin_;
  std::optional<Clock::time_point> deadline_;
  std::map<std::tuple<program::CfaId, program::CfaId, Expr, Expr>, bool> preserved_; // see isPreserved
  std::vector<std::uint64_t> marks_;                                                 // by formula, see `follows`
  std::uint64_t mark_ = 0;
};

} // namespace heddle::proof
