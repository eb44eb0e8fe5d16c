#include "engines/modular/lock_family.hpp"

#include <algorithm>

namespace heddle::engines::modular {

WordGuards guardsOf(const std::map<Word, bool> &held, AbstractObject object, bool isStatic,
                    const std::optional<Linear> &address, std::uint64_t bytes) {
  WordGuards result;
  if (!address)
    return result;
  using Form = Linear::Form;
  for (const auto &[word, isHeld] : held) {
    const LockFamily family = LockFamily::of(word);
    const Linear &lock = word.address;
    const bool isWhole = address->form == Form::Whole;
    const Symbol base = isWhole ? address->symbol : address->base;
    const Symbol lockBase = lock.form == Form::Whole ? lock.symbol : lock.base;
    const bool isSameObject = word.object == object && (isStatic || (base && base == lockBase));
    if (isSameObject && family.step == 0) {
      result.insert({WordGuard::Kind::Object, family});
      continue;
    }
    if (isSameObject && lock.form == address->form && lock.symbol == address->symbol &&
        lock.factor == address->factor && address->isExact() && bytes <= family.step)
      result.insert({WordGuard::Kind::Distance, family, lock.low - address->low});
    // An index tells which word it is in one array of locks only.
    const bool isOneArray = isSameObject || !lock.base;
    if (!isWhole && lock.form == Form::Offset && lock.symbol == address->symbol && address->factor > 0 && isOneArray &&
        address->high < Linear::farAway)
      result.insert({WordGuard::Kind::Index, family, lock.low, address->factor, lock.factor, address->low,
                     address->high + static_cast<std::int64_t>(bytes)});
  }
  return result;
}

bool exclude(const WordGuards &a, const WordGuards &b) {
  const auto matches = [](const WordGuard &first, const WordGuard &second) {
    if (first.kind != second.kind || first.family != second.family || first.distance != second.distance ||
        first.factor != second.factor || first.lockFactor != second.lockFactor)
      return false;
    return first.kind != WordGuard::Kind::Index ||
           std::max(first.high, second.high) - std::min(first.low, second.low) <= first.factor;
  };
  return std::any_of(a.begin(), a.end(), [&](const WordGuard &first) {
    return std::any_of(b.begin(), b.end(), [&](const WordGuard &second) { return matches(first, second); });
  });
}

} // namespace heddle::engines::modular
