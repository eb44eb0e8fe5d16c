// Beyond the paper: the backward search need not consider configurations that the state equation or traps show to be
// uncoverable.
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

  /// New weightings are looked for in the first part of the search only.
  void setEnd(std::chrono::milliseconds end) { end_ = end; }

  /// Whether the configuration is uncoverable by a known weighting, or by a new one if looking for it seems to pay.
  bool exclude(const Configuration &configuration);

  /// Whether all targets are excluded. May be called any number of times; solves linear programs in one call only, the
  /// first after the initial delay.
  bool excludeTargets();

  /// Adds the weightings and traps to the certificate.
  void explain(Certificate &certificate) const;

private:
  using Clock = std::chrono::steady_clock;

  bool findWeighting(const Configuration &configuration);
  bool excludeByKnown(const Configuration &configuration);

  const System &system_;
  support::Cancellation &cancellation_;
  Clock::duration delay_;
  Clock::duration end_ = Clock::duration::max();
  bool usable_; // the system is small enough, and Z3 has not failed
  bool triedTargets_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::duration spent_{};
  std::uint32_t failures_ = 0; // in a row
  std::uint64_t skip_ = 0;     // configurations to skip before the next linear program
  std::optional<StateEquation> equation_;
  std::vector<Weighting> weightings_; // recently useful ones first
};

} // namespace heddle::coverability
