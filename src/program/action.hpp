// Actions: the edges of control-flow automata.
//
// An action is a straight line of instructions that executes atomically. It is *enabled* in a state if every
// Guard on the line holds, each evaluated after the instructions before it. No operation with an effect
// outside the thread's own registers may precede a Guard, hence a disabled action has no effect. A branch is
// several actions out of one location with complementary Guards. Blocking (on a mutex that is held, or a
// thread that has not terminated) is a Guard without a complement: a thread is blocked if none of its actions
// is enabled.
//
// The front end produces one instruction per action, or two where a Guard needs the Load before it.
// transform/large_block builds longer lines from them.
//
// Adding an operation: see the recipe in ARCHITECTURE.md.
#pragma once

#include "program/expression.hpp"
#include "program/property.hpp"
#include "program/source.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace heddle::program {

using LocationId = std::uint32_t;
using ActionId = std::uint32_t;
using CfaId = std::uint32_t;
using SiteId = std::uint32_t; // allocation sites, see program.hpp

enum class MemoryOrder : std::uint8_t { Plain, Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent };
std::string_view name(MemoryOrder order);

constexpr bool isAtomic(MemoryOrder order) { return order != MemoryOrder::Plain; }
constexpr bool acquires(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order >= MemoryOrder::AcquireRelease;
}
constexpr bool releases(MemoryOrder order) { return order >= MemoryOrder::Release; }

/// The properties of a Load, Store or Free other than address and value.
struct Access {
  MemoryOrder order = MemoryOrder::Plain;
  /// False if analysis has shown that no other thread can make a conflicting access at the same time. Such an
  /// access is local and never a scheduling point.
  bool shared = true;
  /// Part of a memory copy: uninitialised bytes stay uninitialised instead of being chosen. A copying Load is
  /// directly followed (in its thread) by the copying Store of the same register.
  bool copy = false;
  bool isVolatile = false;
  /// Of a Load, bit i: byte i is padding between the members of a struct, which is read only because the
  /// calling convention passes the struct in a register. It reads as zero if it was never initialised.
  std::uint16_t padding = 0;
};

/// target := value
struct Assign {
  RegisterId target;
  Expr value;
};

enum class InputKind : std::uint8_t {
  Nondet,        // __VERIFIER_nondet_*, rand(), …
  Uninitialised, // a local that is read before it is written
  Scheduling,    // which waiter a signal wakes, whether a wait wakes spuriously, whether malloc fails
  // Of a function without a body and without a model, which the input is named after:
  UnknownResult,  // the value that it returns
  UnknownPointer, // whether it returns a pointer to a new object (1) or a null pointer (0)
  UnknownEffect,  // 0: it has no effect. Otherwise it writes; only if Program::unknownWrites
  UnknownWrite,   // the value that it writes; named "f() to x.y", after the function and the place
};

/// Whether the value says what a function does of which nothing is known.
constexpr bool isOfUnknownFunction(InputKind kind) { return kind >= InputKind::UnknownResult; }

/// target := any value in [low, high] (unsigned comparison)
struct Havoc {
  RegisterId target;
  Bits low;
  Bits high;
  InputKind kind = InputKind::Nondet;
  std::string name; // for people: "__VERIFIER_nondet_int", "x"
  /// A scheduling point although no other thread can notice the input: threads rest before it. Set in loops
  /// that take inputs and do nothing visible, so that each round is a step instead of all being one endless step.
  bool visible = false;
};

/// target := the bytes at `address`, little-endian. Undefined (Property::ValidDeref) outside live objects.
/// `width` is the register's width rounded up to bytes; a register of odd width (_Bool) takes the low bits.
struct Load {
  RegisterId target;
  Expr address;
  std::uint16_t width; // in bits, a multiple of 8
  Access access;
};

/// The bytes at `address` := value, whose width is a multiple of 8.
struct Store {
  Expr address;
  Expr value;
  Access access;
};

struct Fence {
  MemoryOrder order;
};

/// A scheduling point without effect: an atomic block begins, and the next location is atomic. Threads rest
/// before it, but not between it and the end of the block (unless they block there).
struct AtomicBegin {};

/// The action is not enabled unless `condition` holds.
struct Guard {
  Expr condition;
};

/// If `condition` fails, the thread stops (inside an atomic block, the execution is discarded): what would follow
/// is neither a violation nor a deadlock.
struct Assume {
  Expr condition;
};

