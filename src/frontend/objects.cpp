// A global is numbered when code or an initialiser first refers to it, so that the (many) declarations of
// system headers cost nothing. Initial bytes are computed last, because they may refer to further globals.
// In ILP32 a pointer has only 32 bits for object and offset together: the split is
// chosen from the largest object that the module can name.
#include "frontend/objects.hpp"

#include "frontend/outside.hpp"
#include "frontend/outside_pointers.hpp"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>

namespace heddle::frontend {

using program::Bits;
using program::ExprKind;
using program::ObjectId;
using program::StaticObject;

unsigned scalarWidth(const llvm::Type *type, const llvm::DataLayout &layout) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() <= support::maxWidth ? type->getIntegerBitWidth() : 0;
  if (type->isPointerTy())
    return layout.getPointerSizeInBits();
  if (type->isFloatTy())
    return 32;
  if (type->isDoubleTy())
    return 64;
  if (type->isX86_FP80Ty())
    return 80;
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const unsigned element = scalarWidth(vector->getElementType(), layout);
    const unsigned width = element * vector->getNumElements();
    return element % 8 == 0 && width <= support::maxWidth ? width : 0;
  }
  return 0;
}

namespace {

void collectLeaves(llvm::Type *type, std::uint64_t offset, const llvm::DataLayout &layout, std::size_t limit,
                   llvm::SmallVectorImpl<Leaf> &leaves) {
  if (leaves.size() > limit)
    return;
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      collectLeaves(structure->getElementType(i), offset + fields->getElementOffset(i), layout, limit, leaves);
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements() && leaves.size() <= limit; ++i)
      collectLeaves(array->getElementType(), offset + i * stride, layout, limit, leaves);
    return;
  }
  leaves.push_back({type, offset});
}

/// The address of a weak symbol that is not defined may be null, but an initialiser cannot choose.
void assumeDefined(const llvm::GlobalValue &symbol, program::Program &program) {
  if (!symbol.hasExternalWeakLinkage())
    return;
  program::Warning warning{
      fmt::format("the address of the weak symbol {} in an initialiser is taken to be not null, so "
                  "no proof can rest on it: define the symbol",
                  symbol.getName().str()),
      {},
      true};
  const auto isKnown = [&](const program::Warning &known) { return known.message == warning.message; };
  if (std::ranges::none_of(program.warnings, isKnown))
    program.warnings.push_back(std::move(warning));
}

bool endsOpenly(const llvm::Type &type) {
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return array->getNumElements() == 0;
  const auto *structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (structure == nullptr)
    return false;
  return structure->isOpaque() || (structure->getNumElements() != 0 && endsOpenly(*structure->elements().back()));
}

} // namespace

const llvm::GlobalVariable *objectOfUnknownSize(const llvm::Constant &address) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(address.stripInBoundsOffsets());
  const bool isUnknown = variable != nullptr && variable->isDeclaration() && endsOpenly(*variable->getValueType());
  return isUnknown ? variable : nullptr;
}

llvm::SmallVector<Leaf, 4> leavesOf(llvm::Type *type, const llvm::DataLayout &layout, std::size_t limit) {
  llvm::SmallVector<Leaf, 4> leaves;
  collectLeaves(type, 0, layout, limit, leaves);
  return leaves;
}

Bits toBits(const llvm::APInt &value) {
  Bits bits = value.getRawData()[0];
  if (value.getNumWords() > 1)
    bits |= Bits{value.getRawData()[1]} << 64;
  return bits;
}

Objects::Objects(program::Program &program, const llvm::Module &module, DebugTypes &types)
    : program_(program), layout_(module.getDataLayout()), types_(types) {
  choosePointerLayout(module);
}

