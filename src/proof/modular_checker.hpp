// The state of a check of a thread-modular proof. Internal to check_modular.cpp and the files named in its header.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/modular_arguments.hpp"
#include "proof/modular_claims.hpp"
#include "proof/modular_proof.hpp"
#include "proof/modular_threads.hpp"
#include "proof/own_objects.hpp"
#include "proof/queries.hpp"

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
  };
  /// An action of a thread from a situation.
  struct Path {
    const Situation *from = nullptr;
    Successor successor;
    std::vector<Expr> extended; // of main: the premises of the situation, and what is known about threads on this path
    ThreadsAfter threads;
    Ghosts ghosts; // after it

    const std::vector<Expr> &premises() const { return extended.empty() ? from->premises : extended; }
  };
  /// A store to a lock.
  struct LockStore {
    std::size_t access = 0; // of the path
    bool isExact = true;    // it stores to the lock and nothing else
    Expr touches = nullptr; // the condition under which it does
  };
  using LockStores = std::map<LockId, LockStore>;

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
    enum class List : std::uint8_t { Locks, Memory, Loaded }; // of the case
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
  void addAccesses(const Path &path, std::vector<RaceAccess> &accesses);
  bool isExcluded(const RaceAccess &a, const RaceAccess &b);
  bool mayOverlap(const RaceAccess &a, const RaceAccess &b);
  Expr knownOfArguments(const RaceAccess &a, const RaceAccess &b);
  Expr renamed(Expr formula);

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
  std::optional<std::vector<bool>> course_; // by action of main: whether it is taken, if that is known
  std::set<program::ObjectId> untracked_;   // large static objects without claims
  std::map<std::pair<program::CfaId, program::LocationId>, std::vector<CaseId>> casesAt_;
  std::map<std::pair<CaseId, std::vector<std::uint64_t>>, Situation *> index_;
  std::deque<Situation> situations_;
  std::deque<Path> paths_;
  std::vector<Situation *> pending_;
  Clock::time_point begin_;
  std::optional<Clock::time_point> deadline_;
  std::map<std::tuple<program::CfaId, program::CfaId, Expr, Expr>, bool> preserved_; // see isPreserved
  std::vector<std::uint64_t> marks_;                                                 // by formula, see `follows`
  std::uint64_t mark_ = 0;
};

} // namespace heddle::proof
