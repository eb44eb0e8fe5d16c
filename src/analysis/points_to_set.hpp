// Sets of targets of pointers, made for being united very often.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::analysis {

/// Static objects have their ObjectId, then come the (allocation site, CFA) pairs.
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

/// Few targets with offsets, as a sorted list, and any number of objects without, as bits. Limits on the
/// former keep sets finite where programs walk through arrays: a ninth offset into one object, and all
/// offsets in a set with more than 64 of them, become "any offset".
class PointsToSet {
public:
  bool isEmpty() const { return exact_.empty() && any_.empty(); }
  std::size_t countObjects() const;
  TargetSet targets() const;

  /// Adds all of `other`; what was not there before is added to `fresh` too. Whether there was something.
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
