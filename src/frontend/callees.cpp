// Chooses among the functions that a pointer may point to.
//
// The points-to analysis (pointer_flow.cpp) gives the functions that reach the pointer. A pointer that comes from
// outside of the program, or that no function reaches, is unexplained by the analysis: it may also point to every
// function whose address is taken and whose type fits.
//
// The lowering compares the pointer with each of the functions before it calls one, so a set that is too
// large costs time but never changes a verdict; one that is too small could.
//
// A pointer that no function reaches is usually null, such as a callback that the program does not use. To inline what
// it could call would take most of the time of the lowering, and for ever if one of the functions contains the call.
#include "frontend/callees.hpp"

#include "frontend/pointer_flow.hpp"
#include "frontend/referenced.hpp"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace heddle::frontend {

using llvm::CallBase;
using llvm::Function;
using llvm::Value;

namespace {

/// How a function pointer is used: called with this type and these arguments, or started as a thread.
struct Use {
  const llvm::FunctionType *type = nullptr;
  std::vector<const llvm::Type *> arguments;
  bool startsThread = false;
};

std::optional<Use> useOf(const Value &pointer) {
  for (const llvm::Use &operand : pointer.uses()) {
    const auto *site = llvm::dyn_cast<CallBase>(operand.getUser());
    if (!site)
      continue;
    if (site->isCallee(&operand)) {
      Use use{site->getFunctionType(), {}, false};
      for (const llvm::Use &argument : site->args())
        use.arguments.push_back(argument->getType());
      return use;
    }
    const Function *callee = site->getCalledFunction();
    if (callee && startFunctionArgument(*callee) == operand.getOperandNo())
      return Use{nullptr, {}, true};
  }
  return std::nullopt;
}

bool fitsInNumber(const Function &function, const Use &use) {
  if (use.startsThread)
    return function.arg_size() <= 1;
  return function.arg_size() == use.arguments.size() ||
         (function.isVarArg() && function.arg_size() < use.arguments.size());
}

bool fitsInTypes(const Function &function, const Use &use) {
  if (!fitsInNumber(function, use))
    return false;
  if (use.startsThread)
    return true;
  for (unsigned i = 0; i < function.arg_size(); ++i)
    if (function.getArg(i)->getType() != use.arguments[i])
      return false;
  return true;
}

bool hasSameType(const Function &function, const Use &use) {
  return use.startsThread ? fitsInNumber(function, use) : function.getFunctionType() == use.type;
}

/// The functions that satisfy the first criterion that any of them satisfies.
template <typename... Criteria>
std::vector<Function *> best(const std::vector<Function *> &functions, const Use &use, Criteria... criteria) {
  std::vector<Function *> chosen;
  const auto choose = [&](auto criterion) {
    std::ranges::copy_if(functions, std::back_inserter(chosen), [&](const Function *f) { return criterion(*f, use); });
    return !chosen.empty();
  };
  (choose(criteria) || ...);
  return chosen;
}

} // namespace

Callees::Callees(const llvm::Module &module, llvm::StringRef entry)
    : module_(module), referenced_(referencedFunctions(module, entry)),
      flow_(std::make_unique<PointerFlow>(module, referenced_)) {}
Callees::~Callees() = default;

bool Callees::hasAny(const Value &functionPointer) const {
  const PointerFlow::Targets targets = flow_->targets(functionPointer);
  return targets.unknown || !targets.functions.empty();
}

const std::vector<Function *> &Callees::of(const Value &functionPointer) const {
  std::unique_ptr<std::vector<Function *>> &found = found_[&functionPointer]; // an instruction is lowered often
  if (!found)
    found = std::make_unique<std::vector<Function *>>(find(functionPointer));
  return *found;
}

std::vector<Function *> Callees::find(const Value &functionPointer) const {
  const PointerFlow::Targets targets = flow_->targets(functionPointer);
  std::vector<Function *> resolved;
  std::vector<Function *> addressTaken;
  for (const Function &function : module_) {
    auto *candidate = const_cast<Function *>(&function);
    if (targets.functions.contains(candidate))
      resolved.push_back(candidate);
    if (function.hasAddressTaken() && !function.isIntrinsic() && referenced_.contains(&function))
      addressTaken.push_back(candidate);
  }
  const bool isExplained = !targets.unknown && !resolved.empty();
  const std::optional<Use> use = useOf(functionPointer);
  if (isExplained)
    return resolved;
  if (!use)
    return addressTaken;
  std::vector<Function *> possible = best(addressTaken, *use, hasSameType, fitsInTypes, fitsInNumber);
  std::erase_if(addressTaken, [&](Function *function) {
    return std::ranges::count(possible, function) == 0 && std::ranges::count(resolved, function) == 0;
  });
  return addressTaken;
}

} // namespace heddle::frontend
