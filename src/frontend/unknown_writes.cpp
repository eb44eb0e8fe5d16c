#include "frontend/unknown_writes.hpp"

#include "frontend/outside.hpp"

#include <fmt/format.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

constexpr std::size_t mostScalars = 64;
constexpr std::uint64_t mostElements = 8; // of an array

class Collector {
public:
  explicit Collector(const TypeTable &types) : types_(types) {}

  void add(Expr base, TypeId type, const std::string &place) { add(base, 0, type, place); }
  void leaveOut(std::string_view what) {
    if (targets_.gap.empty())
      targets_.gap = what;
  }
  WriteTargets take() { return std::move(targets_); }

private:
  void add(Expr base, std::uint64_t offset, TypeId id, const std::string &place) {
    const Type &type = types_[id];
    switch (type.kind) {
    case TypeKind::Bool:
    case TypeKind::Signed:
    case TypeKind::Unsigned:
    case TypeKind::Float:
    case TypeKind::Enum:
      return addScalar({base, offset, id, place});
    case TypeKind::Pointer:
      leaveOut("what pointers in memory lead to");
      return addScalar({base, offset, id, place});
    case TypeKind::Array:
      if (type.count > mostElements || type.count == 0)
        leaveOut("long arrays");
      for (std::uint64_t i = 0; i < std::min(type.count, mostElements); ++i)
        add(base, offset + i * types_[type.element].size, type.element, fmt::format("{}[{}]", place, i));
      return;
    case TypeKind::Struct:
    case TypeKind::Union:
      return addRecord(base, offset, type, place);
    case TypeKind::Unknown:
      return leaveOut("memory of unknown type");
    }
  }

  void addRecord(Expr base, std::uint64_t offset, const Type &type, const std::string &place) {
    if (type.isSystem)
      return;
    if (type.fields.empty() || type.kind == TypeKind::Union)
      leaveOut(type.fields.empty() ? "memory of unknown type" : "unions");
    for (const TypeField &field : type.fields) {
      if (field.bitSize != 0)
        leaveOut("bit-fields");
      else
        add(base, offset + field.offset, field.type, fmt::format("{}.{}", place, field.name));
      if (type.kind == TypeKind::Union)
        return; // the others overlap it
    }
  }

  void addScalar(WriteTarget target) {
    const std::uint64_t size = types_[target.type].size;
    if (size == 0 || size > support::maxWidth / 8 || targets_.scalars.size() == mostScalars)
      return leaveOut("large objects");
    targets_.scalars.push_back(std::move(target));
  }

  const TypeTable &types_;
  WriteTargets targets_;
};

bool isAssumedAny(const llvm::CallInst &call, ModuleContext &module) {
  const auto isAny = [&](const llvm::Function &function) {
    const auto assumed = module.options.externs.find(function.getName().str());
    return function.isDeclaration() && assumed != module.options.externs.end() && assumed->second == ExternModel::Any;
  };
  if (const llvm::Function *callee = call.getCalledFunction())
    return isAny(*callee);
  return !call.isInlineAsm() && std::ranges::any_of(module.callees.of(*call.getCalledOperand()),
                                                    [&](const llvm::Function *callee) { return isAny(*callee); });
}

bool passes(const llvm::CallInst &call, const llvm::Value &value) {
  return std::ranges::any_of(call.args(), [&](const llvm::Use &use) { return use.get() == &value; });
}

/// Whether a function can keep the argument and write through it later. Globals are followed in any case.
bool canBeKept(const llvm::CallInst &call, unsigned number, ModuleContext &module) {
  const llvm::Value &argument = *call.getArgOperand(number);
  if (!argument.getType()->isPointerTy() || llvm::isa<llvm::Constant>(argument))
    return false;
  const llvm::Function *callee = call.getCalledFunction();
  const PointerParameter parameter = callee != nullptr ? module.types.ofParameter(*callee, number) : PointerParameter{};
  return !parameter.isConst || mayHoldPointers(parameter.pointee, module.program.types);
}

/// Whether some other call, or another execution of this one, may have left a pointer that this call can use. Such
/// calls of functions about which nothing is assumed block proofs by themselves.
bool mayUseKeptPointers(const llvm::CallInst &later, ModuleContext &module) {
  const bool isRepeated = later.getFunction()->getName() != "main";
  const auto leavesPointer = [&](const llvm::CallInst &call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      const llvm::Value &argument = *call.getArgOperand(i);
      const bool isSameObject = !isRepeated && llvm::isa<llvm::AllocaInst>(argument) && passes(later, argument);
      if (canBeKept(call, i, module) && !isSameObject)
        return true;
    }
    return false;
  };
  for (const llvm::Function &function : module.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && !isRuntime(function) && isAssumedAny(*call, module) && leavesPointer(*call))
        return true;
  return false;
}

/// Whether a use of a variable's address has certainly given it to a function of which any effect is assumed when
/// `later` is called: that call itself does, or one that comes before it on every path.
class GivenBefore {
public:
  GivenBefore(const llvm::CallInst &later, ModuleContext &module) : later_(later), module_(module) {}

