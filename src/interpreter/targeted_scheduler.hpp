// Chooses threads so that they meet at the points of a target: active testing.
//
// A thread that is about to take a step at a point of the target is held back until another thread comes to a
// conflicting access of the same memory (RaceFuzzer: Sen, "Race Directed Random Testing of Concurrent Programs", PLDI
// 2008). Two such threads then take their steps one right after the other, in random order, so that their accesses are
// not ordered by anything in between. At a request of a lock there is no partner to wait for: while the thread is held
// back, others may take the lock that it is about to request, and request one that it holds (DeadlockFuzzer: Joshi,
// Park, Sen, Naik, PLDI 2009). Accesses that only prepare a violation are many, so that threads are held at few of
// them, and the order of two that meet is random; a write of what the thread has read before is held more often, since
// that is how an update is lost.
//
// Beyond the papers, threads are steered. At a location where what a thread reads decides how far it gets from the
// target, it waits until the branch towards the target is enabled, and takes it at once: windows of a single step are
// found in this way.
//
// A thread that is about to end the program, main perhaps, is held as well: otherwise it would end while others are
// held.
//
// Nothing is held for ever: each time for a number of steps that is drawn for the execution, in total for a few times
// as long, and not at all while nothing else can run. At how many of its visits to a point a thread is held is drawn,
// too, since the violation may need a later visit. Everything is drawn from the generator of the execution, so that
// equal seeds give equal executions. Every execution that the scheduler makes is one of the program; whether it
// violates a property is decided as always.
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/scheduler.hpp"
#include "interpreter/target.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace heddle::interpreter {

class TargetedScheduler {
public:
  /// `plain` chooses among the threads that are not held.
  TargetedScheduler(Machine &machine, const Target &target, Scheduler &plain, std::mt19937_64 &generator);

  /// One of `enabled`, which is sorted and not empty.
  unsigned choose(const State &state, const std::vector<unsigned> &enabled);

private:
  /// What was decided for the step that a thread takes next.
  enum class Decision : std::uint8_t { None, Free, Held, Steered };
  struct Guest {
    Decision decision = Decision::None;
    std::uint64_t since = 0; // when it was first held there
    std::uint64_t held = 0;  // for how many steps so far
    std::uint64_t steered = 0;
    bool awaitsPartner = false;          // if held: until another thread comes to a conflicting access
    std::optional<NextAccess> read = {}; // what the thread has read last, if it has not written since
    program::CfaId cfa = 0;
    std::optional<std::size_t> aim = {}; // of the target
  };

  const std::vector<Target::Point> *pointsAt(const Thread &thread) const;
  /// Whether the thread's next step may take the instruction of a point.
  bool isAtPoint(const State &state, unsigned thread);
  /// `enabled` without the threads that may end the program next, as long as others can run.
  std::vector<unsigned> withoutEnds(const State &state, const std::vector<unsigned> &enabled);
  unsigned chooseAmong(const State &state, const std::vector<unsigned> &enabled);
  bool hasPartners(const Thread &thread) const;
  bool awaitsPartner(unsigned thread) const;
  bool isUpdating(const State &state, unsigned thread);
  void noteAccess(const State &state, unsigned thread);
  Guest &guestOf(const State &state, unsigned thread);
  bool isHeld(Guest &guest);
  Decision decide(const State &state, unsigned thread);
  /// Whether the branch that the thread is about to take leads farther away than another one would.
  bool isOffCourse(const State &state, unsigned thread);
  /// Two threads whose accesses conflict.
  std::optional<std::pair<unsigned, unsigned>> findMeeting(const State &state, const std::vector<unsigned> &enabled);
  unsigned take(const State &state, unsigned thread);
  bool flip(unsigned outOf) { return generator_() % outOf == 0; }

  Machine &machine_;
  const Target &target_;
  Scheduler &plain_;
  std::mt19937_64 &generator_;
  std::uint64_t step_ = 0;
  std::uint64_t patience_;       // steps for which a thread is held at most, each time
  unsigned heldOutOf_;           // one visit is held out of so many
  std::vector<Guest> guests_;    // by thread
  std::uint64_t postponed_ = 0;  // steps before which a thread could have ended the program
  std::optional<unsigned> next_; // the second thread of a meeting
};

} // namespace heddle::interpreter
