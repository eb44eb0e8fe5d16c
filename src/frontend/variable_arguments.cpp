#include "frontend/variable_arguments.hpp"

#include "frontend/copies.hpp"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/MathExtras.h>

namespace heddle::frontend {

using namespace program;

namespace {

// The members of a va_list on x86-64, by their offsets, and the values that say that no registers are left.
constexpr std::uint64_t usedGeneral = 0;
constexpr std::uint64_t usedVector = 4;
constexpr std::uint64_t nextInMemory = 8;
constexpr std::uint64_t saveArea = 16;
constexpr std::uint64_t allGeneral = 48;
constexpr std::uint64_t allVector = 176;
constexpr std::uint64_t listWords = 3;

bool isWide(const Emitter &emitter) { return emitter.pointerWidth() == 64; }
std::uint64_t wordSize(const Emitter &emitter) { return emitter.pointerWidth() / 8; }

Expr offsetBy(const Emitter &emitter, Expr address, std::uint64_t offset) {
  return emitter.pool().add(address, emitter.pointerConstant(offset));
}

/// The pointer to the next argument in memory is a member of the list, or the list itself.
Expr positionOf(const Emitter &emitter, Expr list) {
  return isWide(emitter) ? offsetBy(emitter, list, nextInMemory) : list;
}

struct Slot {
  unsigned argument;
  std::uint64_t offset;
};

/// Where each variable argument is, and the size of all.
struct Layout {
  std::vector<Slot> slots;
  std::uint64_t size = 0;
};

Layout layOut(const llvm::CallInst &call, const llvm::Function &callee, const llvm::DataLayout &layout,
              const Emitter &emitter) {
  const std::uint64_t word = wordSize(emitter);
  Layout result;
  for (auto i = static_cast<unsigned>(callee.arg_size()); i < call.arg_size(); ++i) {
    llvm::Type *byValue = call.getParamByValType(i);
    llvm::Type *type = byValue != nullptr ? byValue : call.getArgOperand(i)->getType();
    // Only what is never passed in registers is aligned by more than a word: see ignoresAlignment().
    const std::uint64_t natural = byValue != nullptr     ? call.getParamAlign(i).valueOrOne().value()
                                  : type->isX86_FP80Ty() ? layout.getABITypeAlign(type).value()
                                                         : word;
    const std::uint64_t alignment = isWide(emitter) ? std::max(natural, word) : word;
    const std::uint64_t offset = llvm::alignTo(result.size, alignment);
    result.slots.push_back({i, offset});
    // A long double has 10 bytes, which both conventions extend to whole words.
    result.size = offset + llvm::alignTo(layout.getTypeAllocSize(type), word);
  }
  return result;
}

} // namespace

bool readsVariableArguments(const llvm::Function &function) {
  return function.isVarArg() && llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
           return llvm::isa<llvm::VAStartInst>(instruction);
         });
}

RegisterId placeVariableArguments(const llvm::CallInst &call, const llvm::Function &callee, Activation &caller) {
  Emitter &emitter = caller.emitter;
  const llvm::DataLayout &layout = caller.module.layout;
  const Layout places = layOut(call, callee, layout, emitter);
  const RegisterId object = caller.locals.allocateArgument(
      emitter.pointerConstant(places.size),
      {fmt::format("arguments of {}", callee.getName().str()), Storage::Stack, unknownType, emitter.span()});
  Copies copies(emitter, layout);
  for (const Slot &slot : places.slots) {
    const Expr address = offsetBy(emitter, emitter.reg(object), slot.offset);
    if (llvm::Type *type = call.getParamByValType(slot.argument))
      copies.copyObject(address, caller.values.scalar(call.getArgOperand(slot.argument)), type);
    else
      emitter.store(address, caller.values.scalar(call.getArgOperand(slot.argument)), emitter.plainAccess());
  }
  return object;
}

void startArgumentList(Emitter &emitter, Expr list, Expr arguments) {
  const Access access = emitter.plainAccess();
  if (isWide(emitter)) {
    emitter.store(offsetBy(emitter, list, usedGeneral), emitter.constant(allGeneral, 32), access);
    emitter.store(offsetBy(emitter, list, usedVector), emitter.constant(allVector, 32), access);
    emitter.store(offsetBy(emitter, list, saveArea), emitter.pointerConstant(0), access);
  }
  emitter.store(positionOf(emitter, list), arguments, access);
}

void copyArgumentList(Emitter &emitter, const llvm::DataLayout &layout, Expr target, Expr source) {
  Copies copies(emitter, layout);
  const std::uint64_t word = wordSize(emitter);
  for (std::uint64_t i = 0; i < (isWide(emitter) ? listWords : 1); ++i)
    copies.copyChunk(target, source, {i * word, word});
}

Expr takeArgument(Emitter &emitter, Expr list, unsigned bits, ArgumentAlignment alignment) {
  constexpr std::uint64_t large = 16;
  ExprPool &pool = emitter.pool();
  const Access access = emitter.plainAccess();
  Expr position = emitter.load(positionOf(emitter, list), emitter.pointerWidth(), access);
  if (alignment == ArgumentAlignment::Large && isWide(emitter))
    position = emitter.materialise(pool.make(ExprKind::And, offsetBy(emitter, position, large - 1),
                                             pool.make(ExprKind::Neg, emitter.pointerConstant(large))),
                                   "%aligned");
  const std::uint64_t word = wordSize(emitter);
  const std::uint64_t size =
      alignment == ArgumentAlignment::Large && isWide(emitter) ? large : llvm::alignTo(bits / 8, word);
  const Expr value = emitter.load(position, bits, access);
  emitter.store(positionOf(emitter, list), offsetBy(emitter, position, size), access);
  return value;
}

bool ignoresAlignment(const llvm::BasicBlock &block) { return block.getName().starts_with("vaarg.in_mem"); }

bool choosesRegisters(const llvm::BranchInst &branch) {
  // The names of blocks that clang makes contain a dot, which those of labels cannot.
  return branch.isConditional() && branch.getSuccessor(0)->getName().starts_with("vaarg.in_reg") &&
         branch.getSuccessor(1)->getName().starts_with("vaarg.in_mem");
}

} // namespace heddle::frontend
