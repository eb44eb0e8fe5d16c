// What one step touched that other threads can touch too: the ground for calling two steps independent.
#pragma once

#include "interpreter/races.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::interpreter {

struct StepAccesses {
  struct Touch {
    ByteRange range;
    bool write = false;
    auto operator<=>(const Touch &) const = default;
  };

  std::vector<Touch> touches;
  /// It started, joined or detached a thread, or gave its own slot back: slots go to whoever asks first. The end
  /// of a thread that waits to be joined is not among these, it only enables the Join.
  bool threads = false;
  /// It ended the program: what others would have done is lost.
  bool everything = false;
  /// Bit c: it allocated an object with an id of class c.
  std::uint32_t allocated = 0;

  void clear() { *this = {}; }

  void add(const ByteRange &range, bool write) {
    for (const Touch &touch : touches)
      if (touch.write >= write && touch.range.contains(range))
        return;
    touches.push_back({range, write});
  }

  void add(const StepAccesses &other) {
    for (const Touch &touch : other.touches)
      add(touch.range, touch.write);
    threads = threads || other.threads;
    everything = everything || other.everything;
    allocated |= other.allocated;
  }

  bool dependsOn(const StepAccesses &other) const {
    if (everything || other.everything || (threads && other.threads) || (allocated & other.allocated) != 0)
      return true;
    return std::any_of(touches.begin(), touches.end(), [&](const Touch &mine) {
      return std::any_of(other.touches.begin(), other.touches.end(), [&](const Touch &theirs) {
        return (mine.write || theirs.write) && mine.range.overlaps(theirs.range);
      });
    });
  }
};

} // namespace heddle::interpreter
