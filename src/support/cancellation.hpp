// A request to stop, with its reason: the user (Ctrl-C, SIGTERM), the time limit, the memory limit, a limit of effort,
// or the answer of another engine. Engines call `poll()` in their loops, at least every 100 ms.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace heddle::support {

enum class StopReason : std::uint8_t { None, Interrupted, Timeout, Memory, Effort, Answered };

class Cancellation {
public:
  using Clock = std::chrono::steady_clock;

  /// With a parent, it stops whenever the parent does: for one of several engines that run in parallel.
  explicit Cancellation(Cancellation *parent = nullptr, std::uint64_t effort = UINT64_MAX)
      : parent_(parent), mostEffort_(effort) {}
  Cancellation(const Cancellation &) = delete;
  Cancellation &operator=(const Cancellation &) = delete;
  ~Cancellation();

  /// Async-signal-safe: may be called from a signal handler or another thread.
  void request(StopReason reason) {
    auto none = StopReason::None;
    reason_.compare_exchange_strong(none, reason);
  }

  void setDeadline(Clock::time_point deadline) { deadline_ = deadline; }
  void setMemoryLimit(std::uint64_t bytes) { memoryLimit_ = bytes; }
  std::optional<std::uint64_t> memoryLimit() const { return memoryLimit_; }
  /// Stops after so much more effort: a limit for work in one thread that does not depend on the machine.
  void setEffort(std::uint64_t effort) { mostEffort_ = this->effort() + effort; }
  /// The effort spent so far, including that of children.
  std::uint64_t effort() const { return effort_.load(std::memory_order_relaxed); }

  /// Cheap enough for inner loops: only some calls read the clock and the memory usage. `effort` is the work since the
  /// last call, in units of about ten microseconds.
  bool poll(std::uint64_t effort = 1);

  StopReason reason() const { return reason_.load(std::memory_order_relaxed); }

private:
  void checkLimits();
  void spend(std::uint64_t effort) { effort_.store(this->effort() + effort, std::memory_order_relaxed); }
  std::uint64_t unreported() { return effort() - reported_.exchange(effort(), std::memory_order_relaxed); }

  Cancellation *parent_;
  std::atomic<StopReason> reason_{StopReason::None};
  std::atomic<std::uint32_t> polls_{0};
  std::atomic<std::uint64_t> effort_{0};
  std::atomic<std::uint64_t> reported_{0}; // effort reported to the parent
  std::atomic<Clock::rep> nextMemoryCheck_{0};
  std::optional<Clock::time_point> deadline_;
  std::optional<std::uint64_t> memoryLimit_;
  std::uint64_t mostEffort_ = UINT64_MAX;
};

/// Resident memory of this process in bytes: current and maximal.
std::uint64_t residentMemory();
std::uint64_t peakMemory();

} // namespace heddle::support