void Objects::choosePointerLayout(const llvm::Module &module) {
  program::PointerLayout &pointers = program_.pointers;
  pointers.width = layout_.getPointerSizeInBits();
  if (pointers.width == 64) {
    pointers.offsetBits = 40;
    return;
  }
  std::uint64_t largest = 0;
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.getValueType()->isSized())
      largest = std::max<std::uint64_t>(largest, layout_.getTypeAllocSize(global.getValueType()));
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (const auto size = local->getAllocationSize(layout_); size && !size->isScalable())
          largest = std::max<std::uint64_t>(largest, size->getFixedValue());
  constexpr unsigned atLeast = 20;
  constexpr unsigned atMost = 28; // leaves 16 objects
  const auto needed = static_cast<unsigned>(std::bit_width(largest)) + 1;
  pointers.offsetBits = std::clamp(needed, atLeast, atMost);
}

ObjectId Objects::idOf(const llvm::GlobalValue &named) {
  const llvm::GlobalValue *global = &named;
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(global))
    if (const auto *aliasee = alias->getAliaseeObject())
      global = aliasee;
  const auto [entry, isNew] = ids_.try_emplace(global, static_cast<ObjectId>(program_.objects.size()));
  if (!isNew)
    return entry->second;

  StaticObject object;
  object.name = global->getName().str();
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global)) {
    const bool isWritten = holdsOutsidePointers(*variable); // by the start of main
    object.kind = variable->isConstant() && !isWritten ? StaticObject::Kind::Constant : StaticObject::Kind::Variable;
    object.size =
        variable->getValueType()->isSized() ? layout_.getTypeAllocSize(variable->getValueType()).getFixedValue() : 0U;
    const Named names = types_.ofGlobal(*variable);
    object.type = names.type;
    object.span = names.span;
    object.setOutside = isSetOutside(*variable);
    if (!names.name.empty())
      object.name = names.name;
  } else {
    object.kind = StaticObject::Kind::Function;
    object.size = 1;
    object.initial.emplace(1, std::uint8_t{0});
  }
  program_.objects.push_back(std::move(object));
  globals_.push_back(global);
  return entry->second;
}

Bits Objects::outside() {
  if (outside_ == program::nullObject) {
    outside_ = static_cast<ObjectId>(program_.objects.size());
    StaticObject object;
    object.kind = StaticObject::Kind::Function; // it has an address and no content
    object.name = "an object outside of the program";
    object.size = 1;
    object.initial.emplace(1, std::uint8_t{0});
    program_.objects.push_back(std::move(object));
    globals_.push_back(nullptr);
  }
  return program_.pointers.pointer(outside_);
}

const llvm::Function *Objects::functionAt(Bits pointer) const {
  const ObjectId id = program_.pointers.object(pointer);
  if (id >= globals_.size() || program_.pointers.offset(pointer) != 0)
    return nullptr;
  return llvm::dyn_cast_or_null<llvm::Function>(globals_[id]);
}

bool Objects::isDefined(Bits pointer) const {
  const ObjectId id = program_.pointers.object(pointer);
  const auto *variable = id < globals_.size() ? llvm::dyn_cast_or_null<llvm::GlobalVariable>(globals_[id]) : nullptr;
  return variable != nullptr && variable->hasInitializer();
}

std::optional<std::string> Objects::constantString(Bits pointer) {
  const ObjectId id = program_.pointers.object(pointer);
  const auto *variable = id < globals_.size() ? llvm::dyn_cast_or_null<llvm::GlobalVariable>(globals_[id]) : nullptr;
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer())
    return std::nullopt;
  const std::vector<std::uint8_t> bytes = bytesOf(*variable->getInitializer());
  const auto offset = static_cast<std::size_t>(program_.pointers.offset(pointer));
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(offset, bytes.size()));
  const auto end = std::find(begin, bytes.end(), 0);
  return end == bytes.end() ? std::nullopt : std::optional<std::string>(std::in_place, begin, end);
}

Bits labelAddress(const llvm::BasicBlock &block) {
  Bits number = 1;
  for (const llvm::BasicBlock &other : *block.getParent()) {
    if (&other == &block)
      break;
    ++number;
  }
  return number;
}