  bool operator()(const llvm::Value &address) {
    return visited_.insert(&address).second && // initial values may refer to each other
           std::ranges::any_of(address.users(), [&](const llvm::User *user) { return isGivenBy(address, *user); });
  }

private:
  bool isGivenBy(const llvm::Value &address, const llvm::User &user) {
    if (const auto *table = llvm::dyn_cast<llvm::GlobalVariable>(&user); table && !table->hasLocalLinkage())
      return true;
    if (llvm::isa<llvm::GEPOperator, llvm::Constant>(user))
      return (*this)(user);
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&user);
    if (call == nullptr || !isAssumedAny(*call, module_) || !passes(*call, address))
      return false;
    if (call == &later_)
      return true;
    return call->getFunction() == later_.getFunction() &&
           llvm::DominatorTree(*const_cast<llvm::Function *>(later_.getFunction())).dominates(call, &later_);
  }

  const llvm::CallInst &later_;
  ModuleContext &module_;
  llvm::SmallPtrSet<const llvm::Value *, 8> visited_;
};

/// Whether the call can write the global for certain. A variable with internal linkage must have been passed out.
bool isWritableNow(const llvm::GlobalVariable &variable, const llvm::CallInst &call, ModuleContext &module) {
  return !variable.hasLocalLinkage() || GivenBefore(call, module)(variable);
}

bool holdsPointer(llvm::Type *type, const llvm::DataLayout &layout) {
  return std::ranges::any_of(leavesOf(type, layout), [](const Leaf &leaf) { return leaf.type->isPointerTy(); });
}

/// What the function can do with its arguments, beyond writing through them.
void leaveOutUsesOf(const llvm::CallInst &call, const llvm::Function &function, ModuleContext &module,
                    Collector &collector) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value *argument = call.getArgOperand(i);
    if (const auto *number = llvm::dyn_cast<llvm::PtrToIntOperator>(argument))
      argument = number->getPointerOperand();
    if (!argument->getType()->isPointerTy() || llvm::isa<llvm::ConstantPointerNull>(argument) ||
        call.paramHasAttr(i, llvm::Attribute::StructRet))
      continue;
    const PointerParameter parameter = module.types.ofParameter(function, i);
    if (llvm::isa<llvm::Function>(argument->stripPointerCasts()))
      collector.leaveOut(fmt::format("calls of {}", argument->stripPointerCasts()->getName().str()));
    else if (call.isByValArgument(i) && holdsPointer(call.getParamByValType(i), module.layout))
      collector.leaveOut("pointers in a struct that is passed by value");
    else if (parameter.isConst && mayHoldPointers(parameter.pointee, module.program.types))
      collector.leaveOut("pointers in constant data");
    else if (holdsSystemObject(parameter.pointee, module.program.types))
      collector.leaveOut("a lock, or another object of the system, that is passed to it");
  }
  if (mayUseKeptPointers(call, module))
    collector.leaveOut("pointers that it may have kept from another call");
  if (convertsPointers(module.module))
    collector.leaveOut("addresses that have become integers");
}

} // namespace

bool isWritableArgument(const llvm::CallInst &call, unsigned number, const llvm::Function &function,
                        ModuleContext &module) {
  const llvm::Value *argument = call.getArgOperand(number);
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripPointerCasts());
  return argument->getType()->isPointerTy() && !(global && global->isConstant()) &&
         !llvm::isa<llvm::ConstantPointerNull>(argument) && !llvm::isa<llvm::Function>(argument) &&
         !call.isByValArgument(number) && !call.paramHasAttr(number, llvm::Attribute::StructRet) &&
         !module.types.ofParameter(function, number).isConst;
}

WriteTargets writeTargetsOf(const llvm::CallInst &call, const llvm::Function &function, Activation &activation) {
  ModuleContext &module = activation.module;
  Collector collector(module.program.types);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!isWritableArgument(call, i, function, module))
      continue;
    const llvm::Value *argument = call.getArgOperand(i);
    const Expr base = activation.values.scalar(argument);
    Named named;
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(argument->stripPointerCasts()))
      named = module.types.ofLocal(*local);
    else if (llvm::isa<llvm::GlobalVariable>(argument->stripPointerCasts()))
      continue; // it follows below
    // The pointer may be one past the end of an object, or not valid at all, and the function need not use it.
    if (named.type == unknownType && isAssumedAny(call, module) &&
        module.options.properties.contains(Property::ValidDeref)) {
      collector.leaveOut("writes through pointers that need not be valid");
      continue;
    }
    if (named.type != unknownType)
      collector.add(base, named.type, named.name);
    else
      collector.add(base, module.types.ofParameter(function, i).pointee, fmt::format("*argument {}", i + 1));
    if (named.type == unknownType)
      collector.leaveOut("objects that may be larger than what the parameter points to");
  }
  for (const llvm::GlobalVariable &global : module.module.globals()) {
    if (!isVisibleOutside(global, module.program.types, module.types))
      continue;
    const Named named = module.types.ofGlobal(global);
    const bool isAny = isAssumedAny(call, module);
    if (isAny && !isWritableNow(global, call, module)) {
      collector.leaveOut(fmt::format("what it does with {}, which it may know from another call", named.name));
      continue;
    }
    if (!module.program.sources.isRuntime(named.span.file))
      collector.add(global.isThreadLocal() ? activation.threadLocals.addressOf(global)
                                           : activation.values.scalar(&global),
                    named.type, named.name);
  }
  if (const llvm::GlobalVariable *error = errnoOf(module.module))
    collector.add(activation.threadLocals.addressOf(*error), module.types.ofGlobal(*error).type, "errno");
  leaveOutUsesOf(call, function, module, collector);
  return collector.take();
}

} // namespace heddle::frontend
