// Data races: every pair of conflicting accesses must be excluded for a reason.
#pragma once

#include "engines/modular/findings.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"

#include <array>

namespace heddle::engines::modular {

/// Why two accesses cannot race.
enum class Exclusion : std::uint8_t {
  None,  // they may
  Place, // they go to different memory
  Kind,  // both read, or both are atomic
  Order, // the threads are ordered by start and join, or there is only one
  Lock,  // both threads hold the same lock
};
constexpr std::size_t exclusionCount = 5;

class RaceCheck {
public:
  RaceCheck(const program::Program &program, const Objects &objects, const Global &global, Mutation mutation)
      : program_(program), objects_(objects), global_(global), mutation_(mutation) {}

  /// Adds a finding for each pair that is not excluded.
  void run(Findings &findings);
  /// How many pairs of accesses to the same object each reason has excluded.
  const std::array<std::uint64_t, exclusionCount> &pairs() const { return pairs_; }

private:
  Exclusion exclusionOf(const SharedAccess &a, const SharedAccess &b) const;
  bool areParallel(const SharedAccess &a, const SharedAccess &b) const;

  const program::Program &program_;
  const Objects &objects_;
  const Global &global_;
  Mutation mutation_;
  std::array<std::uint64_t, exclusionCount> pairs_{};
};

} // namespace heddle::engines::modular
