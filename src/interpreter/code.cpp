#include "interpreter/code.hpp"

#include "program/kept_slots.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::interpreter {

using program::Operation;

CfaCode::CfaCode(const program::Cfa &cfa) : cfa_(&cfa), liveness_(cfa), evaluator_(cfa), actions_(cfa.actions.size()) {
  registerBytes_.reserve(cfa.registers.size());
  for (const program::Register &reg : cfa.registers)
    registerBytes_.push_back(static_cast<std::uint8_t>((reg.width + 7) / 8));
}

static_assert(std::variant_size_v<Operation> == 19,
              "a new operation: does it block, does it change what other threads see? See `compile`.");

void CfaCode::compile(program::ActionId id) {
  const program::Action &action = cfa_->actions[id];
  auto compiled = std::make_unique<CompiledAction>();
  compiled->id = id;
  compiled->to = action.to;
  compiled->visible = program::isVisible(action);
  compiled->entersBlock = isAtomic(action.to);
  for (const program::Instruction &instruction : action.instructions) {
    CompiledOperation operation;
    operation.kind = static_cast<std::uint8_t>(instruction.operation.index());
    operation.visible = program::isVisible(instruction.operation);
    // Operations after an AtomicBegin in the same action are inside the block (transform/line.cpp).
    compiled->entersBlock = compiled->entersBlock || operation.kind == kindOf<program::AtomicBegin>();
    operation.changesShared = operation.visible && operation.kind != kindOf<program::Load>() &&
                              operation.kind != kindOf<program::Havoc>() &&
                              operation.kind != kindOf<program::AtomicBegin>();
    operation.instruction = &instruction;
    unsigned count = 0;
    program::forEachExpression(instruction.operation, [&](program::Expr expression) {
      assert(count < 2 && "an operation with more than two expressions");
      (count++ == 0 ? operation.first : operation.second) = evaluator_.compile(expression);
    });
    if (const auto *allocate = std::get_if<program::Allocate>(&instruction.operation)) {
      operation.live = liveness_.after(action, compiled->operations.size() + 1);
      std::erase(operation.live, allocate->target);
    }
    compiled->operations.push_back(operation);
    if (operation.kind == kindOf<program::Guard>() || operation.kind == kindOf<program::Join>())
      compiled->prefix = compiled->operations.size();
  }
  for (std::size_t i = 0; i < compiled->prefix; ++i) {
    const CompiledOperation &operation = compiled->operations[i];
    if (operation.kind != kindOf<program::Guard>() && operation.kind != kindOf<program::Assign>())
      compiled->prefixActs = true;
    const RegisterId written = program::writtenRegister(operation.instruction->operation);
    if (written != program::noRegister)
      compiled->prefixWrites.push_back(written);
  }
  std::sort(compiled->prefixWrites.begin(), compiled->prefixWrites.end());
  compiled->prefixWrites.erase(std::unique(compiled->prefixWrites.begin(), compiled->prefixWrites.end()),
                               compiled->prefixWrites.end());
  actions_[id] = std::move(compiled);
}

std::size_t CfaCode::packedSize(const RegisterList &registers) const {
  std::size_t size = 0;
  for (const RegisterId id : registers)
    size += registerBytes_[id];
  return size;
}

void CfaCode::pack(const RegisterList &registers, std::vector<std::uint8_t> &bytes) const {
  bytes.resize(packedSize(registers));
  std::uint8_t *at = bytes.data();
  for (const RegisterId id : registers) {
    const Bits value = evaluator_.get(id);
    std::memcpy(at, &value, registerBytes_[id]);
    at += registerBytes_[id];
  }
}

void CfaCode::unpack(const RegisterList &registers, const std::vector<std::uint8_t> &bytes) {
  assert(bytes.size() == packedSize(registers) && "registers packed for another location");
  const std::uint8_t *at = bytes.data();
  for (const RegisterId id : registers) {
    Bits value = 0;
    std::memcpy(&value, at, registerBytes_[id]);
    evaluator_.set(id, value);
    at += registerBytes_[id];
  }
}

ProgramCode::ProgramCode(const program::Program &program)
    : program_(program), codes_(program.cfas.size()), keepsSlot_(program::keptSlots(program)) {}

} // namespace heddle::interpreter
