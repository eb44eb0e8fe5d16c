#include "frontend/assembly_operands.hpp"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

void AssemblyOperands::tie(Operand &input) {
  if (input.isMemory || input.constraint.empty())
    return;
  if (llvm::isDigit(input.constraint.front())) {
    input.tiedTo = static_cast<unsigned>(std::stoul(input.constraint));
  } else if (input.constraint.front() == '{') {
    const auto output = std::ranges::find(operands_, input.constraint, &Operand::constraint);
    if (output == operands_.end())
      return;
    input.tiedTo = static_cast<unsigned>(output - operands_.begin());
  } else {
    return;
  }
  // An input in the place of an output in memory is that object.
  Operand &output = operands_[*input.tiedTo];
  if (!output.isMemory)
    output.value = pool_.resize(input.value, output.width);
}

bool AssemblyOperands::collect(const llvm::InlineAsm &assembly) {
  unsigned argument = 0;
  unsigned result = 0;
  llvm::SmallVector<Leaf, 4> leaves;
  if (!call_.getType()->isVoidTy())
    leaves = leavesOf(call_.getType(), values_.layout());
  for (const llvm::InlineAsm::ConstraintInfo &info : assembly.ParseConstraints()) {
    if (info.Type == llvm::InlineAsm::isClobber)
      continue;
    if (info.Type == llvm::InlineAsm::isLabel || info.isMultipleAlternative)
      return false;
    Operand operand;
    operand.constraint = info.Codes.empty() ? std::string() : info.Codes.front();
    operand.isMemory = info.isIndirect;
    operand.isResult = info.Type == llvm::InlineAsm::isOutput && !info.isIndirect;
    if (operand.isResult) {
      if (result >= leaves.size())
        return false;
      operand.width = values_.widthOf(leaves[result++].type);
    } else {
      const llvm::Value *passed = call_.getArgOperand(argument++);
      operand.width = values_.widthOf(passed->getType());
      // Other types, such as vectors, can only be operands of a template that does not use them.
      if (operand.width != 0) {
        operand.value = emitter_.materialise(values_.scalar(passed), "%asm");
        tie(operand);
      }
    }
    if (operand.isResult && operand.width == 0)
      return false;
    operands_.push_back(operand);
  }
  return result == leaves.size();
}

bool AssemblyOperands::defineResults(const std::function<Expr(llvm::StringRef)> &flag) {
  if (call_.getType()->isVoidTy())
    return true;
  Lowered results;
  for (const RegisterId id : values_.registersFor(call_.getType(), "%asm"))
    results.push_back(emitter_.reg(id));
  unsigned next = 0;
  for (Operand &operand : operands_) {
    if (!operand.isResult)
      continue;
    // `=@ccz` is the flag itself.
    llvm::StringRef condition(operand.constraint);
    if (condition.consume_front("{@cc") && condition.consume_back("}")) {
      const Expr value = flag(condition);
      if (value == nullptr)
        return false;
      operand.value = pool_.zext(value, operand.width);
    }
    const Expr target = results[next++];
    // An output that is never written has an arbitrary value.
    if (operand.value != nullptr)
      emitter_.emit(Assign{target->index, pool_.resize(operand.value, target->width)});
    else
      emitter_.emit(Havoc{target->index, 0, support::mask(target->width), InputKind::Nondet, "inline assembly"});
  }
  values_.bind(&call_, results);
  return true;
}

AssemblyOperands::Operand *AssemblyOperands::pinnedTo(llvm::StringRef name) {
  const std::string constraint = "{" + name.str() + "}";
  const auto found = std::ranges::find_if(
      operands_, [&](const Operand &operand) { return operand.constraint == constraint && !operand.isMemory; });
  return found == operands_.end() ? nullptr : &resolve(*found);
}

std::optional<AssemblyOperands::Place> AssemblyOperands::placeOf(const AsmArgument &argument) {
  if (const auto *immediate = std::get_if<AsmImmediate>(&argument))
    return Place{nullptr, nullptr, emitter_.constant(static_cast<Bits>(immediate->value), 64), 0};
  if (const auto *named = std::get_if<AsmRegister>(&argument)) {
    Operand *operand = pinnedTo(named->name);
    return operand != nullptr ? std::optional(Place{nullptr, operand, nullptr, named->width}) : std::nullopt;
  }
  const auto operandOf = [&](const AsmOperand &reference) -> Operand * {
    return reference.number < operands_.size() ? &resolve(operands_[reference.number]) : nullptr;
  };
  if (const auto *memory = std::get_if<AsmMemory>(&argument)) {
    const auto *reference = std::get_if<AsmOperand>(&memory->base);
    Operand *base = reference != nullptr ? operandOf(*reference) : pinnedTo(std::get<AsmRegister>(memory->base).name);
    if (base == nullptr || base->isMemory || base->value == nullptr)
      return std::nullopt;
    const Expr address = pool_.resize(base->value, emitter_.pointerWidth());
    return Place{
        emitter_.materialise(
            pool_.add(address, emitter_.pointerConstant(static_cast<std::uint64_t>(memory->displacement))), "%address"),
        nullptr, nullptr, 0};
  }
  const auto &reference = std::get<AsmOperand>(argument);
  Operand *operand = operandOf(reference);
  if (operand == nullptr || operand->width == 0)
    return std::nullopt;
  if (operand->isMemory)
    return Place{operand->value, nullptr, nullptr, 0};
  const unsigned part = reference.modifier == 'b'   ? 8
                        : reference.modifier == 'w' ? 16
                        : reference.modifier == 'k' ? 32
                        : reference.modifier == 'q' ? 64
                                                    : operand->width;
  const bool isImmediate = operand->constraint == "i" || operand->constraint == "n";
  return Place{nullptr, operand, nullptr, isImmediate ? 0 : part};
}

Expr AssemblyOperands::readRegister(Operand &operand, unsigned width) {
  if (operand.value == nullptr)
    operand.value = emitter_.havoc(operand.width, InputKind::Nondet, "inline assembly");
  // An immediate is extended with its sign, and the rest of a register is unknown.
  if (width <= operand.width)
    return pool_.extract(operand.value, 0, width);
  if (operand.value->isConstant())
    return pool_.sext(operand.value, width);
  const Expr rest = emitter_.havoc(width - operand.width, InputKind::Nondet, "inline assembly");
  return pool_.make(ExprKind::Concat, rest, operand.value);
}

Expr AssemblyOperands::read(const Place &place, unsigned width) {
  if (place.immediate != nullptr)
    return pool_.extract(place.immediate, 0, width);
  if (place.operand != nullptr)
    return readRegister(*place.operand, width);
  return emitter_.load(place.address, width, emitter_.plainAccess());
}

/// Writing 32 bits of a register clears the others; writing fewer keeps them.
void AssemblyOperands::writeRegister(Operand &operand, Expr value) {
  if (value->width >= operand.width)
    operand.value = pool_.extract(value, 0, operand.width);
  else if (value->width >= 32)
    operand.value = pool_.zext(value, operand.width);
  else {
    const Expr old = readRegister(operand, operand.width);
    operand.value = pool_.make(ExprKind::Concat, pool_.extract(old, value->width, operand.width - value->width), value);
  }
  operand.value = emitter_.materialise(operand.value, "%asm");
}

void AssemblyOperands::write(const Place &place, Expr value) {
  if (place.address != nullptr)
    emitter_.store(place.address, value, emitter_.plainAccess());
  else if (place.operand != nullptr)
    writeRegister(*place.operand, value);
}

} // namespace heddle::frontend
