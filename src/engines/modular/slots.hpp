// Slots: memory that belongs to one thread of a function because of the numbers that the thread was started with.
//
// A slot is a number that each thread of a function gets from the thread that starts it: its argument (the offset in
// its object, if that is an address), or what its argument points to at a fixed distance. Main's state bounds the
// numbers that it has issued (`Issued`), by constants and by relations to its registers; a loop's counter that grows
// with each thread is above all that were issued. If every number is beyond all that were issued before, since main was
// last alone, then any two threads that run at the same time have numbers that differ by the *spacing* of the slot at
// least.
//
// Two accesses go to different memory if they are made by different threads of one function, at
// factor * slot + [low, high) with the same factor, and factor * spacing is not less than the size of both ranges
// together. An access of main that is above all that its threads may access so far does not meet them either: threads
// that main starts later start after it.
//
// Only main may start threads of the function. What points to a slot's part of memory is known to a thread when it
// starts; it remains known as long as no other thread stores there (`isStable`).
#pragma once

#include "engines/modular/dependencies.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/state.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// Where an access goes to.
struct Address {
  /// factor * slot + distance, the distance between low and high.
  struct Range {
    SlotId slot = 0;
    std::int64_t factor = 1;
    std::int64_t low = 0;
    std::int64_t high = 0;
    auto operator<=>(const Range &) const = default;
  };
  /// factor * number + margin is not above the access, for all numbers that were issued.
  struct Above {
    program::CfaId cfa = 0;
    SlotId slot = 0;
    std::int64_t factor = 1;
    std::int64_t margin = 0;
    auto operator<=>(const Above &) const = default;
  };

  program::CfaId cfa = 0;
  Pattern pattern;
  std::optional<Range> range;
  std::vector<Above> above;

  auto operator<=>(const Address &) const = default;
};

class Slots {
public:
  Slots(const program::Program &program, const Objects &objects, const Global &global, Dependencies &dependencies,
        Mutation mutation);

  bool hasGrown() { return std::exchange(hasGrown_, false); }

  /// A thread is started with the argument; `words` are what its starter knows.
  void start(program::CfaId starter, State &state, program::CfaId started, const Value &argument);
  /// Main is the only thread.
  static void endAll(State &state) { state.issued.clear(); }
  /// What a new thread knows: the argument and what it points to.
  Value argumentOf(program::CfaId cfa) const;
  std::map<Word, Value> wordsOf(program::CfaId cfa) const;
  /// Sizes of objects, in terms of the numbers of a new thread.
  Room roomOf(program::CfaId cfa) const;

  /// How far the arguments of threads of the function that run at the same time are apart at least; zero: unknown.
  std::uint64_t spacingOfArguments(program::CfaId cfa) const {
    const std::uint64_t spacing = spacingOf(cfa, argumentSlot);
    return spacing == noSpacing ? 1 : spacing; // no two of them
  }

  /// Whether only main starts threads of the function.
  bool isOfMain(program::CfaId cfa) const { return isOfMain_[cfa]; }

  Address addressOf(program::CfaId cfa, const State &state, const Pattern &pattern,
                    const std::optional<Linear> &linear) const;
  bool areDisjoint(const Address &a, const Address &b) const;
  /// A store while other threads run.
  void store(AbstractObject object, const Address &address);
  /// Whether no other thread stores to the word.
  bool isStable(program::CfaId cfa, const State &state, const Word &word) const;

  static constexpr SlotId argumentSlot = 0;

private:
  static constexpr std::uint64_t noSpacing = UINT64_MAX;
  struct Field {
    std::int64_t distance = 0;
    unsigned bytes = 0;
    auto operator<=>(const Field &) const = default;
  };
  struct Function {
    bool isStarted = false;
    std::map<SlotId, std::uint64_t> spacing;
    std::map<Field, SlotId> slots;
    std::map<Field, Value> fields; // what all arguments point to
    unsigned updates = 0;
    Room::Sizes sizes; // at every start
  };

  void noteSizes(const State &state, SlotId slot, const Value &value, Room::Sizes &sizes) const;
  void issue(State &state, program::CfaId cfa, SlotId slot, const Value &number);
  std::uint64_t spacingOf(program::CfaId cfa, SlotId slot) const;
  void limitSpacing(program::CfaId cfa, SlotId slot, std::uint64_t spacing);
  bool isSafeStore(const Address &word, const Address &store) const;

  const Objects &objects_;
  const Global &global_;
  Dependencies &dependencies_;
  Mutation mutation_;
  bool hasGrown_ = false;
  std::vector<bool> isOfMain_; // by function: only main starts threads of it
  std::vector<Function> functions_;
  std::map<AbstractObject, std::set<Address>> stores_;
  std::set<AbstractObject> anywhere_; // too many stores to list
};

} // namespace heddle::engines::modular
