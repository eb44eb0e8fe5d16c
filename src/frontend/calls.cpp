#include "frontend/calls.hpp"

#include "frontend/assembly.hpp"
#include "frontend/call_types.hpp"
#include "frontend/unknown_function.hpp"
#include "frontend/variable_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::frontend {

using namespace program;

namespace {

/// Functions whose effect on control flow or on processes has no counterpart in the model.
bool isBeyondModel(llvm::StringRef name) {
  static constexpr std::array names{"setjmp",        "_setjmp",    "sigsetjmp",   "__sigsetjmp", "longjmp",
                                    "_longjmp",      "siglongjmp", "fork",        "vfork",       "execv",
                                    "execve",        "execvp",     "execl",       "execlp",      "clone",
                                    "__longjmp_chk", "setcontext", "swapcontext", "makecontext"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether the function takes and returns what the call passes and expects, by LLVM's types and by C's. C asks for
/// compatible types and leaves all else undefined. Types between which no calling convention distinguishes (pointers to
/// different types, integers of one width) count as compatible here, and so does a result that is not used, as of a
/// function that unlocks a mutex and is passed to pthread_cleanup_push. A call without a prototype looks like one with
/// variable arguments, all of them named.
bool isCompatible(const llvm::CallInst &call, const llvm::Function &function) {
  const llvm::FunctionType &called = *call.getFunctionType();
  const llvm::FunctionType &defined = *function.getFunctionType();
  const bool mayLackPrototype = called.isVarArg() && called.getNumParams() == call.arg_size();
  if ((called.getReturnType() != defined.getReturnType() && isResultUsed(call)) ||
      called.params() != defined.params() || (called.isVarArg() != defined.isVarArg() && !mayLackPrototype) ||
      haveDifferentSignatures(call, function, isResultUsed(call)))
    return false;
  for (unsigned i = 0; i < defined.getNumParams(); ++i)
    if (call.getParamByValType(i) != function.getParamByValType(i) ||
        call.paramHasAttr(i, llvm::Attribute::StructRet) != function.hasParamAttribute(i, llvm::Attribute::StructRet))
      return false;
  return true;
}

} // namespace

Calls::Calls(Activation &activation)
    : activation_(activation), module_(activation.module), emitter_(activation.emitter), values_(activation.values),
      pool_(emitter_.pool()), copies_(emitter_, module_.layout) {}

std::vector<Point> Calls::lower(const llvm::CallInst &call) {
  if (call.isInlineAsm()) {
    lowerAssembly(call, activation_);
    return emitter_.reachablePoints();
  }
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    lowerLlvmIntrinsic(*intrinsic, activation_);
    return emitter_.reachablePoints();
  }
  const llvm::Value *callee = call.getCalledOperand()->stripPointerCasts();
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(callee))
    callee = alias->getAliaseeObject();
  if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(callee))
    return callFunction(call, *function);
  return callThroughPointer(call);
}

std::vector<Point> Calls::callFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (name == "__assert_fail" || name == "reach_error" || name == "__VERIFIER_error" || module_.isErrorFunction(name))
    return callErrorFunction(call, function);
  if (lowerIntrinsic(call, function, activation_))
    return emitter_.reachablePoints();
  if (name == "assert" && function.isDeclaration() && call.arg_size() == 1)
    return callAssertFunction(call);
  // A declaration that differs from a model has been converted, see link.cpp.
  const bool isDirectCallOfModel = call.getCalledOperand() == &function && isRuntime(function);
  if (!function.isDeclaration() && !isDirectCallOfModel && !isCompatible(call, function)) {
    emitter_.emit(Check{pool_.boolean(false), Property::DefinedBehaviour,
                        fmt::format("{} is called as a function of another type", name.str())});
    return {};
  }
  if (!function.isDeclaration())
    return inlineFunction(call, function);
  if (isBeyondModel(name))
    emitter_.unsupported(fmt::format("call of {}", name.str()));
  else
    callUnknownFunction(call, function, activation_);
  return emitter_.reachablePoints();
}

const llvm::CallInst *Calls::errorCall(const llvm::BasicBlock &block) const {
  for (const llvm::Instruction &instruction : block)
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && !call->isInlineAsm()) {
      const llvm::Function *function = call->getCalledFunction();
      return function != nullptr && module_.isErrorFunction(function->getName()) ? call : nullptr;
    }
  return nullptr;
}

std::vector<Point> Calls::inlineFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const bool isUsed = isResultUsed(call);
  Registers results;
  if (isUsed)
    results = values_.registersFor(call.getType(), fmt::format("{}()", function.getName().str()));
  std::vector<Lowered> arguments;
  std::vector<RegisterId> copies;
  const bool usesMemory = readsVariableArguments(function);
  const unsigned count = usesMemory ? function.getFunctionType()->getNumParams() : call.arg_size();
  for (unsigned i = 0; i < std::min(count, call.arg_size()); ++i) {
    Lowered argument = values_.of(call.getArgOperand(i));
    if (call.getParamByValType(i)) {
      copies.push_back(copyArgument(call, i, function, argument.front()));
      argument = {emitter_.reg(copies.back())};
    }
    arguments.push_back(argument);
  }
  Expr memory = nullptr;
  if (usesMemory) {
    copies.push_back(placeVariableArguments(call, function, activation_));
    memory = emitter_.reg(copies.back());
  }
  const std::size_t firstSite = module_.program.sites.size();
  std::vector<Point> returns = activation_.inliner.inlineCall(function, arguments, {results, isUsed}, memory);
  if (const TypeId type = pointeeOf(call); type != unknownType)
    for (std::size_t i = firstSite; i < module_.program.sites.size(); ++i)
      if (AllocationSite &site = module_.program.sites[i]; site.storage == Storage::Heap && site.type == unknownType)
        site.type = type;
  for (Point &point : returns) {
    emitter_.moveTo(point);
    for (const RegisterId copy : copies)
      emitter_.freeLocal(copy);
    point = emitter_.here();
  }
  values_.bind(&call, results);
  return returns;
}

