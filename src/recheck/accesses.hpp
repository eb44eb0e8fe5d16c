// What a step does that other threads can notice, and when two steps are dependent.
//
// Two steps of different threads are independent if they touch no common memory that one of them writes, do not both
// start, join or detach threads (slots are given out in the order of requests), do not both allocate objects of one
// residue class of ids, and neither ends the program. Independent steps commute, and neither enables or disables the
// other, except that the end of a thread enables the Join that waits for it.
#pragma once

#include "recheck/knowledge.hpp"

#include <cstdint>
#include <vector>

namespace heddle::recheck {

struct Accesses {
  struct Access {
    Range range;
    bool write = false;
  };
  std::vector<Access> memory;      // that is shared
  bool threads = false;            // starts, joins or detaches a thread, or gives its slot back
  bool endsProgram = false;        // by an operation of its own
  std::uint32_t allocationsOf = 0; // bit c: allocates an object with an id of class c

  void add(const Accesses &other);
  bool conflictsWith(const Accesses &other) const;
};

} // namespace heddle::recheck