enum class AfterFailure : std::uint8_t {
  Stop,     // undefined behaviour or abort: if the property is not checked, the thread stops
  Continue, // bad style with a defined outcome: if the property is not checked, the thread continues
};

/// A violation of `property` if the property is checked and `condition` fails.
struct Check {
  Expr condition;
  Property property;
  std::string message; // "assertion `x == 1` fails", "division by zero"
  AfterFailure after = AfterFailure::Stop;
};

enum class Storage : std::uint8_t { Heap, Stack, ThreadLocal };

/// target := pointer to a new object of `size` bytes; zeroed, or uninitialised.
struct Allocate {
  RegisterId target;
  Expr size; // pointer-wide
  Storage storage;
  bool zeroed;
  SiteId site;
};

/// Ends the lifetime of an object. For Heap: a null pointer is ignored, and anything but the start of a live
/// heap object violates Property::ValidFree. For Stack and ThreadLocal: the variable's scope ends.
struct Free {
  Expr address;
  Storage storage;
  Access access;
};

/// target := size in bytes of the live object to whose start `address` points, 0 for null.
struct ObjectSize {
  RegisterId target;
  Expr address;
};

/// Starts a thread that runs `cfa` with `argument`; target := its handle, the lowest free one (main has 1).
struct Spawn {
  RegisterId target;
  CfaId cfa;
  Expr argument; // pointer-wide
};

/// Blocks until the thread with handle `thread` has terminated; target := its result. A handle that does not name
/// a joinable thread is undefined behaviour (AfterFailure::Stop, reported under Property::LockDiscipline).
struct Join {
  Expr thread;
  RegisterId target; // noRegister: the result is not used
};

struct Detach {
  Expr thread;
};

/// The thread terminates with `result` (pointer-wide). The last operation of its action.
struct EndThread {
  Expr result;
};

/// exit(), abort(), return from main: ends all threads. The last operation of its action.
struct EndProgram {
  bool aborted = false; // abort(): memory is not checked for leaks
};

enum class HaltReason : std::uint8_t { Unsupported, RecursionBound, Resource };

/// Heddle cannot follow this execution any further. If a Halt is reachable, no proof is possible. The last
/// operation of its action.
struct Halt {
  HaltReason reason;
  std::string message; // "inline assembly", "recursion deeper than 10 (--recursion-depth)"
};

enum class SyncKind : std::uint8_t {
  Lock,
  TryLock,
  Unlock,
  ReadLock,
  WriteLock,
  RwUnlock,
  CondWait,
  CondWake,
  CondSignal,
  CondBroadcast,
  BarrierWait,
  BarrierLeave,
  SemWait,
  SemPost,
  Once,
  Receive, // from a pipe or an event counter
  Send,
  Close,
  Init,
  Destroy,
  PassOut, // not synchronisation: a function of which nothing is known gets at the address (passed_out.hpp)
};
std::string_view name(SyncKind kind); // "lock", "unlock", …

/// Says which synchronisation the enclosing atomic action or block implements. No effect.
struct Sync {
  SyncKind kind;
  Expr object; // address of the mutex, semaphore, …
};

using Operation = std::variant<Assign, Havoc, Load, Store, Fence, AtomicBegin, Guard, Assume, Check, Allocate, Free,
                               ObjectSize, Spawn, Join, Detach, EndThread, EndProgram, Halt, Sync>;

/// An operation and its place in the source.
struct Instruction {
  Operation operation;
  SourceSpan span;
};

struct Action {
  LocationId from = 0;
  LocationId to = 0;
  std::vector<Instruction> instructions;
};

/// Whether the operation can affect other threads or be affected by them (shared accesses, Spawn, Join, EndProgram),
/// or must be a scheduling point for another reason (AtomicBegin, inputs in loops). All other operations commute with
/// every step of every other thread and are never scheduling points.
bool isVisible(const Operation &operation);
bool isVisible(const Action &action);

/// The register that the operation writes, or noRegister.
RegisterId writtenRegister(const Operation &operation);
/// Every expression that the operation evaluates.
void forEachExpression(const Operation &operation, const std::function<void(Expr)> &visit);
/// Replaces every expression in place.
void mapExpressions(Operation &operation, const std::function<Expr(Expr)> &map);

} // namespace heddle::program
