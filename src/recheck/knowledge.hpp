// Happens-before as knowledge: for each access that could still race, the threads that it happens before.
//
// An access happens before everything that a thread does from now on if the thread *knows* it. A thread knows its own
// accesses, what its creator knew when it started the thread (and did in that step), what a thread that it has joined
// knew, and what a releasing store knew from whose release sequence it has read with an acquiring load. Fences turn the
// relaxed loads before them into acquiring ones and the relaxed stores after them into releasing ones. A data race is
// an access to memory that overlaps with an earlier one which its thread does not know, one being a write and one
// plain.
//
// These are the rules of C11 that src/interpreter decides with vector clocks. Here, sets of threads are attached to
// each access instead, so no times have to be renumbered: there are finitely many accesses and finitely many sets.
#pragma once

#include "program/program.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::recheck {

struct Range {
  program::ObjectId object = program::nullObject;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool overlaps(const Range &other) const { return object == other.object && begin < other.end && other.begin < end; }
  auto operator<=>(const Range &) const = default;
};

using Slots = std::uint64_t; // a set of threads: bit i is slot i

class Knowledge {
public:
  void start(unsigned child, unsigned parent);
  void join(unsigned thread, unsigned ended);
  void load(unsigned thread, const Range &range, program::MemoryOrder order);
  /// `continues`: the store of a read-modify-write, which continues the release sequences of other threads.
  void store(unsigned thread, const Range &range, program::MemoryOrder order, bool continues);
  void fence(unsigned thread, program::MemoryOrder order);
  /// Returns whether the access is a race. `children`: threads that are being created in this step.
  bool access(unsigned thread, const Range &range, bool write, bool plain, Slots children);
  /// The lifetime of the object has ended.
  void forget(program::ObjectId object);

  /// After a step: removes what cannot matter any more. `ended`: threads that may still be joined.
  void settle(Slots active, Slots ended);
  void encode(std::string &out) const;

private:
  static constexpr std::uint32_t noThread = UINT32_MAX;
  /// The release sequence on a range that a store of thread `head` began; other stores of this thread continue it.
  struct Sequence {
    Range range;
    std::uint32_t head = noThread;
    auto operator<=>(const Sequence &) const = default;
  };
  struct Access {
    Range range;
    bool write = false;
    bool plain = false;
    Slots knownBy = 0;
    Slots acquirableBy = 0;       // by the next acquire fence
    Slots releasedBy = 0;         // known at the last release fence
    std::set<Sequence> sequences; // loads that read from these acquire knowledge of the access
    auto operator<=>(const Access &) const = default;
  };

  void endSequences(const Range &range, std::optional<unsigned> except);
  void disown(Slots threads);

  std::vector<Access> accesses_;
};

} // namespace heddle::recheck
