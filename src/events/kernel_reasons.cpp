// From the reasons that the derivation finds to those that are returned: minimal, and none weaker than another.
//
// Guards that read-froms imply are left out as far as the rules show the cycle without them; the others hold all
// the same, but naming them saves everyone who checks a reason to know of that.
#include "events/kernel_reasons.hpp"
#include "events/kernel_reason_derivation.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::events {

namespace {

constexpr std::size_t mostChecking = 60'000; // nodes that are looked at to make reasons minimal

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
      break; // the rest is longer
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
