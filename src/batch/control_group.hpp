// Control groups of the kernel (cgroups v2), where this process may make some.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace heddle::batch {

/// One group: a command and all that it starts. Removed at the end, with all that is left in it.
class ControlGroup {
public:
  ControlGroup(std::filesystem::path path, std::optional<std::uint64_t> memory);
  ControlGroup(const ControlGroup &) = delete;
  ControlGroup &operator=(const ControlGroup &) = delete;
  ~ControlGroup();

  bool isMade() const { return processes_ >= 0; }
  /// A descriptor: a process that writes 0 there joins the group.
  int processes() const { return processes_; }
  /// Kills all of it at once; a process cannot escape by starting others. False if the kernel does not support that.
  bool kill() const;

  std::optional<std::chrono::milliseconds> processorTime() const;
  /// The following are known if the kernel accounts for memory in this group; then it also enforces the limit.
  bool limitsMemory() const { return limitsMemory_; }
  std::optional<std::uint64_t> memory() const;
  std::optional<std::uint64_t> peakMemory() const;
  /// Whether the limit of memory has ended processes.
  bool isOutOfMemory() const;

private:
  std::filesystem::path path_;
  int processes_ = -1;
  bool limitsMemory_ = false;
};

/// The groups that this process can make below its own. It may have to move itself to a new group for that, as the
/// kernel allows processes only in groups without subgroups that have controllers.
class ControlGroups {
public:
  ControlGroups();
  ControlGroups(const ControlGroups &) = delete;
  ControlGroups &operator=(const ControlGroups &) = delete;
  ~ControlGroups();

  /// None if there can be none: where version 2 is not mounted, or not writable.
  std::unique_ptr<ControlGroup> make(std::optional<std::uint64_t> memory) const;
  /// For people: what is enforced by groups.
  std::string describe() const;

private:
  bool enableMemory();

  std::filesystem::path base_; // empty: there are none
  std::filesystem::path own_;  // the group that this process has moved to, if it has
  bool hasMemory_ = false;
  mutable std::mutex numbering_;
  mutable unsigned count_ = 0;
};

} // namespace heddle::batch
