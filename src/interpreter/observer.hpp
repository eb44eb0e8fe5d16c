// Someone who watches an execution while it happens.
#pragma once

#include "interpreter/inputs.hpp"
#include "interpreter/state.hpp"
#include "program/program.hpp"

namespace heddle::interpreter {

/// An operation that was carried out. The fields that mean something depend on which it was.
struct Occurrence {
  unsigned thread = 0;
  program::CfaId cfa = 0;
  const program::Instruction *instruction = nullptr;
  Place place{};      // Load, Store; Allocate, Free: of the object
  Bits value = 0;     // what was assigned, chosen, read, written; Sync: the object's address
  unsigned size = 0;  // Load, Store: in bytes
  unsigned other = 0; // Spawn, Join, Detach: the other thread
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void occurred(const State &state, const Occurrence &occurrence) = 0;
  virtual void chosen(const State &state, const InputRequest &request, Bits value) = 0;
  /// Before the operations of the action: it is enabled, and the thread takes it.
  virtual void takes(const State & /*state*/, unsigned /*thread*/, program::ActionId /*action*/) {}
};

} // namespace heddle::interpreter
