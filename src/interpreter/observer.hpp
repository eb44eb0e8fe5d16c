// The interface through which the machine reports what happens in an execution.
#pragma once

#include "interpreter/inputs.hpp"
#include "interpreter/state.hpp"
#include "program/program.hpp"

#include <optional>

namespace heddle::interpreter {

/// An operation that was executed. Which fields are used depends on the operation.
struct Occurrence {
  unsigned thread = 0;
  program::CfaId cfa = 0;
  const program::Instruction *instruction = nullptr;
  Place place{};      // Load, Store; Allocate, Free: of the object
  Bits value = 0;     // the value that was assigned, chosen, read or written; Sync: the object's address
  unsigned size = 0;  // Load, Store: in bytes
  unsigned other = 0; // Spawn, Join, Detach: the other thread
};

/// The violation in which an execution ends. Which fields are used depends on the property.
struct Failure {
  unsigned thread = 0;
  program::Property property{};
  const program::Instruction *instruction = nullptr; // null if every thread has terminated
  Bits pointer = 0;                                  // the address of an invalid access or free, or of a lost object
  std::optional<AccessRecord> earlier{};             // of a race
  ByteRange range{};                                 // of a race: the later access
};

class Observer {
public:
  virtual ~Observer() = default;
  virtual void occurred(const State &state, const Occurrence &occurrence) = 0;
  virtual void chosen(const State &state, const InputRequest &request, Bits value) = 0;
  /// Called before the operations of an action that the thread takes.
  virtual void takes(const State & /*state*/, unsigned /*thread*/, program::ActionId /*action*/) {}
  virtual void violated(const State & /*state*/, const Failure & /*failure*/) {}
};

} // namespace heddle::interpreter
