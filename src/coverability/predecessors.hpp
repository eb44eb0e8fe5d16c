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

/// The configurations from which the transition leads to v or above; the minimal ones are among them. The
/// transition must lead to v's shared state.
void appendPredecessors(const System &system, TransitionId id, const Configuration &v,
                        std::vector<Predecessor> &result);

/// Finds the transitions that matter: those that stay in a shared state and put no thread where v has one
/// have only predecessors above v.
class PredecessorIndex {
public:
  explicit PredecessorIndex(const System &system);

  /// C-Pre(v), perhaps with some that are not minimal, but for those above v itself.
  void compute(const Configuration &v, std::vector<Predecessor> &result) const;

private:
  const System &system_;
  std::vector<std::vector<TransitionId>> always_;                          // by shared state
  std::unordered_map<std::uint64_t, std::vector<TransitionId>> byArrival_; // shared and local state
};

} // namespace heddle::coverability
