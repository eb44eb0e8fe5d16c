// D, the set of configurations known to be coverable. It is downward closed and represented by some of its members,
// which may have omegas. Each member records the reason why it is coverable, from which a trace is built at the end.
//
// The backward search tests every configuration p that it finds for membership in D. For each shared state and local
// state, a bit set contains the members that have threads there. The members above p are in the intersection of the bit
// sets of p's local states, which is computed 64 members at a time. From time to time, members that another one covers
// are removed from the index; they remain available for traces.
#pragma once

#include "coverability/system.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace heddle::coverability {

using CoveredId = std::uint32_t;

/// Why a configuration is coverable.
struct Reason {
  enum class Kind : std::uint8_t { Initial, Oracle, Step } kind = Kind::Initial;
  /// Oracle: its node. Step: the transition that leads from a member of D to the configuration or above.
  std::uint32_t number = 0;
  CoveredId before = 0;        // Step: the member of D above `predecessor`
  Configuration predecessor{}; // Step: where the transition starts
};

class CoveredSet {
public:
  explicit CoveredSet(const System &system);

  CoveredId add(Configuration configuration, Reason reason);

  /// A member above the configuration.
  std::optional<CoveredId> find(const Configuration &configuration) const;
  bool contains(const Configuration &configuration) const { return find(configuration).has_value(); }

  /// A member above the one given, other than itself.
  std::optional<CoveredId> findOther(CoveredId id) const;

  /// Whether (s |) and (s | l) are in D, in constant time.
  bool containsShared(SharedState shared) const { return !parts_[shared].members.empty(); }
  bool containsThread(SharedState shared, LocalState local) const { return parts_[shared].byLocal.contains(local); }

  const Configuration &configuration(CoveredId id) const { return members_[id].configuration; }
  const Reason &reason(CoveredId id) const { return members_[id].reason; }
  std::size_t size() const { return members_.size(); }

private:
  using Bits = std::vector<std::uint64_t>;

  struct Member {
    Configuration configuration;
    Reason reason;
  };

  struct Part { // one shared state
    std::vector<CoveredId> members;
    std::unordered_map<LocalState, Bits> byLocal;
    std::size_t compactAt = 256;
  };

  void index(Part &part, CoveredId id);
  void compact(Part &part);
  std::optional<CoveredId> findIn(const Part &part, std::span<const Entry> threads, CoveredId except) const;

  std::vector<Member> members_;
  std::vector<Part> parts_; // by shared state
};

} // namespace heddle::coverability
