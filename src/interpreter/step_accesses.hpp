// The accesses of one executed step to memory that other threads can access too.
//
// From the accesses of two steps follows whether the steps are dependent (as analysis/dependence.hpp defines it) in
// the states in which they were executed. In other states the same actions may access other memory.
#pragma once

#include "interpreter/races.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::interpreter {

struct StepAccesses {
  struct Access {
    ByteRange range;
    bool write = false;
    auto operator<=>(const Access &) const = default;
  };

  std::vector<Access> ranges;
  /// The step started, joined or detached a thread, or released its own slot: slots are assigned in the order of
  /// requests. The end of a thread that is still to be joined does not count, since it only enables the Join.
  bool threads = false;
  /// The step ended the program, and with it all other threads.
  bool everything = false;
  /// Bit c: the step allocated an object with an id of class c.
  std::uint32_t allocated = 0;

  void clear() { *this = {}; }

  void add(const ByteRange &range, bool write) {
    for (const Access &access : ranges)
      if (access.write >= write && access.range.contains(range))
        return;
    ranges.push_back({range, write});
  }

  void add(const StepAccesses &other) {
    for (const Access &access : other.ranges)
      add(access.range, access.write);
    threads = threads || other.threads;
    everything = everything || other.everything;
    allocated |= other.allocated;
  }

  /// For steps of different threads. False only if they are independent. Symmetric.
  bool dependsOn(const StepAccesses &other) const {
    if (everything || other.everything || (threads && other.threads) || (allocated & other.allocated) != 0)
      return true;
    return std::any_of(ranges.begin(), ranges.end(), [&](const Access &mine) {
      return std::any_of(other.ranges.begin(), other.ranges.end(), [&](const Access &theirs) {
        return (mine.write || theirs.write) && mine.range.overlaps(theirs.range);
      });
    });
  }
};

} // namespace heddle::interpreter
