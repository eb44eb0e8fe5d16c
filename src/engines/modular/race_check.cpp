#include "engines/modular/race_check.hpp"

#include "engines/modular/suspects.hpp"
#include "engines/modular/together.hpp"

#include <algorithm>
#include <map>

namespace heddle::engines::modular {

namespace {

constexpr std::size_t mostFindings = 1000;

std::optional<proof::Separation::Reason> reasonOf(Exclusion exclusion) {
  using Reason = proof::Separation::Reason;
  switch (exclusion) {
  case Exclusion::Place:
    return Reason::Place;
  case Exclusion::Order:
    return Reason::Order;
  case Exclusion::Value:
    return Reason::Value;
  case Exclusion::Phase:
    return Reason::Phase;
  case Exclusion::Given:
    return Reason::HandOver;
  case Exclusion::None:
  case Exclusion::Kind:
  case Exclusion::Lock:
    break;
  }
  return std::nullopt;
}

} // namespace

bool RaceCheck::areParallel(const SharedAccess &a, const SharedAccess &b) const {
  return mayRunTogether(global_, a.cfa, a.others, b.cfa, b.others);
}

Exclusion RaceCheck::exclusionOf(const SharedAccess &a, const SharedAccess &b) const {
  if (!a.writes && !b.writes)
    return Exclusion::Kind;
  if (mutation_ == Mutation::AtomicsNeverRace ? !a.isPlain || !b.isPlain : !a.isPlain && !b.isPlain)
    return Exclusion::Kind;
  if (mutation_ == Mutation::OffsetsDiffer ? a.address.pattern.low != b.address.pattern.low
                                           : slots_.areDisjoint(a.address, b.address))
    return Exclusion::Place;
  if (!areParallel(a, b))
    return Exclusion::Order;
  if (mutation_ == Mutation::AnyWordGuards && !a.guards.empty() && !b.guards.empty())
    return Exclusion::Lock;
  return exclude(a.held, b.held) || exclude(a.guards, b.guards) ? Exclusion::Lock : Exclusion::None;
}

/// Reasons that depend on where the accesses are in their functions.
Exclusion RaceCheck::orderOf(Entry a, Entry b) {
  if (interference_.areApart(a->second, b->second))
    return Exclusion::Value;
  if (barriers_.areApart(a->first.cfa, a->second.phases, b->first.cfa, b->second.phases))
    return Exclusion::Phase;
  if (mainOrder_.isExcluded(a->first, b->first) || mainOrder_.isExcluded(b->first, a->first))
    return Exclusion::Order;
  const auto isOne = [&](program::CfaId cfa) {
    return cfa == 0 || objects_.parallelism().instances(cfa) == analysis::Instances::One;
  };
  const auto isGiven = [&](Entry first, Entry second) {
    return isOne(first->first.cfa) && first->first.cfa != second->first.cfa &&
           interference_.isHandedOver(first->first.cfa, first->second, second->second);
  };
  return isGiven(a, b) || isGiven(b, a) ? Exclusion::Given : Exclusion::None;
}

void RaceCheck::noteSeparation(Entry a, Entry b, Exclusion exclusion) {
  const auto reason = reasonOf(exclusion);
  if (!reason || separations_.size() == proof::mostSeparations)
    return;
  const auto accessOf = [](const SharedAccess &access) {
    return proof::Separation::Access{access.cfa, access.span, access.writes};
  };
  separations_.insert({accessOf(a->first), accessOf(b->first), *reason});
}

void RaceCheck::check(const Group &a, const Group &b, std::vector<Finding> &found) {
  const Exclusion common = exclusionOf(a[0]->first, b[0]->first);
  if (common != Exclusion::None) {
    pairs_[static_cast<std::size_t>(common)] += a.size() * b.size();
    if (common == Exclusion::Place && mayOverlap(a[0]->first.address.pattern, b[0]->first.address.pattern))
      for (const Entry first : a)
        for (const Entry second : b)
          noteSeparation(first, second, common);
    return;
  }
  for (const Entry first : a)
    for (const Entry second : b) {
      const Exclusion exclusion = orderOf(first, second);
      ++pairs_[static_cast<std::size_t>(exclusion)];
      noteSeparation(first, second, exclusion);
      if (exclusion != Exclusion::None || found.size() == mostFindings)
        continue;
      found.push_back(raceBetween(program_, objects_, *first, *second));
    }
}

void RaceCheck::run(Findings &findings) {
  std::map<AbstractObject, std::vector<Group>> byObject;
  for (const auto &entry : findings.accesses()) {
    std::vector<Group> &groups = byObject[entry.first.object];
    if (groups.empty() || groups.back().back()->first.group() != entry.first.group())
      groups.emplace_back();
    groups.back().push_back(&entry);
  }
  std::vector<Finding> found;
  for (const auto &[object, groups] : byObject)
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = i; j < groups.size(); ++j)
        check(groups[i], groups[j], found);
  for (Finding &finding : distinct(std::move(found)))
    findings.add(std::move(finding));
}

} // namespace heddle::engines::modular
