// Data races: every pair of conflicting accesses must be excluded for a reason.
#pragma once

#include "engines/modular/barriers.hpp"
#include "engines/modular/findings.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/main_order.hpp"
#include "engines/modular/mutation.hpp"
#include "proof/modular_proof.hpp"

#include <array>
#include <set>

namespace heddle::engines::modular {

/// Why two accesses cannot race.
enum class Exclusion : std::uint8_t {
  None,  // they may
  Place, // they go to different memory
  Kind,  // both read, or both are atomic
  Order, // the threads are ordered by start and join, or there is only one
  Lock,  // both threads hold the same lock, and not both for reading
  Value, // both know a cell, with different contents that only they can change
  Phase, // the threads have waited at a barrier in between
  Given, // one comes before a store from which the other has received a value
};
constexpr std::size_t exclusionCount = 8;

class RaceCheck {
public:
  RaceCheck(const program::Program &program, const Objects &objects, const Global &global,
            const Interference &interference, const Barriers &barriers, const Slots &slots,
            const analysis::MainCourse *course, Mutation mutation)
      : program_(program), objects_(objects), global_(global), interference_(interference), barriers_(barriers),
        slots_(slots), mainOrder_(program, course, global, slots, mutation), mutation_(mutation) {}

  /// Adds a finding for each pair that is not excluded.
  void run(Findings &findings);
  /// How many pairs of accesses to the same object each reason has excluded.
  const std::array<std::uint64_t, exclusionCount> &pairs() const { return pairs_; }
  /// Pairs that something else than locks has excluded, for the certificate; not all, if there are very many.
  const std::set<proof::Separation> &separations() const { return separations_; }

private:
  using Entry = std::map<SharedAccess, OrderFacts>::const_pointer;
  /// Accesses of one function to the same bytes that differ only in their places in the source.
  using Group = std::vector<Entry>;

  Exclusion exclusionOf(const SharedAccess &a, const SharedAccess &b) const;
  Exclusion orderOf(Entry a, Entry b);
  bool areParallel(const SharedAccess &a, const SharedAccess &b) const;
  void noteSeparation(Entry a, Entry b, Exclusion exclusion);
  void check(const Group &a, const Group &b, std::vector<Finding> &found);

  const program::Program &program_;
  const Objects &objects_;
  const Global &global_;
  const Interference &interference_;
  const Barriers &barriers_;
  const Slots &slots_;
  MainOrder mainOrder_;
  Mutation mutation_;
  std::array<std::uint64_t, exclusionCount> pairs_{};
  std::set<proof::Separation> separations_;
};

} // namespace heddle::engines::modular
