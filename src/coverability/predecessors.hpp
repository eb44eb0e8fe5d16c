// Cover predecessors: the minimal configurations from which one step leads to v or above (section 3.1).
#pragma once

#include "coverability/system.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::coverability {

struct Predecessor {
  TransitionId transition = 0;
  Configuration configuration;
};

/// Appends configurations from which the transition leads to v or above, among them all minimal ones. The transition
/// must lead to v's shared state.
void appendPredecessors(const System &system, TransitionId id, const Configuration &v,
                        std::vector<Predecessor> &result);

/// Finds the relevant transitions: one that keeps the shared state and puts no thread where v has one has only
/// predecessors above v.
class PredecessorIndex {
public:
  explicit PredecessorIndex(const System &system);

  /// C-Pre(v) without configurations above v; some of the result may not be minimal.
  void compute(const Configuration &v, std::vector<Predecessor> &result) const;

private:
  const System &system_;
  std::vector<std::vector<TransitionId>> always_;                          // by shared state
  std::unordered_map<std::uint64_t, std::vector<TransitionId>> byArrival_; // shared and local state
};

} // namespace heddle::coverability
