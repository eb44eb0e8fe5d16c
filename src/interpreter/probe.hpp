// Which action of a thread is enabled. Internal to the machine.
//
// The operations up to the last Guard or Join of an action decide whether it is enabled. They are executed on the
// registers, which are restored if it is not. The Guards of the actions out of one location are complementary, so the
// first enabled action is the only one.
//
// An input on which a Guard depends (e.g. an uninitialised word that a thread waits for) is chosen during the probe and
// stays chosen, so that all actions of the location use the same value. If that value enables none of them, the thread
// waits with it.
#pragma once

#include "interpreter/code.hpp"
#include "interpreter/state.hpp"

#include <optional>

namespace heddle::interpreter {

class Machine;

class Prober {
public:
  /// Supplies the inputs of a probe. The functions return false, or none, if there is no value.
  class Chooser {
  public:
    virtual ~Chooser() = default;
    virtual bool initialise(const program::Load &load, const program::Instruction &instruction, const Place &place) = 0;
    virtual std::optional<Bits> choose(const program::Havoc &havoc, const program::Instruction &instruction) = 0;
  };

  enum class Answer : std::uint8_t {
    Disabled,
    Enabled,
    Visible, // depends on other threads
    Unclear, // depends on an input without a value
  };

  Prober(Machine &machine, const State &state, unsigned thread, Chooser *chooser);

  /// With `localOnly`, stops with Visible at the first visible operation. After Enabled, the registers are as after the
  /// prefix if the prefix only computes; otherwise they are restored (see CompiledAction::prefixActs).
  Answer probe(const CompiledAction &action, bool localOnly);
  /// Whether some action is enabled, or would be for some input.
  bool anyEnabled();

private:
  const Thread &self() const { return state_.threads[thread_]; }
  Answer probePrefix(const CompiledAction &action, bool localOnly);
  /// None: the probe continues with the next operation.
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
