#include "frontend/intrinsics.hpp"

#include "frontend/copies.hpp"
#include "frontend/formatted_output.hpp"
#include "frontend/hooks.hpp"
#include "frontend/inliner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::frontend {

using namespace program;

namespace {

/// The order of enum heddle_property in heddle.h.
constexpr std::array runtimeProperties{Property::LockDiscipline,  Property::ValidDeref, Property::ValidFree,
                                       Property::UnreachCall,     Property::NoDataRace, Property::NoDeadlock,
                                       Property::DefinedBehaviour};

/// One call of an intrinsic, with what the handlers below need of it.
struct Site {
  const llvm::CallInst &call;
  llvm::StringRef name;
  Activation &activation;

  ModuleContext &module() const { return activation.module; }
  Emitter &emitter() const { return activation.emitter; }
  ExprPool &pool() const { return activation.emitter.pool(); }

  /// An argument; zero if a wrong prototype has left it out.
  Expr argument(unsigned i) const {
    return i < call.arg_size() ? activation.values.scalar(call.getArgOperand(i)) : emitter().constant(0, 32);
  }
  Expr pointer(unsigned i) const { return pool().resize(argument(i), emitter().pointerWidth()); }
  Expr condition(unsigned i) const { return emitter().isNonzero(argument(i)); }

