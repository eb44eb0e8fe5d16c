#include "frontend/assembly.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>

#include <map>

namespace heddle::frontend {

using namespace program;

namespace {

std::string normalisedAssembly(llvm::StringRef text) {
  std::string result;
  for (const char c : text.lower())
    result += c == '\n' || c == '\t' || c == ';' ? ' ' : c;
  while (result.find("  ") != std::string::npos)
    result.erase(result.find("  "), 1);
  const auto first = result.find_first_not_of(' ');
  if (first == std::string::npos)
    return {};
  return result.substr(first, result.find_last_not_of(' ') - first + 1);
}

bool isFenceAssembly(const std::string &text) {
  if (text == "mfence" || text == "lfence" || text == "sfence")
    return true;
  return (text.starts_with("lock addl $0") || text.starts_with("lock addl $$0") || text.starts_with("lock orl $0") ||
          text.starts_with("lock orl $$0") || text.starts_with("lock addq $$0") || text.starts_with("lock orq $$0")) &&
         text.find("sp") != std::string::npos;
}

bool isIdleAssembly(const std::string &text) {
  return text.empty() || text.starts_with("#") || text == "nop" || text == "pause" || text == "rep nop";
}

} // namespace

void lowerAssembly(const llvm::CallInst &call, Emitter &emitter, Values &values) {
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const std::string text = normalisedAssembly(assembly->getAsmString());
  if (isFenceAssembly(text))
    emitter.emit(Fence{MemoryOrder::SequentiallyConsistent});
  else if (!isIdleAssembly(text))
    return emitter.unsupported("inline assembly");
  if (call.getType()->isVoidTy())
    return;

  // An output of an empty template has the value of the input tied to it, otherwise an arbitrary one.
  Lowered outputs;
  for (const RegisterId id : values.registersFor(call.getType(), "%asm"))
    outputs.push_back(emitter.reg(id));
  unsigned operand = 0;
  std::map<unsigned, Expr> tied;
  for (const llvm::InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints()) {
    if (constraint.Type != llvm::InlineAsm::isInput && !constraint.isIndirect)
      continue;
    const bool isTied = constraint.Type == llvm::InlineAsm::isInput && !constraint.Codes.empty() &&
                        llvm::isDigit(constraint.Codes.front().front());
    if (isTied)
      tied[static_cast<unsigned>(std::stoul(constraint.Codes.front()))] = values.scalar(call.getArgOperand(operand));
    ++operand;
  }
  for (unsigned i = 0; i < outputs.size(); ++i) {
    const RegisterId id = outputs[i]->index;
    if (tied.contains(i))
      emitter.emit(Assign{id, emitter.pool().resize(tied[i], outputs[i]->width)});
    else
      emitter.emit(Havoc{id, 0, support::mask(outputs[i]->width), InputKind::Nondet, "inline assembly"});
  }
  values.bind(&call, outputs);
}

} // namespace heddle::frontend
