#include "frontend/outside.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <set>

namespace heddle::frontend {

using namespace program;

namespace {

template <typename Predicate> bool anyPart(TypeId id, const TypeTable &types, const Predicate &predicate) {
  const Type &type = types[id];
  if (predicate(type))
    return true;
  if (type.kind == TypeKind::Array)
    return anyPart(type.element, types, predicate);
  return std::ranges::any_of(type.fields,
                             [&](const TypeField &field) { return anyPart(field.type, types, predicate); });
}

bool isThreadLocalAddress(const llvm::User &user) {
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
}

/// Whether the user computes an address in the same object.
bool isDerived(const llvm::User &user) { return llvm::isa<llvm::GEPOperator>(user) || isThreadLocalAddress(user); }

class PassedOut {
public:
  PassedOut(const TypeTable &table, DebugTypes &types) : table_(table), types_(types) {}

  bool operator()(const llvm::Value &address) {
    return llvm::any_of(address.uses(), [&](const llvm::Use &use) {
      const llvm::User &user = *use.getUser();
      if (isDerived(user))
        return (*this)(user);
      if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user))
        return false;
      if (llvm::isa<llvm::StoreInst>(user) || llvm::isa<llvm::AtomicRMWInst>(user) ||
          llvm::isa<llvm::AtomicCmpXchgInst>(user))
        return use.getOperandNo() != (llvm::isa<llvm::StoreInst>(user) ? 1U : 0U);
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&user))
        return isGivenAway(*call, use);
      return true;
    });
  }

private:
  /// The body of a function that has one shows what happens there: calls that pass such a parameter on to a function
  /// without a body are not complete (unknown_writes).
  bool isGivenAway(const llvm::CallInst &call, const llvm::Use &use) {
    const llvm::Function *callee = call.getCalledFunction();
    if (callee == nullptr || !call.isArgOperand(&use))
      return callee == nullptr;
    if (!callee->isDeclaration() || callee->isIntrinsic())
      return false;
    const PointerParameter parameter = types_.ofParameter(*callee, call.getArgOperandNo(&use));
    return !parameter.isConst || mayHoldPointers(parameter.pointee, table_);
  }

  const TypeTable &table_;
  DebugTypes &types_;
};

/// Whether the address is part of the initial value of a variable that code outside sees and the program never writes.
class InTableForOutside {
public:
  bool operator()(const llvm::Constant &address) {
    if (!visited_.insert(&address).second)
      return false; // initial values may refer to each other
    return std::ranges::any_of(address.users(), [this](const llvm::User *user) {
      const auto *table = llvm::dyn_cast<llvm::GlobalVariable>(user);
      if (table != nullptr && !table->hasLocalLinkage() && (table->isConstant() || isOnlyRead(*table)))
        return true;
      const auto *constant = llvm::dyn_cast<llvm::Constant>(user);
      return constant != nullptr && (*this)(*constant);
    });
  }

private:
  std::set<const llvm::Constant *> visited_;
};

/// Whether the user is an external variable that the program never uses, or a part of its initial value.
bool isForOutsideOnly(const llvm::User &user) {
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&user))
    return !variable->hasLocalLinkage() && variable->use_empty() && !variable->getName().starts_with("llvm.");
  return llvm::isa<llvm::Constant>(user) &&
         std::ranges::all_of(user.users(), [](const llvm::User *next) { return isForOutsideOnly(*next); });
}

/// Whether no part of the program that runs without code outside calls or names the function.
class OnlyOutside {
public:
  bool operator()(const llvm::Function &function) {
    if (function.getName() == "main" || isRuntime(function))
      return false;
    if (!visited_.insert(&function).second)
      return true; // recursion does not make it more reachable
    return std::ranges::all_of(function.users(), [&](const llvm::User *user) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      return instruction != nullptr ? (*this)(*instruction->getFunction()) : isForOutsideOnly(*user);
    });
  }

private:
  std::set<const llvm::Function *> visited_;
};

bool isInOnlyOutside(const llvm::User &user) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&user);
  return instruction != nullptr && OnlyOutside()(*instruction->getFunction());
}