  unsigned resultWidth() const { return activation.values.widthOf(call.getType()); }
  RegisterId resultRegister(const char *registerName) const {
    return resultWidth() == 0 ? noRegister : emitter().newRegister(registerName, resultWidth());
  }
  void define(Expr value) const { activation.values.define(call, value); }
  /// Defines the result, converted to its width; nothing for void.
  void returns(Expr value) const {
    if (resultWidth() != 0)
      define(pool().resize(value, resultWidth()));
  }
};

// ---- atomic blocks ---------------------------------------------------------------------------------

/// An atomic block that waits before it begins. It is entered by one action that leaves a location outside
/// the block: the load, and the guard on the value that it has read. A blocked thread therefore reads again
/// when it is next scheduled, and other threads can overtake it.
using Awaited = Expr (*)(const Site &site, Expr seen, Expr operand);

template <Awaited awaited> void beginWhen(const Site &site) {
  Emitter &emitter = site.emitter();
  const Expr word = emitter.materialise(site.argument(0), "%word");
  const Expr operand = emitter.materialise(site.argument(1), "%awaited");
  const RegisterId seen = emitter.newRegister("%seen", operand->width);
  const Expr condition = awaited(site, emitter.reg(seen), operand);
  if (emitter.isUnreachable())
    return;
  const Access access = emitter.access(MemoryOrder::Acquire, false);
  emitter.increaseDepth();
  const LocationId inside = emitter.newLocation();
  emitter.emitTo(inside, {Load{seen, word, static_cast<std::uint16_t>(operand->width), access}, Guard{condition}});
  if (!emitter.isUnreachable())
    emitter.moveTo(inside);
  if (!site.call.getType()->isVoidTy())
    site.define(emitter.reg(seen));
}

Expr isEqual(const Site &site, Expr seen, Expr operand) { return site.pool().eq(seen, operand); }

Expr isNotEqual(const Site &site, Expr seen, Expr operand) { return site.pool().negate(isEqual(site, seen, operand)); }

/// Of the given number of values.
template <unsigned values> Expr isOneOf(const Site &site, Expr seen, Expr operand) {
  Expr result = isEqual(site, seen, operand);
  for (unsigned i = 1; i < values; ++i)
    result = site.pool().disjunction(result,
                                     isEqual(site, seen, site.emitter().materialise(site.argument(1 + i), "%awaited")));
  return result;
}

Expr isClear(const Site &site, Expr seen, Expr operand) {
  return site.pool().eq(site.pool().make(ExprKind::And, seen, operand), site.emitter().constant(0, operand->width));
}

void beginAtomic(const Site &site) { site.emitter().beginAtomic(); }
void endAtomic(const Site &site) { site.emitter().endAtomic(); }

// ---- threads and the program -----------------------------------------------------------------------

void self(const Site &site) { site.returns(site.emitter().reg(site.emitter().self())); }

/// The functions that a thread may start in: one if the pointer is a constant.
std::vector<const llvm::Function *> startFunctions(const Site &site, Expr pointer) {
  std::vector<const llvm::Function *> functions;
  if (!pointer->isConstant())
    for (const llvm::Function *function : site.module().callees.of(*site.call.getArgOperand(0)))
      functions.push_back(function);
  else if (const llvm::Function *function = site.module().objects.functionAt(pointer->value))
    functions.push_back(function);
  return functions;
}

/// Whether threads can start in the function. `void *(*)(void *)` is the right type, and `int (*)(void *)` for C11
/// threads, but any function without a parameter, or with one that is passed like a pointer, works in practice; what it
/// returns is not specified then (ThreadLowering).
bool canStart(const llvm::Function &function) {
  const auto isWord = [](const llvm::Type *type) { return type->isPointerTy() || type->isIntegerTy(); };
  return !function.isVarArg() && function.arg_size() <= 1 &&
         (function.getReturnType()->isVoidTy() || isWord(function.getReturnType())) &&
         std::ranges::all_of(function.args(), [&](const llvm::Argument &parameter) {
           return isWord(parameter.getType()) && !parameter.hasByValAttr() && !parameter.hasStructRetAttr();
         });
}

/// A guarded choice among the functions that the pointer may point to.
void spawn(const Site &site) {
  Emitter &emitter = site.emitter();
  ExprPool &pool = site.pool();
  const Expr function = emitter.materialise(site.argument(0), "%start");
  const Expr argument = site.pointer(1);
  if (emitter.isUnreachable())
    return;
  const std::vector<const llvm::Function *> candidates = startFunctions(site, function);
  const RegisterId handle = site.resultRegister("%thread");
  const Point origin = emitter.here();
  const LocationId after = emitter.newLocation();
  Expr none = pool.boolean(true);
  for (const llvm::Function *candidate : candidates) {
    const Expr matches = pool.eq(function, site.module().pointerTo(*candidate));
    none = pool.conjunction(none, pool.negate(matches));
    emitter.moveTo(origin);
    if (!matches->isTrue())
      emitter.emit(Guard{matches});
    if (candidate->isDeclaration() && !site.module().isErrorFunction(candidate->getName()))
      emitter.unsupported(fmt::format("thread function {} has no body", candidate->getName().str()));
    else if (!candidate->isDeclaration() && !canStart(*candidate))
      emitter.emit(
          Check{pool.boolean(false), Property::DefinedBehaviour,
                fmt::format("a thread is started in {}, whose type is another one", candidate->getName().str())});
    else
      emitter.emitTo(after, {Spawn{handle, site.module().cfaOf(*candidate), argument}});
  }
  if (!none->isFalse()) {
    emitter.moveTo(origin);
    emitter.emit(Guard{none});
    emitter.emit(Check{pool.boolean(false), Property::ValidDeref,
                       "thread started through a pointer that points to no suitable function"});
  }
  emitter.moveTo(after);
  site.define(emitter.reg(handle));
}

void join(const Site &site) {
  const RegisterId value = site.emitter().newRegister("%joined", site.emitter().pointerWidth());
  site.emitter().emit(Join{site.pointer(0), value});
  site.returns(site.emitter().reg(value));
}

/// The result of a thread is used by the thread that joins it.
void requireResult(const Site &site) {
  if (site.module().mayLackResult())
    site.emitter().emit(Check{site.pool().ne(site.pointer(0), site.module().missingResult()),
                              Property::DefinedBehaviour,
                              "use of the result of a thread whose function has ended without a return value"});
}

void detach(const Site &site) { site.emitter().emit(Detach{site.pointer(0)}); }

void endThread(const Site &site) {
  const Expr value = site.emitter().materialise(site.pointer(0), "%result");
  runCleanupHandlers(site.module(), site.activation.inliner, value);
  if (site.emitter().isUnreachable())
    return;
  site.emitter().markGoal(fmt::format("the end of {}", site.activation.inliner.threadFunction().getName().str()));
  runThreadCleanup(site.module(), site.activation.inliner);
  // The handlers would then be run by the thread that ends last, whichever that is.
  if (site.activation.inliner.threadFunction().getName() == "main" && hasExitHandlers(site.module()))
    site.emitter().unsupported("pthread_exit in main of a program with exit handlers");
  site.activation.inliner.freeActiveLocals();
  site.emitter().emitLast(EndThread{value});
}

void setJump(const Site &site) { site.returns(site.activation.inliner.setJump(site.pointer(0))); }

void jump(const Site &site) {
  const Expr buffer = site.emitter().materialise(site.pointer(0), "%buffer");
  site.activation.inliner.jump(buffer, site.argument(1));
}

void endProgram(const Site &site) {
  const Expr argument = site.argument(0);
  const bool isAborted = !argument->isConstant() || argument->value != 0;
  if (!isAborted)
    site.emitter().markGoal("the end of main");
  site.emitter().emitLast(EndProgram{isAborted});
}

/// Has no effect: it makes the linker bring a hook.
void keep(const Site &) {}

void exitHook(const Site &site) { runExitHandlers(site.module(), site.activation.inliner); }

// ---- memory ----------------------------------------------------------------------------------------

void allocate(const Site &site) {
  const Expr zeroed = site.argument(1);
  const SourceSpan span = site.module().program.sources.userSpan(site.emitter().span());
  site.returns(site.emitter().allocate(site.pointer(0), zeroed->isConstant() && zeroed->value != 0,
                                       {"malloc", Storage::Heap, unknownType, span}));
}

void release(const Site &site) {
  site.module().note(ModuleContext::AddressUse::Released);
  site.emitter().emit(Free{site.pointer(0), Storage::Heap, site.emitter().plainAccess()});
}

void objectSize(const Site &site) {
  const RegisterId size = site.resultRegister("%size");
  site.emitter().emit(ObjectSize{size, site.pointer(0)});
  site.define(site.emitter().reg(size));
}

void copy(const Site &site) {
  const Expr size = site.argument(2);
  if (!size->isConstant())
    return site.emitter().unsupported("__heddle_copy of a variable size");
  Copies(site.emitter(), site.module().layout)
      .copyChunk(site.pointer(0), site.pointer(1), {0, static_cast<std::uint64_t>(size->value)});
}

/// The accesses do not synchronise, also in an atomic block.
void copyRelaxed(const Site &site) {
  Emitter &emitter = site.emitter();
  const Expr size = site.argument(2);
  if (!size->isConstant())
    return emitter.unsupported("__heddle_copy_relaxed of a variable size");
  Access access = emitter.plainAccess();
  access.order = MemoryOrder::Relaxed;
  access.copy = true;
  emitter.store(site.pointer(0), emitter.load(site.pointer(1), static_cast<unsigned>(size->value) * 8, access), access);
}

/// The only plain access in an atomic block: emitter.access() makes all others atomic. A depth of two or more means
/// that the program itself has made the block.
void storePlain(const Site &site) {
  Emitter &emitter = site.emitter();
  const Expr size = site.argument(2);
  if (!size->isConstant())
    return emitter.unsupported("__heddle_store_plain of a variable size");
  Access access = emitter.plainAccess();
  if (emitter.here().depth == 1)
    access.order = MemoryOrder::Plain;
  emitter.store(site.pointer(0), site.pool().resize(site.argument(1), static_cast<unsigned>(size->value) * 8), access);
}

/// Every byte counts as padding, so that reading it chooses no value.
void touch(const Site &site) {
  const Expr size = site.argument(1);
  if (!size->isConstant())
    return site.emitter().unsupported("__heddle_touch of a variable size");
  Access access = site.emitter().plainAccess();
  access.padding = static_cast<std::uint16_t>((1U << size->value) - 1);
  site.emitter().load(site.pointer(0), static_cast<unsigned>(size->value) * 8, access);
}

void isUsed(const Site &site) {
  const llvm::Function *function = site.module().definition(literal(site.call.getArgOperand(0)));
  site.returns(site.pool().boolean(function != nullptr && isRuntime(*function)));
}

void isConstant(const Site &site) { site.returns(site.pool().boolean(site.argument(0)->isConstant())); }

void isStatic(const Site &site) {
  const Expr pointer = site.pointer(0);
  site.returns(site.pool().boolean(pointer->isConstant() && site.module().objects.isDefined(pointer->value)));
}

void isLiteral(const Site &site) {
  const Expr text = site.pointer(0);
  const bool isKnown = text->isConstant() && site.module().objects.constantString(text->value).has_value();
  site.returns(site.pool().boolean(isKnown));
}

void print(const Site &site) { lowerPrint(site.activation, site.pointer(0)); }

void format(const Site &site) {
  site.returns(lowerFormat(site.activation, site.pointer(0), site.pointer(1), site.pointer(2)));
}

void printList(const Site &site) { lowerPrint(site.activation, site.pointer(0), site.pointer(1)); }

void formatList(const Site &site) {
  site.returns(lowerFormat(site.activation, site.pointer(0), site.pointer(1), site.pointer(2), site.pointer(3)));
}

// ---- inputs and assumptions ------------------------------------------------------------------------

void choose(const Site &site) {
  const Expr bound = site.argument(0);
  const RegisterId choice = site.resultRegister("%choice");
  const Bits high = bound->isConstant() && bound->value > 0 ? bound->value - 1 : support::mask(bound->width);
  site.emitter().emit(Havoc{choice, 0, high, InputKind::Scheduling, "choice"});
  if (!bound->isConstant())
    site.emitter().emit(Assume{site.pool().make(ExprKind::Ult, site.emitter().reg(choice), bound)});
  site.define(site.emitter().reg(choice));
}

void happens(const Site &site) {
  const RegisterId choice = site.resultRegister("%choice");
  site.emitter().emit(Havoc{choice, 0, 1, InputKind::Scheduling, literal(site.call.getArgOperand(0))});
  site.define(site.emitter().reg(choice));
}

void nondet(const Site &site) {
  const unsigned width = site.resultWidth();
  llvm::StringRef type = site.name;
  type.consume_front("__VERIFIER_nondet_");
  if (width == 0)
    return site.emitter().unsupported(fmt::format("__VERIFIER_nondet_{} of this type", type.str()));
  const RegisterId target = site.emitter().newRegister(fmt::format("nondet_{}", type.str()), width);
  const bool isBool = type == "bool" || type == "_Bool" || width == 1;
  site.emitter().emit(Havoc{target, 0, isBool ? 1 : support::mask(width), InputKind::Nondet, site.name.str()});
  site.define(site.emitter().reg(target));
}

void assume(const Site &site) { site.emitter().emit(Assume{site.condition(0)}); }

void mallocMayFail(const Site &site) { site.returns(site.pool().boolean(site.module().options.mallocMayFail)); }
void spuriousWakeups(const Site &site) { site.returns(site.pool().boolean(site.module().options.spuriousWakeups)); }

/// Handlers of signals may run at any time from here on, which is not followed.
void mayBeInterrupted(const Site &site) {
  const std::string assumption = "no-outside-signals";
  if (site.module().options.noOutsideSignals)
    return site.module().assume(assumption);
  site.module().warnOnce(
      assumption, {fmt::format("a handler of signals is installed, which may run at any time, and functions that wait "
                               "may end early; this is not followed, so no proof can rest on it: if no signals come "
                               "from outside of the program, state so with --assume {}",
                               assumption),
                   site.module().program.sources.userSpan(site.emitter().span()), false});
  site.emitter().emit(Check{site.pool().boolean(false), Property::KnownFunctions,
                            "a handler of signals is installed, which may run at any time", AfterFailure::Continue});
}

// ---- checks ----------------------------------------------------------------------------------------

void checks(const Site &site) {
  const Expr property = site.argument(0);
  const auto number = static_cast<std::size_t>(property->value);
  if (!property->isConstant() || number >= runtimeProperties.size())
    return site.emitter().unsupported("question about an unknown property");
  site.returns(site.pool().boolean(site.module().options.properties.contains(runtimeProperties[number])));
}

template <AfterFailure after> void check(const Site &site) {
  const Expr condition = site.argument(0);
  const Expr property = site.argument(1);
  const auto number = static_cast<std::size_t>(property->value);
  if (!property->isConstant() || number >= runtimeProperties.size())
    return site.emitter().unsupported("check of an unknown property");
  if (after == AfterFailure::Continue && !site.module().options.properties.contains(runtimeProperties[number]))
    return;
  site.emitter().emit(Check{site.emitter().isNonzero(condition), runtimeProperties[number],
                            literal(site.call.getArgOperand(2)), after});
}

void verifierAssert(const Site &site) {
  site.emitter().emit(
      Check{site.condition(0), Property::UnreachCall, "__VERIFIER_assert fails", AfterFailure::Continue});
}

void overflow(const Site &site) {
  const char *what = site.name.contains("shift")
                         ? "shift by too large an amount, or of a negative value, or out of range"
                     : site.name.contains("divrem") ? "division by zero, or signed overflow in division"
                     : site.name.contains("negate") ? "signed overflow in negation"
                     : site.name.contains("mul")    ? "signed overflow in multiplication"
                     : site.name.contains("sub")    ? "signed overflow in subtraction"
                                                    : "signed overflow in addition";
  site.emitter().emit(Check{site.pool().boolean(false), Property::NoOverflow, what});
  site.emitter().setUnreachable();
}

void unsupported(const Site &site) { site.emitter().unsupported(literal(site.call.getArgOperand(0))); }

void exceeded(const Site &site) {
  site.emitter().emitLast(Halt{HaltReason::Resource, literal(site.call.getArgOperand(0))});
}

void limited(const Site &site) {
  std::vector<Operation> operations;
  operations.push_back(Halt{HaltReason::Resource, literal(site.call.getArgOperand(0))});
  const LocationId next = site.emitter().newLocation();
  site.emitter().emitTo(next, std::move(operations));
  if (!site.emitter().isUnreachable())
    site.emitter().moveTo(next);
}

void sync(const Site &site) {
  const auto kind = static_cast<std::uint8_t>(site.argument(0)->value);
  assert(kind <= static_cast<std::uint8_t>(SyncKind::Destroy) && "heddle.h and SyncKind list the same names");
  site.emitter().emit(Sync{static_cast<SyncKind>(kind), site.pointer(1)});
}

// ---- the table -------------------------------------------------------------------------------------

enum class Applies : std::uint8_t { Always, IfNotDefined };

struct Intrinsic {
  llvm::StringLiteral name; // with a `*` at its end: every name that begins so
  void (*lower)(const Site &site);
  Applies applies = Applies::Always; // IfNotDefined: a definition in the program takes precedence

