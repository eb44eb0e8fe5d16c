#include "frontend/unknown_writes.hpp"

#include <fmt/format.h>
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
  void leaveOut() { targets_.complete = false; }
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
      leaveOut(); // what it points to can be reached as well
      return addScalar({base, offset, id, place});
    case TypeKind::Array:
      if (type.count > mostElements || type.count == 0)
        leaveOut();
      for (std::uint64_t i = 0; i < std::min(type.count, mostElements); ++i)
        add(base, offset + i * types_[type.element].size, type.element, fmt::format("{}[{}]", place, i));
      return;
    case TypeKind::Struct:
    case TypeKind::Union:
      return addRecord(base, offset, type, place);
    case TypeKind::Unknown:
      return leaveOut();
    }
  }

  void addRecord(Expr base, std::uint64_t offset, const Type &type, const std::string &place) {
    if (type.isSystem)
      return;
    if (type.fields.empty() || type.kind == TypeKind::Union)
      leaveOut();
    for (const TypeField &field : type.fields) {
      if (field.bitSize != 0)
        leaveOut();
      else
        add(base, offset + field.offset, field.type, fmt::format("{}.{}", place, field.name));
      if (type.kind == TypeKind::Union)
        return; // the others overlap it
    }
  }

  void addScalar(WriteTarget target) {
    const std::uint64_t size = types_[target.type].size;
    if (size == 0 || size > support::maxWidth / 8 || targets_.scalars.size() == mostScalars)
      return leaveOut();
    targets_.scalars.push_back(std::move(target));
  }

  const TypeTable &types_;
  WriteTargets targets_;
};

/// Whether the address, or that of a part, is an argument of a call of a function without a body, or is kept in memory,
/// from where it may get there.
bool isPassedOut(const llvm::Value &address) {
  return std::ranges::any_of(address.users(), [&](const llvm::User *user) {
    if (llvm::isa<llvm::GEPOperator>(user))
      return isPassedOut(*user);
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getValueOperand() == &address;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    const llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && callee->isDeclaration() && !callee->isIntrinsic();
  });
}

bool isVisibleOutside(const llvm::GlobalVariable &global) {
  return !global.isConstant() && !global.isThreadLocal() && !global.use_empty() &&
         !global.getName().starts_with("llvm.") && (!global.hasLocalLinkage() || isPassedOut(global));
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
    if (named.type != unknownType)
      collector.add(base, named.type, named.name);
    else
      collector.add(base, module.types.ofParameter(function, i).pointee, fmt::format("*argument {}", i + 1));
    if (named.type == unknownType)
      collector.leaveOut(); // the object may be larger than what the parameter points to
  }
  for (const llvm::GlobalVariable &global : module.module.globals()) {
    if (!isVisibleOutside(global))
      continue;
    const Named named = module.types.ofGlobal(global);
    if (!module.program.sources.isRuntime(named.span.file))
      collector.add(activation.values.scalar(&global), named.type, named.name);
  }
  return collector.take();
}

} // namespace heddle::frontend
