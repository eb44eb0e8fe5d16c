#include "engines/modular/room.hpp"

#include "engines/modular/interval.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace heddle::engines::modular {

namespace {

using Wide = SignedBits;

constexpr std::int64_t limit = Linear::farAway; // of all constants

std::optional<std::int64_t> inSight(Wide value) {
  if (value <= -Wide{limit} || value >= Wide{limit})
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::int64_t floorOf(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// The pair without a common factor, and that factor. Without one of the symbols, it is the other one's.
std::pair<std::pair<Multiple, Multiple>, std::int64_t> reduced(const Multiple &first, const Multiple &second) {
  const std::int64_t common = !first.symbol    ? second.factor
                              : !second.symbol ? first.factor
                                               : std::gcd(first.factor, second.factor);
  return {{{first.symbol, first.symbol ? first.factor / common : 1},
           {second.symbol, second.symbol ? second.factor / common : 1}},
          common};
}

} // namespace

void Room::learn(const Multiple &first, const Multiple &second, std::int64_t bound) {
  if (first.factor <= 0 || second.factor <= 0 || first.symbol == second.symbol || bound <= -limit || bound >= limit)
    return;
  const auto [pair, common] = reduced(first, second);
  const std::int64_t divided = floorOf(bound, common);
  if (const auto known = differences_.find(pair); known != differences_.end())
    known->second = std::min(known->second, divided);
  else if (differences_.size() < mostDifferences)
    differences_.emplace(pair, divided);
}

std::optional<std::int64_t> Room::mostDifference(const Multiple &first, const Multiple &second,
                                                 const Bounds &bounds) const {
  const auto direct = [&](const Multiple &a, const Multiple &b) -> std::optional<std::int64_t> {
    if (a == b)
      return 0;
    const auto [pair, common] = reduced(a, b);
    const auto found = differences_.find(pair);
    return found == differences_.end() ? std::nullopt : inSight(Wide{found->second} * common);
  };
  std::optional<std::int64_t> result = direct(first, second);
  const auto improve = [&](std::optional<std::int64_t> bound) {
    if (bound && (!result || *bound < *result))
      result = bound;
  };
  for (const auto &[pair, bound] : differences_) {
    if (!first.symbol || pair.first.symbol != first.symbol || first.factor % pair.first.factor != 0)
      continue;
    const std::int64_t times = first.factor / pair.first.factor;
    const std::optional<std::int64_t> middle = inSight(Wide{pair.second.factor} * times);
    const std::optional<std::int64_t> rest = middle ? direct({pair.second.symbol, *middle}, second) : std::nullopt;
    if (rest && pair.second.symbol)
      improve(inSight(Wide{bound} * times + *rest));
  }
  const auto boundsOf = [&](const Symbol &symbol) {
    return symbol ? bounds(symbol) : std::optional(Distance::exactly(0));
  };
  if (const std::optional<Distance> known = boundsOf(first.symbol)) {
    const Wide most = Wide{known->high} * first.factor;
    if (const std::optional<std::int64_t> least = direct({}, second))
      improve(inSight(most + *least));
    if (const std::optional<Distance> other = boundsOf(second.symbol))
      improve(inSight(most - Wide{other->low} * second.factor));
  }
  return result;
}

void Room::allocate(AbstractObject object, bool isFirst, const std::optional<Linear> &size) {
  const bool isKnown = size && size->form == Linear::Form::Whole && size->symbol && size->factor > 0;
  const Size fact{object, isKnown ? Multiple{size->symbol, size->factor} : Multiple{}};
  const auto known = sizes_.find(fact);
  const std::optional<std::int64_t> before = known == sizes_.end() ? std::nullopt : std::optional(known->second);
  std::erase_if(sizes_, [&](const auto &entry) { return entry.first.object == object; });
  if (isKnown && (isFirst || before))
    sizes_.emplace(fact, isFirst ? size->low : std::min(*before, size->low));
}

void Room::rename(AbstractObject before, AbstractObject after, bool isFirst) {
  Sizes renamed;
  for (const auto &[size, least] : sizes_) {
    if (size.object != before)
      continue;
    const Size fact{after, size.of};
    const auto known = sizes_.find(fact);
    if (isFirst)
      renamed.emplace(fact, least);
    else if (known != sizes_.end())
      renamed.emplace(fact, std::min(known->second, least));
  }
  std::erase_if(sizes_, [&](const auto &entry) { return entry.first.object == before || entry.first.object == after; });
  sizes_.merge(renamed);
}

bool Room::contains(AbstractObject object, const Linear &address, std::int64_t bytes, const Bounds &bounds) const {
  if (address.high >= Linear::farAway || address.factor <= 0)
    return false;
  return std::ranges::any_of(sizes_, [&](const auto &entry) {
    const auto &[size, least] = entry;
    if (size.object != object)
      return false;
    const std::optional<std::int64_t> beyond = mostDifference({address.symbol, address.factor}, size.of, bounds);
    return beyond && Wide{*beyond} + address.high + bytes <= Wide{least};
  });
}

void Room::renameSymbols(const std::function<bool(const Symbol &)> &isChanged,
                         const std::function<std::optional<Linear>(const Linear &)> &change) {
  /// A multiple as another one and a distance.
  struct Changed {
    Multiple of;
    std::int64_t distance = 0;
  };
  const auto changed = [&](const Multiple &multiple) -> std::optional<Changed> {
    if (!isChanged(multiple.symbol))
      return Changed{multiple};
    Linear linear = Linear::same(multiple.symbol);
    linear.factor = multiple.factor;
    const std::optional<Linear> result = change(linear);
    if (!result || !result->isExact() || result->factor <= 0)
      return std::nullopt;
    return Changed{{result->symbol, result->factor}, result->low};
  };
  std::map<Pair, std::int64_t> differences;
  std::swap(differences, differences_);
  for (const auto &[pair, bound] : differences) {
    const std::optional<Changed> first = changed(pair.first);
    const std::optional<Changed> second = first ? changed(pair.second) : std::nullopt;
    const auto moved = second ? inSight(Wide{bound} - first->distance + second->distance) : std::nullopt;
    if (moved)
      learn(first->of, second->of, *moved);
  }
  Sizes sizes;
  for (const auto &[size, least] : sizes_)
    if (const std::optional<Changed> of = changed(size.of))
      if (const auto moved = inSight(Wide{least} + of->distance)) {
        const auto [entry, isNew] = sizes.try_emplace({size.object, of->of}, *moved);
        if (!isNew)
          entry->second = std::max(entry->second, *moved);
      }
  sizes_ = std::move(sizes);
}

void Room::forgetIf(const std::function<bool(const Symbol &)> &isUseless) {
  std::set<Symbol> needed;
  for (const auto &entry : sizes_)
    needed.insert(entry.first.of.symbol);
  const auto isLost = [&](const Symbol &symbol) { return !needed.contains(symbol) && isUseless(symbol); };
  std::erase_if(differences_, [&](const auto &entry) {
    return sizes_.empty() || isLost(entry.first.first.symbol) || isLost(entry.first.second.symbol);
  });
}

Room Room::merge(const Side &before, const Side &after, bool widens) {
  Room result;
  const auto add = [&](const Pair &pair) {
    if (result.differences_.contains(pair) || result.differences_.size() >= mostDifferences)
      return;
    const auto first = before.room.mostDifference(pair.first, pair.second, before.bounds);
    const auto second = after.room.mostDifference(pair.first, pair.second, after.bounds);
    if (first && second && !(widens && *second > *first))
      result.differences_.emplace(pair, std::max(*first, *second));
  };
  for (const auto &entry : before.room.differences_)
    add(entry.first);
  if (!widens)
    for (const auto &entry : after.room.differences_)
      add(entry.first);
  const Sizes &otherSizes = after.room.sizes_;
  for (const auto &[size, least] : before.room.sizes_) {
    const auto other = otherSizes.find(size);
    if (other != otherSizes.end() ? !(widens && other->second < least) : after.isAbsent(size.object))
      result.sizes_.emplace(size, other != otherSizes.end() ? std::min(least, other->second) : least);
  }
  for (const auto &[size, least] : otherSizes)
    if (!before.room.sizes_.contains(size) && before.isAbsent(size.object))
      result.sizes_.emplace(size, least);
  return result;
}

} // namespace heddle::engines::modular
