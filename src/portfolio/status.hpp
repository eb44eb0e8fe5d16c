// What an engine is doing, in a line for a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::portfolio {

/// "bmc           2.3 s   45 MB  depth 7, 1200 events, 3 refinements". The columns of several engines are aligned.
/// `progress` is what the engine has reported last, which may begin with its name.
std::string statusLine(std::string_view engine, std::chrono::milliseconds elapsed, std::uint64_t memory,
                       std::string_view progress);

} // namespace heddle::portfolio
