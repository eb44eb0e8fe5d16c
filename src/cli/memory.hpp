// The memory that the process may use.
#pragma once

#include <cstdint>

namespace heddle::cli {

/// Three quarters of the memory of the machine or container. With more, the kernel might end the process before it
/// gives a verdict.
std::uint64_t defaultMemoryLimit();

} // namespace heddle::cli
