// Explicit exploration: every reachable state, each once.
//
// Other engines are tested against it. An exploration is complete only if it has followed every thread in every state
// with every input. A step that was not followed (an input with too many values, a Halt, an endless loop of local work)
// makes the exploration incomplete, with the first such reason, but does not end it.
#pragma once

#include "interpreter/explorer_mutation.hpp"
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

/// Whether a plain access to the object is possible. If not, there is no race on it.
using PlainAccessOracle = std::function<bool(const Memory &memory, program::ObjectId object)>;

/// Static information about the future of threads, for persistent sets. Must err towards true.
class DependenceOracle {
public:
  virtual ~DependenceOracle() = default;
  /// Whether anything that a thread at `location` of `cfa`, or a thread that it starts, may do from there on could be
  /// dependent on a step with these accesses (objects as in `memory`).
  virtual bool mayDepend(program::CfaId cfa, program::LocationId location, const Memory &memory,
                         const StepAccesses &accesses) const = 0;
};

struct ExplorerOptions {
  Limits limits;
  std::uint64_t nondetRange = 256;
  std::uint64_t maxStates = UINT64_MAX;
  bool depthFirst = false; // if false, breadth-first: short counterexamples
  bool sleepSets = false;
  /// Enables persistent sets if not null.
  const DependenceOracle *oracle = nullptr;
  /// Reduces the number of states if data races are checked; may be empty.
  PlainAccessOracle mayBePlain;
  ExplorerMutator mutator{}; // for tests
};

struct Exploration {
  bool complete = true;
  std::string incompleteReason;
  std::optional<Violation> violation; // if found; a replay gives a better text
  Schedule schedule;                  // of the violation
  std::vector<program::Warning> warnings;

  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t maxDepth = 0; // steps of the longest path by which a state was first reached
  std::uint64_t memory = 0;   // bytes
};

/// Explores until a violation is found, all states are explored, or a stop is requested (then it is incomplete).
Exploration explore(
    const program::Program &program, const ExplorerOptions &options, support::Cancellation &cancellation,
    const std::function<void(const std::string &)> &report = [](const std::string &) {});

} // namespace heddle::interpreter
