// Threads that wait for each other in a cycle, for the check of a thread-modular proof.
//
// A thread at a point requests some resources and holds others. Threads deadlock in a cycle if each requests what the
// next one holds, and all of them can be at their points at the same time; for that, any two must be able to. A
// shortest cycle has no point twice: between two visits of a point there is a cycle already. So it suffices to search
// the simple cycles, each from its first point in the order of the list, within strongly connected components.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace heddle::proof {

/// A lock, or the end of the threads of a function, which every such thread holds as long as it lives.
struct WaitedFor {
  enum class Kind : std::uint8_t { Lock, End };
  Kind kind = Kind::Lock;
  std::uint32_t id = 0; // of a lock or a function
  auto operator<=>(const WaitedFor &) const = default;
};

struct WaitingThread {
  std::uint32_t caseId = 0;
  std::set<WaitedFor> holds;
  std::set<WaitedFor> requests;
};

struct WaitCycle {
  enum class Kind : std::uint8_t { None, Found, NotDecided };
  Kind kind = Kind::None;
  std::vector<std::size_t> threads; // Found: indices, each waits for the next one
};

/// `areTogether`: whether two different threads can be at the two points at the same time.
WaitCycle findWaitCycle(const std::vector<WaitingThread> &threads,
                        const std::function<bool(std::size_t, std::size_t)> &areTogether);

} // namespace heddle::proof
