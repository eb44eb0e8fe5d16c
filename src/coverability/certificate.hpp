// Certificates of uncoverability, in a form that is easy to check: an uncoverability proof (Definition 2), which is the
// upward closure of finitely many configurations, and invariants of all reachable configurations, which exclude the
// predecessors that the proof leaves out.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::coverability {

/// A trap is a set of places such that every transition that takes from it also puts into it; once marked, it stays
/// marked. Place number l is local state l; place localStates + s is shared state s.
struct Trap {
  std::vector<std::uint32_t> places; // sorted
};

/// Weights of places such that no transition increases the weighted sum of a configuration. Let combined(p) be the
/// weight of p minus the multiples of the traps that contain p; it is never negative for a local state. Every marked
/// trap contributes at least its multiple, so Σ combined(p)·m(p) is at most `bound` in every reachable configuration m.
/// A configuration with a larger sum is uncoverable, and so is every configuration above it.
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

/// Checks from the definitions alone that the certificate proves all targets uncoverable; the error names the defect.
support::Expected<bool> checkCertificate(const System &system, const Certificate &certificate);

} // namespace heddle::coverability
