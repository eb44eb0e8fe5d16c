// Actions: the labels of control-flow automata, and the steps that threads interleave.
//
// An action is a straight line of operations that executes atomically. It is *enabled* in a state when
// every Guard on the line holds, each evaluated after the operations before it; no operation that has an
// effect outside the thread's own registers may stand before a Guard, so a disabled action leaves no
// trace. Branches are several actions out of one location with complementary guards; blocking (a mutex
// that is held, a thread that has not ended) is a Guard with no complement: a thread none of whose
// actions is enabled is blocked.
//
// Front-end output has one operation per action (two where a Guard needs the Load before it);
// transform/large_block makes longer lines of them.
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

/// What a Load, Store or Free does to memory besides its value.
struct Access {
  MemoryOrder order = MemoryOrder::Plain;
  /// False once analysis has shown that no other thread can access the same memory at the same time:
  /// such an access is thread-local work and never a scheduling point.
  bool shared = true;
  /// Part of a memory copy: bytes that were never initialised stay so instead of being chosen.
  /// A copying Load is directly followed (in its thread) by the copying Store of the same register.
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
  Nondet,        // __VERIFIER_nondet_*, rand(), an unknown function's result, …
  Uninitialised, // a local that is read before it is written
  Scheduling,    // which waiter a signal wakes, whether a wait wakes spuriously, whether malloc fails
};

/// target := any value in [low, high] (unsigned comparison)
struct Havoc {
  RegisterId target;
  Bits low;
  Bits high;
  InputKind kind = InputKind::Nondet;
  std::string name; // for people: "__VERIFIER_nondet_int", "x"
  /// A scheduling point although nobody else can notice it: threads rest before it. Set where a loop takes
  /// inputs and does nothing else that is visible, so that the loop is one of states, not of one endless step.
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

/// A scheduling point without effect: an atomic block begins, the location behind it is atomic. Threads
/// rest before it, never between it and the end of the block (unless the block blocks).
struct AtomicBegin {};

/// The action is not enabled unless `condition` holds.
struct Guard {
  Expr condition;
};

/// If `condition` fails, this execution is not looked at any further: neither violation nor deadlock.
struct Assume {
  Expr condition;
};

enum class AfterFailure : std::uint8_t {
  Stop,     // undefined behaviour or abort: when the property is not checked, nothing follows
  Continue, // bad style with a defined outcome: when the property is not checked, execution goes on
};

/// A violation of `property`, if that is checked and `condition` fails.
struct Check {
  Expr condition;
  Property property;
  std::string message; // "assertion `x == 1` fails", "division by zero"
  AfterFailure after = AfterFailure::Stop;
};

enum class Storage : std::uint8_t { Heap, Stack, ThreadLocal };

/// target := pointer to a fresh object of `size` bytes; zeroed, or uninitialised.
struct Allocate {
  RegisterId target;
  Expr size; // pointer-wide
  Storage storage;
  bool zeroed;
  SiteId site;
};

/// Ends the life of an object. For Heap: a null pointer is ignored, anything but the start of a live
/// heap object is a violation of Property::ValidFree. For Stack and ThreadLocal: the variable's scope ends.
struct Free {
  Expr address;
  Storage storage;
  Access access;
};

/// target := size in bytes of the live object that `address` points to the start of, 0 for null.
struct ObjectSize {
  RegisterId target;
  Expr address;
};

/// target := handle (1 is main; the lowest that is free) of a new thread that runs `cfa` with `argument`.
struct Spawn {
  RegisterId target;
  CfaId cfa;
  Expr argument; // pointer-wide
};

/// Blocks until the thread with handle `thread` has ended; target := its result. A handle that names no
/// joinable thread is undefined behaviour (Stop, reported under Property::LockDiscipline).
struct Join {
  Expr thread;
  RegisterId target; // noRegister: the result is not wanted
};

struct Detach {
  Expr thread;
};

/// The thread ends with `result` (pointer-wide). Last operation of its action.
struct EndThread {
  Expr result;
};

/// exit(), abort(), return from main: every thread ends. Last operation of its action.
struct EndProgram {
  bool aborted = false; // abort(): memory is not checked for leaks
};

enum class HaltReason : std::uint8_t { Unsupported, RecursionBound, Resource };

/// Heddle cannot follow this execution: no proof is possible if this is reachable. Last of its action.
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
  Init,
  Destroy,
};
std::string_view name(SyncKind kind); // "lock", "unlock", …

/// Names the atomic action or block it stands in: what the memory operations around it mean. No effect.
struct Sync {
  SyncKind kind;
  Expr object; // address of the mutex, semaphore, …
};

using Operation = std::variant<Assign, Havoc, Load, Store, Fence, AtomicBegin, Guard, Assume, Check, Allocate, Free,
                               ObjectSize, Spawn, Join, Detach, EndThread, EndProgram, Halt, Sync>;

/// An operation and where it stands in the source.
struct Instruction {
  Operation operation;
  SourceSpan span;
};

struct Action {
  LocationId from = 0;
  LocationId to = 0;
  std::vector<Instruction> instructions;
};

/// Whether other threads can notice the operation, or it them: shared accesses, Spawn, Join, EndProgram,
/// and what must be a scheduling point for other reasons: AtomicBegin, inputs in loops. Everything else commutes with
/// every step of every other thread and is never a scheduling point.
bool isVisible(const Operation &operation);
bool isVisible(const Action &action);

/// The register that the operation writes, or noRegister.
RegisterId writtenRegister(const Operation &operation);
/// Every expression that the operation evaluates.
void forEachExpression(const Operation &operation, const std::function<void(Expr)> &visit);
/// Replaces every expression in place.
void mapExpressions(Operation &operation, const std::function<Expr(Expr)> &map);

} // namespace heddle::program
