#include "frontend/unknown_function.hpp"

#include "frontend/link.hpp"
#include "frontend/outside.hpp"
#include "frontend/unknown_writes.hpp"
#include "program/passed_out.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

/// The size of the object that a pointer of unknown pointee type (`void *`, an incomplete struct, a string) leads to.
constexpr std::uint64_t unknownSize = 4096;

/// The number of writes of one call that are followed when looking for violations.
constexpr unsigned mostWrites = 2;

class UnknownCall {
public:
  UnknownCall(const llvm::CallInst &call, const llvm::Function &function, Activation &activation)
      : call_(call), function_(function), activation_(activation), module_(activation.module),
        emitter_(activation.emitter), values_(activation.values), name_(function.getName().str()) {}

  void lower() {
    resolve();
    if (isUnknown_) {
      blockProofs(fmt::format("{} has no body and no model", name_));
      passOut();
      if (module_.options.unknownWrites)
        writeSome(writeTargetsOf(call_, function_, activation_), mostWrites);
      else
        emitter_.emit(Havoc{emitter_.newRegister("%effect", 1), 0, 0, InputKind::UnknownEffect, name_});
    } else if (model_ == ExternModel::Any) {
      writeAny(writeTargetsOf(call_, function_, activation_));
    }
    defineResult();
    if (call_.doesNotReturn())
      emitter_.emitLast(EndProgram{true});
  }

private:
  /// Finds what the user assumes about the function; tells the user about it if that is nothing.
  void resolve() {
    const auto assumed = module_.options.externs.find(name_);
    isUnknown_ = assumed == module_.options.externs.end() && !module_.options.externPure;
    if (isUnknown_) {
      module_.warnOnce(
          "unknown function " + name_,
          {fmt::format("{} has no body and no model{}, so no proof can rest on it: add its source, or state "
                       "what it does with --assume extern:{}=pure (or =any, =null, =fresh)",
                       name_,
                       function_.hasFnAttribute(namesakeAttribute)
                           ? " (the library function of this name has another type)"
                           : "",
                       name_),
           module_.program.sources.userSpan(emitter_.span()), false});
      return;
    }
    if (assumed == module_.options.externs.end()) {
      module_.assume("extern-pure");
      model_ = ExternModel::Pure;
      return;
    }
    model_ = assumed->second;
    module_.assume(fmt::format("extern:{}={}", name_, frontend::name(model_)));
  }

  void blockProofs(const std::string &message) {
    emitter_.emit(Check{emitter_.pool().boolean(false), Property::KnownFunctions, message, AfterFailure::Continue});
  }

  /// Tells which addresses the function can get at.
  void passOut() {
    bool hasData = false;
    bool mayWrite = false;
    for (unsigned i = 0; i < call_.arg_size(); ++i) {
      const llvm::Value *argument = call_.getArgOperand(i);
      const bool isByValue =
          call_.isByValArgument(i) || !argument->getType()->isPointerTy() || llvm::isa<llvm::Function>(argument);
      if (llvm::isa<llvm::ConstantData>(argument) || call_.paramHasAttr(i, llvm::Attribute::StructRet))
        continue;
      hasData = hasData || !isByValue;
      if (isWritableArgument(call_, i, function_, module_)) {
        mayWrite = true;
        passOut(PassedAs::Argument, values_.scalar(argument));
      } else if (argument->getType()->isPointerTy())
        passOut(PassedAs::Content, values_.scalar(argument));
      else if (argument->getType()->isIntegerTy(emitter_.pointerWidth())) // it may be an address
        passOut(PassedAs::Visible, values_.scalar(argument));
    }
    if (!hasData)
      emitter_.emit(Sync{SyncKind::PassOut, emitter_.pointerConstant(0)});
    if (!hasData || mayWrite) // a message does not call functions by name
      if (const llvm::Function *known = functionForOutside(module_.module))
        passOut(PassedAs::Content, module_.pointerTo(*known));
    for (const llvm::GlobalVariable &variable : module_.module.globals())
      if (variable.isThreadLocal() && !variable.hasLocalLinkage() && isOnlyRead(variable))
        passOut(PassedAs::Visible, activation_.threadLocals.addressOf(variable));
      else if (!variable.hasLocalLinkage() && !variable.use_empty() && isOnlyWritten(variable))
        passOut(PassedAs::Content, values_.scalar(&variable));
    if (const llvm::GlobalVariable *error = errnoOf(module_.module))
      passOut(PassedAs::Visible, activation_.threadLocals.addressOf(*error));
  }
  void passOut(PassedAs as, Expr address) {
    emitter_.emit(Sync{SyncKind::PassOut, emitter_.pointerConstant(static_cast<std::uint64_t>(as))});
    emitter_.emit(Sync{SyncKind::PassOut, address});
  }

