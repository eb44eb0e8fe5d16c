// What the descendants of a process use.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

namespace heddle::batch {

struct TreeUsage {
  std::chrono::milliseconds processor{}; // of those that run, and of their children that have ended
  std::uint64_t memory = 0;              // bytes; a page that several of them share counts once
};

/// Of all descendants of `root`, without itself.
TreeUsage usageBelow(pid_t root);

} // namespace heddle::batch
