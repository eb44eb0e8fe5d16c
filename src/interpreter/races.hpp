// Data races by happens-before: vector clocks for threads, for what atomic stores release, and for accesses.
//
// Happens-before is C11's on an interleaved execution: program order; the start of a thread after its Spawn;
// a Join after the thread's end; and a load that acquires after the store whose value it reads, if that
// store releases or continues the release sequence of one that does. Fences stand in for the orders of the
// relaxed accesses around them (C11 7.17.4). Two accesses race if they overlap, one is a write, one is
// plain, and neither happens before the other; it is enough to look backwards whenever an access is made.
//
// Of the accesses made so far only those are kept that could be the first of a race that no later access
// would show as well (see `covers`). For exploration, `canonicalise` forgets what every thread knows about,
// and renumbers the clocks, component by component, without changing the outcome of any comparison: the
// clocks of a program with finitely many states then take finitely many values.
#pragma once

#include "interpreter/bytes.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::interpreter {

/// By thread slot; what is missing is zero.
using Clock = std::vector<std::uint32_t>;

struct ByteRange {
  program::ObjectId object = program::nullObject;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool overlaps(const ByteRange &other) const {
    return object == other.object && begin < other.end && other.begin < end;
  }
  bool contains(const ByteRange &other) const {
    return object == other.object && begin <= other.begin && other.end <= end;
  }
  auto operator<=>(const ByteRange &) const = default;
};

/// An access that a thread made when its own component stood at `time`.
struct AccessRecord {
  ByteRange range;
  std::uint32_t thread = 0;
  bool write = false;
  bool plain = false;
  std::uint32_t time = 0;
  const program::Instruction *instruction = nullptr; // for messages; not part of the state

  /// Whatever races with `other` and comes later races with this one as well, if `other` happens before it.
  bool covers(const AccessRecord &other) const { return write >= other.write && plain >= other.plain; }
};

class Races {
public:
  /// Thread `child` starts; `parent` is what it knows (none for main).
  void start(unsigned child, std::optional<unsigned> parent);
  void join(unsigned thread, unsigned ended);
  /// Whether a new thread that `parent` starts may use the slot: everything its last owner did is known to it.
  bool reusable(unsigned slot, unsigned parent) const;

  /// Returns an earlier access that races with this one, or records it. `time` is filled in here.
  std::optional<AccessRecord> access(AccessRecord access);
  /// What a load or store does to happens-before, besides being an access.
  void load(unsigned thread, const ByteRange &range, program::MemoryOrder order);
  /// `continues`: it is the store of a read-modify-write, or as good as one.
  void store(unsigned thread, const ByteRange &range, program::MemoryOrder order, bool continues);
  void fence(unsigned thread, program::MemoryOrder order);
  /// The object is gone.
  void forget(program::ObjectId object);

  enum class SlotUse : std::uint8_t {
    Gone,    // nobody can synchronise with it any more
    Ended,   // may still be joined
    Running, // may still take steps
  };
  void canonicalise(const std::vector<SlotUse> &slots);
  void encode(ByteWriter &out) const;
  void decode(ByteReader &in);

private:
  struct Knowledge {
    Clock now;
    Clock acquirable; // what relaxed loads have seen, for the next acquire fence
    Clock released;   // `now` at the last release fence
  };
  /// A release sequence that loads of the range read from. `head`: the thread whose store began it.
  struct Release {
    ByteRange range;
    std::uint32_t head = 0;
    Clock clock;
  };

  void renumber(unsigned component, const std::vector<unsigned> &running);
  void tick(unsigned thread);
  void cutReleases(const ByteRange &range, std::optional<unsigned> except);
  template <typename Visit> void forEachClock(Visit visit);

  std::vector<Knowledge> threads_;
  std::vector<Release> releases_;
  std::vector<AccessRecord> accesses_;
};

} // namespace heddle::interpreter
