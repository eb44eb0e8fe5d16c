// One place that knows why work has to stop: the user (Ctrl-C, SIGTERM), the time limit or the memory
// limit. Engines poll `stopRequested()` in their loops, at least every 100 ms.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace heddle::support {

enum class StopReason : std::uint8_t { None, Interrupted, Timeout, Memory };

class Cancellation {
public:
  using Clock = std::chrono::steady_clock;

  /// With a parent: stops whenever that does. For one of several that work side by side.
  explicit Cancellation(Cancellation *parent = nullptr) : parent_(parent) {}

  /// Async-signal-safe: may be called from a signal handler or another thread.
  void request(StopReason reason) {
    auto none = StopReason::None;
    reason_.compare_exchange_strong(none, reason);
  }

  void setDeadline(Clock::time_point deadline) { deadline_ = deadline; }
  void setMemoryLimit(std::uint64_t bytes) { memoryLimit_ = bytes; }
  std::optional<std::uint64_t> memoryLimit() const { return memoryLimit_; }

  /// Cheap enough for inner loops: the clock and the memory are looked at only every so many calls.
  bool stopRequested();

  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

private:
  void checkLimits();

  Cancellation *parent_;
  std::atomic<StopReason> reason_{StopReason::None};
  std::atomic<std::uint32_t> polls_{0};
  std::atomic<Clock::rep> nextMemoryLook_{0};
  std::optional<Clock::time_point> deadline_;
  std::optional<std::uint64_t> memoryLimit_;
};

/// Resident memory of this process in bytes: now, and the most there ever was.
std::uint64_t residentMemory();
std::uint64_t peakMemory();

} // namespace heddle::support
