// Handles of threads that have been joined or detached, *released*: whether a program may still use one.
//
// A handle is the slot of its thread. The slot of a joined thread, or of a detached one that has ended, is given to a
// later one, so a join or detach by the old handle, which C leaves undefined, would concern the new thread. The model
// must notice this, and it does if the slot is not used again (kept_slots.hpp). In most programs no slot has to be
// kept: no thread is started after a join or detach, or every handle that is joined or detached comes from a Spawn of
// the same thread and has not been released since, as in a loop that creates a thread and joins it.
#pragma once

#include "program/program.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace heddle::program {

/// Whether a thread may be started after another one has been joined or detached, so that it may get its slot.
bool mayStartAfterRelease(const Program &program);

/// What a thread knows of the handles of threads that it has started: the registers and private places of memory that
/// hold the handle of a thread which has not been released. Those that may hold the handle of the same thread are in
/// one class.
class FreshHandles {
public:
  /// Whether the value is, perhaps with another width, a handle of such a thread.
  bool contains(Expr value) const;

private:
  friend class HandleFlow;

  struct Name {
    Expr expression; // a register, or an address
    bool isPlace;
    bool operator<(const Name &other) const;
    bool operator==(const Name &) const = default;
  };
  bool operator==(const FreshHandles &) const = default;

  void forget(const std::function<bool(const Name &)> &isForgotten);
  void addTo(const Name &name, unsigned ofClass);
  std::optional<unsigned> classOf(const Name &name) const;
  void merge(const FreshHandles &other);

  std::map<Name, unsigned> classes_;
};

/// The value without conversions that keep a handle: handles fit into every integer that holds one.
Expr withoutConversions(Expr value);

/// Whether the value is the handle of the thread itself, in a thread of the automaton.
bool isOwnHandle(const Cfa &cfa, Expr handle);

/// Calls `visit` once for each instruction that may be executed, with what is known before it. Handles are
/// known to be fresh under the condition that every Join and Detach is given one that is, or that of its own thread.
void forEachInstruction(const Program &program,
                        const std::function<void(CfaId, const Instruction &, const FreshHandles &)> &visit);

/// Whether a Join or Detach may be given the handle of a thread that has been released, while another thread may have
/// got its slot.
bool mayUseReleasedHandles(const Program &program);

} // namespace heddle::program
