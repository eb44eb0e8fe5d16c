// What a process and its descendants use.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

namespace heddle::batch {

struct TreeUsage {
  std::chrono::milliseconds processor{}; // of those that run, and of their children that have ended
  std::uint64_t memory = 0;              // bytes; a page that several of them share counts once
};

TreeUsage usageOfTree(pid_t root);

} // namespace heddle::batch
