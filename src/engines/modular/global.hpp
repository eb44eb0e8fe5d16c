// The global invariant: what all threads together may do, whatever the interleaving.
//
// It grows until it is stable; the states of all threads are computed anew whenever it has grown. A value that a thread
// stores in shared memory while others may run is part of it for ever, whatever the order of events. Main publishes the
// content that memory has when it starts a thread.
#pragma once

#include "engines/modular/dependencies.hpp"
#include "engines/modular/objects.hpp"
#include "engines/modular/state.hpp"

#include <map>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// How often a value of the invariant grows before it is widened: first to the next threshold, then at once.
constexpr unsigned updatesBeforeWidening = 8;
constexpr unsigned updatesBeforeFullWidening = 20;
/// The join, or what is widened after so many updates.
Value grown(const Value &before, const Value &more, unsigned updates, const Thresholds &thresholds);

class Global {
public:
  Global(const program::Program &program, const Objects &objects, Dependencies &dependencies);

  /// Whether it has grown since the last call.
  bool hasGrown() { return std::exchange(hasGrown_, false); }
  void setThresholds(Thresholds thresholds) { thresholds_ = std::move(thresholds); }

  BaseReader baseOf(AbstractObject object) const;
  Value read(AbstractObject object, const Pattern &pattern) const;
  Value read(AbstractObject object, std::uint64_t offset, unsigned bytes) const {
    return read(object, {offset, offset, 0, bytes});
  }
  void store(AbstractObject object, const Pattern &pattern, const Value &value);
  void publish(AbstractObject object, const Content &content);
  /// The content that a cell may have when main starts threads.
  Value startValue(AbstractObject object, std::uint64_t offset, unsigned bytes) const;
  /// What every thread of the function knows of cells when it starts.
  const std::map<Cell, Knowledge> &startKnowledge(program::CfaId cfa) const { return startKnowledge_[cfa]; }
  void addStartKnowledge(program::CfaId cfa, const std::map<Cell, Knowledge> &known);

  const Value &argument(program::CfaId cfa) const { return arguments_[cfa]; }
  void addArgument(program::CfaId cfa, const Value &value) { grow(arguments_[cfa], value); }
  const Value &results() const { return results_; }
  void addResult(const Value &value) { grow(results_, value); }
  bool isStarted(program::CfaId cfa) const { return isStarted_[cfa]; }
  void start(program::CfaId cfa);

  /// Bounds of the threads that main has started and not joined, and of all threads of a function.
  void noteThreads(program::CfaId cfa, SignedBits unjoined, SignedBits total);
  SignedBits mostThreadsOf(program::CfaId cfa) const { return mostThreads_[cfa]; }
  /// A new thread gets the lowest handle that is free.
  std::uint64_t mostHandle() const;

  /// Functions of which threads may run at the same time.
  void addParallel(program::CfaId a, program::CfaId b);
  bool areParallel(program::CfaId a, program::CfaId b) const { return parallel_[a * isStarted_.size() + b]; }

  /// The least size of the objects that were allocated.
  std::uint64_t sizeOf(AbstractObject object) const;
  void allocate(AbstractObject object, std::uint64_t size);
  /// The object may be gone while other threads run.
  bool mayBeGone(AbstractObject object) const { return gone_.contains(object); }
  void end(AbstractObject object);

private:
  void grow(Value &value, const Value &more);
  void noteGrowth(AbstractObject object);

  const program::Program &program_;
  const Objects &objects_;
  Dependencies &dependencies_;
  Thresholds thresholds_;
  bool hasGrown_ = false;
  std::map<AbstractObject, Content> contents_;
  std::map<AbstractObject, Content> starts_; // when main starts threads
  std::vector<std::map<Cell, Knowledge>> startKnowledge_;
  std::vector<unsigned> starters_; // how often threads of the function have been seen to start
  std::map<AbstractObject, unsigned> updates_;
  std::map<Cell, unsigned> cellUpdates_;
  std::vector<Value> arguments_;
  unsigned valueUpdates_ = 0;
  Value results_;
  std::vector<bool> isStarted_;
  SignedBits mostUnjoined_ = 0;
  std::vector<SignedBits> mostThreads_; // by function
  std::vector<bool> parallel_;          // by two functions
  std::map<AbstractObject, std::uint64_t> sizes_;
  std::set<AbstractObject> gone_;
};

} // namespace heddle::engines::modular
