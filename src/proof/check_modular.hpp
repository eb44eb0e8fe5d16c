// An independent checker of thread-modular proofs (modular_proof.hpp). It shares the program model and the solvers with
// the engine, and nothing else: neither its domains nor its analyses.
//
// A proof is valid if
//   - the initial state satisfies a case at the entry of main;
//   - every action of a thread, from every state that a case allows, leads to a state that a case at its target allows,
//     and preserves the global claims; a started thread satisfies a case at its entry; violations and operations that
//     are not supported are excluded (modular_steps.cpp);
//   - what a case says about static memory, wherever its thread may be interrupted, is preserved by every action of
//     every other thread that may run then: Owicki and Gries, for any number of threads (modular_interference.cpp);
//   - if data races are to be excluded, each pair of conflicting accesses is: both are atomic, their addresses differ,
//     their threads are ordered by start and join, they hold a common lock, or the values of a cell, a hand-over or a
//     barrier order them (modular_races.cpp). That addresses differ may follow from the arguments of the threads
//     (modular_arguments.hpp);
//   - if deadlocks are to be excluded, every wait is for a lock or for the end of a thread, threads do not wait for
//   each
//     other in a cycle, and those that are waited for get on (modular_deadlocks.cpp).
// All of these are decided bit-precisely by a solver, over the checker's own semantics of actions.
//
// Locks. A thread holds a lock from a store on that changes it from its free value to another one. Cases say which
// locks a thread holds, and the checker adds that they are not free. While one thread holds a lock, the others cannot
// take it, because they would have to find it free; so two cases with a common lock never hold at the same time. For
// happens-before, a lock must have been loaded with acquire order by the step that takes it, and a store that frees it,
// while several threads run, must be made by its holder, with release order or plainly; or plainly, while it is free. A
// plain store does not race with the accesses before and after it, so that it is ordered with them, too.
//
// Read-write locks have rules of their own (modular_readers.cpp).
//
// Threads. A thread that main has started runs until main has joined it: main knows its handle, or counts the threads
// that it has not joined (modular_threads.hpp).
//
// What is not covered is reported as inconclusive: threads that others than main start or join, and dynamic objects
// that several threads may reach.
#pragma once

#include "proof/check.hpp"
#include "proof/modular_proof.hpp"

#include <optional>

namespace heddle::proof {

/// With a deadline, the check is given up (Cancelled) as soon as its progress shows that it would take much longer.
CheckResult checkModular(const program::Program &program, const ModularProof &proof, const CheckOptions &options,
                         support::Cancellation &cancellation,
                         std::optional<support::Cancellation::Clock::time_point> deadline = std::nullopt);

} // namespace heddle::proof
