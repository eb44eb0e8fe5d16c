#include "engines/modular/clusters.hpp"

#include "engines/modular/relate.hpp"

#include <algorithm>

namespace heddle::engines::modular {

bool Clusters::isCluster(const Sum &form, const Cell &lock) const {
  const auto isProtected = [&](const Sum::Term &term) { return interference_.isProtected(cellOf(term.first), lock); };
  return mutation_ == Mutation::AnyCluster ? std::ranges::any_of(form.terms, isProtected)
                                           : std::ranges::all_of(form.terms, isProtected);
}

bool Clusters::publish(Published &known, const Interval &values) {
  static const Thresholds none;
  const std::optional<Interval> before = known.values;
  if (!before)
    known.values = values;
  else if (known.updates <= updatesBeforeWidening)
    known.values = join(*before, values);
  else if (!includes(*before, values))
    known.values = widen(*before, values, known.updates <= updatesBeforeFullWidening ? thresholds_ : none);
  known.values->hole.reset();
  if (known.values == before)
    return false;
  ++known.updates;
  hasGrown_ = true;
  return true;
}

/// None if the state has not been reached yet.
std::optional<Interval> Clusters::valuesOf(const State &state, const Sum &form, const Reader &read) const {
  for (const auto &[variable, factor] : form.terms)
    if (read(cellOf(variable)).isImpossible())
      return std::nullopt;
  return state.relations.boundOf(form, [&](const Variable &variable) {
    if (variable.isRegister())
      return valuesIn(state)(variable);
    const Value value = read(cellOf(variable));
    return value.isNumber() ? *value.number : Interval::full(variable.width);
  });
}

void Clusters::forEach(const Cell &lock, const std::function<void(const Sum &, const Interval &)> &visit) const {
  const auto releases = releases_.find(lock);
  for (const auto &[form, start] : starts_) {
    if (!start.values || !isCluster(form, lock))
      continue;
    Interval values = *start.values;
    if (releases != releases_.end())
      if (const auto found = releases->second.find(form); found != releases->second.end() && found->second.values)
        values = join(values, *found->second.values);
    values.hole.reset();
    if (values != Interval::full(form.width))
      visit(form, values);
  }
}

void Clusters::enter(State &state, const Cell &lock) {
  dependencies_.read(lock.object);
  forEach(lock,
          [&](const Sum &form, const Interval &values) { state.relations.constrain(form, values, valuesIn(state)); });
}

void Clusters::leave(const State &state, const Cell &lock) {
  if (mutation_ == Mutation::ClustersAreKept)
    return;
  const Reader read = [&](const Cell &cell) {
    const auto known = state.known.find(cell);
    return known != state.known.end() ? known->second.value : global_.read(cell.object, cell.offset, cell.bytes);
  };
  for (const Sum &form : templates_.all())
    if (isCluster(form, lock))
      if (const std::optional<Interval> values = valuesOf(state, form, read))
        if (publish(releases_[lock][form], *values))
          dependencies_.touch(lock.object);
}

void Clusters::start(const State &state, const Reader &read) {
  for (const Sum &form : templates_.all())
    if (const std::optional<Interval> values = valuesOf(state, form, read))
      publish(starts_[form], *values);
}

} // namespace heddle::engines::modular
