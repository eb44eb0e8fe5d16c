// Reads /proc: verifiers start processes of their own (Heddle one for each engine), and a limit is one of all together.
//
// The kernel counts a page in the resident set of every process that maps it, so that a sum of these counts is too
// large after a fork. The proportional set (smaps_rollup) divides a page among its users. Where a kernel lacks that
// file, the resident set is the next best.
#include "batch/process_tree.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::batch {

namespace fs = std::filesystem;

namespace {

struct Status {
  std::uint64_t ticks = 0; // of the processor
  std::uint64_t residentPages = 0;
};

/// From /proc/PID/stat; nothing is used by a process that has gone.
Status statusOf(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);                    // an iterator over the buffer would throw if the process goes meanwhile
  const std::size_t nameEnd = text.rfind(')'); // the name may contain anything
  if (nameEnd == std::string::npos)
    return {};
  std::istringstream fields(text.substr(nameEnd + 1));
  std::vector<std::string> values; // values[0] is field 3 of proc(5)
  for (std::string value; fields >> value;)
    values.push_back(value);
  if (values.size() < 22)
    return {};
  Status status;
  for (const std::size_t field : {14U, 15U, 16U, 17U}) // utime, stime, cutime, cstime
    status.ticks += std::stoull(values[field - 3]);
  status.residentPages = std::stoull(values[24 - 3]);
  return status;
}

std::uint64_t memoryOf(pid_t process, std::uint64_t residentPages) {
  std::ifstream file(fmt::format("/proc/{}/smaps_rollup", process));
  for (std::string word; file >> word;)
    if (std::uint64_t kilobytes = 0; word == "Pss:" && file >> kilobytes)
      return kilobytes * 1024;
  return residentPages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// The kernel lists them by the thread that has started them.
std::vector<pid_t> childrenOf(pid_t process) {
  std::vector<pid_t> children;
  std::error_code error;
  for (auto thread = fs::directory_iterator(fmt::format("/proc/{}/task", process), error);
       !error && thread != end(thread); thread.increment(error)) {
    std::ifstream file(thread->path() / "children");
    for (pid_t child = 0; file >> child;)
      children.push_back(child);
  }
  return children;
}

} // namespace

TreeUsage usageBelow(pid_t root) {
  std::uint64_t ticks = 0;
  TreeUsage usage;
  std::vector<pid_t> open = childrenOf(root);
  while (!open.empty()) {
    const pid_t process = open.back();
    open.pop_back();
    const Status status = statusOf(process);
    ticks += status.ticks;
    usage.memory += memoryOf(process, status.residentPages);
    const std::vector<pid_t> children = childrenOf(process);
    open.insert(open.end(), children.begin(), children.end());
  }
  usage.processor = std::chrono::milliseconds(ticks * 1000 / static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK)));
  return usage;
}

} // namespace heddle::batch
