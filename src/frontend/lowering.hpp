// From LLVM IR to the model: the classes that the lowering files share.
//
// ModuleLowering holds what is common to all threads; CfaLowering builds the automaton of one thread
// function by walking its body and, at each call, the callee's body in place (an Activation). A position
// in the automaton is a location together with the depth of atomic blocks there: a basic block that is
// reached at two depths is lowered twice, so `Location::atomic` is always known statically.
//
// SSA values become expressions over registers. A register that an SSA value is made of is assigned only
// where the value is defined, and SSA's dominance makes such an expression valid wherever the value may
// be used; so pure instructions with one use cost no action at all.
#pragma once

#include "frontend/callees.hpp"
#include "frontend/debug_types.hpp"
#include "frontend/frontend.hpp"
#include "frontend/locals.hpp"
#include "frontend/objects.hpp"
#include "program/program.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle::frontend {

using program::Expr;
using program::ExprKind;
using program::LocationId;
using program::RegisterId;

/// The scalars that an LLVM value consists of: one, or several for a first-class aggregate.
using Lowered = llvm::SmallVector<Expr, 2>;

class ModuleLowering {
public:
  ModuleLowering(const Options &options, const llvm::Module &module, program::Program &program);

  /// Lowers main and, transitively, every function that a thread may start in.
  support::Expected<bool> run();

  /// The automaton of a thread function; lowered later if it is new.
  program::CfaId cfaOf(const llvm::Function &function);
  const Locals &localsOf(const llvm::Function &function);
  /// A definition with this name, or nullptr.
  const llvm::Function *definition(llvm::StringRef name) const;
  void warnOnce(const std::string &key, program::Warning warning);

  const Options &options;
  const llvm::Module &module;
  const llvm::DataLayout &layout;
  program::Program &program;
  program::ExprPool &pool;
  DebugTypes types;
  Objects objects;
  Callees callees;
  std::size_t actionCount = 0; // over all automata, against Options::maxActions

private:
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Locals>> locals_;
  llvm::DenseMap<const llvm::Function *, program::CfaId> cfas_;
  std::vector<const llvm::Function *> threads_; // by CfaId
  std::set<std::string> warned_;
};

/// A place where lowering goes on.
struct Point {
  LocationId location;
  unsigned depth; // of atomic blocks
};

/// One call of a function, inlined.
struct Activation {
  struct Work {
    const llvm::BasicBlock *block;
    llvm::BasicBlock::const_iterator from;
    Point point;
  };

  const llvm::Function *function = nullptr;
  const Locals *locals = nullptr;
  Activation *caller = nullptr;
  program::FrameId frame = program::noFrame;
  llvm::ArrayRef<RegisterId> results;
  llvm::DenseMap<const llvm::Value *, Lowered> values;
  llvm::DenseMap<const llvm::AllocaInst *, RegisterId> variables; // the variable, or the object's address
  std::vector<RegisterId> freedAtReturn;                          // addresses of objects without a scope
  llvm::DenseMap<const llvm::Instruction *, std::vector<RegisterId>> registers;
  std::map<std::pair<const llvm::BasicBlock *, unsigned>, LocationId> blocks;
  std::vector<Work> work;
  std::map<unsigned, LocationId> exits; // by depth
};

class CfaLowering {
public:
  CfaLowering(ModuleLowering &module, const llvm::Function &function);

  program::Cfa lowerMain();
  program::Cfa lowerThread();

private:
  // Positions and emission (lowering.cpp). Nothing is emitted while the position is dead.
  bool dead() const { return here_ == nowhere; }
  void die() { here_ = nowhere; }
  LocationId newLocation();
  void emit(program::Operation operation);
  void emitTo(LocationId target, std::vector<program::Operation> operations);
  void emitLast(program::Operation operation); // EndThread, EndProgram, Halt: dead afterwards
  std::vector<Point> position() const { return dead() ? std::vector<Point>{} : std::vector<Point>{{here_, depth_}}; }
  void unsupported(const std::string &what);
  RegisterId newRegister(std::string name, unsigned width, program::TypeId type = program::unknownType,
                         bool isVariable = false);
  Expr reg(RegisterId id) const;
  Expr constant(program::Bits value, unsigned width) const;
  Expr pointerConstant(std::uint64_t value) const { return constant(value, pointerWidth_); }
  Expr materialise(Expr value, const std::string &name);
  Expr havoc(unsigned width, program::InputKind kind, const std::string &name);
  void branch(Expr condition, const std::function<void()> &whenTrue, const std::function<void()> &whenFalse);
  program::SourceSpan spanOf(const llvm::Instruction &instruction) const;
  void addThreadLocals();
  Expr commandLine(Expr count);

