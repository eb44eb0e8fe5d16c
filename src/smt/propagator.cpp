#include "smt/propagator.hpp"

#include <algorithm>

namespace heddle::smt {

void Propagator::makeRoomFor(Literal literal) {
  const std::size_t variable = variableOf(literal);
  if (variable < variables_.size())
    return;
  variables_.resize(std::max(variable + 1, 2 * variables_.size()));
  values_.resize(2 * variables_.size(), 0);
  for (Watches &watches : watches_)
    watches.resize(2 * variables_.size());
}

ClauseId Propagator::add(std::span<const Literal> clause) {
  Clause added{.begin = literals_.size()};
  for (const Literal literal : clause) {
    makeRoomFor(literal);
    const auto begin = literals_.begin() + static_cast<std::ptrdiff_t>(added.begin);
    if (std::find(begin, literals_.end(), literal) != literals_.end())
      continue;
    added.isTautology = added.isTautology || std::find(begin, literals_.end(), -literal) != literals_.end();
    literals_.push_back(literal);
  }
  added.size = static_cast<std::uint32_t>(literals_.size() - added.begin);
  clauses_.push_back(added);
  return static_cast<ClauseId>(clauses_.size() - 1);
}

/// True before unassigned before false. Of true literals the first on the trail, of false ones the last.
bool Propagator::isBetterToWatch(Literal a, Literal b) const {
  const std::int8_t first = valueOf(a);
  const std::int8_t second = valueOf(b);
  if (first != second)
    return first > second;
  return first > 0 ? positionOf(a) < positionOf(b) : first < 0 && positionOf(a) > positionOf(b);
}

ClauseId Propagator::activate(ClauseId id) {
  Clause &clause = clauses_[id];
  if (clause.isTautology)
    return none;
  clause.isActive = true;
  const std::span<Literal> literals = literalsOf(id);
  for (std::size_t place = 0; place < 2 && place < literals.size(); ++place)
    std::iter_swap(literals.begin() + static_cast<std::ptrdiff_t>(place),
                   std::min_element(literals.begin() + static_cast<std::ptrdiff_t>(place), literals.end(),
                                    [this](Literal a, Literal b) { return isBetterToWatch(a, b); }));
  if (literals.size() > 1)
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}})
      watchesOf(id)[indexOf(literals[place])].push_back({id, literals[1 - place]});
  if (literals.empty() || isFalse(literals[0]))
    return id;
  if (literals.size() == 1 || isFalse(literals[1]))
    assign(literals[0], id);
  return none;
}

bool Propagator::assign(Literal literal, ClauseId reason) {
  makeRoomFor(literal);
  if (valueOf(literal) != 0)
    return isTrue(literal);
  values_[indexOf(literal)] = 1;
  values_[indexOf(-literal)] = -1;
  variables_[variableOf(literal)] = {reason, trail_.size()};
  trail_.push_back(literal);
  return true;
}

ClauseId Propagator::propagate() {
  for (;;) {
    const Kind kind = propagated_[Preferred] < trail_.size() ? Preferred : Other;
    if (propagated_[kind] == trail_.size())
      return none;
    if (const ClauseId conflict = visit(-trail_[propagated_[kind]++], kind); conflict != none)
      return conflict;
  }
}

/// Restores the watches of the clauses that watch a literal that has become false. Clauses that have become preferred
/// are moved to the list of these.
ClauseId Propagator::visit(Literal falseLiteral, Kind kind) {
  std::vector<Watch> &watches = watches_[kind][indexOf(falseLiteral)];
  std::vector<Watch> &preferred = watches_[Preferred][indexOf(falseLiteral)];
  work_ += watches.size();
  std::size_t kept = 0;
  ClauseId conflict = none;
  for (std::size_t next = 0; next < watches.size(); ++next) {
    const Watch watch = watches[next];
    if (conflict != none || isTrue(watch.other)) {
      watches[kept++] = watch;
      continue;
    }
    const std::span<Literal> literals = literalsOf(watch.clause);
    if (!clauses_[watch.clause].isActive || (literals[0] != falseLiteral && literals[1] != falseLiteral))
      continue; // a watch that is out of date
    if (literals[0] == falseLiteral)
      std::swap(literals[0], literals[1]);
    const auto replacement =
        std::find_if(literals.begin() + 2, literals.end(), [this](Literal literal) { return !isFalse(literal); });
    if (!isTrue(literals[0]) && replacement != literals.end()) {
      std::swap(literals[1], *replacement);
      watchesOf(watch.clause)[indexOf(literals[1])].push_back({watch.clause, literals[0]});
      continue;
    }
    if (kind == Other && clauses_[watch.clause].isPreferred)
      preferred.push_back({watch.clause, literals[0]});
    else
      watches[kept++] = {watch.clause, literals[0]};
    if (isFalse(literals[0]))
      conflict = watch.clause;
    else
      assign(literals[0], watch.clause);
  }
  watches.resize(kept);
  return conflict;
}

void Propagator::cut(std::size_t length) {
  while (trail_.size() > length) {
    const Literal literal = trail_.back();
    values_[indexOf(literal)] = values_[indexOf(-literal)] = 0;
    trail_.pop_back();
  }
  for (std::size_t &propagated : propagated_)
    propagated = std::min(propagated, length);
}

bool Propagator::isReason(ClauseId id) const {
  const std::span<const Literal> literals = clause(id);
  return std::any_of(literals.begin(), literals.end(),
                     [&](Literal literal) { return valueOf(literal) != 0 && reasonOf(literal) == id; });
}

} // namespace heddle::smt
