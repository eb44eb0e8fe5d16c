// Explicit exploration: every state that the program can reach, each once.
//
// The referee of all other engines: it says "complete" only if it has followed every thread in every state
// with every input. What it did not follow (an input with too many values, a Halt, a loop of local work
// without end) makes the exploration incomplete, with the first such reason, but does not end it.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::interpreter {

class Memory;
struct StepAccesses;

/// Whether any plain access to the object is possible. If not, it cannot be raced for.
using PlainAccessOracle = std::function<bool(const Memory &memory, program::ObjectId object)>;

/// What is known about the future of a thread, for persistent sets. Answers must err towards true.
class DependenceOracle {
public:
  virtual ~DependenceOracle() = default;
  /// Whether anything that a thread standing at `location` of `cfa` may do from there on, or that threads
  /// which it starts may do, could be dependent on a step that touched `accesses` (objects as in `memory`).
  virtual bool mayDepend(program::CfaId cfa, program::LocationId location, const Memory &memory,
                         const StepAccesses &accesses) const = 0;
};

struct ExplorerOptions {
  Limits limits;
  std::uint64_t nondetRange = 256;
  std::uint64_t maxStates = UINT64_MAX;
  bool depthFirst = false; // otherwise breadth first: short counterexamples
  bool sleepSets = false;
  /// Persistent sets, if there is somebody to ask.
  const DependenceOracle *oracle = nullptr;
  /// Spares states when data races are looked for; may be empty.
  PlainAccessOracle mayBePlain;
};

struct Exploration {
  bool complete = true;
  std::string incompleteReason;
  std::optional<Violation> violation; // found; its text is better taken from a replay
  Schedule schedule;                  // leads to the violation
  std::vector<program::Warning> warnings;

  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t maxDepth = 0; // steps on the path by which a state was first found
  std::uint64_t memory = 0;   // bytes
};

/// Explores until a violation is found, all is seen, or `cancellation` says stop (then it is incomplete).
Exploration explore(
    const program::Program &program, const ExplorerOptions &options, support::Cancellation &cancellation,
    const std::function<void(const std::string &)> &report = [](const std::string &) {});

} // namespace heddle::interpreter