  bool describes(const llvm::Function &function) const {
    if (applies == Applies::IfNotDefined && !function.isDeclaration())
      return false;
    return name.ends_with("*") ? function.getName().starts_with(name.drop_back()) : function.getName() == name;
  }
};

constexpr Intrinsic intrinsics[] = {
    {"__heddle_atomic_begin", beginAtomic},
    {"__heddle_atomic_end", endAtomic},
    {"__heddle_begin_when_equal", beginWhen<isEqual>},
    {"__heddle_begin_when_either", beginWhen<isOneOf<2>>},
    {"__heddle_begin_when_one_of", beginWhen<isOneOf<3>>},
    {"__heddle_begin_when_not", beginWhen<isNotEqual>},
    {"__heddle_begin_when_clear", beginWhen<isClear>},
    {"__heddle_self", self},
    {"__heddle_spawn", spawn},
    {"__heddle_join", join},
    {"__heddle_require_result", requireResult},
    {"__heddle_detach", detach},
    {"__heddle_end_thread", endThread},
    {"__heddle_set_jump", setJump},
    {"__heddle_jump", jump},
    {"__heddle_end_program", endProgram},
    {"__heddle_keep", keep},
    {"__heddle_exit_hook", exitHook},
    {"__heddle_allocate", allocate},
    {"__heddle_release", release},
    {"__heddle_object_size", objectSize},
    {"__heddle_copy", copy},
    {"__heddle_copy_relaxed", copyRelaxed},
    {"__heddle_store_plain", storePlain},
    {"__heddle_touch", touch},
    {"__heddle_is_used", isUsed},
    {"__heddle_is_constant", isConstant},
    {"__heddle_is_literal", isLiteral},
    {"__heddle_is_static", isStatic},
    {"__heddle_print", print},
    {"__heddle_format", format},
    {"__heddle_print_list", printList},
    {"__heddle_format_list", formatList},
    {"__heddle_choose", choose},
    {"__heddle_happens", happens},
    {"__heddle_assume", assume},
    {"__heddle_malloc_may_fail", mallocMayFail},
    {"__heddle_spurious_wakeups", spuriousWakeups},
    {"__heddle_checks", checks},
    {"__heddle_check", check<AfterFailure::Continue>},
    {"__heddle_require", check<AfterFailure::Stop>},
    {"__heddle_unsupported", unsupported},
    {"__heddle_exceeded", exceeded},
    {"__heddle_limited", limited},
    {"__heddle_may_be_interrupted", mayBeInterrupted},
    {"__heddle_sync", sync},
    {"__VERIFIER_atomic_begin", beginAtomic},
    {"__VERIFIER_atomic_end", endAtomic},
    {"__VERIFIER_assume", assume},
    {"__VERIFIER_assert", verifierAssert, Applies::IfNotDefined},
    {"__VERIFIER_nondet_*", nondet, Applies::IfNotDefined},
    {"assume_abort_if_not", assume, Applies::IfNotDefined},
    {"__ubsan_handle_*", overflow},
};

const Intrinsic *intrinsicOf(const llvm::Function &function) {
  const auto *found =
      std::ranges::find_if(intrinsics, [&](const Intrinsic &candidate) { return candidate.describes(function); });
  return found == std::end(intrinsics) ? nullptr : found;
}

} // namespace

bool isIntrinsic(const llvm::Function &function) { return intrinsicOf(function) != nullptr; }

bool lowerIntrinsic(const llvm::CallInst &call, const llvm::Function &function, Activation &activation) {
  const Intrinsic *intrinsic = intrinsicOf(function);
  if (intrinsic == nullptr)
    return false;
  intrinsic->lower({call, function.getName(), activation});
  return true;
}

} // namespace heddle::frontend
