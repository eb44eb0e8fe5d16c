// An asm statement is executed symbolically, instruction by instruction. Its register operands have expressions as
// values; memory is accessed by loads and stores of the model. An instruction with the lock prefix, and xchg with
// memory, is one sequentially consistent read-modify-write. Without the prefix, an instruction that reads and writes
// memory is two plain accesses, and so races, as it does on hardware with several processors. mov, from or to memory,
// is a load with acquire or a store with release semantics, which is what the x86 memory model guarantees.
//
// Flags are known after an instruction that this file executes, except those that it leaves undefined; the use of any
// other flag has no model.
#include "frontend/assembly.hpp"

#include "frontend/assembly_operands.hpp"

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>
#include <array>

namespace heddle::frontend {

using namespace program;

namespace {

/// What an instruction does to its target. Those from Increment on have no other argument.
enum class Effect : std::uint8_t { Add, Sub, And, Or, Xor, Increment, Decrement, Negate, Invert };

struct Flags {
  Expr zero = nullptr; // nullptr: undefined
  Expr carry = nullptr;
  Expr sign = nullptr;
};

class AssemblyStatement {
public:
  AssemblyStatement(const llvm::CallInst &call, Activation &activation)
      : activation_(activation), emitter_(activation.emitter), pool_(activation.emitter.pool()),
        assembly_(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())), operands_(call, activation) {}

  void lower() {
    const std::optional<std::vector<AsmInstruction>> instructions =
        assembly_->getDialect() == llvm::InlineAsm::AD_ATT ? parseAssembly(assembly_->getAsmString()) : std::nullopt;
    if (!instructions || !operands_.collect(*assembly_))
      return emitter_.unsupported("inline assembly");
    for (const AsmInstruction &instruction : *instructions) {
      if (!execute(instruction))
        return emitter_.unsupported("inline assembly");
      if (emitter_.isUnreachable())
        return;
    }
    if (!operands_.defineResults([this](llvm::StringRef condition) { return flag(condition); }))
      emitter_.unsupported("inline assembly");
  }

private:
  using Operand = AssemblyOperands::Operand;
  using Place = AssemblyOperands::Place;

  bool execute(const AsmInstruction &instruction);
  bool executeFence(const AsmInstruction &instruction);
  bool executeTimeStamp(const std::string &mnemonic);
  bool executeSet(llvm::StringRef condition, const AsmInstruction &instruction);
  bool executeMove(const AsmInstruction &instruction, unsigned width);
  bool executeExchange(const AsmInstruction &instruction, unsigned width, bool adds);
  bool executeCompareExchange(const AsmInstruction &instruction, unsigned width);
  bool executeWideCompareExchange(const AsmInstruction &instruction, unsigned width);
  bool executeEffect(Effect effect, const AsmInstruction &instruction, unsigned width);
  bool executeBit(llvm::StringRef name, const AsmInstruction &instruction, unsigned width);
  bool executeComparison(bool isTest, const AsmInstruction &instruction, unsigned width);

  std::optional<Place> placeOf(const AsmArgument &argument) { return operands_.placeOf(argument); }
  std::optional<unsigned> widthOf(const AsmInstruction &instruction, llvm::StringRef base);
  /// The value of a condition code, or nullptr if a flag is undefined.
  Expr flag(llvm::StringRef condition) const;
  /// Reads and writes the place, in one step if it is in memory and the access is locked. The new value must be an
  /// expression of the old one, without actions of its own. Returns the old one.
  template <typename Update> Expr update(const Place &place, unsigned width, bool locked, const Update &updated);
  Expr compareAndStore(const Place &place, unsigned width, bool locked, Expr expected, Expr desired);
  void setFlags(Expr result, Expr carry) {
    flags_ = {pool_.eq(result, emitter_.constant(0, result->width)), carry,
              pool_.extract(result, result->width - 1, 1)};
  }

