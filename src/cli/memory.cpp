#include "cli/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace heddle::cli {

std::uint64_t defaultMemoryLimit() {
  auto available =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  // Control groups, version 2 and 1. A file that is missing or says "max" sets no limit.
  for (const char *path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::uint64_t limit = 0;
    if (std::ifstream(path) >> limit)
      available = std::min(available, limit);
  }
  return available / 4 * 3;
}

} // namespace heddle::cli
