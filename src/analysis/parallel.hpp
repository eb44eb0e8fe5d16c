// May-happen-in-parallel: which threads can be alive while a thread takes a step.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace heddle::analysis {

/// How many threads may run a thread function in one execution.
enum class Instances : std::uint8_t { None, One, Many };

/// The point before an instruction of an action.
struct ProgramPoint {
  program::CfaId cfa = 0;
  program::ActionId action = 0;
  std::size_t instruction = 0;
};

class Parallelism {
public:
  /// An index of a set of thread functions that may be alive; equal sets have equal indices.
  using AliveSet = std::uint32_t;

  explicit Parallelism(const program::Program &program);

  Instances instances(program::CfaId cfa) const { return instances_[cfa]; }

  /// Whether threads of one function may start threads of the other, directly or indirectly.
  bool mayStart(program::CfaId starter, program::CfaId started) const { return spawned_[starter][started]; }

  /// The thread functions of which a thread *other* than the one at `point` may be alive, i.e. is not known to start
  /// after, or to be joined before, the instruction at `point`.
  AliveSet othersAt(ProgramPoint point) const;
  bool contains(AliveSet set, program::CfaId cfa) const { return sets_[set][cfa]; }
  /// Whether no other thread can be alive.
  bool isAloneAt(ProgramPoint point) const;

  /// Whether two threads may be at these points at the same time.
  bool mayHappenInParallel(ProgramPoint a, ProgramPoint b) const;

private:
  /// The threads that main has not joined at a location: how many there may be, and of which functions.
  struct Unjoined {
    static constexpr unsigned tooMany = 64;
    unsigned count = 0; // tooMany: any number
    std::vector<bool> functions;
    bool operator==(const Unjoined &) const = default;
  };

  void countInstances();
  void closeSpawns();
  void followMain();
  void apply(Unjoined &state, const program::Operation &operation) const;
  AliveSet intern(const std::vector<bool> &set) const;

  const program::Program &program_;
  std::vector<Instances> instances_;
  std::vector<std::vector<bool>> spawned_; // by CFA: the functions that its threads may start, directly or indirectly
  bool mainIsTracked_ = false;
  std::vector<Unjoined> main_;   // by location of main
  std::vector<AliveSet> others_; // by CFA, for threads other than main
  mutable std::vector<std::vector<bool>> sets_;
  mutable std::map<std::vector<bool>, AliveSet> setIndex_;
};

} // namespace heddle::analysis
