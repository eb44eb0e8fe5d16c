#include "engines/modular/suspects.hpp"

#include "proof/modular_protection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace heddle::engines::modular {

namespace {

bool isPrecise(const SharedAccess &a, const SharedAccess &b) {
  return a.address.pattern == b.address.pattern && a.address.pattern.isExact();
}

bool hasOrder(const OrderFacts &facts) {
  return !facts.guards.empty() || !facts.received.empty() || !facts.posted.empty() || !facts.phases.empty();
}

unsigned weightOf(const Objects &objects, AccessEntry a, AccessEntry b) {
  unsigned weight = 0;
  if (isPrecise(a.first, b.first))
    weight += 4;
  if (objects.isStatic(a.first.object))
    weight += 2;
  weight += a.first.held.empty() != b.first.held.empty() ? 2 : 1;
  if (!hasOrder(a.second) || !hasOrder(b.second))
    weight += 1;
  return weight;
}

std::string reasonFor(const Objects &objects, const SharedAccess &a, const SharedAccess &b) {
  std::vector<std::string> reasons;
  if (a.isPlain != b.isPlain)
    reasons.emplace_back("only one of them is atomic");
  if (!isPrecise(a, b))
    reasons.emplace_back("their addresses may overlap");
  std::vector<std::string> shared; // held by both, for reading
  for (const auto &[lock, hold] : a.held)
    if (b.held.contains(lock))
      shared.push_back(nameOf(objects, lock));
  if (!shared.empty())
    reasons.push_back(fmt::format("both hold {} for reading", fmt::join(shared, ", ")));
  else if (a.held.empty() && b.held.empty())
    reasons.emplace_back("neither thread holds a lock");
  else
    reasons.emplace_back(a.held.empty() || b.held.empty() ? "one thread holds no lock" : "they hold no common lock");
  reasons.emplace_back(a.cfa == b.cfa ? "several threads may run the function at the same time"
                                      : "no order of the threads is known");
  return fmt::format("{}", fmt::join(reasons, ", "));
}

std::string describe(const program::SourceMap &sources, const Suspect &suspect) {
  const auto at = [&](const Suspect::Place &place) {
    return fmt::format("the {} at {}", place.role, sources.describe(place.span));
  };
  if (suspect.places.size() == 2 && suspect.suspicion == Suspicion::Race)
    return fmt::format("{} between {} and {}", suspect.what, at(suspect.places[0]), at(suspect.places[1]));
  if (suspect.places.empty() || !suspect.places[0].span.known())
    return suspect.what;
  return fmt::format("{}, at {}", suspect.what, sources.describe(suspect.places[0].span));
}

} // namespace

std::string nameOf(const Objects &objects, const Cell &lock) {
  return proof::withoutModelWord(objects.nameOf(lock.object, lock.offset, lock.bytes));
}

std::vector<std::string> namesOf(const Objects &objects, const Held &held) {
  std::vector<std::string> names;
  for (const auto &[lock, hold] : held)
    names.push_back(nameOf(objects, lock) + (hold == exclusively ? "" : " (for reading)"));
  return names;
}

Finding raceBetween(const program::Program &program, const Objects &objects, AccessEntry a, AccessEntry b) {
  const auto placeOf = [&](const SharedAccess &access) {
    return Suspect::Place{access.writes ? "write" : "read", program.cfas[access.cfa].name,
                          namesOf(objects, access.held), access.span,
                          access.writes ? Suspect::Kind::Write : Suspect::Kind::Read};
  };
  const SharedAccess &first = a.first;
  const Pattern &pattern = first.address.pattern;
  const std::uint64_t extent = pattern.end() - pattern.low;
  const std::string name = objects.nameOf(first.object, pattern.low, extent > Cell::mostBytes ? 0 : extent);
  Finding finding;
  finding.suspicion = Suspicion::Race;
  finding.text = fmt::format("a data race on {}", name);
  finding.span = first.span;
  finding.places = {placeOf(a.first), placeOf(b.first)};
  finding.reason = reasonFor(objects, a.first, b.first);
  finding.weight = weightOf(objects, a, b);
  return finding;
}

namespace {

void addAlike(Suspect::Place &place, program::SourceSpan span) {
  if (span != place.span && std::ranges::find(place.alike, span) == place.alike.end())
    place.alike.push_back(span);
}

} // namespace

std::vector<Finding> distinct(std::vector<Finding> findings) {
  std::ranges::stable_sort(findings, std::greater(), &Finding::weight);
  using Point = std::tuple<std::string, program::FileId, std::uint32_t, std::uint32_t>;
  std::map<std::pair<std::string, std::vector<Point>>, std::size_t> known; // positions in `kept`
  std::vector<Finding> kept;
  for (Finding &finding : findings) {
    std::vector<Point> points;
    for (const Suspect::Place &place : finding.places)
      points.emplace_back(place.role, place.span.file, place.span.line, place.span.column);
    const auto [entry, isNew] = known.try_emplace({finding.text, std::move(points)}, kept.size());
    if (isNew) {
      kept.push_back(std::move(finding));
      continue;
    }
    for (std::size_t i = 0; i < finding.places.size(); ++i)
      addAlike(kept[entry->second].places[i], finding.places[i].span);
  }
  return kept;
}

std::vector<Suspect> suspectsOf(const program::Program &program, std::vector<Finding> findings) {
  const auto byWeight = [](const Finding &a, const Finding &b) {
    return std::pair(a.suspicion, b.weight) < std::pair(b.suspicion, a.weight);
  };
  std::ranges::stable_sort(findings, byWeight);
  std::map<std::string, unsigned> seen;
  std::vector<std::pair<unsigned, Finding>> ranked; // by the number of earlier ones of the same variable
  for (Finding &finding : findings) {
    const unsigned repeats = finding.suspicion == Suspicion::Race ? seen[finding.text]++ : 0;
    ranked.emplace_back(repeats, std::move(finding));
  }
  std::ranges::stable_sort(ranked, [](const auto &a, const auto &b) {
    return std::pair(a.second.suspicion, a.first) < std::pair(b.second.suspicion, b.first);
  });
  std::vector<Suspect> suspects;
  for (auto &[repeats, finding] : ranked) {
    if (finding.places.empty())
      finding.places.push_back({{}, {}, {}, program.sources.userSpan(finding.span)});
    suspects.push_back(
        {finding.suspicion, std::move(finding.text), std::move(finding.places), std::move(finding.reason)});
  }
  return suspects;
}

std::string summaryOf(const program::Program &program, const std::vector<Suspect> &suspects) {
  const std::string first = describe(program.sources, suspects.front());
  return fmt::format("not excluded: {}{}", first,
                     suspects.size() == 1 ? "" : fmt::format("; and {} more", suspects.size() - 1));
}

} // namespace heddle::engines::modular
