// Set operations of the points-to analysis, which spends nearly all of its time here.
#include "analysis/points_to_set.hpp"

#include <algorithm>
#include <bit>

namespace heddle::analysis {

namespace {

constexpr std::size_t maxOffsets = 8;
constexpr std::size_t maxExact = 64;
constexpr std::int64_t offsetLimit = std::int64_t{1} << 31;
constexpr unsigned wordBits = 64;

template <typename Visit> void forEachBit(const std::vector<std::uint64_t> &bits, Visit visit) {
  for (std::size_t word = 0; word < bits.size(); ++word)
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      visit(static_cast<AbstractObject>(word * wordBits + static_cast<unsigned>(std::countr_zero(rest))));
}

} // namespace

bool PointsToSet::hasAny(AbstractObject object) const {
  return object / wordBits < any_.size() && ((any_[object / wordBits] >> (object % wordBits)) & 1) != 0;
}

void PointsToSet::addAny(AbstractObject object) {
  if (object / wordBits >= any_.size())
    any_.resize(object / wordBits + 1, 0);
  any_[object / wordBits] |= std::uint64_t{1} << (object % wordBits);
}

void PointsToSet::forgetOffsets(AbstractObject object) {
  std::erase_if(exact_, [object](Target target) { return target.object == object; });
  addAny(object);
}

std::size_t PointsToSet::countObjects() const {
  std::size_t count = 0;
  for (const std::uint64_t word : any_)
    count += static_cast<std::size_t>(std::popcount(word));
  for (std::size_t i = 0; i < exact_.size(); ++i)
    count += i == 0 || exact_[i].object != exact_[i - 1].object ? 1 : 0;
  return count;
}

TargetSet PointsToSet::targets() const {
  TargetSet result = exact_;
  forEachBit(any_, [&result](AbstractObject object) { result.push_back({object, Target::anyOffset}); });
  std::sort(result.begin(), result.end());
  return result;
}

bool PointsToSet::add(const PointsToSet &other, PointsToSet &fresh) {
  bool changed = false;
  if (other.any_.size() > any_.size())
    any_.resize(other.any_.size(), 0);
  for (std::size_t word = 0; word < other.any_.size(); ++word) {
    const std::uint64_t added = other.any_[word] & ~any_[word];
    if (added == 0)
      continue;
    any_[word] |= added;
    if (word >= fresh.any_.size())
      fresh.any_.resize(word + 1, 0);
    fresh.any_[word] |= added;
    changed = true;
  }
  if (changed)
    for (std::vector<Target> *list : {&exact_, &fresh.exact_})
      std::erase_if(*list, [this](Target target) { return hasAny(target.object); });
  for (const Target target : other.exact_)
    changed |= addExact(target, fresh);
  return changed;
}

void PointsToSet::add(Target target) {
  PointsToSet unused;
  if (target.hasOffset())
    addExact(target, unused);
  else
    forgetOffsets(target.object);
}

bool PointsToSet::addExact(Target target, PointsToSet &fresh) {
  if (hasAny(target.object))
    return false;
  const auto position = std::lower_bound(exact_.begin(), exact_.end(), target);
  if (position != exact_.end() && *position == target)
    return false;
  exact_.insert(position, target);
  const auto ofObject =
      std::count_if(exact_.begin(), exact_.end(), [target](Target other) { return other.object == target.object; });
  if (static_cast<std::size_t>(ofObject) > maxOffsets) {
    forgetOffsets(target.object);
    fresh.forgetOffsets(target.object);
    return true;
  }
  if (exact_.size() <= maxExact) {
    const auto freshPlace = std::lower_bound(fresh.exact_.begin(), fresh.exact_.end(), target);
    if (!fresh.hasAny(target.object) && (freshPlace == fresh.exact_.end() || *freshPlace != target))
      fresh.exact_.insert(freshPlace, target);
    return true;
  }
  for (const Target each : std::vector<Target>(std::move(exact_)))
    addAny(each.object), fresh.forgetOffsets(each.object);
  exact_.clear();
  return true;
}

PointsToSet PointsToSet::blurred() const {
  PointsToSet result;
  result.any_ = any_;
  for (const Target target : exact_)
    result.addAny(target.object);
  return result;
}

PointsToSet PointsToSet::shifted(std::int64_t distance) const {
  PointsToSet result;
  result.any_ = any_;
  for (const Target target : exact_) {
    const std::int64_t offset = std::int64_t{target.offset} + distance;
    if (offset < 0 || offset >= offsetLimit)
      result.forgetOffsets(target.object);
    else if (!result.hasAny(target.object))
      result.exact_.push_back({target.object, static_cast<std::uint32_t>(offset)});
  }
  return result;
}

} // namespace heddle::analysis