/// For traces, what the objects are that the call allocates: the variable to which its result is assigned tells.
TypeId Calls::pointeeOf(const llvm::CallInst &call) const {
  for (const llvm::User *user : call.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getValueOperand() != &call)
      continue;
    TypeId type = unknownType;
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()))
      type = module_.types.ofLocal(*local).type;
    else if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(store->getPointerOperand()))
      type = module_.types.ofGlobal(*global).type;
    if (const Type &variable = module_.program.types[type]; variable.kind == TypeKind::Pointer)
      return variable.element;
  }
  return unknownType;
}

RegisterId Calls::copyArgument(const llvm::CallInst &call, unsigned number, const llvm::Function &function,
                               Expr original) {
  llvm::Type *type = call.getParamByValType(number);
  const llvm::Argument *parameter = number < function.arg_size() ? function.getArg(number) : nullptr;
  const std::string name = parameter && parameter->hasName() ? parameter->getName().str() : "argument";
  const TypeId cType = parameter ? module_.types.ofArgument(*parameter).type : unknownType;
  const Expr size = emitter_.pointerConstant(module_.layout.getTypeAllocSize(type));
  const RegisterId copy = activation_.locals.allocateArgument(size, {name, Storage::Stack, cType, emitter_.span()});
  copies_.copyObject(emitter_.reg(copy), original, type);
  return copy;
}

/// A guarded choice among the functions that the pointer may point to. Their results are assigned to common
/// registers, and their returns meet.
std::vector<Point> Calls::callThroughPointer(const llvm::CallInst &call) {
  const Expr pointer = emitter_.materialise(values_.scalar(call.getCalledOperand()), "%callee");
  if (emitter_.isUnreachable())
    return {};
  if (pointer->isConstant())
    if (const llvm::Function *function = module_.objects.functionAt(pointer->value))
      return callFunction(call, *function);

  const Registers results = values_.registersFor(call.getType(), "%result");
  const Point origin = emitter_.here();
  const SourceSpan span = emitter_.span();
  const auto take = [&](Expr guard) {
    emitter_.moveTo(origin);
    emitter_.setSpan(span);
    emitter_.emit(Guard{guard});
  };
  MeetingPoints returns;
  Expr none = pool_.boolean(true);
  const bool hasCallees = module_.callees.hasAny(*call.getCalledOperand());
  for (const llvm::Function *function : module_.callees.of(*call.getCalledOperand())) {
    const Expr matches = pool_.eq(pointer, module_.pointerTo(*function));
    none = pool_.conjunction(none, pool_.negate(matches));
    take(matches);
    if (!hasCallees) {
      emitter_.emitLast(Halt{HaltReason::Resource, fmt::format("a call of {} through a pointer of unknown origin",
                                                               function->getName().str())});
      continue;
    }
    for (const Point &point : callFunction(call, *function)) {
      emitter_.moveTo(point);
      const Lowered result = values_.contains(&call) ? values_.of(&call) : Lowered{};
      for (unsigned i = 0; i < results.size() && i < result.size(); ++i)
        emitter_.emit(Assign{results[i], result[i]});
      returns.arrive(emitter_);
    }
  }
  take(none);
  emitter_.emit(
      Check{pool_.boolean(false), Property::ValidDeref, "call through a pointer that points to no suitable function"});
  values_.bind(&call, results);
  return returns.points();
}

/// assert() without <assert.h>, where it is a macro, is an implicitly declared function. It means the same.
std::vector<Point> Calls::callAssertFunction(const llvm::CallInst &call) {
  const Expr holds = emitter_.isNonzero(values_.scalar(call.getArgOperand(0)));
  const Registers results = values_.registersFor(call.getType(), "assert()");
  MeetingPoints after;
  if (!llvm::isa<llvm::Constant>(call.getArgOperand(0))) // assert(0) is code that must not be reached
    emitter_.markGoal(fmt::format("the assertion at {}", module_.program.sources.describe(emitter_.span())));
  emitter_.branch(
      holds,
      [&] {
        for (const RegisterId id : results)
          emitter_.emit(Assign{id, emitter_.constant(0, emitter_.registerOf(id).width)});
        after.arrive(emitter_);
      },
      [&] {
        if (module_.isErrorFunction("__assert_fail"))
          emitter_.emit(
              Check{pool_.boolean(false), Property::UnreachCall, "an assertion fails", AfterFailure::Continue});
        emitter_.emitLast(EndProgram{true});
      });
  values_.bind(&call, results);
  return after.points();
}

/// A call that violates unreach-call: reach_error(), a function that the property names, a failing assert().
std::vector<Point> Calls::callErrorFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const std::string name = function.getName().str();
  const bool isAssert = name == "__assert_fail";
  if (module_.isErrorFunction(name)) {
    const std::string message = isAssert ? fmt::format("assertion `{}` fails", literal(call.getArgOperand(0)))
                                         : fmt::format("{}() is called", name);
    emitter_.emit(Check{pool_.boolean(false), Property::UnreachCall, message, AfterFailure::Continue});
  }
  if (!function.isDeclaration() && !isAssert)
    return inlineFunction(call, function);
  if (isAssert || name == "reach_error" || name == "__VERIFIER_error")
    emitter_.emitLast(EndProgram{true});
  else if (!lowerIntrinsic(call, function, activation_))
    callUnknownFunction(call, function, activation_);
  return emitter_.reachablePoints();
}

} // namespace heddle::frontend
