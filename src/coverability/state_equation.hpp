// The state equation of a system as linear programs for Z3: which configurations can no number of steps,
// in whatever order and even if tokens are borrowed, ever cover?
#pragma once

#include "coverability/certificate.hpp"
#include "coverability/system.hpp"
#include "support/cancellation.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace heddle::coverability {

class StateEquation {
public:
  explicit StateEquation(const System &system);
  ~StateEquation();
  StateEquation(const StateEquation &) = delete;
  StateEquation &operator=(const StateEquation &) = delete;

  /// Is the system small enough to be worth the trouble?
  static bool suits(const System &system);

  /// A weighting that excludes the configuration, with the help of traps() where that is needed.
  std::optional<Weighting> exclude(const Configuration &configuration, support::Cancellation &cancellation);

  /// All that was found on the way, marked initially.
  const std::vector<Trap> &traps() const { return traps_; }

private:
  struct Primal;
  struct Dual;

  std::optional<Trap> emptyTrap(const Configuration &configuration, bool &feasible);
  std::optional<Weighting> weigh(const Configuration &configuration);

  const System &system_;
  std::vector<Trap> traps_;
  std::unique_ptr<Primal> primal_;
  std::unique_ptr<Dual> dual_;
};

} // namespace heddle::coverability
