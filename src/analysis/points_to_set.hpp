// Sets of pointer targets, optimised for union.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::analysis {

/// A static object has its ObjectId; the (allocation site, CFA) pairs follow.
using AbstractObject = std::uint32_t;

/// A place that a pointer may point to: an object with an offset in bytes, or somewhere in an object.
struct Target {
  static constexpr std::uint32_t anyOffset = UINT32_MAX;

  AbstractObject object = 0;
  std::uint32_t offset = anyOffset;

  bool hasOffset() const { return offset != anyOffset; }
  auto operator<=>(const Target &) const = default;
};

/// Sorted; an object with anyOffset has no other entry.
using TargetSet = std::vector<Target>;

inline bool mayPointTo(const TargetSet &targets, AbstractObject object) {
  return std::any_of(targets.begin(), targets.end(), [object](const Target &t) { return t.object == object; });
}

/// A short sorted list of targets with offsets, and a bit-set of objects with any offset. Limits on the former keep
/// sets finite where programs iterate over arrays: at the ninth offset into one object, and in sets with more than
/// 64 offsets, offsets become "any offset".
class PointsToSet {
public:
  bool isEmpty() const { return exact_.empty() && any_.empty(); }
  std::size_t countObjects() const;
  TargetSet targets() const;

  /// Adds all of `other`; new targets are added to `fresh` as well. Returns whether there were any.
  bool add(const PointsToSet &other, PointsToSet &fresh);
  void add(Target target);

  /// The same targets without their offsets, or with offsets moved by `distance`.
  PointsToSet blurred() const;
  PointsToSet shifted(std::int64_t distance) const;

private:
  bool hasAny(AbstractObject object) const;
  void addAny(AbstractObject object);
  bool addExact(Target target, PointsToSet &fresh);
  void forgetOffsets(AbstractObject object);

  std::vector<Target> exact_;      // sorted; of objects that are not in `any_`
  std::vector<std::uint64_t> any_; // one bit for each object; never ends with zeroes
};

} // namespace heddle::analysis
