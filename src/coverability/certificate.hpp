// Why a target is uncoverable, in a form that is easy to check: an uncoverability proof (Definition 2), the
// upward closure of finitely many configurations; and facts about all reachable configurations that say
// why some predecessors need not be in it.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::coverability {

/// A set of places that never runs empty: whoever takes from it puts something into it. Initially marked,
/// it stays so. Place number l is local state l; place localStates + s is shared state s.
struct Trap {
  std::vector<std::uint32_t> places; // sorted
};

/// Weights of places such that no transition increases the weighted sum of a configuration. Together with
/// traps, each of which contributes at least its multiple, the sum Σ combined(p)·m(p), where combined is
/// weight minus the multiples of the traps that p is in, and never negative, is at most `bound` in every
/// reachable configuration; what has more is uncoverable, and so is all above it.
struct Weighting {
  std::vector<std::int64_t> weights; // by place
  struct Use {
    std::uint32_t trap = 0; // in Certificate::traps
    std::int64_t multiple = 0;
  };
  std::vector<Use> traps;
  std::int64_t bound = 0;
  std::vector<std::int64_t> combined; // by place: weights less the multiples of traps
};

struct Certificate {
  std::vector<Configuration> minimal;
  std::vector<Trap> traps;
  std::vector<Weighting> weightings;
};

/// Does the weighting exclude the configuration and all above it?
bool excludes(const Weighting &weighting, const System &system, const Configuration &configuration);

/// Checks, by nothing but the definitions, that the certificate proves all targets uncoverable; says what
/// is wrong otherwise.
support::Expected<bool> checkCertificate(const System &system, const Certificate &certificate);

} // namespace heddle::coverability
