// The state of a check of a thread-modular proof. Internal to check_modular.cpp and the files named in its header.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/main_course.hpp"
#include "proof/modular_arguments.hpp"
#include "proof/modular_claims.hpp"
#include "proof/modular_proof.hpp"
#include "proof/modular_threads.hpp"
#include "proof/own_objects.hpp"
#include "proof/queries.hpp"
#include "proof/wait_cycles.hpp"

#include <chrono>
#include <deque>
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

class ModularChecker {
public:
  using Clock = support::Cancellation::Clock;

  ModularChecker(const program::Program &program, const ModularProof &proof, Queries &queries,
                 std::optional<Clock::time_point> deadline);

  void check();

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
  void giveUpIfSlow(std::size_t done) const;
  const Situation &situation(CaseId id, const std::vector<Object> &objects);
  void expand(Situation &from);
  const ModularCase &caseOf(const Situation &situation) const { return proof_.cases[situation.caseId]; }
  std::string describe(const ModularCase &at, const std::string &what, program::SourceSpan span) const;
  [[noreturn]] void reject(const ModularCase &at, const std::string &what, program::SourceSpan span = {}) const;
  bool isPossible(const std::vector<Expr> &premises, std::vector<Expr> conditions,
                  std::initializer_list<Expr> more = {});
  bool follows(const std::vector<Expr> &premises, const std::vector<Expr> &conditions, const std::vector<Expr> &goals);

  // modular_steps.cpp
  void follow(const Situation &from, program::ActionId action, Successor successor);
  void settleThreads(Path &path, program::ActionId action);
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
    std::size_t index = 0;     // of the path's accesses
    std::vector<LockId> held;  // at that time
    bool alone = false;        // main
    std::vector<StartId> open; // main
  };
  void checkRaces();
  bool isAloneInTheEnd(const Path &path);
  void addAccesses(const Path &path, std::vector<RaceAccess> &accesses);
  bool isExcluded(const RaceAccess &a, const RaceAccess &b);
  bool mayOverlap(const RaceAccess &a, const RaceAccess &b);
  bool isApartInCourse(const RaceAccess &ofMain, const RaceAccess &ofThread);
  Expr knownOfArguments(const RaceAccess &a, const RaceAccess &b);
  Expr renamed(Expr formula);

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
  std::optional<MainCourse> course_;
  std::set<program::ObjectId> untracked_; // large static objects without claims
  std::map<std::pair<program::CfaId, program::LocationId>, std::vector<CaseId>> casesAt_;
  std::map<std::pair<CaseId, std::vector<std::uint64_t>>, Situation *> index_;
  std::deque<Situation> situations_;
  std::deque<Path> paths_;
  std::vector<Edge> edges_;
  std::vector<Situation *> pending_;
  std::map<std::pair<program::CfaId, program::LocationId>, const ChosenInput *> chosen_; // confirmed choices
  Clock::time_point begin_;
  std::optional<Clock::time_point> deadline_;
  std::map<std::tuple<program::CfaId, program::CfaId, Expr, Expr>, bool> preserved_; // see isPreserved
  std::vector<std::uint64_t> marks_;                                                 // by formula, see `follows`
  std::uint64_t mark_ = 0;
};

} // namespace heddle::proof
