// The registers that some continuation from a location reads before it writes them.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <vector>

namespace heddle::recheck {

class Liveness {
public:
  explicit Liveness(const program::Cfa &cfa);

  bool isLive(program::LocationId location, program::RegisterId reg) const {
    return (live_[location][reg / bits] >> (reg % bits) & 1) != 0;
  }

private:
  using Set = std::vector<std::uint64_t>;
  static constexpr unsigned bits = 64;

  std::vector<Set> live_; // by location
};

} // namespace heddle::recheck
