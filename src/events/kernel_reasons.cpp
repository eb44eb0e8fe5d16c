// The reasons that the derivation finds are minimised, and those that imply another one are dropped.
//
// A guard that a read-from of the reason implies is left out if the rules show the cycle without it. Other implied
// guards are redundant too, but a reason that names them can be checked without knowing about the implication.
#include "events/kernel_reasons.hpp"
#include "events/kernel_reason_derivation.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::events {

namespace {

constexpr std::size_t mostChecking = 60'000; // see CycleCheck::work

} // namespace

std::vector<Atoms> coreKernelReasons(const OrderProblem &problem, const OrderLimits &limits,
                                     support::Cancellation &cancellation) {
  ReasonDerivation derivation(problem, limits, cancellation);
  derivation.run();

  CycleCheck check(problem);
  const auto isReason = [&](const AtomSet &atoms) { return check(atoms); };
  std::vector<Atoms> found;
  for (const ReasonId reason : derivation.reasons()) {
    if (check.work() > mostChecking && !found.empty())
      break; // the remaining ones are longer
    Atoms atoms = derivation.pool().atoms(reason);
    const bool namesImplied = derivation.pool().size(reason) < atoms.size();
    if (namesImplied || !derivation.isMinimal(reason))
      atoms = minimise(problem, std::move(atoms), isReason, cancellation);
    found.push_back(std::move(atoms));
  }
  if (found.empty()) {
    Atoms all(problem.literals.size() - 1);
    std::iota(all.begin(), all.end(), noAtom + 1);
    found.push_back(minimise(problem, std::move(all), isReason, cancellation));
  }
  found = withoutWeaker(problem, std::move(found));
  found.resize(std::min(found.size(), std::max<std::size_t>(limits.reasons, 1)));
  return found;
}

} // namespace heddle::events
