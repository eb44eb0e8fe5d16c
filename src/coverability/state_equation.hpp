// The state equation of a system as linear programs for Z3. It excludes configurations that no number of firings
// covers, in any order and even if counts may be negative in between.
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

  /// Whether the system is small enough for the linear programs to pay.
  static bool suits(const System &system);

  /// A weighting that excludes the configuration, with the help of traps() if needed; nullopt if none was found.
  std::optional<Weighting> exclude(const Configuration &configuration, support::Cancellation &cancellation);

  /// All traps found so far; each is marked initially.
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
