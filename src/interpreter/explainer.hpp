// What the explanations of all kinds of violations share. Internal to explanation.cpp and explain_*.cpp.
#pragma once

#include "interpreter/explanation.hpp"
#include "interpreter/journal.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/paths.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle::interpreter {

class Explainer {
public:
  Explainer(Machine &machine, const Journal &journal, const State &state)
      : machine_(machine), program_(machine.program()), journal_(journal), state_(state), names_(machine.names()),
        paths_(program_, journal, names_) {}

  void failure(const Failure &failure);
  void deadlock(const std::vector<unsigned> &waiting); // explain_locks.cpp

  std::vector<Fact> take() { return std::move(facts_); }
  /// The entries that the facts rest on.
  const std::vector<EntryId> &roots() const { return roots_; }

private:
  void add(Fact::Role role, std::string text, std::optional<unsigned> thread = {}, program::SourceSpan span = {},
           std::string rest = {});
  void addAt(Fact::Role role, std::string text, EntryId at) {
    roots_.push_back(at);
    add(role, std::move(text), journal_[at].thread, journal_[at].span);
  }

  // explanation.cpp
  /// "queue.items[3]", as it is named at the time of the entry.
  std::string nameOf(const ByteRange &range, EntryId allocation) const;
  /// By the path on which the thread has reached it, if there is one.
  std::string nameAt(EntryId entry) const;
  std::string lockName(Bits lock) const;
  std::string objectName(ObjectId object, EntryId allocation) const;
  /// "no lock", "m", "a and b (for reading)".
  std::string listOf(const std::vector<HeldLock> &locks) const;
  std::string contentAt(EntryId entry) const;
  /// Where the object comes from; nothing for a string literal or a function.
  void addOrigin(ObjectId object, EntryId allocation);
  /// The release of the object, or noEntry.
  EntryId releaseOf(ObjectId object, EntryId allocation) const;

  // explain_locks.cpp
  void lockMisuse(const Failure &failure);

  // explain_memory.cpp
  void invalidAccess(const Failure &failure);
  void lostObject(const Failure &failure);

  // explain_race.cpp
  void race(const Failure &failure);
  void addCommonSynchronisation(unsigned first, unsigned second);
  EntryId startOf(unsigned thread) const;

  // explain_values.cpp
  /// The values that decide a failed check. `withTypes`: also their types.
  void values(bool withTypes);
  std::vector<EntryId> decisions(EntryId failure) const;
  /// The reads and inputs that the entries' values come from, the latest first.
  std::vector<EntryId> leavesOf(std::vector<EntryId> entries) const;
  void addValue(EntryId leaf, bool withType);

  Machine &machine_;
  const program::Program &program_;
  const Journal &journal_;
  const State &state_;
  const Names &names_;
  Paths paths_;
  std::vector<Fact> facts_;
  std::vector<EntryId> roots_;
};

} // namespace heddle::interpreter
