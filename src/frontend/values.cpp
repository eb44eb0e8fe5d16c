#include "frontend/values.hpp"

#include "support/bytes.hpp"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

Lowered Values::of(const llvm::Value *value) {
  if (const auto found = values_.find(value); found != values_.end())
    return found->second;
  const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  if (!constant) {
    // An instruction of a block that is not reachable at this depth of atomic blocks, or metadata.
    emitter_.unsupported("value without a definition on this path");
    return {emitter_.constant(0, std::max(1U, widthOf(value->getType())))};
  }
  const unsigned width = widthOf(value->getType());
  if (width == 0)
    return aggregate(*constant);
  // What clang makes of operands that are constants and for which the operation is undefined. A vector is poison where
  // clang fills up elements that are not used.
  if (llvm::isa<llvm::PoisonValue>(constant) && !constant->getType()->isVectorTy())
    emitter_.emit(Check{emitter_.pool().boolean(false), Property::NoOverflow,
                        "division by zero, bad shift or overflow of constants"});
  if (llvm::isa<llvm::UndefValue>(constant))
    return {emitter_.havoc(width, InputKind::Uninitialised, "undefined value")};
  if (const llvm::GlobalVariable *object = objectOfUnknownSize(*constant))
    emitter_.unsupported(fmt::format("use of {}, whose size only its definition tells", object->getName().str()));
  if (const std::optional<Bits> bits = objects_.scalar(*constant))
    return {emitter_.constant(*bits, width)};
  emitter_.unsupported("constant expression");
  return {emitter_.constant(0, width)};
}

Lowered Values::aggregate(const llvm::Constant &constant) {
  const auto leaves = leavesOf(constant.getType(), layout_);
  Lowered result;
  for (const Leaf &leaf : leaves) {
    const unsigned width = widthOf(leaf.type);
    if (width == 0) {
      emitter_.unsupported("value of a type without a model");
      return result;
    }
    result.push_back(emitter_.constant(0, width));
  }
  if (llvm::isa<llvm::UndefValue>(constant) || constant.isNullValue())
    return result;
  const std::vector<std::uint8_t> bytes = objects_.bytesOf(constant);
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const std::uint64_t size = layout_.getTypeStoreSize(leaves[i].type);
    const Bits bits = support::fromLittleEndian(std::span(bytes).subspan(leaves[i].offset, size));
    result[i] = emitter_.constant(bits, result[i]->width);
  }
  return result;
}

Expr Values::scalar(const llvm::Value *value) {
  const Lowered scalars = of(value);
  if (scalars.size() == 1)
    return scalars.front();
  emitter_.unsupported("value of a type without a model");
  return emitter_.constant(0, 1);
}

void Values::bind(const llvm::Value *value, llvm::ArrayRef<RegisterId> registers) {
  if (registers.empty())
    return;
  Lowered scalars;
  for (const RegisterId id : registers)
    scalars.push_back(emitter_.reg(id));
  bind(value, std::move(scalars));
}

void Values::define(const llvm::Instruction &instruction, Expr value) {
  if (!instruction.hasOneUse())
    value = emitter_.materialise(value, emitter_.temporaryName());
  bind(&instruction, Lowered{value});
}

Registers Values::registersFor(llvm::Type *type, const std::string &name) {
  Registers registers;
  if (const unsigned width = widthOf(type)) {
    registers.push_back(emitter_.newRegister(name, width));
    return registers;
  }
  if (type->isVoidTy())
    return registers;
  for (const Leaf &leaf : leavesOf(type, layout_)) {
    const unsigned width = widthOf(leaf.type);
    if (width == 0) {
      emitter_.unsupported("value of a type without a model");
      return registers;
    }
    registers.push_back(emitter_.newRegister(name, width));
  }
  return registers;
}

std::string literal(const llvm::Value *value) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(value, text) ? text.str() : std::string();
}

} // namespace heddle::frontend
