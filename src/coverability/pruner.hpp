// Beyond the paper: configurations that the state equation or traps show to be uncoverable need no backward
// search.
#pragma once

#include "coverability/certificate.hpp"
#include "coverability/state_equation.hpp"
#include "coverability/system.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::coverability {

class Pruner {
public:
  Pruner(const System &system, std::chrono::milliseconds after, support::Cancellation &cancellation);

  /// Is the configuration known to be uncoverable, or can it be shown at a price that is worth it?
  bool excludes(const Configuration &configuration);

  /// Can all targets be excluded? Asked again and again, it looks into it once, when the search is no longer
  /// a matter of an instant.
  bool excludesTargets();

  /// Adds the weightings and traps that were of use to the certificate.
  void explain(Certificate &certificate) const;

private:
  using Clock = std::chrono::steady_clock;

  bool ask(const Configuration &configuration);
  bool excludedByKnown(const Configuration &configuration);

  const System &system_;
  support::Cancellation &cancellation_;
  Clock::duration moment_;
  bool suits_;
  bool askedForTargets_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::duration spent_{};
  std::uint32_t failures_ = 0; // in a row
  std::uint64_t passOver_ = 0; // configurations, before the next question
  std::optional<StateEquation> equation_;
  std::vector<Weighting> weightings_; // those of use lately first
};

} // namespace heddle::coverability
