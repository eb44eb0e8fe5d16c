// Functions whose meaning Heddle defines: the __heddle_* intrinsics that the library models in
// src/runtime are written in (see heddle.h there), and the __VERIFIER_* functions of verification tasks.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

#include <array>

namespace heddle::frontend {

using namespace program;

namespace {

/// The order of enum heddle_property in heddle.h.
constexpr std::array runtimeProperties{Property::LockDiscipline, Property::ValidDeref, Property::ValidFree,
                                       Property::UnreachCall};

enum class Name {
  None,
  AtomicBegin,
  AtomicEnd,
  BeginWhen,
  Self,
  Spawn,
  Join,
  Detach,
  EndThread,
  EndProgram,
  Keep,
  ExitHook,
  Allocate,
  Release,
  ObjectSize,
  Copy,
  Choose,
  Assume,
  MallocMayFail,
  SpuriousWakeups,
  Check,
  Require,
  Unsupported,
  Sync,
};

Name nameOf(llvm::StringRef name) {
  return llvm::StringSwitch<Name>(name)
      .Cases("__heddle_atomic_begin", "__VERIFIER_atomic_begin", Name::AtomicBegin)
      .Cases("__heddle_atomic_end", "__VERIFIER_atomic_end", Name::AtomicEnd)
      .Cases("__heddle_begin_when_equal", "__heddle_begin_when_either", "__heddle_begin_when_not",
             "__heddle_begin_when_clear", Name::BeginWhen)
      .Case("__heddle_self", Name::Self)
      .Case("__heddle_spawn", Name::Spawn)
      .Case("__heddle_join", Name::Join)
      .Case("__heddle_detach", Name::Detach)
      .Case("__heddle_end_thread", Name::EndThread)
      .Case("__heddle_end_program", Name::EndProgram)
      .Case("__heddle_keep", Name::Keep)
      .Case("__heddle_exit_hook", Name::ExitHook)
      .Case("__heddle_allocate", Name::Allocate)
      .Case("__heddle_release", Name::Release)
      .Case("__heddle_object_size", Name::ObjectSize)
      .Case("__heddle_copy", Name::Copy)
      .Case("__heddle_choose", Name::Choose)
      .Cases("__heddle_assume", "__VERIFIER_assume", Name::Assume)
      .Case("__heddle_malloc_may_fail", Name::MallocMayFail)
      .Case("__heddle_spurious_wakeups", Name::SpuriousWakeups)
      .Case("__heddle_check", Name::Check)
      .Case("__heddle_require", Name::Require)
      .Case("__heddle_unsupported", Name::Unsupported)
      .Case("__heddle_sync", Name::Sync)
      .Default(Name::None);
}

} // namespace

bool CfaLowering::lowerNamedFunction(const llvm::CallInst &call, const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (!name.starts_with("__heddle_") && !name.starts_with("__VERIFIER_") && !name.starts_with("__ubsan_handle_") &&
      !(name == "assume_abort_if_not" && function.isDeclaration()))
    return false;

  const auto argument = [&](unsigned i) {
    return i < call.arg_size() ? scalar(call.getArgOperand(i)) : constant(0, 32);
  };
  const auto pointer = [&](unsigned i) { return pool_.resize(argument(i), pointerWidth_); };
  const auto holds = [&](unsigned i) {
    const Expr condition = argument(i);
    return pool_.ne(condition, constant(0, condition->width));
  };
  const auto result = [&](Expr e) {
    if (const unsigned width = scalarWidth(call.getType(), m_.layout))
      define(call, pool_.resize(e, width));
  };
  const auto target = [&](const char *registerName) {
    const unsigned width = scalarWidth(call.getType(), m_.layout);
    return width == 0 ? noRegister : newRegister(registerName, width);
  };

  if (name.starts_with("__ubsan_handle_")) {
    const char *what = name.contains("shift")    ? "shift by too much, or of a negative value, or out of range"
                       : name.contains("divrem") ? "division by zero, or signed overflow in division"
                       : name.contains("negate") ? "signed overflow in negation"
                       : name.contains("mul")    ? "signed overflow in multiplication"
                       : name.contains("sub")    ? "signed overflow in subtraction"
                                                 : "signed overflow in addition";
    emit(Check{pool_.boolean(false), Property::NoOverflow, what});
    die();
    return true;
  }
  if (name.starts_with("__VERIFIER_nondet_")) {
    if (!function.isDeclaration())
      return false;
    lowerNondet(call, name.drop_front(sizeof("__VERIFIER_nondet_") - 1));
    return true;
  }
  if (name == "assume_abort_if_not") {
    emit(Assume{holds(0)});
    return true;
  }
  if (name == "__VERIFIER_assert" && function.isDeclaration()) {
    emit(Check{holds(0), Property::UnreachCall, "__VERIFIER_assert fails", AfterFailure::Continue});
    return true;
  }

  switch (nameOf(name)) {
  case Name::None:
    return false;
  case Name::AtomicBegin:
    atomicBegin();
    return true;
  case Name::AtomicEnd:
    atomicEnd();
    return true;
  case Name::BeginWhen:
    lowerBeginWhen(call, name);
    return true;
  case Name::Self:
    result(reg(cfa_.self));
    return true;
  case Name::Spawn:
    lowerSpawn(call);
    return true;
  case Name::Join: {
    const RegisterId value = newRegister("%joined", pointerWidth_);
    emit(Join{pointer(0), value});
    result(reg(value));
    return true;
  }
  case Name::Detach:
    emit(Detach{pointer(0)});
    return true;
  case Name::EndThread: {
    const Expr value = materialise(pointer(0), "%result");
    callHook("__heddle_thread_cleanup");
    // Then the last thread to end would run them, whichever that is.
    if (function_.getName() == "main" && hasExitHandlers())
      unsupported("pthread_exit in main of a program with handlers to run at its end");
    emitLast(EndThread{value});
    return true;
  }
  case Name::EndProgram:
    emitLast(EndProgram{!argument(0)->isConstant() || argument(0)->value != 0});
    return true;
  case Name::Keep:
    return true;
  case Name::ExitHook:
    runExitHandlers();
    return true;
  case Name::Allocate: {
    const Expr zeroed = argument(1);
    const SourceSpan span = m_.program.sources.userSpan(span_);
    result(allocate(pointer(0), Storage::Heap, zeroed->isConstant() && zeroed->value != 0,
                    {"malloc", Storage::Heap, unknownType, span}));
    return true;
  }
  case Name::Release:
    emit(Free{pointer(0), Storage::Heap, plainAccess()});
    return true;
  case Name::ObjectSize: {
    const RegisterId size = target("%size");
    emit(ObjectSize{size, pointer(0)});
    define(call, reg(size));
    return true;
  }
  case Name::Copy: {
    const Expr size = argument(2);
    if (size->isConstant())
      copyChunk(pointer(0), pointer(1), {0, static_cast<std::uint64_t>(size->value)});
    else
      unsupported("__heddle_copy of a variable size");
    return true;
  }
  case Name::Choose: {
    const Expr bound = argument(0);
    const RegisterId choice = target("%choice");
    const Bits high = bound->isConstant() && bound->value > 0 ? bound->value - 1 : support::mask(bound->width);
    emit(Havoc{choice, 0, high, InputKind::Scheduling, "choice"});
    if (!bound->isConstant())
      emit(Assume{pool_.make(ExprKind::Ult, reg(choice), bound)});
    define(call, reg(choice));
    return true;
  }
  case Name::Assume:
    emit(Assume{holds(0)});
    return true;
  case Name::MallocMayFail:
    result(pool_.boolean(m_.options.mallocMayFail));
    return true;
  case Name::SpuriousWakeups:
    result(pool_.boolean(m_.options.spuriousWakeups));
    return true;
  case Name::Check:
    lowerCheck(call, AfterFailure::Continue);
    return true;
  case Name::Require:
    lowerCheck(call, AfterFailure::Stop);
    return true;
  case Name::Unsupported:
    unsupported(literal(call.getArgOperand(0)));
    return true;
  case Name::Sync: {
    const auto kind = static_cast<std::uint8_t>(argument(0)->value);
    assert(kind <= static_cast<std::uint8_t>(SyncKind::Destroy) && "heddle.h and SyncKind list the same names");
    emit(Sync{static_cast<SyncKind>(kind), pointer(1)});
    return true;
  }
  }
  return false;
}

/// One action out of a location outside the block: the load and the guard on what it read, so that a
/// blocked thread looks again, and stands where others may overtake it.
void CfaLowering::lowerBeginWhen(const llvm::CallInst &call, llvm::StringRef name) {
  const Expr word = materialise(scalar(call.getArgOperand(0)), "%word");
  const Expr operand = materialise(scalar(call.getArgOperand(1)), "%awaited");
  const RegisterId seen = newRegister("%seen", operand->width);
  Expr condition = pool_.eq(reg(seen), operand);
  if (name == "__heddle_begin_when_not")
    condition = pool_.negate(condition);
  else if (name == "__heddle_begin_when_either")
    condition =
        pool_.disjunction(condition, pool_.eq(reg(seen), materialise(scalar(call.getArgOperand(2)), "%awaited")));
  else if (name == "__heddle_begin_when_clear")
    condition = pool_.eq(pool_.make(ExprKind::And, reg(seen), operand), constant(0, operand->width));
  if (dead())
    return;
  const Access how = access(llvm::AtomicOrdering::Acquire, false);
  ++depth_;
  const LocationId inside = newLocation();
  emitTo(inside, {Load{seen, word, static_cast<std::uint16_t>(operand->width), how}, Guard{condition}});
  if (!dead())
    here_ = inside;
  if (!call.getType()->isVoidTy())
    define(call, reg(seen));
}

void CfaLowering::lowerSpawn(const llvm::CallInst &call) {
  const Expr function = materialise(scalar(call.getArgOperand(0)), "%start");
  const Expr argument = pool_.resize(scalar(call.getArgOperand(1)), pointerWidth_);
  const unsigned width = scalarWidth(call.getType(), m_.layout);
  if (dead())
    return;
  std::vector<const llvm::Function *> candidates;
  if (function->isConstant()) {
    if (const llvm::Function *known = m_.objects.functionAt(function->value))
      candidates.push_back(known);
  } else {
    for (const llvm::Function *candidate : m_.callees.of(*call.getArgOperand(0)))
      candidates.push_back(candidate);
  }
  const RegisterId handle = newRegister("%thread", width);
  const LocationId origin = here_;
  const LocationId after = newLocation();
  const SourceSpan span = span_;
  Expr none = pool_.boolean(true);
  for (const llvm::Function *candidate : candidates) {
    const Expr matches =
        pool_.eq(function, pool_.constant(m_.program.pointers.pointer(m_.objects.idOf(*candidate)), pointerWidth_));
    none = pool_.conjunction(none, pool_.negate(matches));
    here_ = origin;
    span_ = span;
    if (!matches->isTrue())
      emit(Guard{matches});
    if (candidate->isDeclaration())
      unsupported(fmt::format("thread function {} has no body", candidate->getName().str()));
    else
      emitTo(after, {Spawn{handle, m_.cfaOf(*candidate), argument}});
  }
  if (!none->isFalse()) {
    here_ = origin;
    span_ = span;
    emit(Guard{none});
    emit(Check{pool_.boolean(false), Property::ValidDeref,
               "thread started in a pointer that points to no suitable function"});
  }
  here_ = after;
  define(call, reg(handle));
}

void CfaLowering::lowerCheck(const llvm::CallInst &call, AfterFailure after) {
  const Expr condition = scalar(call.getArgOperand(0));
  const Expr property = scalar(call.getArgOperand(1));
  const auto number = static_cast<std::size_t>(property->value);
  if (!property->isConstant() || number >= runtimeProperties.size())
    return unsupported("check of an unknown property");
  if (after == AfterFailure::Continue && !m_.options.properties.contains(runtimeProperties[number]))
    return;
  emit(Check{pool_.ne(condition, constant(0, condition->width)), runtimeProperties[number],
             literal(call.getArgOperand(2)), after});
}

void CfaLowering::lowerNondet(const llvm::CallInst &call, llvm::StringRef type) {
  const unsigned width = scalarWidth(call.getType(), m_.layout);
  if (width == 0)
    return unsupported(fmt::format("__VERIFIER_nondet_{} of this type", type.str()));
  const RegisterId target = newRegister(fmt::format("nondet_{}", type.str()), width);
  const bool isBool = type == "bool" || type == "_Bool" || width == 1;
  emit(Havoc{target, 0, isBool ? 1 : support::mask(width), InputKind::Nondet,
             fmt::format("__VERIFIER_nondet_{}", type.str())});
  define(call, reg(target));
}

} // namespace heddle::frontend
