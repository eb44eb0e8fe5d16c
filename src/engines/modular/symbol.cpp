#include "engines/modular/symbol.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

constexpr std::int64_t mostFactor = std::int64_t{1} << 20;

std::optional<Linear> inSight(Linear linear) {
  // A distance that has been cut off at the limit must not look like an exact one.
  if (linear.low <= -Linear::farAway || linear.low >= Linear::farAway)
    return std::nullopt;
  linear.high = std::min(linear.high, Linear::farAway);
  if (linear.low > linear.high)
    return std::nullopt;
  if (linear.isExact())
    linear.step = 0;
  return linear;
}

} // namespace

std::optional<Linear> join(const std::optional<Linear> &a, const std::optional<Linear> &b) {
  if (!a || !b || !a->isLike(*b))
    return std::nullopt;
  Linear result = *a;
  const auto gap = static_cast<std::uint64_t>(a->low > b->low ? a->low - b->low : b->low - a->low);
  result.step = std::gcd(std::gcd(a->step, b->step), gap);
  result.low = std::min(a->low, b->low);
  result.high = std::max(a->high, b->high);
  return result;
}

std::optional<Linear> widen(const std::optional<Linear> &before, const std::optional<Linear> &after) {
  std::optional<Linear> result = join(before, after);
  if (!result)
    return result;
  if (result->low < before->low)
    return std::nullopt;
  if (result->high > before->high)
    result->high = Linear::farAway;
  return result;
}

std::optional<Linear> shifted(const Linear &a, const Distance &distance) {
  if (distance.low <= -Linear::farAway || distance.low >= Linear::farAway)
    return std::nullopt;
  Linear result = a;
  result.low += distance.low;
  result.high =
      a.high >= Linear::farAway || distance.high >= Linear::farAway ? Linear::farAway : a.high + distance.high;
  result.step = std::gcd(a.step, distance.low == distance.high ? 0 : distance.step);
  return inSight(result);
}

std::optional<Linear> scaled(const Linear &a, std::int64_t factor) {
  if (factor <= 0 || factor > mostFactor || a.factor > mostFactor || a.factor < -mostFactor ||
      a.low < -Linear::farAway / factor)
    return std::nullopt;
  Linear result = a;
  result.factor *= factor;
  result.low *= factor;
  result.high = a.high >= Linear::farAway / factor ? Linear::farAway : a.high * factor;
  result.step *= static_cast<std::uint64_t>(factor);
  return inSight(result);
}

std::optional<Linear> between(const Linear &a, std::int64_t low, std::int64_t high) {
  Linear result = a;
  result.high = std::min(a.high, high);
  if (low > a.low) {
    const auto step = static_cast<std::int64_t>(std::max<std::uint64_t>(a.step, 1));
    result.low += (low - a.low + step - 1) / step * step;
  }
  return inSight(result);
}

} // namespace heddle::engines::modular