std::optional<Bits> Objects::scalar(const llvm::Constant &constant) {
  const unsigned width = scalarWidth(constant.getType(), layout_);
  if (width == 0)
    return std::nullopt;
  if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
    return toBits(integer->getValue());
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return toBits(number->getValueAPF().bitcastToAPInt());
  if (constant.isNullValue())
    return Bits{0};
  if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
    if (global->isThreadLocal())
      return std::nullopt;
    return program_.pointers.pointer(idOf(*global));
  }
  if (const auto *label = llvm::dyn_cast<llvm::BlockAddress>(&constant))
    return labelAddress(*label->getBasicBlock());
  if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType())) {
    const unsigned element = scalarWidth(vector->getElementType(), layout_);
    Bits bits = 0;
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const llvm::Constant *part = constant.getAggregateElement(i);
      const std::optional<Bits> value = part ? scalar(*part) : std::nullopt;
      bits |= value.value_or(0) << (i * element);
    }
    return bits;
  }
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (!expression)
    return std::nullopt;

  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
    const auto base = scalar(*llvm::cast<llvm::Constant>(gep->getPointerOperand()));
    if (!base || !gep->accumulateConstantOffset(layout_, offset))
      return std::nullopt;
    return support::truncate(*base + toBits(offset), width);
  }
  if (expression->getOpcode() == llvm::Instruction::PtrToInt)
    program_.ordersAddresses = true; // also in initialisers
  const auto first = scalar(*expression->getOperand(0));
  if (!first)
    return std::nullopt;
  if (expression->isCast())
    return support::truncate(*first, width); // pointer and integer casts, truncation: the same bits
  const auto second = expression->getNumOperands() > 1 ? scalar(*expression->getOperand(1)) : std::nullopt;
  if (!second)
    return std::nullopt;
  const auto apply = [&](ExprKind kind) {
    return program::apply(kind, width, 0, {*first, *second, 0}, {width, width, 0});
  };
  switch (expression->getOpcode()) {
  case llvm::Instruction::Add:
    return apply(ExprKind::Add);
  case llvm::Instruction::Sub:
    return apply(ExprKind::Sub);
  case llvm::Instruction::Mul:
    return apply(ExprKind::Mul);
  case llvm::Instruction::Xor:
    return apply(ExprKind::Xor);
  default:
    return std::nullopt;
  }
}

void Objects::write(const llvm::Constant &constant, std::uint64_t offset, std::vector<std::uint8_t> &bytes) {
  if (llvm::isa<llvm::UndefValue>(constant) || constant.isNullValue())
    return;
  llvm::Type *type = constant.getType();
  if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant); data && data->isString()) {
    const llvm::StringRef text = data->getRawDataValues();
    std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    return;
  }
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *fields = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      write(*constant.getAggregateElement(i), offset + fields->getElementOffset(i), bytes);
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout_.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      write(*constant.getAggregateElement(i), offset + i * stride, bytes);
    return;
  }
  const std::optional<Bits> value = scalar(constant);
  if (!value)
    return;
  if (const auto *symbol = llvm::dyn_cast<llvm::GlobalValue>(constant.stripInBoundsOffsets()))
    assumeDefined(*symbol, program_);
  const std::uint64_t size = layout_.getTypeStoreSize(type);
  for (std::uint64_t i = 0; i < size; ++i)
    bytes[offset + i] = static_cast<std::uint8_t>(*value >> (8 * i));
}

std::vector<std::uint8_t> Objects::bytesOf(const llvm::Constant &constant) {
  std::vector<std::uint8_t> bytes(layout_.getTypeAllocSize(constant.getType()));
  write(constant, 0, bytes);
  return bytes;
}

void Objects::finish() {
  // Initialisers may number further objects, which are then visited by the same loop.
  for (ObjectId id = 1; id < globals_.size(); ++id) {
    const auto *variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(globals_[id]);
    if (!variable || !variable->hasInitializer())
      continue;
    std::vector<std::uint8_t> bytes = bytesOf(*variable->getInitializer());
    program_.objects[id].initial = std::move(bytes);
  }
}

} // namespace heddle::frontend
