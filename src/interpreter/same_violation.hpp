// What makes two violations the same one for a person. Internal to minimise.cpp and fewest_switches.cpp.
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/observer.hpp"

#include <compare>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::interpreter {

struct ViolationKey {
  program::Property property{};
  /// File, line and column: of the operation that fails; of a race, of both; of a deadlock, where threads wait.
  std::vector<std::tuple<program::FileId, std::uint32_t, std::uint32_t>> places{};
  std::string message{};             // of a Check
  Fault fault = Fault::None;         // of an invalid access
  program::SiteId site = UINT32_MAX; // of a lost object

  bool operator==(const ViolationKey &) const = default;
};

/// Records the violation in which a step ends.
class ViolationWatcher : public Observer {
public:
  explicit ViolationWatcher(const program::Program &program) : program_(program) {}

  void reset() { key_.reset(); }
  const std::optional<ViolationKey> &key() const { return key_; }

  void occurred(const State & /*state*/, const Occurrence & /*occurrence*/) override {}
  void chosen(const State & /*state*/, const InputRequest & /*request*/, Bits /*value*/) override {}
  void violated(const State &state, const Failure &failure) override;

private:
  const program::Program &program_;
  std::optional<ViolationKey> key_;
};

/// Every thread that has not terminated waits, and none of them was stopped; none if that is not the case.
std::optional<ViolationKey> deadlockIn(Machine &machine, const State &state);

} // namespace heddle::interpreter
