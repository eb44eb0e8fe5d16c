// Data races by happens-before, with vector clocks for threads, for what atomic stores release, and for accesses.
//
// Happens-before is that of C11 on an interleaved execution: program order; a Spawn before the start of its thread; the
// end of a thread before its Join; and a releasing store before an acquiring load that reads its value, or a value of
// the release sequence that it heads. Fences provide the orders of the relaxed accesses around them (C11 7.17.4). Two
// accesses race if they overlap, one is a write, one is plain, and neither happens before the other. It suffices to
// compare each access with the earlier ones.
//
// Of the earlier accesses only those are kept that could be the first of a race that no later access would reveal as
// well (see `covers`). For exploration, `canonicalise` forgets what happens before all threads, and renumbers the
// clocks, component by component, without changing the outcome of any comparison. The clocks of a program with finitely
// many states then have finitely many values.
#pragma once

#include "interpreter/bytes.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace heddle::interpreter {

/// By thread slot; missing components are zero.
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

/// An access that a thread made when its own clock component was `time`.
struct AccessRecord {
  ByteRange range;
  std::uint32_t thread = 0;
  bool write = false;
  bool plain = false;
  std::uint32_t time = 0;
  const program::Instruction *instruction = nullptr; // for messages; not part of the state

  /// If `other` happens before this access, every later access that races with `other` races with this one as well.
  bool covers(const AccessRecord &other) const { return write >= other.write && plain >= other.plain; }
};

/// Whether a race of the two accesses is passed over, as if something ordered them. Only races are asked about, in the
/// order in which they occur.
using RaceFilter = std::function<bool(const AccessRecord &earlier, const AccessRecord &later)>;

class Races {
public:
  /// Thread `child` starts, spawned by `parent` (none for main). What the parent does until `endCreation` happens
  /// before the child as well (pthread_create stores the handle), but not what the parent synchronises with in that
  /// time.
  void start(unsigned child, std::optional<unsigned> parent);
  void endCreation(unsigned parent) { tick(parent); }
  void join(unsigned thread, unsigned ended);
  /// Whether a new thread that `parent` starts may use the slot: everything that its last owner did happens before.
  bool reusable(unsigned slot, unsigned parent) const;

  /// Returns an earlier access that races with this one and is not passed over, or records this one. Sets `time`.
  std::optional<AccessRecord> access(AccessRecord access, const RaceFilter &passesOver = {});
  /// The effect of a load or store on happens-before.
  void load(unsigned thread, const ByteRange &range, program::MemoryOrder order);
  /// `continues`: it is the store of a read-modify-write, or equivalent to one, and continues release sequences.
  void store(unsigned thread, const ByteRange &range, program::MemoryOrder order, bool continues);
  void fence(unsigned thread, program::MemoryOrder order);
  /// The lifetime of the object has ended.
  void forget(program::ObjectId object);

  enum class SlotUse : std::uint8_t {
    Gone,    // no thread can synchronise with it any more
    Ended,   // may still be joined
    Running, // may still take steps
  };
  void canonicalise(const std::vector<SlotUse> &slots);
  void encode(ByteWriter &out) const;
  void decode(ByteReader &in);

private:
  struct Knowledge {
    Clock now;
    Clock acquirable; // what relaxed loads have read from, for the next acquire fence
    Clock released;   // `now` at the last release fence
  };
  /// A release sequence from which loads of the range read. `head`: the thread whose store began it, whose other stores
  /// continue it (C11 5.1.2.4p10; C++20 has dropped this rule); `noThread` if that thread has ended.
  static constexpr std::uint32_t noThread = UINT32_MAX;
  struct Release {
    ByteRange range;
    std::uint32_t head = noThread;
    Clock clock;
  };

  void disownReleases(unsigned thread);
  void mergeReleases();
  void renumber(unsigned component, const std::vector<unsigned> &running);
  void tick(unsigned thread);
  void cutReleases(const ByteRange &range, std::optional<unsigned> except);
  template <typename Visit> void forEachClock(Visit visit);

  std::vector<Knowledge> threads_;
  std::vector<Release> releases_;
  std::vector<AccessRecord> accesses_;
};

} // namespace heddle::interpreter
