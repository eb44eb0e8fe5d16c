#include "engines/modular/race_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::engines::modular {

bool RaceCheck::areParallel(const SharedAccess &a, const SharedAccess &b) const {
  if (a.cfa == 0 && b.cfa == 0)
    return false; // there is one main
  if (a.cfa == 0 || b.cfa == 0)
    return a.cfa == 0 ? a.others.contains(b.cfa) : b.others.contains(a.cfa);
  return global_.areParallel(a.cfa, b.cfa);
}

Exclusion RaceCheck::exclusionOf(const SharedAccess &a, const SharedAccess &b) const {
  if (!a.writes && !b.writes)
    return Exclusion::Kind;
  if (mutation_ == Mutation::AtomicsNeverRace ? !a.isPlain || !b.isPlain : !a.isPlain && !b.isPlain)
    return Exclusion::Kind;
  if (mutation_ == Mutation::OffsetsDiffer ? a.begin != b.begin : a.begin >= b.end || b.begin >= a.end)
    return Exclusion::Place;
  if (!areParallel(a, b))
    return Exclusion::Order;
  if (std::any_of(a.held.begin(), a.held.end(), [&](const Cell &lock) { return b.held.contains(lock); }))
    return Exclusion::Lock;
  return Exclusion::None;
}

void RaceCheck::run(Findings &findings) {
  std::map<AbstractObject, std::vector<const SharedAccess *>> byObject;
  for (const SharedAccess &access : findings.accesses())
    byObject[access.object].push_back(&access);
  const auto describe = [&](const SharedAccess &access) {
    return fmt::format("the {} at {}", access.writes ? "write" : "read", program_.sources.describe(access.span));
  };
  std::vector<Finding> found;
  for (const auto &[object, accesses] : byObject)
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = i; j < accesses.size(); ++j) {
        const SharedAccess &a = *accesses[i];
        const SharedAccess &b = *accesses[j];
        const Exclusion exclusion = exclusionOf(a, b);
        ++pairs_[static_cast<std::size_t>(exclusion)];
        if (exclusion != Exclusion::None)
          continue;
        const bool isWhole = a.end - a.begin > 16;
        const std::string name = objects_.nameOf(object, a.begin, isWhole ? 0 : a.end - a.begin);
        found.push_back({Suspicion::Race,
                         fmt::format("a data race on {} between {} and {}", name, describe(a), describe(b)), a.span});
      }
  for (Finding &finding : found)
    findings.add(finding.suspicion, finding.span, std::move(finding.text));
}

} // namespace heddle::engines::modular
