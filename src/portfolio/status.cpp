#include "portfolio/status.hpp"

#include <fmt/format.h>

namespace heddle::portfolio {

std::string statusLine(std::string_view engine, std::chrono::milliseconds elapsed, std::uint64_t memory,
                       std::string_view progress) {
  if (const std::string prefix = fmt::format("{}: ", engine); progress.starts_with(prefix))
    progress.remove_prefix(prefix.size());
  const double seconds = static_cast<double>(elapsed.count()) / 1000.0;
  return fmt::format("{:<10} {:>7.1f} s {:>6} MB  {}", engine, seconds, memory / 1'000'000,
                     progress.empty() ? "at work" : progress);
}

} // namespace heddle::portfolio
