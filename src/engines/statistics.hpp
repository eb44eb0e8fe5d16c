// The counts and times of an engine. Identifiers are stable and meant for tools (`refinements`, `time.solving`);
// report/statistics.cpp turns them into words for people.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle::engines {

enum class Unit : std::uint8_t { Count, Ratio, PerSecond, Seconds, Bytes };

struct Statistic {
  std::string_view id; // a literal
  Unit unit = Unit::Count;
  double value = 0; // counts are exact up to 2^53
};

/// In the order in which they are printed.
class Statistics {
public:
  void count(std::string_view id, std::uint64_t value) { add(id, Unit::Count, static_cast<double>(value)); }
  void ratio(std::string_view id, double value) { add(id, Unit::Ratio, value); }
  /// `amount` divided by `time`; zero if no time has passed.
  void rate(std::string_view id, std::uint64_t amount, std::chrono::nanoseconds time) {
    const double elapsed = seconds(time);
    add(id, Unit::PerSecond, elapsed > 0 ? static_cast<double>(amount) / elapsed : 0);
  }
  void time(std::string_view id, std::chrono::nanoseconds value) { add(id, Unit::Seconds, seconds(value)); }
  void bytes(std::string_view id, std::uint64_t value) { add(id, Unit::Bytes, static_cast<double>(value)); }

  void add(std::string_view id, Unit unit, double value) { list_.push_back({id, unit, value}); }

  const std::vector<Statistic> &list() const { return list_; }

private:
  static double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

  std::vector<Statistic> list_;
};

} // namespace heddle::engines