  // Bodies (body.cpp)
  std::vector<Point> inlineBody(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                llvm::ArrayRef<RegisterId> results);
  void callAndContinue(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments);
  void callHook(llvm::StringRef name);
  void runExitHandlers();
  bool hasExitHandlers() const;
  void lowerBlock(const Activation::Work &work);
  void lowerTerminator(const llvm::Instruction &instruction);
  void jump(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  void assignPhis(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  void lowerReturn(const llvm::ReturnInst &instruction);
  void lowerSwitch(const llvm::SwitchInst &instruction);
  void atomicBegin();
  void atomicEnd();

  // Values (values.cpp)
  Lowered value(const llvm::Value *value);
  Expr scalar(const llvm::Value *value);
  void define(const llvm::Instruction &instruction, Expr value);
  void define(const llvm::Instruction &instruction, Lowered values);
  llvm::SmallVector<RegisterId, 2> registersFor(llvm::Type *type, const std::string &name);
  void lowerInstruction(const llvm::Instruction &instruction);
  void lowerBinary(const llvm::BinaryOperator &instruction);
  void lowerCast(const llvm::CastInst &instruction);
  Expr compareIntegers(llvm::CmpInst::Predicate predicate, Expr a, Expr b) const;
  Expr compareFloats(llvm::CmpInst::Predicate predicate, Expr a, Expr b) const;
  Expr address(const llvm::GEPOperator &gep);
  void lowerAggregate(const llvm::Instruction &instruction);
  void lowerVector(const llvm::Instruction &instruction);

  // Memory (memory.cpp)
  void lowerAlloca(const llvm::AllocaInst &instruction);
  void beginLife(const llvm::AllocaInst &local);
  void endLife(const llvm::AllocaInst &local);
  void lowerLoad(const llvm::LoadInst &instruction);
  void lowerStore(const llvm::StoreInst &instruction);
  void lowerReadModifyWrite(const llvm::AtomicRMWInst &instruction);
  void lowerCompareExchange(const llvm::AtomicCmpXchgInst &instruction);
  program::Access access(llvm::AtomicOrdering ordering, bool isVolatile) const;
  program::Access plainAccess() const;
  std::uint16_t paddingIn(const llvm::Value *pointer, std::uint64_t offset, std::uint64_t size) const;
  Expr loadFrom(Expr address, llvm::Type *type, program::Access access);
  void storeTo(Expr address, Expr value, program::Access access);
  Expr allocate(Expr size, program::Storage storage, bool zeroed, program::AllocationSite site);
  Expr threadLocalAddress(const llvm::GlobalVariable &variable);

  // Copies (copies.cpp)
  struct Chunk {
    std::uint64_t offset;
    std::uint64_t size;
  };
  std::vector<Chunk> chunksOf(const llvm::MemIntrinsic &instruction, std::uint64_t length);
  void copyChunk(Expr target, Expr source, const Chunk &chunk);
  void copyObject(Expr target, Expr source, llvm::Type *type);
  void lowerMemoryIntrinsic(const llvm::MemIntrinsic &instruction);
  void loop(Expr length, std::uint64_t stride, bool downwards, const std::function<void(Expr)> &body);

  // Calls (calls.cpp)
  void lowerCall(const llvm::CallInst &call);
  std::vector<Point> callFunction(const llvm::CallInst &call, const llvm::Function &function);
  std::vector<Point> inlineFunction(const llvm::CallInst &call, const llvm::Function &function);
  void lowerIndirectCall(const llvm::CallInst &call);
  std::vector<Point> inlineCall(const llvm::CallInst &call, const llvm::Function &function,
                                llvm::ArrayRef<RegisterId> results);
  void lowerUnknownCall(const llvm::CallInst &call, const llvm::Function &function);
  std::vector<Point> callErrorFunction(const llvm::CallInst &call, const llvm::Function &function);
  void lowerAssembly(const llvm::CallInst &call);
  void continueAt(const llvm::CallInst &call, const std::vector<Point> &points);

  // Functions with a meaning of their own (intrinsics.cpp, llvm_intrinsics.cpp)
  bool lowerNamedFunction(const llvm::CallInst &call, const llvm::Function &function);
  void lowerBeginWhen(const llvm::CallInst &call, llvm::StringRef name);
  void lowerSpawn(const llvm::CallInst &call);
  void lowerCheck(const llvm::CallInst &call, program::AfterFailure after);
  void lowerNondet(const llvm::CallInst &call, llvm::StringRef type);
  bool lowerLlvmIntrinsic(const llvm::IntrinsicInst &call);
  void lowerOverflowIntrinsic(const llvm::IntrinsicInst &call);
  Expr countBits(Expr value) const;
  Expr isInClass(Expr value, unsigned classes) const;

  static constexpr LocationId nowhere = UINT32_MAX;

  ModuleLowering &m_;
  program::ExprPool &pool_;
  const llvm::Function &function_;
  const unsigned pointerWidth_;
  program::Cfa cfa_;
  LocationId here_ = nowhere;
  unsigned depth_ = 0;
  program::SourceSpan span_;
  Activation *current_ = nullptr;
  const llvm::Instruction *instruction_ = nullptr; // the one being lowered, of the current activation
  std::size_t registersUsed_ = 0;                  // by it, so far
  llvm::MapVector<const llvm::GlobalVariable *, RegisterId> threadLocals_;
};

/// The text of a string literal that a pointer argument denotes, or "".
std::string literal(const llvm::Value *value);

} // namespace heddle::frontend
