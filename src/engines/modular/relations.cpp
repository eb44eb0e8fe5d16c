#include "engines/modular/relations.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

constexpr std::size_t mostTerms = 5;
constexpr std::size_t mostBounds = 24;
constexpr std::size_t mostDefined = 24;
constexpr unsigned mostCombined = 2; // constraints that are combined with another, or with values

bool isFull(const Interval &interval) {
  const Interval all = Interval::full(interval.width);
  return interval.low == all.low && interval.high == all.high && interval.least == all.least &&
         interval.most == all.most;
}

bool haveCommonVariable(const Sum &a, const Sum &b) {
  return std::ranges::any_of(a.terms, [&](const Sum::Term &term) { return b.mentions(term.first); });
}

/// One value may be excluded by a comparison; such a constraint is not worth its place.
Interval withoutHole(Interval interval) {
  interval.hole.reset();
  return interval;
}

} // namespace

bool Relations::mentions(const Variable &variable) const {
  return defined_.contains(variable) ||
         std::ranges::any_of(defined_, [&](const auto &entry) { return entry.second.mentions(variable); }) ||
         std::ranges::any_of(bounds_, [&](const auto &entry) { return entry.first.mentions(variable); });
}

Sum Relations::reduced(const Sum &sum) const {
  Sum result = sum;
  for (const auto &[variable, factor] : sum.terms)
    if (const auto known = defined_.find(variable); known != defined_.end())
      result = replaced(result, variable, known->second);
  return result;
}

void Relations::addBound(const Sum &sum, const Interval &interval) {
  if (sum.isConstant() || sum.terms.size() > mostTerms)
    return;
  Sum form = sum.form();
  Interval values = plus(interval, Interval::constant(support::truncate(0 - sum.constant, sum.width), sum.width));
  if (support::toSigned(form.terms.front().second, form.width) < 0) {
    form = times(form, support::mask(form.width));
    values = times(values, support::mask(form.width));
  }
  values = withoutHole(values);
  if (isFull(values))
    return;
  if (const auto known = bounds_.find(form); known != bounds_.end())
    known->second = withoutHole(meet(known->second, values).value_or(known->second));
  else if (bounds_.size() < mostBounds)
    bounds_.emplace(std::move(form), values);
}

void Relations::substitute(const Variable &variable, const Sum &by) {
  for (auto entry = defined_.begin(); entry != defined_.end();) {
    entry->second = replaced(entry->second, variable, by);
    entry = entry->second.terms.size() > mostTerms ? defined_.erase(entry) : std::next(entry);
  }
  std::vector<std::pair<Sum, Interval>> changed;
  for (auto entry = bounds_.begin(); entry != bounds_.end();) {
    const bool isChanged = entry->first.mentions(variable);
    if (isChanged)
      changed.emplace_back(entry->first, entry->second);
    entry = isChanged ? bounds_.erase(entry) : std::next(entry);
  }
  for (const auto &[form, values] : changed)
    addBound(replaced(form, variable, by), values);
}

/// Removes a variable that is not defined. Returns the sum that it was, if there is one.
std::optional<Sum> Relations::eliminate(const Variable &variable) {
  auto pivot = defined_.end();
  for (auto entry = defined_.begin(); entry != defined_.end(); ++entry)
    if (isUnit(entry->second.factorOf(variable), variable.width) &&
        (pivot == defined_.end() || (pivot->first.isRegister() && !entry->first.isRegister())))
      pivot = entry;
  if (pivot != defined_.end()) { // the defined variable takes its place
    const Sum sum = pivot->second;
    const Bits factor = sum.factorOf(variable);
    const Sum rest = minus(sum, times(Sum::of(variable), factor));
    const Sum was = times(minus(Sum::of(pivot->first), rest), factor);
    defined_.erase(pivot);
    substitute(variable, was);
    return was;
  }
  std::erase_if(defined_, [&](const auto &entry) { return entry.second.mentions(variable); });
  std::vector<std::pair<Sum, Interval>> lost;
  for (const auto &entry : bounds_)
    if (entry.first.mentions(variable))
      lost.emplace_back(entry);
  std::erase_if(bounds_, [&](const auto &entry) { return entry.first.mentions(variable); });
  for (std::size_t i = 0; i < lost.size(); ++i)
    for (std::size_t j = i + 1; j < lost.size(); ++j)
      for (const Bits factor : {Bits{1}, support::mask(variable.width)})
        if (const Sum both = plus(lost[i].first, lost[j].first, factor); !both.mentions(variable))
          addBound(both, plus(lost[i].second, times(lost[j].second, factor)));
  return std::nullopt;
}

void Relations::assign(const Variable &variable, std::optional<Sum> value) {
  if (value)
    value = reduced(*value);
  if (value && value->terms.size() > mostTerms)
    value.reset();
  if (!defined_.erase(variable)) {
    const Bits factor = value ? value->factorOf(variable) : 0;
    if (isUnit(factor, variable.width)) {
      const Sum rest = minus(*value, times(Sum::of(variable), factor));
      substitute(variable, times(minus(Sum::of(variable), rest), factor));
      return;
    }
    const std::optional<Sum> was = eliminate(variable);
    if (factor != 0)
      value = was ? std::optional(replaced(*value, variable, *was)) : std::nullopt;
  }
  if (value && value->terms.size() <= mostTerms && defined_.size() < mostDefined)
    defined_.emplace(variable, *value);
}

