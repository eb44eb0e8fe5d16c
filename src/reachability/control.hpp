// The part of a state that is not described by formulas: where threads are, and which objects exist.
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
  Ended,   // waits to be joined
  Stopped, // an assumption failed, or it waits for ever for something that only it could do
};

struct ThreadControl {
  ThreadStatus status = ThreadStatus::Unused;
  bool detached = false;
  /// Local work is done: the thread waits for its turn. At most one step is in progress at a time, and the threads
  /// that it started come right after it.
  bool resting = false;
  program::CfaId cfa = 0;
  program::LocationId location = 0;

  bool isActive() const { return status == ThreadStatus::Active; }
  auto operator<=>(const ThreadControl &) const = default;
};

/// An object that was made while the program ran.
struct ObjectControl {
  program::ObjectId id = 0;
  analysis::AbstractObject origin = 0;
  std::uint64_t size = 0;
  unsigned owner = 0;
  program::Storage storage = program::Storage::Heap;
  bool alive = true; // otherwise somebody may still hold a pointer to it, and its id is not used again
  auto operator<=>(const ObjectControl &) const = default;
};

/// A global control location: it grows and shrinks with threads and objects.
struct Control {
  std::vector<ThreadControl> threads; // by slot; the last one is not Unused
  std::vector<ObjectControl> objects; // ascending ids

  bool operator==(const Control &) const = default;
  /// The thread whose step is in progress; none if all rest.
  static constexpr unsigned noSlot = UINT32_MAX;
  unsigned running(const program::Program &program) const;
  std::vector<bool> activeThreads() const; // by slot
  const ObjectControl *object(program::ObjectId id) const;
  ObjectControl *object(program::ObjectId id);
};

using ControlId = std::uint32_t;

/// One number for equal controls.
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
