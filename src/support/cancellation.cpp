// Polling for reasons to stop.
//
// A poll is a few relaxed loads and stores. The first and every eighth poll also read the clock (tens of nanoseconds).
// The memory usage takes a system call, so it is read only if some time has passed since the last reading. The counters
// need no atomic increment: losing a count only delays the next check.
#include "support/cancellation.hpp"

#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle::support {

namespace {

constexpr std::uint32_t pollsPerClock = 8;
constexpr Cancellation::Clock::duration memoryInterval = std::chrono::milliseconds(50);

} // namespace

Cancellation::~Cancellation() {
  if (parent_ != nullptr)
    parent_->spend(unreported());
}

bool Cancellation::poll(std::uint64_t effort) {
  if (parent_ != nullptr && parent_->reason() != StopReason::None)
    request(parent_->reason());
  if (reason() != StopReason::None)
    return true;
  const std::uint32_t polls = polls_.load(std::memory_order_relaxed);
  polls_.store(polls + 1, std::memory_order_relaxed);
  spend(effort);
  if (this->effort() > mostEffort_)
    request(StopReason::Effort);
  else if (polls % pollsPerClock == 0)
    checkLimits();
  return reason() != StopReason::None;
}

void Cancellation::checkLimits() {
  if (parent_ != nullptr && parent_->poll(unreported()))
    request(parent_->reason());
  if (!deadline_ && !memoryLimit_)
    return;
  const Clock::time_point now = Clock::now();
  if (deadline_ && now >= *deadline_)
    request(StopReason::Timeout);
  if (!memoryLimit_)
    return;
  const Clock::rep ticks = now.time_since_epoch().count();
  if (ticks < nextMemoryCheck_.load(std::memory_order_relaxed))
    return;
  nextMemoryCheck_.store(ticks + memoryInterval.count(), std::memory_order_relaxed);
  if (residentMemory() > *memoryLimit_)
    request(StopReason::Memory);
}

std::uint64_t residentMemory() {
  std::FILE *file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr)
    return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int fields = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t peakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace heddle::support