  Activation &activation_;
  Emitter &emitter_;
  ExprPool &pool_;
  const llvm::InlineAsm *assembly_;
  AssemblyOperands operands_;
  Flags flags_;
};

/// The suffix of a mnemonic, or else the registers, say how wide an operation is.
std::optional<unsigned> AssemblyStatement::widthOf(const AsmInstruction &instruction, llvm::StringRef base) {
  const llvm::StringRef suffix = llvm::StringRef(instruction.mnemonic).drop_front(base.size());
  if (!suffix.empty())
    return llvm::StringSwitch<std::optional<unsigned>>(suffix)
        .Case("b", 8U)
        .Case("w", 16U)
        .Case("l", 32U)
        .Case("q", 64U)
        .Default(std::nullopt);
  unsigned width = 0;
  for (const AsmArgument &argument : instruction.arguments)
    if (const std::optional<Place> place = placeOf(argument); place && place->width != 0)
      width = place->width;
  return width != 0 ? std::optional(width) : std::nullopt;
}

template <typename Update>
Expr AssemblyStatement::update(const Place &place, unsigned width, bool locked, const Update &updated) {
  if (place.address == nullptr || !locked) {
    const Expr old = emitter_.materialise(operands_.read(place, width), "%old");
    operands_.write(place, updated(old));
    return old;
  }
  const Access access = emitter_.access(MemoryOrder::SequentiallyConsistent, false);
  emitter_.increaseDepth();
  const Expr old = emitter_.load(place.address, width, access);
  emitter_.decreaseDepth();
  emitter_.store(place.address, updated(old), access);
  return old;
}

bool AssemblyStatement::execute(const AsmInstruction &instruction) {
  const llvm::StringRef mnemonic = instruction.mnemonic;
  if (mnemonic == "nop" || mnemonic == "pause")
    return true;
  if (executeFence(instruction) || executeTimeStamp(instruction.mnemonic))
    return true;
  if (mnemonic.starts_with("set"))
    return executeSet(mnemonic.drop_front(3), instruction);

  const auto is = [&](llvm::StringRef base) {
    const llvm::StringRef suffix = mnemonic.starts_with(base) ? mnemonic.drop_front(base.size()) : llvm::StringRef("-");
    return suffix.empty() || suffix == "b" || suffix == "w" || suffix == "l" || suffix == "q";
  };
  static constexpr std::array<std::pair<const char *, Effect>, 9> effects{{{"add", Effect::Add},
                                                                           {"sub", Effect::Sub},
                                                                           {"and", Effect::And},
                                                                           {"or", Effect::Or},
                                                                           {"xor", Effect::Xor},
                                                                           {"inc", Effect::Increment},
                                                                           {"dec", Effect::Decrement},
                                                                           {"neg", Effect::Negate},
                                                                           {"not", Effect::Invert}}};
  for (const auto &[name, effect] : effects)
    if (is(name)) {
      const std::optional<unsigned> width = widthOf(instruction, name);
      return width && executeEffect(effect, instruction, *width);
    }
  for (const char *name : {"bts", "btr", "btc", "bt"})
    if (is(name)) {
      const std::optional<unsigned> width = widthOf(instruction, name);
      return width && executeBit(name, instruction, *width);
    }
  for (const char *name : {"mov", "xchg", "xadd", "cmpxchg", "cmp", "test", "sbb"})
    if (is(name)) {
      const std::optional<unsigned> width = widthOf(instruction, name);
      if (!width || instruction.arguments.size() != 2)
        return false;
      const llvm::StringRef base(name);
      if (base == "mov")
        return executeMove(instruction, *width);
      if (base == "xchg" || base == "xadd")
        return executeExchange(instruction, *width, base == "xadd");
      if (base == "cmpxchg")
        return executeCompareExchange(instruction, *width);
      if (base != "sbb")
        return executeComparison(base == "test", instruction, *width);
      // `sbb %0, %0` spreads the carry over a register.
      const std::optional<Place> source = placeOf(instruction.arguments[0]);
      const std::optional<Place> target = placeOf(instruction.arguments[1]);
      if (!source || !target || target->operand == nullptr || source->operand != target->operand || !flags_.carry)
        return false;
      operands_.writeRegister(*target->operand, pool_.sext(flags_.carry, *width));
      return true;
    }
  if (mnemonic == "cmpxchg16b" || mnemonic == "cmpxchg8b")
    return executeWideCompareExchange(instruction, mnemonic == "cmpxchg16b" ? 64 : 32);
  return false;
}

/// A locked operation on the top of the stack that changes nothing is the fence of old processors.
bool AssemblyStatement::executeFence(const AsmInstruction &instruction) {
  const llvm::StringRef mnemonic = instruction.mnemonic;
  bool isFence = mnemonic == "mfence" || mnemonic == "lfence" || mnemonic == "sfence";
  if (instruction.locked && instruction.arguments.size() == 2 &&
      (mnemonic.starts_with("add") || mnemonic.starts_with("or"))) {
    const std::optional<Place> added = placeOf(instruction.arguments[0]);
    const Expr value = !added                        ? nullptr
                       : added->immediate != nullptr ? added->immediate
                       : added->operand != nullptr   ? added->operand->value
                                                     : nullptr;
    const auto *memory = std::get_if<AsmMemory>(&instruction.arguments[1]);
    const auto *base = memory != nullptr ? std::get_if<AsmRegister>(&memory->base) : nullptr;
    isFence = base != nullptr && base->name == "sp" && value != nullptr && value->isConstant() && value->value == 0;
  }
  if (isFence)
    emitter_.emit(Fence{MemoryOrder::SequentiallyConsistent});
  return isFence;
}

/// The time stamp is any number.
bool AssemblyStatement::executeTimeStamp(const std::string &mnemonic) {
  if (mnemonic != "rdtsc" && mnemonic != "rdtscp")
    return false;
  const auto arbitrary = [&](Operand &operand, unsigned width) {
    operands_.writeRegister(operand, emitter_.havoc(std::min(width, operand.width), InputKind::Nondet, mnemonic));
  };
  for (Operand &operand : operands_.all()) {
    const bool isPart = operand.constraint == "{ax}" || operand.constraint == "{dx}" ||
                        (operand.constraint == "{cx}" && mnemonic == "rdtscp");
    if (operand.isResult && (isPart || operand.constraint == "A"))
      arbitrary(operand, isPart ? 32 : 64);
  }
  return true;
}

Expr AssemblyStatement::flag(llvm::StringRef condition) const {
  if (condition == "ae")
    condition = "nc";
  const bool isNegated = condition.consume_front("n");
  const Expr value = llvm::StringSwitch<Expr>(condition)
                         .Cases("e", "z", flags_.zero)
                         .Cases("c", "b", flags_.carry)
                         .Case("s", flags_.sign)
                         .Default(nullptr);
  return value != nullptr && isNegated ? pool_.negate(value) : value;
}

bool AssemblyStatement::executeSet(llvm::StringRef condition, const AsmInstruction &instruction) {
  const Expr value = flag(condition);
  const std::optional<Place> place =
      instruction.arguments.size() == 1 ? placeOf(instruction.arguments[0]) : std::nullopt;
  if (value == nullptr || !place || place->immediate != nullptr)
    return false;
  operands_.write(*place, pool_.zext(value, 8));
  return true;
}

bool AssemblyStatement::executeMove(const AsmInstruction &instruction, unsigned width) {
  const std::optional<Place> source = placeOf(instruction.arguments[0]);
  const std::optional<Place> target = placeOf(instruction.arguments[1]);
  if (!source || !target || target->immediate != nullptr || (source->address != nullptr && target->address != nullptr))
    return false;
  if (source->address != nullptr || target->address != nullptr)
    activation_.module.assume("sequential consistency");
  if (source->address != nullptr) {
    operands_.writeRegister(*target->operand,
                            emitter_.load(source->address, width, emitter_.access(MemoryOrder::Acquire, false)));
    return true;
  }
  const Expr value = operands_.read(*source, width);
  if (target->address != nullptr)
    emitter_.store(target->address, value, emitter_.access(MemoryOrder::Release, false));
  else
    operands_.writeRegister(*target->operand, value);
  return true;
}

/// xchg is atomic if one of its arguments is in memory; xadd needs the prefix.
bool AssemblyStatement::executeExchange(const AsmInstruction &instruction, unsigned width, bool adds) {
  std::optional<Place> source = placeOf(instruction.arguments[0]);
  std::optional<Place> target = placeOf(instruction.arguments[1]);
  if (!source || !target)
    return false;
  if (!adds && source->address != nullptr)
    std::swap(source, target);
  if (source->operand == nullptr || target->immediate != nullptr)
    return false;
  const Expr operand = emitter_.materialise(operands_.readRegister(*source->operand, width), "%operand");
  const auto updated = [&](Expr old) { return adds ? pool_.add(old, operand) : operand; };
  const Expr old = update(*target, width, instruction.locked || !adds, updated);
  if (adds) {
    const Expr sum = pool_.add(old, operand);
    setFlags(sum, pool_.make(ExprKind::Ult, sum, old));
  }
  operands_.writeRegister(*source->operand, old);
  return true;
}

/// The accumulator is compared with the target, which becomes the source if they are equal. Otherwise the accumulator
/// becomes the target.
bool AssemblyStatement::executeCompareExchange(const AsmInstruction &instruction, unsigned width) {
  const std::optional<Place> source = placeOf(instruction.arguments[0]);
  const std::optional<Place> target = placeOf(instruction.arguments[1]);
  Operand *accumulator = operands_.pinnedTo("ax");
  if (accumulator == nullptr || !source || !target || source->address != nullptr || target->immediate != nullptr)
    return false;
  const Expr expected = emitter_.materialise(operands_.readRegister(*accumulator, width), "%expected");
  const Expr desired = emitter_.materialise(operands_.read(*source, width), "%desired");
  const Expr old = compareAndStore(*target, width, instruction.locked, expected, desired);
  setFlags(pool_.sub(expected, old), pool_.make(ExprKind::Ult, expected, old));
  // On failure, 32 bits of the old value also clear the upper half of the accumulator; on success it does not change.
  operands_.writeRegister(*accumulator, old);
  return true;
}

bool AssemblyStatement::executeWideCompareExchange(const AsmInstruction &instruction, unsigned width) {
  const std::optional<Place> target =
      instruction.arguments.size() == 1 ? placeOf(instruction.arguments[0]) : std::nullopt;
  const std::array<Operand *, 4> parts{operands_.pinnedTo("dx"), operands_.pinnedTo("ax"), operands_.pinnedTo("cx"),
                                       operands_.pinnedTo("bx")};
  if (!target || target->address == nullptr || std::ranges::count(parts, nullptr) != 0)
    return false;
  const auto pair = [&](Operand *high, Operand *low) {
    return emitter_.materialise(
        pool_.make(ExprKind::Concat, operands_.readRegister(*high, width), operands_.readRegister(*low, width)),
        "%pair");
  };
  const Expr expected = pair(parts[0], parts[1]);
  const Expr desired = pair(parts[2], parts[3]);
  const Expr old = compareAndStore(*target, 2 * width, instruction.locked, expected, desired);
  flags_ = {pool_.eq(old, expected), nullptr, nullptr};
  operands_.writeRegister(*parts[0], pool_.extract(old, width, width));
  operands_.writeRegister(*parts[1], pool_.extract(old, 0, width));
  return true;
}

Expr AssemblyStatement::compareAndStore(const Place &place, unsigned width, bool locked, Expr expected, Expr desired) {
  if (place.address == nullptr || !locked)
    return update(place, width, false, [&](Expr old) { return pool_.ite(pool_.eq(old, expected), desired, old); });
  const Access access = emitter_.access(MemoryOrder::SequentiallyConsistent, false);
  const RegisterId old = emitter_.newRegister("%old", width);
  emitter_.compareExchange({old, place.address, pool_.eq(emitter_.reg(old), expected), desired, access, access});
  return emitter_.reg(old);
}

bool AssemblyStatement::executeEffect(Effect effect, const AsmInstruction &instruction, unsigned width) {
  const bool isUnary = effect >= Effect::Increment;
  if (instruction.arguments.size() != (isUnary ? 1 : 2))
    return false;
  const std::optional<Place> target = placeOf(instruction.arguments.back());
  const std::optional<Place> source = isUnary ? target : placeOf(instruction.arguments.front());
  if (!target || !source || target->immediate != nullptr ||
      (!isUnary && source->address != nullptr && target->address != nullptr))
    return false;
  const Expr one = emitter_.constant(1, width);
  const Expr operand = isUnary ? one : emitter_.materialise(operands_.read(*source, width), "%operand");
  const auto updated = [&](Expr old) -> Expr {
    switch (effect) {
    case Effect::Add:
    case Effect::Increment:
      return pool_.add(old, operand);
    case Effect::Sub:
    case Effect::Decrement:
      return pool_.sub(old, operand);
    case Effect::And:
      return pool_.make(ExprKind::And, old, operand);
    case Effect::Or:
      return pool_.make(ExprKind::Or, old, operand);
    case Effect::Xor:
      return pool_.make(ExprKind::Xor, old, operand);
    case Effect::Negate:
      return pool_.make(ExprKind::Neg, old);
    case Effect::Invert:
      return pool_.make(ExprKind::Not, old);
    }
    return old;
  };
  const Expr old = update(*target, width, instruction.locked, updated);
  if (effect == Effect::Invert)
    return true; // changes no flag
  const Expr result = emitter_.materialise(updated(old), "%result");
  const Expr carry = effect == Effect::Add   ? pool_.make(ExprKind::Ult, result, old)
                     : effect == Effect::Sub ? pool_.make(ExprKind::Ult, old, operand)
                     : effect == Effect::Increment || effect == Effect::Decrement ? flags_.carry
                     : effect == Effect::Negate                                   ? emitter_.isNonzero(old)
                                                                                  : pool_.boolean(false);
  setFlags(result, carry);
  return true;
}

/// A bit of a register, or of the words in memory that begin at the target: the number of the bit may be beyond the
/// first word, unless it is an immediate.
bool AssemblyStatement::executeBit(llvm::StringRef name, const AsmInstruction &instruction, unsigned width) {
  if (instruction.arguments.size() != 2 || width < 16)
    return false;
  const std::optional<Place> source = placeOf(instruction.arguments[0]);
  std::optional<Place> target = placeOf(instruction.arguments[1]);
  if (!source || source->address != nullptr || !target || target->immediate != nullptr)
    return false;
  const Expr number = emitter_.materialise(operands_.read(*source, width), "%bit");
  const unsigned pointerWidth = emitter_.pointerWidth();
  const unsigned shift = width == 16 ? 4 : width == 32 ? 5 : 6;
  if (target->address != nullptr && source->width != 0) {
    const Expr wide = width >= pointerWidth ? pool_.extract(number, 0, pointerWidth) : pool_.sext(number, pointerWidth);
    const Expr word = pool_.make(ExprKind::AShr, wide, emitter_.pointerConstant(shift));
    target->address =
        emitter_.materialise(pool_.add(target->address, pool_.mul(word, emitter_.pointerConstant(width / 8))), "%word");
  }
  const Expr position = pool_.make(ExprKind::And, number, emitter_.constant(width - 1, width));
  const Expr bit = emitter_.materialise(pool_.make(ExprKind::Shl, emitter_.constant(1, width), position), "%mask");
  const auto updated = [&](Expr old) -> Expr {
    if (name == "bts")
      return pool_.make(ExprKind::Or, old, bit);
    if (name == "btr")
      return pool_.make(ExprKind::And, old, pool_.make(ExprKind::Not, bit));
    return pool_.make(ExprKind::Xor, old, bit);
  };
  const Expr old = name == "bt" ? operands_.read(*target, width) : update(*target, width, instruction.locked, updated);
  flags_ = {nullptr, emitter_.materialise(emitter_.isNonzero(pool_.make(ExprKind::And, old, bit)), "%carry"), nullptr};
  return true;
}

bool AssemblyStatement::executeComparison(bool isTest, const AsmInstruction &instruction, unsigned width) {
  const std::optional<Place> second = placeOf(instruction.arguments[0]);
  const std::optional<Place> first = placeOf(instruction.arguments[1]);
  if (!first || !second)
    return false;
  const Expr a = emitter_.materialise(operands_.read(*first, width), "%a");
  const Expr b = emitter_.materialise(operands_.read(*second, width), "%b");
  const Expr result = emitter_.materialise(isTest ? pool_.make(ExprKind::And, a, b) : pool_.sub(a, b), "%result");
  setFlags(result, isTest ? pool_.boolean(false) : pool_.make(ExprKind::Ult, a, b));
  return true;
}

} // namespace

void lowerAssembly(const llvm::CallInst &call, Activation &activation) { AssemblyStatement(call, activation).lower(); }

} // namespace heddle::frontend
