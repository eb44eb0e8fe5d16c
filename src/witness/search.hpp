// The search for an execution that a violation witness describes.
#pragma once

#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"
#include "witness/observe.hpp"
#include "witness/witness.hpp"

#include <optional>
#include <string>

namespace heddle::witness {

struct SearchResult {
  /// An execution that passes all waypoints and ends in a violation at the target.
  std::optional<interpreter::Trace> found;
  unsigned attempts = 0;
  std::string furthest; // how far the best attempt got, for people
};

/// Tries to follow the witness up to `attempts` times, each time with other choices where the witness leaves one. If
/// `observed` is null, constraints other than those of inputs do not count.
SearchResult search(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed,
                    unsigned attempts, support::Cancellation &cancellation);

/// Whether the violating execution is one that the witness describes: it passes the waypoints in their order, and its
/// violation is at the target. `observed` as above.
bool fits(const program::Program &program, const ViolationWitness &witness, const ObservedProgram *observed,
          const interpreter::Trace &trace);

} // namespace heddle::witness
