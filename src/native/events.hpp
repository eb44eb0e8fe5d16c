// What a thread does in an execution and the scheduler of the native run can notice.
#pragma once

#include "program/source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::native {

/// The order is that of `enum event` in shim.h.
enum class EventKind : std::uint8_t {
  Read,
  Write,
  Fence,
  Input,
  Synchronisation, // also the start, the join and the end of a thread
};

struct Event {
  unsigned thread = 0;
  EventKind kind = EventKind::Read;
  program::SourceSpan span; // of the instruction, in a library model perhaps
  bool isVisible = true;    // other threads can notice it, or it depends on them
  unsigned step = 0;        // of the schedule
};

/// A value that the environment chose.
struct ChosenInput {
  unsigned thread = 0;
  std::string name;
  std::uint64_t value = 0;
  program::SourceSpan span{}; // of the call in the user's files; unknown: any
};

/// A thread runs until it has made `count` events of this kind at this place after its `syncs`-th synchronisation or,
/// for a synchronisation, until the `syncs`-th one is complete. With a count of 0, it runs on.
struct Turn {
  unsigned thread = 0;
  EventKind kind = EventKind::Synchronisation;
  program::SourceSpan span;
  unsigned syncs = 0;
  unsigned count = 0;
  unsigned step = 0;

  bool operator==(const Turn &) const = default;
};

} // namespace heddle::native
