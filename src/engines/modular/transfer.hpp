// The abstract semantics of actions: what a thread may do, and what it adds to the global invariant.
//
// The reference is interpreter/operations.cpp and memory_operations.cpp. Where an operation may be undefined or violate
// a property, that is a finding, and the execution continues with the cases in which it is defined: findings are
// recorded only in the last pass, with the final states (`findings` is null before).
#pragma once

#include "engines/modular/barriers.hpp"
#include "engines/modular/clusters.hpp"
#include "engines/modular/findings.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/interference.hpp"
#include "engines/modular/locks.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/naming.hpp"
#include "engines/modular/ownership.hpp"
#include "engines/modular/slots.hpp"
#include "engines/modular/state.hpp"

#include "analysis/join_loops.hpp"

#include <vector>

namespace heddle::engines::modular {

/// What static analysis knows of main's joins.
struct JoinFacts {
  bool areValid = false;                 // all of them
  std::vector<analysis::JoinLoop> loops; // if that is not known
};

class Transfer {
public:
  Transfer(const program::Program &program, const Objects &objects, Global &global, Locks &locks,
           Interference &interference, Clusters &clusters, Barriers &barriers, Slots &slots, Ownership &ownership,
           std::set<Cell> &tracked, const JoinFacts &joins, Mutation mutation);

  /// The states after the action, as long as no other thread runs.
  std::vector<State> apply(program::CfaId cfa, const program::Action &action, State state, Findings *findings);

  /// The content of an object that a state does not mention.
  std::optional<Content> defaultContent(program::CfaId cfa, Mode mode, AbstractObject object) const;
  State initialState(program::CfaId cfa) const;
  /// Other threads may run.
  void interrupt(program::CfaId cfa, State &state) const;
  const std::map<const program::Instruction *, SpawnSite> &sites() const { return sites_; }
  program::CfaId functionOf(SpawnSite site) const { return siteFunctions_[site]; }
  Value valueOf(program::CfaId cfa, const State &state, program::Expr e) const {
    return value({cfa, program_.cfas[cfa], nullptr, {}}, state, e);
  }
  /// Of main: the functions whose threads may run; empty for others.
  std::set<program::CfaId> othersOf(program::CfaId cfa, const State &state) const;

private:
  struct Place {
    AbstractObject object = 0;
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t step = 0;
    std::optional<Linear> linear = std::nullopt;
    bool isExact() const { return low == high; }
    Pattern pattern(std::uint64_t bytes) const { return {low, high, isExact() ? 0 : step, bytes}; }
  };
  /// The action in progress.
  struct Step {
    program::CfaId cfa;
    const program::Cfa &automaton;
    Findings *findings;
    program::SourceSpan span;
    const program::Instruction *instruction = nullptr;
  };
  using States = std::vector<State>;

  void execute(Step &step, State &state, States &split, const program::Operation &operation, bool &isOver);
  void execute(Step &step, State &state, const program::Load &load, bool &isOver);
  void execute(Step &step, State &state, States &split, const program::Store &store, bool &isOver);
  void execute(Step &step, State &state, const program::Allocate &allocate);
  void execute(Step &step, State &state, const program::Free &release);
  void execute(Step &step, State &state, const program::ObjectSize &query);
  void execute(Step &step, State &state, const program::Sync &sync);
  void execute(Step &step, State &state, const program::Check &check, bool &isOver);

  // Threads: thread_transfer.cpp
  void execute(Step &step, State &state, const program::Spawn &spawn);
  void execute(Step &step, State &state, const program::Join &join);
  void execute(Step &step, State &state, const program::Detach &detach);
  void endOpen(State &state, SpawnSite site) const;
  void noteEnds(const Step &step, State &state) const;
  bool isJoinable(const State &state, const Value &handle) const;
  void endJoined(const program::Action &action, State &state) const;
  SpawnSite siteOf(const program::Instruction *instruction);
  void findThreadFacts();

  Value value(const Step &step, const State &state, program::Expr e) const;
  void setRegister(State &state, program::RegisterId reg, Value value,
                   std::optional<SignedBits> increment = std::nullopt, std::optional<Sum> sum = std::nullopt) const;
  void report(const Step &step, Suspicion suspicion, const std::string &text) const;

  std::vector<Place> placesOf(const Step &step, const State &state, program::Expr address, unsigned bytes,
                              bool writes) const;
  bool hasRoom(const State &state, AbstractObject object, const std::optional<Linear> &address, unsigned bytes) const;
  void boundIndex(State &state, const std::vector<Place> &places) const;
  bool isFollowed(program::CfaId cfa, const State &state, AbstractObject object) const;
  bool isConstant(AbstractObject object) const;
  Content &contentOf(program::CfaId cfa, State &state, AbstractObject object) const;
  Value read(const Step &step, State &state, const Place &place, unsigned bytes) const;
  void write(const Step &step, State &state, const Place &place, unsigned bytes, const Value &value, bool isOnly);
  void storeToCell(const Step &step, State &state, const Cell &cell, const std::optional<Linear> &address,
                   const Value &before, const Value &value, const std::optional<Sum> &sum, program::MemoryOrder order,
                   bool isLoaded);
  static void forgetCells(State &state, const Place &place, unsigned bytes);
  void recordAccess(const Step &step, const State &state, const Place &place, std::uint64_t bytes, bool writes,
                    const program::Access &access) const;
  void endObject(const Step &step, State &state, AbstractObject object, bool isCertain);

  // Ownership: ownership_transfer.cpp
  void allocateNewest(const Step &step, State &state, AbstractObject object, const Content &fresh);
  void giveUp(const Step &step, State &state, AbstractObject owned);
  static void forgetWords(State &state, AbstractObject object);
  bool publish(const Step &step, State &state, const Value &value);
  void take(const Step &step, State &state, AbstractObject object);
  bool takeContent(const Step &step, State &state, const Cell &cell, program::MemoryOrder order);
  void takeArgument(program::CfaId cfa, State &state) const;
  void takeResult(const Step &step, State &state, Value &result);
  bool hasTitles(const Value &value) const;
  void noteTitles(const Step &step, const Value &stored, const std::vector<Place> &places, unsigned bytes);
  void noteUse(const State &state, AbstractObject object) const;
  void noteWeakAccess(const State &state, const Value &value, program::MemoryOrder order, bool isOrdered);

  std::optional<Cell> cellOf(const std::vector<Place> &places, unsigned bytes) const;
  std::optional<Word> wordOf(const std::vector<Place> &places, unsigned bytes) const;

  const program::Program &program_;
  const Objects &objects_;
  Global &global_;
  Locks &locks_;
  Interference &interference_;
  Clusters &clusters_;
  Barriers &barriers_;
  Slots &slots_;
  Ownership &ownership_;
  mutable Naming naming_;
  std::set<Cell> &tracked_; // cells that are stored atomically: threads know of them from the start
  Mutation mutation_;
  std::map<const program::Instruction *, SpawnSite> sites_;
  std::vector<program::CfaId> siteFunctions_;
  std::set<program::CfaId> usesBarriers_;
  bool mainIsTracked_ = false;
  bool onlyMainStarts_ = true;
  const JoinFacts &joins_;
  std::map<const program::Action *, std::set<SpawnSite>>
      joinedAt_;                                               // the exits of loops that join all threads of a site
  std::map<const program::Instruction *, SpawnSite> joinedBy_; // their Joins
};

} // namespace heddle::engines::modular
