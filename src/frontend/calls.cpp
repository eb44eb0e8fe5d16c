// Calls: inlined, chosen by a function pointer, unknown, inline assembly.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>

#include <algorithm>
#include <array>

namespace heddle::frontend {

using namespace program;

std::string literal(const llvm::Value *value) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(value, text) ? text.str() : std::string();
}

namespace {

/// Functions whose effect on control flow or on processes has no counterpart in the model.
bool isBeyondModel(llvm::StringRef name) {
  static constexpr std::array names{"setjmp",        "_setjmp",    "sigsetjmp",   "__sigsetjmp", "longjmp",
                                    "_longjmp",      "siglongjmp", "fork",        "vfork",       "execv",
                                    "execve",        "execvp",     "execl",       "execlp",      "clone",
                                    "__longjmp_chk", "setcontext", "swapcontext", "makecontext"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

void CfaLowering::lowerCall(const llvm::CallInst &call) {
  if (call.isInlineAsm())
    return lowerAssembly(call);
  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (!lowerLlvmIntrinsic(*intrinsic))
      unsupported(fmt::format("compiler intrinsic `{}`", intrinsic->getCalledFunction()->getName().str()));
    return;
  }
  const llvm::Value *callee = call.getCalledOperand()->stripPointerCasts();
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(callee))
    callee = alias->getAliaseeObject();
  if (const auto *function = llvm::dyn_cast_or_null<llvm::Function>(callee))
    return continueAt(call, callFunction(call, *function));
  lowerIndirectCall(call);
}

/// A call of one function, by name or chosen by a pointer: leaves the result as the call's value and
/// returns where it comes back.
std::vector<Point> CfaLowering::callFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  const auto &errors = m_.options.errorFunctions;
  if (name == "__assert_fail" || name == "reach_error" || name == "__VERIFIER_error" ||
      std::find(errors.begin(), errors.end(), name) != errors.end())
    return callErrorFunction(call, function);
  if (lowerNamedFunction(call, function))
    return position();
  if (!function.isDeclaration())
    return inlineFunction(call, function);
  if (isBeyondModel(name))
    unsupported(fmt::format("call of {}", name.str()));
  else
    lowerUnknownCall(call, function);
  return position();
}

std::vector<Point> CfaLowering::inlineFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const auto results = registersFor(call.getType(), fmt::format("{}()", function.getName().str()));
  std::vector<Point> exits = inlineCall(call, function, results);
  Lowered values;
  for (const RegisterId id : results)
    values.push_back(reg(id));
  if (!values.empty())
    current_->values[&call] = values;
  return exits;
}

/// Goes on behind the call at the first point; the others are left for later.
void CfaLowering::continueAt(const llvm::CallInst &call, const std::vector<Point> &points) {
  die();
  for (const Point &point : points) {
    if (dead()) {
      here_ = point.location;
      depth_ = point.depth;
    } else {
      current_->work.push_back({call.getParent(), std::next(call.getIterator()), point});
    }
  }
}

/// The callee's body in place of the call. Structs passed by value in memory are copied for it; the body
/// of a function named __VERIFIER_atomic_* is one atomic block.
std::vector<Point> CfaLowering::inlineCall(const llvm::CallInst &call, const llvm::Function &function,
                                           llvm::ArrayRef<RegisterId> results) {
  std::vector<Lowered> arguments;
  std::vector<Expr> copies;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Lowered argument = value(call.getArgOperand(i));
    if (llvm::Type *type = call.getParamByValType(i)) {
      const std::string name =
          i < function.arg_size() && function.getArg(i)->hasName() ? function.getArg(i)->getName().str() : "argument";
      const TypeId cType = i < function.arg_size() ? m_.types.ofArgument(*function.getArg(i)).type : unknownType;
      const Expr copy = allocate(pointerConstant(m_.layout.getTypeAllocSize(type)), Storage::Stack, false,
                                 {name, Storage::Stack, cType, span_});
      copyObject(copy, argument.front(), type);
      copies.push_back(copy);
      argument = {copy};
    }
    arguments.push_back(argument);
  }
  const bool isAtomic = function.getName().starts_with("__VERIFIER_atomic_");
  if (isAtomic)
    atomicBegin();
  std::vector<Point> exits = inlineBody(function, arguments, results);
  for (Point &exit : exits) {
    here_ = exit.location;
    depth_ = exit.depth;
    if (isAtomic)
      atomicEnd();
    for (const Expr copy : copies)
      emit(Free{copy, Storage::Stack, plainAccess()});
    exit = {here_, depth_};
  }
  return exits;
}

