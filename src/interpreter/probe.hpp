// Which action of a thread is enabled. Internal to the machine.
//
// The operations up to the last Guard or Join of an action decide whether it is enabled; they are carried
// out on the registers, which are put back if it is not. Guards out of one location are complementary, so
// the first enabled action is the only one.
//
// An input that a guard depends on (an uninitialised word that a thread waits for, say) is chosen while
// probing. It stays chosen, so all actions of the location see the same value; if none of them is enabled
// by it, the thread waits with that value.
#pragma once

#include "interpreter/code.hpp"
#include "interpreter/state.hpp"

#include <optional>

namespace heddle::interpreter {

class Machine;

class Prober {
public:
  /// Supplies what a probe has to choose. Both return false, or nothing, if there is no value.
  class Chooser {
  public:
    virtual ~Chooser() = default;
    virtual bool initialise(const program::Load &load, const program::Instruction &instruction, const Place &place) = 0;
    virtual std::optional<Bits> choose(const program::Havoc &havoc, const program::Instruction &instruction) = 0;
  };

  enum class Answer : std::uint8_t {
    Disabled,
    Enabled,
    Visible, // what other threads do decides it
    Unclear, // an input decides it, and there was no value
  };

  Prober(Machine &machine, const State &state, unsigned thread, Chooser *chooser);

  /// With `localOnly`, stops with Visible at the first visible operation. After Enabled, the registers are as
  /// they are behind the prefix if that only computes; otherwise as before (see CompiledAction::prefixActs).
  Answer probe(const CompiledAction &action, bool localOnly);
  /// Whether some action is enabled, or would be for some input.
  bool anyEnabled();

private:
  const Thread &self() const { return state_.threads[thread_]; }
  Answer probePrefix(const CompiledAction &action, bool localOnly);
  /// No answer: go on with the next operation.
  std::optional<Answer> probeLoad(const CompiledOperation &operation);
  std::optional<Answer> probeJoin(const CompiledOperation &operation);

  Machine &machine_;
  const State &state_;
  unsigned thread_;
  CfaCode &code_;
  Chooser *chooser_;
};

/// The slot of the thread that `handle` names, if it can be joined.
std::optional<unsigned> joinableSlot(const State &state, std::uint64_t handle);

} // namespace heddle::interpreter
