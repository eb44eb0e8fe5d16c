// How much memory there is to use.
#pragma once

#include <cstdint>

namespace heddle::cli {

/// Three quarters of the machine's memory, or of what a container allows: beyond it the kernel might end
/// the process without a verdict.
std::uint64_t defaultMemoryLimit();

} // namespace heddle::cli