/// A guarded choice among the functions that the pointer may point to. What they return meets in common
/// registers; where they return meets in one point per depth of atomic blocks.
void CfaLowering::lowerIndirectCall(const llvm::CallInst &call) {
  const Expr pointer = materialise(scalar(call.getCalledOperand()), "%callee");
  if (dead())
    return;
  if (pointer->isConstant())
    if (const llvm::Function *function = m_.objects.functionAt(pointer->value))
      return continueAt(call, callFunction(call, *function));

  const llvm::SmallVector<RegisterId, 2> results = registersFor(call.getType(), "%result");
  const Point origin{here_, depth_};
  const SourceSpan span = span_;
  std::map<unsigned, LocationId> exits;
  const auto take = [&](Expr guard) {
    here_ = origin.location;
    depth_ = origin.depth;
    span_ = span;
    emit(Guard{guard});
  };
  Expr none = pool_.boolean(true);
  for (const llvm::Function *function : m_.callees.of(*call.getCalledOperand())) {
    const Expr target = pool_.constant(m_.program.pointers.pointer(m_.objects.idOf(*function)), pointerWidth_);
    const Expr matches = pool_.eq(pointer, target);
    none = pool_.conjunction(none, pool_.negate(matches));
    take(matches);
    for (const Point &point : callFunction(call, *function)) {
      here_ = point.location;
      depth_ = point.depth;
      const Lowered values = current_->values.lookup(&call);
      for (unsigned i = 0; i < results.size() && i < values.size(); ++i)
        emit(Assign{results[i], values[i]});
      const auto [exit, isNew] = exits.try_emplace(depth_, here_);
      if (!isNew)
        emitTo(exit->second, {});
    }
  }
  take(none);
  emit(Check{pool_.boolean(false), Property::ValidDeref, "call through a pointer that points to no suitable function"});

  Lowered values;
  for (const RegisterId id : results)
    values.push_back(reg(id));
  if (!values.empty())
    current_->values[&call] = values;
  std::vector<Point> points;
  for (const auto &[depth, location] : exits)
    points.push_back({location, depth});
  continueAt(call, points);
}

/// No body and no model: any result, no effect. If it could have an effect on data that others see, that
/// is an assumption no proof may hide.
void CfaLowering::lowerUnknownCall(const llvm::CallInst &call, const llvm::Function &function) {
  bool seesData = false;
  for (const llvm::Use &argument : call.args()) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripPointerCasts());
    const bool harmless = !argument->getType()->isPointerTy() || (global && global->isConstant()) ||
                          llvm::isa<llvm::ConstantPointerNull>(argument.get());
    seesData |= !harmless;
  }
  const std::string name = function.getName().str();
  std::string message = fmt::format("{} has no body and no model: its result is taken as any value", name);
  if (seesData)
    message += ", and what it does to the data behind its pointer arguments is not known";
  m_.warnOnce("unknown function " + name + (seesData ? " with data" : ""),
              {message, m_.program.sources.userSpan(span_), seesData});
  Lowered values;
  for (const RegisterId id : registersFor(call.getType(), name + "()")) {
    emit(Havoc{id, 0, support::mask(cfa_.registers[id].width), InputKind::Nondet, name});
    values.push_back(reg(id));
  }
  if (!values.empty())
    current_->values[&call] = values;
  if (call.doesNotReturn())
    emitLast(EndProgram{true});
}

/// A call that violates unreach-call: reach_error() and whatever the property names, a failing assert().
std::vector<Point> CfaLowering::callErrorFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const std::string name = function.getName().str();
  const auto &errors = m_.options.errorFunctions;
  const bool counts = m_.options.properties.contains(Property::UnreachCall) &&
                      std::find(errors.begin(), errors.end(), name) != errors.end();
  const bool isAssert = name == "__assert_fail";
  if (counts) {
    const std::string condition = isAssert ? literal(call.getArgOperand(0)) : "";
    emit(Check{pool_.boolean(false), Property::UnreachCall,
               isAssert ? fmt::format("assertion `{}` fails", condition) : fmt::format("{}() is called", name),
               AfterFailure::Continue});
  }
  if (!function.isDeclaration() && !isAssert)
    return inlineFunction(call, function);
  if (isAssert || name == "reach_error" || name == "__VERIFIER_error")
    emitLast(EndProgram{true});
  else if (!lowerNamedFunction(call, function))
    lowerUnknownCall(call, function);
  return position();
}

void CfaLowering::lowerAssembly(const llvm::CallInst &call) {
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const std::string text = normalisedAssembly(assembly->getAsmString());
  if (isFenceAssembly(text))
    emit(Fence{MemoryOrder::SequentiallyConsistent});
  else if (!isIdleAssembly(text))
    return unsupported("inline assembly");
  if (call.getType()->isVoidTy())
    return;

  // Outputs of an empty template: what a tied input puts there, otherwise anything.
  Lowered outputs;
  for (const RegisterId id : registersFor(call.getType(), "%asm"))
    outputs.push_back(reg(id));
  unsigned operand = 0;
  std::map<unsigned, Expr> tied;
  for (const llvm::InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints()) {
    if (constraint.Type != llvm::InlineAsm::isInput && !constraint.isIndirect)
      continue;
    const bool isTied = constraint.Type == llvm::InlineAsm::isInput && !constraint.Codes.empty() &&
                        llvm::isDigit(constraint.Codes.front().front());
    if (isTied)
      tied[static_cast<unsigned>(std::stoul(constraint.Codes.front()))] = scalar(call.getArgOperand(operand));
    ++operand;
  }
  for (unsigned i = 0; i < outputs.size(); ++i) {
    const RegisterId id = outputs[i]->index;
    if (tied.contains(i))
      emit(Assign{id, pool_.resize(tied[i], outputs[i]->width)});
    else
      emit(Havoc{id, 0, support::mask(outputs[i]->width), InputKind::Nondet, "inline assembly"});
  }
  current_->values[&call] = outputs;
}

} // namespace heddle::frontend