void Relations::forgetIf(const std::function<bool(const Variable &)> &isLost) {
  std::set<Variable> lost;
  const auto note = [&](const Sum &sum) {
    for (const Sum::Term &term : sum.terms)
      if (isLost(term.first))
        lost.insert(term.first);
  };
  std::erase_if(defined_, [&](const auto &entry) { return isLost(entry.first); });
  for (const auto &[variable, sum] : defined_)
    note(sum);
  for (const auto &[form, values] : bounds_)
    note(form);
  for (const Variable &variable : lost)
    eliminate(variable);
}

bool Relations::constrain(const Sum &sum, const Interval &interval, const Values &values) {
  const Sum all = reduced(sum);
  const std::optional<Interval> rest = meet(bound(all, values, mostCombined), interval);
  if (!rest)
    return false;
  if (all.isConstant())
    return true;
  if (!rest->isConstant()) {
    addBound(all, *rest);
    return true;
  }
  const Sum::Term *defined = nullptr;
  for (const Sum::Term &term : all.terms)
    if (isUnit(term.second, all.width) && (defined == nullptr || !defined->first.isRegister()))
      defined = &term;
  if (defined == nullptr || defined_.size() >= mostDefined || all.terms.size() > mostTerms) {
    addBound(all, *rest);
    return true;
  }
  // factor * variable + others = constant
  const auto [variable, factor] = *defined;
  const Sum others = minus(all, times(Sum::of(variable), factor));
  const Sum is = times(minus(Sum::ofConstant(rest->low, all.width), others), factor);
  substitute(variable, is);
  defined_.emplace(variable, is);
  return true;
}

Interval Relations::bound(const Sum &sum, const Values &values, unsigned depth) const {
  Interval result = evaluate(sum, values);
  for (const auto &[form, known] : bounds_) {
    if (result.isConstant())
      break;
    if (form.width != sum.width || !haveCommonVariable(form, sum))
      continue;
    for (const Bits factor : {Bits{1}, support::mask(sum.width)}) {
      const Sum rest = plus(sum, form, factor);
      const bool isLess = rest.terms.size() < sum.terms.size();
      if (!isLess && (depth == 0 || rest.terms.size() > sum.terms.size()))
        continue;
      const Interval other = rest.isConstant() ? Interval::constant(rest.constant, rest.width)
                             : depth == 0      ? evaluate(rest, values)
                                               : bound(rest, values, depth - 1);
      const Interval candidate = plus(other, times(known, support::truncate(0 - factor, sum.width)));
      result = meet(result, candidate).value_or(result);
    }
  }
  return result;
}

Interval Relations::boundOf(const Sum &sum, const Values &values) const {
  return bound(reduced(sum), values, mostCombined);
}

void Relations::forEach(const std::function<void(const Sum &, const Interval &)> &visit) const {
  for (const auto &[variable, sum] : defined_)
    visit(minus(Sum::of(variable), sum).form(), Interval::constant(sum.constant, sum.width));
  for (const auto &[form, values] : bounds_)
    visit(form, values);
}

bool Relations::follows(const Side &from) const {
  bool result = true;
  forEach([&](const Sum &form, const Interval &values) {
    result = result && includes(values, from.relations.boundOf(form, from.values));
  });
  return result;
}

Relations Relations::join(const Side &before, const Side &after, const std::vector<Sum> &candidates) {
  if (before.relations == after.relations || before.relations.follows(after))
    return before.relations;
  Relations result;
  const Values nothing = [](const Variable &variable) { return Interval::full(variable.width); };
  const auto both = [&](const Sum &form) {
    return withoutHole(
        modular::join(before.relations.boundOf(form, before.values), after.relations.boundOf(form, after.values)));
  };
  // Equalities first, so that bounds are in terms of what is left.
  std::vector<std::pair<Sum, Interval>> bounds;
  const auto add = [&](const Sum &form, const Interval &) {
    const Interval values = both(form);
    if (values.isConstant())
      result.constrain(form, values, nothing);
    else if (!isFull(values))
      bounds.emplace_back(form, values);
  };
  before.relations.forEach(add);
  after.relations.forEach(add);
  for (const Sum &candidate : candidates)
    add(candidate, Interval::full(candidate.width));
  for (const auto &[form, values] : bounds)
    result.constrain(form, values, nothing);
  return result;
}

Relations Relations::widen(const Side &before, const Side &after, const Thresholds &thresholds) {
  Relations result;
  const auto ofAfter = [&](const Sum &form) { return withoutHole(after.relations.boundOf(form, after.values)); };
  for (const auto &[variable, sum] : before.relations.defined_)
    if (const Interval values = ofAfter(minus(Sum::of(variable), sum)); values.isConstant() && values.low == 0)
      result.defined_.emplace(variable, sum);
  for (const auto &[form, values] : before.relations.bounds_)
    if (const Interval wider = modular::widen(values, ofAfter(form), thresholds); !isFull(wider))
      result.bounds_.emplace(form, wider);
  return result;
}

} // namespace heddle::engines::modular
