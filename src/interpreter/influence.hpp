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
// in the same way: everything that can be reached from the pointers that unknown functions have been given carries the
// label of the call, as do the variables that only code outside of the program can set (StaticObject::setOutside).
// Other globals count as unchanged.
//
// A function may also wait for other threads: it may be a lock that is implemented elsewhere. The violation depends on
// a call that is given a pointer to data that it may write while other threads are alive, and on a call without any
// pointer if another thread that is alive has made such a call as well. A call whose pointers all point to const counts
// as a message. It is taken for granted that functions return.
//
// Deadlocks and leaks are properties of whole states, and not decided here.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::interpreter {

/// The inputs of unknown functions on which the violation depends to which the schedule leads, in the order in which
/// they are taken. None if this is not decided, or if the schedule does not lead to a violation.
std::optional<std::vector<Input>> influences(const program::Program &program, const Schedule &schedule,
                                             const Limits &limits = {});

} // namespace heddle::interpreter
