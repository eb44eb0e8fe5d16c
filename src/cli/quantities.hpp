// Durations and sizes with units, as on a command line.
#pragma once

#include "support/expected.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::cli {

/// "10", "10s", "1.5m", "2h", "500ms".
support::Expected<std::chrono::milliseconds> parseDuration(const std::string &text);

/// "1000000", "500MB", "2GB", "1.5GiB": K, M, G and T are powers of ten, Ki, Mi, … of two.
support::Expected<std::uint64_t> parseSize(const std::string &text);

std::string describeDuration(std::chrono::milliseconds duration); // "90 s"
std::string describeSize(std::uint64_t bytes);                    // "2.0 GB"

} // namespace heddle::cli
