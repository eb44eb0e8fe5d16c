#include "frontend/outside_pointers.hpp"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <vector>

namespace heddle::frontend {

using namespace program;

namespace {

constexpr std::size_t mostMembers = 32;

/// The offsets of the pointers in the object; none if there are too many members.
std::vector<std::uint64_t> pointersIn(const llvm::GlobalVariable &variable) {
  std::vector<std::uint64_t> offsets;
  const auto leaves = leavesOf(variable.getValueType(), variable.getDataLayout(), mostMembers);
  if (leaves.size() > mostMembers)
    return offsets;
  for (const Leaf &leaf : leaves)
    if (leaf.type->isPointerTy())
      offsets.push_back(leaf.offset);
  return offsets;
}

bool containsPointer(const llvm::Type &type) {
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return containsPointer(*array->getElementType());
  const auto *structure = llvm::dyn_cast<llvm::StructType>(&type);
  return type.isPointerTy() ||
         (structure != nullptr &&
          std::ranges::any_of(structure->elements(), [](llvm::Type *member) { return containsPointer(*member); }));
}

} // namespace

bool holdsOutsidePointers(const llvm::GlobalVariable &variable) {
  return variable.isDeclaration() && !variable.isThreadLocal() && variable.getValueType()->isSized() &&
         containsPointer(*variable.getValueType());
}

void chooseOutsidePointers(ModuleContext &module, Emitter &emitter) {
  for (const llvm::GlobalVariable &variable : module.module.globals()) {
    if (variable.use_empty() || !holdsOutsidePointers(variable))
      continue;
    const Expr base =
        emitter.constant(module.program.pointers.pointer(module.objects.idOf(variable)), emitter.pointerWidth());
    const Expr outside = emitter.constant(module.objects.outside(), emitter.pointerWidth());
    for (const std::uint64_t offset : pointersIn(variable)) {
      const Expr isSet = emitter.havoc(1, InputKind::Nondet, fmt::format("{}, if not null", variable.getName().str()));
      emitter.store(emitter.pool().add(base, emitter.pointerConstant(offset)),
                    emitter.pool().ite(isSet, outside, emitter.pointerConstant(0)), {});
    }
  }
}

void refuseOutsidePointer(const llvm::LoadInst &load, Expr loaded, Emitter &emitter, Objects &objects) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(load.getPointerOperand()));
  if (variable == nullptr || !holdsOutsidePointers(*variable))
    return;
  const std::string message =
      fmt::format("a pointer that {} holds, which is not defined in the program", variable->getName().str());
  if (pointersIn(*variable).empty())
    return emitter.unsupported(message);
  MeetingPoints after;
  emitter.branch(
      emitter.pool().eq(loaded, emitter.constant(objects.outside(), emitter.pointerWidth())),
      [&] { emitter.unsupported(message); }, [&] { after.arrive(emitter); });
  emitter.continueAt(after.points());
}

} // namespace heddle::frontend