  /// Up to `most` writes, in the order of the targets, each to one after `previous`. That there is none is the first
  /// choice.
  void writeSome(const WriteTargets &targets, unsigned most, Expr previous = nullptr) {
    const auto count = targets.scalars.size();
    constexpr unsigned width = 8;
    const RegisterId choice = emitter_.newRegister("%effect", width);
    emitter_.emit(Havoc{choice, 0, most == 0 ? 0 : count, InputKind::UnknownEffect, name_});
    if (most == 0 || count == 0 || emitter_.isUnreachable())
      return;
    if (previous != nullptr)
      emitter_.emit(
          Assume{emitter_.pool().disjunction(emitter_.pool().eq(emitter_.reg(choice), emitter_.constant(0, width)),
                                             emitter_.pool().make(ExprKind::Ult, previous, emitter_.reg(choice)))});
    const Point origin = emitter_.here();
    const SourceSpan span = emitter_.span();
    MeetingPoints after;
    for (std::size_t i = 0; i <= count; ++i) {
      emitter_.moveTo(origin);
      emitter_.setSpan(span);
      emitter_.emit(Guard{emitter_.pool().eq(emitter_.reg(choice), emitter_.constant(i, width))});
      if (i != 0)
        write(targets.scalars[i - 1]);
      after.arrive(emitter_);
    }
    emitter_.continueAt(after.points());
    if (most > 1)
      writeSome(targets, most - 1, emitter_.reg(choice));
  }

  /// Any of the targets, each at most once.
  void writeAny(const WriteTargets &targets) {
    if (!targets.gap.empty())
      blockProofs(fmt::format("not all that {} may do is followed: {}", name_, targets.gap));
    for (const WriteTarget &target : targets.scalars)
      choosing(emitter_.havoc(1, InputKind::Nondet, name_), [&] { write(target); });
  }

  /// A pointer that leads nowhere is not written through.
  void write(const WriteTarget &target) {
    choosing(emitter_.isNonzero(target.base), [&] {
      const Type &type = module_.program.types[target.type];
      const auto width = static_cast<unsigned>(type.size * 8);
      const std::string name = fmt::format("{}() to {}", name_, target.place);
      const RegisterId value = emitter_.newRegister("%written", width);
      if (type.kind == TypeKind::Pointer)
        choosePointer(value, type.element, InputKind::UnknownWrite, name);
      else
        emitter_.emit(Havoc{value, 0, type.kind == TypeKind::Bool ? 1 : support::mask(width),
                            kind(InputKind::UnknownWrite), name});
      // Atomic: whether the function takes the locks that the program takes is not known either.
      emitter_.store(emitter_.pool().add(target.base, emitter_.pointerConstant(target.offset)), emitter_.reg(value),
                     emitter_.access(MemoryOrder::Relaxed, false));
    });
  }

  void choosing(Expr condition, const std::function<void()> &action) {
    MeetingPoints after;
    emitter_.branch(
        condition,
        [&] {
          action();
          after.arrive(emitter_);
        },
        [&] { after.arrive(emitter_); });
    emitter_.continueAt(after.points());
  }

