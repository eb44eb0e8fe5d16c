// Which choices of unknown functions a violation depends on.
//
// A schedule that leads to a violation may contain calls of functions of which nothing is known. What such a function
// returns and has written is an input of the execution (InputKind). The violation does not depend on these inputs if
// the same schedule leads to it whatever their values are. This is decided by dynamic taint tracking along the replay:
// each such input is a label; registers and bytes of memory carry the labels of what they were computed from; and the
// labels that reach a condition, an address, a size or a thread handle are those on which the path depends. If there
// are none, every other choice of values takes the same actions on the same places, and violates the same property.
//
// What a call may have written, although the replay takes it to have no effect (InputKind::UnknownEffect), is covered
// in the same way: everything that can be reached from the addresses that unknown functions have got at
// (program/passed_out.hpp), in this call or earlier, carries the label of the call, as do the variables that are set
// outside of the program (StaticObject::setOutside). If a function of the program is among what they reach, they may
// call it, and it may write all static variables and what these lead to. Other globals count as unchanged.
//
// A function may also wait for other threads: it may be a lock that is implemented elsewhere, or join a thread. What
// its thread does after a call while other threads are alive, as far as others can notice it, therefore depends on the
// call, and the violation does if it is among that. An exception is a call that is given data, but only by pointers to
// const: it counts as a message. A violation of the lock discipline depends on all earlier calls that are not messages,
// since these may lock and unlock. It is taken for granted that functions return.
//
// Deadlocks and leaks are properties of whole states, and not decided here.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::interpreter {

struct Influence {
  Input input;
  bool isWait = false; // of an UnknownEffect: what matters is only that the call does not wait
};

/// The inputs of unknown functions on which the violation depends to which the schedule leads, in the order in which
/// they are taken. None if this is not decided, or if the schedule does not lead to a violation.
std::optional<std::vector<Influence>> influences(const program::Program &program, const Schedule &schedule,
                                                 const Limits &limits = {});

} // namespace heddle::interpreter
