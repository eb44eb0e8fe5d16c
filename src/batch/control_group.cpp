// The interface is files (Documentation/admin-guide/cgroup-v2.rst of the kernel). memory.max is a limit of all
// processes of the group together, enforced at each allocation, where samples come late; cgroup.kill reaches processes
// that fork faster than they can be listed. Each file is optional: kernels before 5.14 have no cgroup.kill, those
// before 5.19 no memory.peak, and with a hierarchy of version 1 beside it, version 2 has no memory.
#include "batch/control_group.hpp"

#include "support/descriptors.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

bool writeTo(const fs::path &file, const std::string &text) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return false;
  const bool isWritten = support::writeAll(descriptor, text);
  close(descriptor);
  return isWritten;
}

std::string contentOf(const fs::path &file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool hasWord(const std::string &text, const std::string &wanted) {
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word == wanted)
      return true;
  return false;
}

/// Of a file with lines such as "oom_kill 0".
std::optional<std::uint64_t> valueOf(const fs::path &file, const std::string &key) {
  std::ifstream stream(file);
  std::string name;
  for (std::uint64_t value = 0; stream >> name >> value;)
    if (name == key)
      return value;
  return std::nullopt;
}

std::optional<std::uint64_t> numberIn(const fs::path &file) {
  std::ifstream stream(file);
  std::uint64_t value = 0;
  return stream >> value ? std::optional(value) : std::nullopt;
}

/// Where version 2 is mounted: "… MOUNTPOINT … - cgroup2 …", the fifth field.
fs::path mountPoint() {
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);)
    if (line.find(" - cgroup2 ") != std::string::npos) {
      std::istringstream fields(line);
      std::string field;
      for (int i = 0; i < 5; ++i)
        fields >> field;
      return field;
    }
  return {};
}

/// Of this process: the line "0::/path".
std::string ownGroup() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/"))
      return line.substr(4);
  return {};
}

/// A group can be removed when its last process is gone, which takes a moment.
void removeGroup(const fs::path &path) {
  for (int tries = 0; rmdir(path.c_str()) != 0 && errno == EBUSY && tries < 200; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

} // namespace

ControlGroup::ControlGroup(fs::path path, std::optional<std::uint64_t> memory) : path_(std::move(path)) {
  std::error_code error;
  if (!fs::create_directory(path_, error) || error)
    return;
  processes_ = open((path_ / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
  if (!memory || !hasWord(contentOf(path_ / "cgroup.controllers"), "memory"))
    return;
  limitsMemory_ = writeTo(path_ / "memory.max", std::to_string(*memory));
  writeTo(path_ / "memory.swap.max", "0");
  writeTo(path_ / "memory.oom.group", "1");
}

ControlGroup::~ControlGroup() {
  if (!isMade())
    return;
  kill();
  close(processes_);
  removeGroup(path_);
}

bool ControlGroup::kill() const { return writeTo(path_ / "cgroup.kill", "1"); }

std::optional<std::chrono::milliseconds> ControlGroup::processorTime() const {
  const std::optional<std::uint64_t> used = valueOf(path_ / "cpu.stat", "usage_usec");
  return used ? std::optional(std::chrono::milliseconds(*used / 1000)) : std::nullopt;
}

std::optional<std::uint64_t> ControlGroup::memory() const {
  return limitsMemory_ ? numberIn(path_ / "memory.current") : std::nullopt;
}

std::optional<std::uint64_t> ControlGroup::peakMemory() const {
  return limitsMemory_ ? numberIn(path_ / "memory.peak") : std::nullopt;
}

bool ControlGroup::isOutOfMemory() const {
  return limitsMemory_ && valueOf(path_ / "memory.events", "oom_kill").value_or(0) > 0;
}

ControlGroups::ControlGroups() {
  const fs::path mounted = mountPoint();
  if (mounted.empty())
    return;
  base_ = mounted / ownGroup();
  const fs::path probe = base_ / fmt::format("heddle-{}-probe", getpid());
  std::error_code error;
  if (!fs::create_directory(probe, error) || error) {
    base_.clear();
    return;
  }
  rmdir(probe.c_str());
  hasMemory_ = enableMemory();
}

bool ControlGroups::enableMemory() {
  if (!hasWord(contentOf(base_ / "cgroup.controllers"), "memory"))
    return false;
  const fs::path control = base_ / "cgroup.subtree_control";
  if (hasWord(contentOf(control), "memory") || writeTo(control, "+memory"))
    return true;
  // There are processes in the group, at least this one.
  own_ = base_ / fmt::format("heddle-{}", getpid());
  std::error_code error;
  if (fs::create_directory(own_, error) && writeTo(own_ / "cgroup.procs", "0") && writeTo(control, "+memory"))
    return true;
  writeTo(base_ / "cgroup.procs", "0");
  removeGroup(own_);
  own_.clear();
  return false;
}

ControlGroups::~ControlGroups() {
  if (own_.empty())
    return;
  writeTo(base_ / "cgroup.subtree_control", "-memory");
  writeTo(base_ / "cgroup.procs", "0");
  removeGroup(own_);
}

std::unique_ptr<ControlGroup> ControlGroups::make(std::optional<std::uint64_t> memory) const {
  if (base_.empty())
    return nullptr;
  unsigned number = 0;
  {
    const std::lock_guard lock(numbering_);
    number = ++count_;
  }
  auto group = std::make_unique<ControlGroup>(base_ / fmt::format("heddle-{}-{}", getpid(), number), memory);
  return group->isMade() ? std::move(group) : nullptr;
}

std::string ControlGroups::describe() const {
  if (base_.empty())
    return "samples";
  return hasMemory_ ? "control groups" : "control groups (memory by samples)";
}

} // namespace heddle::batch
