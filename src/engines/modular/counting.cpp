#include "engines/modular/counting.hpp"

namespace heddle::engines::modular {

using program::CfaId;

void Counting::addThreads(std::vector<Flows::Present> places) {
  places_ = std::move(places);
  for (Flows::Present &place : places_) {
    place.count = Tally{}.add(clauses.newVariable());
    clauses.atLeastZero(place.count);
  }
  started_.resize(program_.cfas.size());
  started_[0] = Tally{1, {}};
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    flows.push_back(flowsOfAll_.newFlow(clauses, cfa));
    for (const auto &[id, count] : flows.back().taken) {
      const std::vector<CfaId> &starts = runs_.of(cfa, id).starts;
      if (starts.size() == 1) {
        started_[starts[0]].add(count);
        continue;
      }
      for (const CfaId started : starts) { // an action that starts several threads
        const smt::IntegerClauses::Variable some = clauses.newVariable();
        clauses.atLeastZero(Tally{}.add(some));
        started_[started].add(some);
      }
    }
  }
  for (const Flows::Flow &flow : flows)
    flowsOfAll_.addHistory(clauses, flow, started_[flow.cfa], places_);
}

Tally Counting::contentOf(const Cell &cell) {
  const auto [entry, isNew] = contents_.try_emplace(cell);
  if (isNew)
    entry->second.add(clauses.newVariable());
  return entry->second;
}

void Counting::require(const Tally &many, const Cell &cell, const Interval &content,
                       const std::vector<Tally> &alternatives) {
  const Tally x = contentOf(cell);
  const auto imply = [&](const std::vector<Tally> &one) {
    std::vector<Tally> clause = one;
    for (const Tally &alternative : alternatives)
      clause.push_back(Tally{-1, {}}.add(alternative));
    clauses.addImplication({many}, clause);
  };
  constexpr SignedBits far = SignedBits{1} << 62;
  if (content.least > -far)
    imply({Tally{static_cast<std::int64_t>(-content.least), {}}.add(x)});
  if (content.most < far)
    imply({Tally{static_cast<std::int64_t>(content.most), {}}.add(x, -1)});
  if (content.hole) {
    const auto hole = static_cast<std::int64_t>(support::toSigned(*content.hole, content.width));
    imply({Tally{-hole - 1, {}}.add(x), Tally{hole - 1, {}}.add(x, -1)});
  }
}

void Counting::addContents(const std::vector<Tally> &alone) {
  const std::map<Cell, Tally> contents = contents_;
  for (const auto &entry : contents) {
    const Cell &cell = entry.first;
    if (!runs_.isShared(cell))
      continue;
    const Value possible = fixpoint_.global().read(cell.object, cell.offset, cell.bytes);
    if (possible.isNumber())
      require(Tally{1, {}}, cell, *possible.number, alone);
    if (runs_.isCounted(cell))
      addSum(cell);
  }
}

/// content = start + all changes, modulo the width if one may wrap around
void Counting::addSum(const Cell &cell) {
  constexpr SignedBits far = SignedBits{1} << 40;
  constexpr unsigned widestWrapping = 32;
  const Value start = fixpoint_.global().startValue(cell.object, cell.offset, cell.bytes);
  if (!start.isNumber() || start.number->least <= -far || start.number->most >= far)
    return;
  Tally balance = Tally{}.add(contentOf(cell), -1);
  const auto addBetween = [&](SignedBits least, SignedBits most, const Tally &times) {
    if (least == most) {
      balance.add(times, static_cast<std::int64_t>(least));
      return;
    }
    const smt::IntegerClauses::Variable sum = clauses.newVariable();
    clauses.atLeastZero(Tally{}.add(sum).add(times, -static_cast<std::int64_t>(least)));
    clauses.atLeastZero(Tally{}.add(times, static_cast<std::int64_t>(most)).add(sum, -1));
    balance.add(sum);
  };
  addBetween(start.number->least, start.number->most, Tally{1, {}});
  bool mayWrap = false;
  for (const Flows::Flow &flow : flows)
    for (const auto &[id, count] : flow.taken) {
      Change change = runs_.changeOf(flow.cfa, id, cell);
      if (mutation_ == Mutation::ChangesAreExact)
        change.least = change.most;
      if (change.least <= -far || change.most >= far)
        return;
      mayWrap = mayWrap || change.mayWrap;
      addBetween(change.least, change.most, Tally{}.add(count));
    }
  if (mayWrap && cell.bytes * 8 > widestWrapping)
    return;
  if (mayWrap) {
    const smt::IntegerClauses::Variable wraps = clauses.newVariable();
    balance.add(wraps, std::int64_t{1} << (cell.bytes * 8));
    require(Tally{1, {}}, cell, Interval::full(cell.bytes * 8));
  }
  clauses.zero(balance);
}

std::int64_t Counting::valueOf(const Tally &sum) const {
  std::int64_t value = sum.constant;
  for (const auto &[variable, factor] : sum.terms)
    value += factor * clauses.value(variable);
  return value;
}

} // namespace heddle::engines::modular
