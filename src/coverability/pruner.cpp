// When to ask the state equation. A weighting once found is applied to every configuration, which costs next
// to nothing. To look for a new one costs a linear program, so that is done only
//
// - when the search has taken a moment already: most searches are over by then;
// - as long as it takes less than a part of all the time;
// - less and less often while the answer is no: twice as many configurations are passed over after each
//   failure, and none after a success.
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
    : system_(system), cancellation_(cancellation), moment_(after),
      suits_(!system.initial.empty() && StateEquation::suits(system)) {}

bool Pruner::excludedByKnown(const Configuration &configuration) {
  const auto found = std::find_if(weightings_.begin(), weightings_.end(), [&](const Weighting &weighting) {
    return coverability::excludes(weighting, system_, configuration);
  });
  if (found == weightings_.end())
    return false;
  if (found != weightings_.begin())
    std::iter_swap(found, found - 1);
  return true;
}

bool Pruner::excludes(const Configuration &configuration) {
  if (excludedByKnown(configuration))
    return true;
  if (!suits_ || weightings_.size() >= mostWeightings)
    return false;
  if (passOver_ > 0) {
    --passOver_;
    return false;
  }
  const Clock::duration elapsed = Clock::now() - start_;
  if (elapsed < moment_ || (spent_ > moment_ && spent_ * share > elapsed))
    return false;
  return ask(configuration);
}

bool Pruner::excludesTargets() {
  if (askedForTargets_ || !suits_ || Clock::now() - start_ < moment_)
    return false;
  askedForTargets_ = true;
  return std::all_of(system_.targets.begin(), system_.targets.end(), [&](const Configuration &target) {
    return !cancellation_.stopRequested() && (excludedByKnown(target) || ask(target));
  });
}

bool Pruner::ask(const Configuration &configuration) {
  const Clock::time_point before = Clock::now();
  std::optional<Weighting> weighting;
  try {
    if (!equation_)
      equation_.emplace(system_);
    weighting = equation_->exclude(configuration, cancellation_);
  } catch (const z3::exception &) {
    suits_ = false; // whatever Z3 dislikes: the search goes on without it
  }
  spent_ += Clock::now() - before;
  if (!weighting) {
    failures_ = std::min(failures_ + 1, mostDoublings);
    passOver_ = std::uint64_t{1} << failures_;
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
