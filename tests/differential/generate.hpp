// Random C programs: deterministic, single-threaded, free of undefined behaviour.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::differential {

/// A C file with `count` programs; the same for the same seed, everywhere. It follows checksum.h.
std::string generate(std::uint64_t seed, unsigned count);

} // namespace heddle::differential