  void defineResult() {
    llvm::Type *type = call_.getType();
    if (call_.arg_size() > 0 && call_.paramHasAttr(0, llvm::Attribute::StructRet))
      return defineStruct(call_.getParamStructRetType(0));
    if (call_.use_empty())
      return;
    const Registers results = values_.registersFor(type, name_ + "()");
    const auto leaves = type->isVoidTy() || values_.widthOf(type) != 0 ? llvm::SmallVector<Leaf, 4>{}
                                                                       : leavesOf(type, values_.layout());
    for (std::size_t i = 0; i < results.size(); ++i)
      choose(results[i], (leaves.empty() ? type : leaves[i].type)->isPointerTy(), leaves.empty());
    values_.bind(&call_, results);
  }

  /// The result is an object that the caller provides. Members beyond the limit stay uninitialised: any value.
  void defineStruct(llvm::Type *type) {
    constexpr std::size_t mostMembers = 64;
    const Expr base = values_.scalar(call_.getArgOperand(0));
    for (const Leaf &leaf : leavesOf(type, values_.layout(), mostMembers)) {
      const unsigned width = values_.widthOf(leaf.type);
      if (width == 0 || emitter_.isUnreachable())
        continue;
      const RegisterId member = emitter_.newRegister(name_ + "()", width);
      choose(member, leaf.type->isPointerTy(), false);
      emitter_.store(emitter_.pool().add(base, emitter_.pointerConstant(leaf.offset)), emitter_.reg(member),
                     emitter_.plainAccess());
    }
  }

  void choose(RegisterId target, bool isPointer, bool isWhole) {
    const unsigned width = emitter_.registerOf(target).width;
    if (model_ == ExternModel::Null)
      emitter_.emit(Assign{target, emitter_.constant(0, width)});
    else if (!isPointer)
      emitter_.emit(Havoc{target, 0, support::mask(width), kind(InputKind::UnknownResult), name_});
    else
      choosePointer(target, isWhole ? pointee() : unknownType, InputKind::UnknownPointer, name_);
  }

  void choosePointer(RegisterId target, TypeId pointee, InputKind ofUnknown, const std::string &name) {
    const auto allocate = [&] {
      const std::uint64_t size = pointee == unknownType ? 0 : module_.program.types[pointee].size;
      emitter_.allocateInto(target, emitter_.pointerConstant(size <= 1 ? unknownSize : size), false,
                            {name_ + "()", Storage::Heap, pointee, emitter_.span()});
    };
    if (model_ == ExternModel::Fresh)
      return allocate();
    MeetingPoints after;
    emitter_.branch(
        emitter_.havoc(1, kind(ofUnknown), name),
        [&] {
          allocate();
          after.arrive(emitter_);
        },
        [&] {
          emitter_.emit(Assign{target, emitter_.pointerConstant(0)});
          after.arrive(emitter_);
        });
    emitter_.continueAt(after.points());
  }

  /// The C type that the result points to.
  TypeId pointee() {
    const TypeId result = module_.types.ofResult(function_);
    const Type &type = module_.program.types[result];
    return result != unknownType && type.kind == TypeKind::Pointer ? type.element : unknownType;
  }

  InputKind kind(InputKind ofUnknown) const { return isUnknown_ ? ofUnknown : InputKind::Nondet; }

  const llvm::CallInst &call_;
  const llvm::Function &function_;
  Activation &activation_;
  ModuleContext &module_;
  Emitter &emitter_;
  Values &values_;
  std::string name_;
  bool isUnknown_ = true;
  ExternModel model_ = ExternModel::Pure;
};

} // namespace

void callUnknownFunction(const llvm::CallInst &call, const llvm::Function &function, Activation &activation) {
  UnknownCall(call, function, activation).lower();
}

} // namespace heddle::frontend