/// Whether the program only loads from the address, and only code outside can call the functions that do more.
bool isOnlyReadInside(const llvm::Value &address) {
  return std::ranges::all_of(address.users(), [](const llvm::User *user) {
    return isDerived(*user) ? isOnlyReadInside(*user) : llvm::isa<llvm::LoadInst>(user) || isInOnlyOutside(*user);
  });
}

bool isUsedOutside(const llvm::Value &address) {
  return std::ranges::any_of(address.users(), [](const llvm::User *user) {
    return isDerived(*user) ? isUsedOutside(*user) : isInOnlyOutside(*user);
  });
}

bool mayHaveEffect(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return !llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
    return instruction.mayWriteToMemory() && !llvm::isa<llvm::DbgInfoIntrinsic>(instruction);
  });
}

} // namespace

bool mayHoldPointers(TypeId type, const TypeTable &types) {
  return anyPart(type, types, [](const Type &part) {
    return part.kind == TypeKind::Pointer || part.kind == TypeKind::Unknown || part.kind == TypeKind::Union ||
           (part.kind == TypeKind::Struct && part.fields.empty());
  });
}

bool holdsSystemObject(TypeId type, const TypeTable &types) {
  return anyPart(type, types, [](const Type &part) { return part.isSystem; });
}

bool isVisibleOutside(const llvm::GlobalVariable &variable, const TypeTable &table, DebugTypes &types) {
  return !variable.isConstant() && !variable.use_empty() && !variable.getName().starts_with("llvm.") &&
         (!variable.hasLocalLinkage() || (!variable.isThreadLocal() && PassedOut(table, types)(variable)));
}

bool isSetOutside(const llvm::GlobalVariable &variable) {
  return !variable.isConstant() &&
         (InTableForOutside()(variable) ||
          ((!variable.hasLocalLinkage() || isUsedOutside(variable)) && isOnlyReadInside(variable)));
}

const llvm::Function *functionForOutside(const llvm::Module &module) {
  const auto found = llvm::find_if(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && (!function.hasLocalLinkage() || !function.use_empty()) &&
           mayHaveEffect(function) && OnlyOutside()(function);
  });
  return found != module.end() ? &*found : nullptr;
}

bool isOnlyRead(const llvm::Value &address) {
  return std::ranges::all_of(address.users(), [](const llvm::User *user) {
    return isDerived(*user) ? isOnlyRead(*user) : llvm::isa<llvm::LoadInst>(user);
  });
}

bool isOnlyWritten(const llvm::GlobalVariable &variable) {
  return std::ranges::all_of(variable.users(), [&](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == &variable && store->getValueOperand() != &variable;
  });
}

bool convertsPointers(const llvm::Module &module) {
  const auto isComputation = [](const llvm::User *user) {
    const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return llvm::isa<llvm::ICmpInst>(user) ||
           (operation != nullptr && operation->getOpcode() == llvm::Instruction::Sub &&
            llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(0)) &&
            llvm::isa<llvm::PtrToIntOperator>(operation->getOperand(1)));
  };
  return std::ranges::any_of(module, [&](const llvm::Function &function) {
    return !isRuntime(function) && std::ranges::any_of(llvm::instructions(function), [&](const auto &instruction) {
      return llvm::isa<llvm::PtrToIntInst>(instruction) && !std::ranges::all_of(instruction.users(), isComputation);
    });
  });
}

const llvm::GlobalVariable *errnoOf(const llvm::Module &module) {
  const llvm::Function *location = module.getFunction("__errno_location");
  if (location == nullptr || location->isDeclaration() || !isRuntime(*location) ||
      std::ranges::all_of(location->users(), [](const llvm::User *user) {
        const auto *call = llvm::dyn_cast<llvm::CallInst>(user);
        return call != nullptr && isRuntime(*call->getFunction());
      }))
    return nullptr;
  for (const llvm::Instruction &instruction : llvm::instructions(*location))
    if (isThreadLocalAddress(instruction))
      return llvm::dyn_cast<llvm::GlobalVariable>(instruction.getOperand(0));
  return nullptr;
}

} // namespace heddle::frontend
