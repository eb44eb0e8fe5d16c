// Control locations: the part of a state that formulas do not describe, i.e. where threads are and which objects exist.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <compare>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace heddle::reachability {

enum class ThreadStatus : std::uint8_t {
  Unused,
  Active,
  Ended,   // has terminated and can be joined; or is detached, and its slot is not reused
  Stopped, // an assumption failed, or the thread waits for a condition on its own registers
};

struct ThreadControl {
  ThreadStatus status = ThreadStatus::Unused;
  bool detached = false;
  /// The thread is between two steps. At most one step is in progress at a time; the first local work of the threads
  /// that it has started follows immediately.
  bool resting = false;
  program::CfaId cfa = 0;
  program::LocationId location = 0;

  bool isActive() const { return status == ThreadStatus::Active; }
  auto operator<=>(const ThreadControl &) const = default;
};

/// A dynamic object.
struct ObjectControl {
  program::ObjectId id = 0;
  analysis::AbstractObject origin = 0;
  std::uint64_t size = 0;
  unsigned owner = 0;
  program::Storage storage = program::Storage::Heap;
  bool alive = true; // a dead object stays, and keeps its id, as long as there may be pointers to it
  auto operator<=>(const ObjectControl &) const = default;
};

/// A global control location, with the threads and dynamic objects that exist there.
struct Control {
  std::vector<ThreadControl> threads; // by slot; the last one is not Unused
  std::vector<ObjectControl> objects; // ascending ids

  bool operator==(const Control &) const = default;
  static constexpr unsigned noSlot = UINT32_MAX;
  /// The thread whose step is in progress; noSlot if all threads rest.
  unsigned running(const program::Program &program) const;
  std::vector<bool> activeThreads() const; // by slot
  const ObjectControl *object(program::ObjectId id) const;
  ObjectControl *object(program::ObjectId id);
};

using ControlId = std::uint32_t;

/// Numbers control locations; equal ones have the same number.
class ControlTable {
public:
  ControlId intern(const Control &control);
  const Control &operator[](ControlId id) const { return *controls_[id]; }
  std::size_t size() const { return controls_.size(); }

private:
  struct Hash {
    std::size_t operator()(const Control &control) const;
  };
  std::unordered_map<Control, ControlId, Hash> index_;
  std::vector<const Control *> controls_;
};

} // namespace heddle::reachability
