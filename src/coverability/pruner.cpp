// Decides when the state equation is worth its cost. Every known weighting is applied to every configuration, which
// costs next to nothing. Finding a new one takes a linear program, which is solved only
//
// - after an initial delay: most searches finish earlier;
// - while linear programs take less than a fixed share of the time;
// - with exponential back-off: after each failure in a row, twice as many configurations are skipped, and after a
//   success none.
#include "coverability/pruner.hpp"

#include <z3++.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

constexpr int share = 4; // a quarter of the time at most
constexpr std::size_t mostWeightings = 200;
constexpr std::uint32_t mostDoublings = 6;

} // namespace

Pruner::Pruner(const System &system, std::chrono::milliseconds after, support::Cancellation &cancellation)
    : system_(system), cancellation_(cancellation), delay_(after),
      usable_(!system.initial.empty() && StateEquation::suits(system)) {}

bool Pruner::excludeByKnown(const Configuration &configuration) {
  const auto found = std::find_if(weightings_.begin(), weightings_.end(), [&](const Weighting &weighting) {
    return coverability::excludes(weighting, system_, configuration);
  });
  if (found == weightings_.end())
    return false;
  if (found != weightings_.begin())
    std::iter_swap(found, found - 1);
  return true;
}

bool Pruner::exclude(const Configuration &configuration) {
  if (excludeByKnown(configuration))
    return true;
  if (!usable_ || weightings_.size() >= mostWeightings)
    return false;
  if (skip_ > 0) {
    --skip_;
    return false;
  }
  const Clock::duration elapsed = Clock::now() - start_;
  if (elapsed < delay_ || elapsed > end_ || (spent_ > delay_ && spent_ * share > elapsed))
    return false;
  return findWeighting(configuration);
}

bool Pruner::excludeTargets() {
  const Clock::duration elapsed = Clock::now() - start_;
  if (triedTargets_ || !usable_ || elapsed < delay_ || elapsed > end_)
    return false;
  triedTargets_ = true;
  return std::all_of(system_.targets.begin(), system_.targets.end(), [&](const Configuration &target) {
    return !cancellation_.poll() && (excludeByKnown(target) || findWeighting(target));
  });
}

bool Pruner::findWeighting(const Configuration &configuration) {
  const Clock::time_point before = Clock::now();
  std::optional<Weighting> weighting;
  try {
    if (!equation_)
      equation_.emplace(system_);
    weighting = equation_->exclude(configuration, cancellation_);
  } catch (const z3::exception &) {
    usable_ = false; // the search continues without Z3
  }
  spent_ += Clock::now() - before;
  if (!weighting) {
    failures_ = std::min(failures_ + 1, mostDoublings);
    skip_ = std::uint64_t{1} << failures_;
    return false;
  }
  failures_ = 0;
  weightings_.insert(weightings_.begin(), std::move(*weighting));
  return true;
}

void Pruner::explain(Certificate &certificate) const {
  certificate.weightings = weightings_;
  if (equation_)
    certificate.traps = equation_->traps();
}

} // namespace heddle::coverability
