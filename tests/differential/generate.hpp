// Random C programs: deterministic, single-threaded, free of undefined behaviour.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::differential {

/// A C file with `count` programs, to be placed after checksum.h. It depends only on the seed, not on the machine.
std::string generate(std::uint64_t seed, unsigned count);

} // namespace heddle::differential
