#include "frontend/address_uses.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace heddle::frontend {

namespace {

/// Null, another constant such as MAP_FAILED, or a variable of the program: no new object has its address.
bool isNoNewObject(const llvm::Value *value) {
  const llvm::Value *object = llvm::getUnderlyingObject(value);
  return llvm::isa<llvm::Constant>(object) || llvm::isa<llvm::AllocaInst>(object);
}

bool mayNoticeReuse(const llvm::Value *a, const llvm::Value *b) {
  return !isNoNewObject(a) && !isNoNewObject(b) && llvm::getUnderlyingObject(a) != llvm::getUnderlyingObject(b);
}

/// Of an operand of an atomic operation, which clang loads as a number.
bool isAddress(const llvm::Value &operand, const llvm::DataLayout &layout) {
  if (isNoNewObject(&operand) || layout.getTypeSizeInBits(operand.getType()) != layout.getPointerSizeInBits())
    return false;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&operand);
  const auto *local = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  return local == nullptr || local->getAllocatedType()->isPointerTy();
}

/// Its only use is a difference of two pointers.
bool isInDifference(const llvm::PtrToIntInst &number) {
  return std::all_of(number.user_begin(), number.user_end(), [](const llvm::User *user) {
    const auto *difference = llvm::dyn_cast<llvm::BinaryOperator>(user);
    return difference != nullptr && difference->getOpcode() == llvm::Instruction::Sub &&
           llvm::isa<llvm::PtrToIntInst>(difference->getOperand(0)) &&
           llvm::isa<llvm::PtrToIntInst>(difference->getOperand(1));
  });
}

/// Whether a constant is computed from the number of an address.
bool isNumberOfAddress(const llvm::Value *value) {
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
  if (expression == nullptr)
    return false;
  return expression->getOpcode() == llvm::Instruction::PtrToInt ||
         std::any_of(expression->op_begin(), expression->op_end(),
                     [](const llvm::Use &operand) { return isNumberOfAddress(operand.get()); });
}

} // namespace

bool comparesAddresses(const llvm::Instruction &instruction) {
  if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    return comparison->isEquality() && comparison->getOperand(0)->getType()->isPointerTy() &&
           mayNoticeReuse(comparison->getOperand(0), comparison->getOperand(1));
  if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return isAddress(*exchange->getCompareOperand(), instruction.getDataLayout());
  const auto *number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
  return number != nullptr && !isNoNewObject(number->getPointerOperand()) && !isInDifference(*number);
}

bool ordersAddresses(const llvm::Instruction &instruction) {
  const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (comparison != nullptr && !comparison->isEquality() && comparison->getOperand(0)->getType()->isPointerTy())
    return true;
  if (const auto *number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction))
    return !isInDifference(*number);
  return std::any_of(instruction.op_begin(), instruction.op_end(),
                     [](const llvm::Use &operand) { return isNumberOfAddress(operand.get()); });
}

} // namespace heddle::frontend
