// Builds one control-flow automaton: locations, actions, registers, and the expressions over them.
//
// The emitter has a current *position*, as LLVM's IRBuilder has an insertion point: a location and the
// depth of atomic blocks there. Each emitted operation becomes an action from the position to a new
// location, which becomes the position. After an operation that ends the thread, the position is
// unreachable, and nothing is emitted until the emitter is moved to a point again.
//
// The depth is part of the position, so `Location::atomic` is always known statically: code that is
// reached at two depths is lowered twice.
//
// The emitter knows nothing of LLVM.
#pragma once

#include "program/program.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace heddle::frontend {

using program::Expr;
using program::LocationId;
using program::RegisterId;

/// A place from which lowering can continue.
struct Point {
  LocationId location;
  unsigned depth; // of atomic blocks
};

/// The number of actions that inlining may add to a program: those of all copies of its functions but the first, with
/// what is inlined in them. The first copy of each function, with the library models that it calls, is the program's
/// own size, which is not limited.
struct ActionBudget {
  std::size_t limit;
  std::size_t used = 0;   // all actions
  std::size_t copied = 0; // of further copies
  unsigned copies = 0;    // further copies that are being lowered, one in the other

  void count() {
    ++used;
    copied += copies != 0 ? 1 : 0;
  }
  bool isExceeded() const { return copied > limit; }
};

class Emitter {
public:
  static constexpr LocationId nowhere = UINT32_MAX;

  Emitter(program::Program &program, ActionBudget &budget, std::string name);

  // Position.
  bool isUnreachable() const { return here_ == nowhere; }
  void setUnreachable() { here_ = nowhere; }
  Point here() const { return {here_, depth_}; }
  void moveTo(Point point);
  /// Keeps the depth.
  void moveTo(LocationId location) { here_ = location; }
  /// Moves to the point, or makes the position unreachable if there is none. There is at most one.
  void continueAt(const std::vector<Point> &points);
  /// The current position, or nothing if it is unreachable.
  std::vector<Point> reachablePoints() const;
  LocationId newLocation();

  // Actions.
  void emit(program::Operation operation);
  void emitTo(LocationId target, std::vector<program::Operation> operations = {});
  /// EndThread, EndProgram, Halt: the position is unreachable afterwards.
  void emitLast(program::Operation operation);
  void unsupported(const std::string &what);
  /// Marks a point that executions of a sensible program get to (Property::Vacuity): "the assertion at x.c:3".
  void markGoal(const std::string &what);
  /// The same for the end of the thread function. It is a goal also if no path leads there.
  void markEnd(const std::string &function);
  /// Emits both ways out of the position. Each continuation leaves the position where it ends.
  void branch(Expr condition, const std::function<void()> &whenTrue, const std::function<void()> &whenFalse);

  // Atomic blocks.
  void beginAtomic();
  void endAtomic();
  /// Without an action: new locations are made one block deeper, or one less deep.
  void increaseDepth() { ++depth_; }
  void decreaseDepth() { --depth_; }

  // Registers.
  RegisterId newRegister(std::string name, unsigned width, program::TypeId type = program::unknownType,
                         bool isVariable = false);
  const program::Register &registerOf(RegisterId id) const { return cfa_.registers[id]; }
  Expr reg(RegisterId id) const;
  /// A register with an arbitrary value.
  Expr havoc(unsigned width, program::InputKind kind, const std::string &name);
  /// A new register with the value.
  Expr copy(Expr value, const std::string &name);
  /// The value as a constant or register, for use in several places.
  Expr materialise(Expr value, const std::string &name);
  /// A name for a value that has none in the source.
  std::string temporaryName() const { return "%" + std::to_string(cfa_.registers.size()); }
  RegisterId self() const { return cfa_.self; }

  // Expressions.
  program::ExprPool &pool() const { return *program_.expressions; }
  unsigned pointerWidth() const { return program_.pointers.width; }
  Expr constant(program::Bits value, unsigned width) const;
  Expr pointerConstant(std::uint64_t value) const { return constant(value, pointerWidth()); }
  /// Whether an integer is not zero, as C decides conditions.
  Expr isNonzero(Expr value) const;
  /// A signed integer converted to the width of pointers.
  Expr signedToPointerWidth(Expr value) const;

  // Memory. Accesses inside atomic blocks do not race with each other: they count as atomic.
  program::Access access(program::MemoryOrder order, bool isVolatile) const;
  program::Access plainAccess() const { return access(program::MemoryOrder::Plain, false); }
  /// Loads `bits` (a multiple of 8) into a new register.
  Expr load(Expr address, unsigned bits, program::Access access);
  /// Stores whole bytes: the value is extended with zeros.
  void store(Expr address, Expr value, program::Access access);
  struct CompareExchange {
    RegisterId old; // gets the value that is loaded
    Expr address;
    Expr succeeds; // over `old`
    Expr desired;
    program::Access success;
    program::Access failure;
  };
  /// Success and failure are two actions out of the position, each with its own memory order.
  void compareExchange(const CompareExchange &exchange);
  Expr allocate(Expr size, bool zeroed, program::AllocationSite site);
  void allocateInto(RegisterId target, Expr size, bool zeroed, program::AllocationSite site);
  /// Frees the stack object whose address the register holds, if any, and clears the register.
  void freeLocal(RegisterId address);

  // Source positions of what is emitted.
  const program::SourceSpan &span() const { return span_; }
  void setSpan(const program::SourceSpan &span) { span_ = span; }

  /// While it exists, registers belong to one instruction. An instruction that is lowered again, at another
  /// depth of atomic blocks, gets the registers of the first time, so that its value has one name.
  class InstructionScope {
  public:
    InstructionScope(Emitter &emitter, std::vector<RegisterId> &registers);
    ~InstructionScope();
    InstructionScope(const InstructionScope &) = delete;
    InstructionScope &operator=(const InstructionScope &) = delete;

  private:
    Emitter &emitter_;
    std::vector<RegisterId> *outerRegisters_;
    std::size_t outerUsed_;
  };

  // The automaton as a whole.
  RegisterId addArgument();
  /// Moves to a new entry location; the caller connects it to the old one, which is returned.
  LocationId beginPrologue();
  /// Inserts the operations before every EndThread emitted so far.
  void insertBeforeEndThread(const std::vector<program::Operation> &operations);
  program::Cfa finish() { return std::move(cfa_); }

private:
  program::Program &program_;
  ActionBudget &budget_;
  program::Cfa cfa_;
  LocationId here_ = nowhere;
  unsigned depth_ = 0;
  program::SourceSpan span_;
  std::vector<RegisterId> *instructionRegisters_ = nullptr; // of the instruction being lowered
  std::size_t registersUsed_ = 0;                           // by it, so far
};

/// Where several paths meet, at most one point per depth of atomic blocks.
class MeetingPoints {
public:
  /// The first path that arrives at a depth sets the point there; later ones get an action to it. Nothing
  /// happens if the position is unreachable.
  void arrive(Emitter &emitter);
  std::vector<Point> points() const;

private:
  std::map<unsigned, LocationId> byDepth_;
};

} // namespace heddle::frontend
