#include "frontend/thread_lowering.hpp"

#include "frontend/hooks.hpp"
#include "frontend/outside_pointers.hpp"
#include "frontend/program_arguments.hpp"
#include "frontend/weak_symbols.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

namespace {

/// Whether a parameter is ever read; at -O0 it is stored to a local in any case.
bool isRead(const llvm::Argument &parameter) {
  return std::ranges::any_of(parameter.users(), [](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    const auto *local = store ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
    return !local || !local->hasOneUse();
  });
}

/// A variable whose initialiser contains the constant, or nullptr.
const llvm::GlobalVariable *initialisedWith(const llvm::Constant &constant) {
  for (const llvm::User *user : constant.users()) {
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(user))
      return variable;
    const auto *larger = llvm::isa<llvm::GlobalValue>(user) ? nullptr : llvm::dyn_cast<llvm::Constant>(user);
    if (const llvm::GlobalVariable *variable = larger != nullptr ? initialisedWith(*larger) : nullptr)
      return variable;
  }
  return nullptr;
}

/// Whether the program may look at what a thread returns to pthread_join. What thrd_join passes on is an int.
bool usesResults(const llvm::Module &module) {
  const llvm::Function *join = module.getFunction("pthread_join");
  return join != nullptr && !std::ranges::all_of(join->users(), [&](const llvm::User *user) {
           const auto *call = llvm::dyn_cast<llvm::CallInst>(user);
           return call != nullptr && call->getCalledOperand() == join && call->arg_size() == 2 &&
                  llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1));
         });
}

/// Where the function returns; if in several places, the last one.
llvm::DebugLoc endOf(const llvm::Function &function) {
  for (const llvm::BasicBlock &block : llvm::reverse(function))
    if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()))
      return back->getDebugLoc();
  return {};
}

} // namespace

ThreadLowering::ThreadLowering(ModuleContext &module, const llvm::Function &function)
    : module_(module), function_(function), emitter_(module.program, module.budget, function.getName().str()),
      threadLocals_(module, emitter_), inliner_(function, module, emitter_, threadLocals_) {}

Cfa ThreadLowering::lowerMain() {
  refuseInitialisers();
  chooseWeakSymbols();
  chooseOutsidePointers(module_, emitter_);
  runConstructors(module_, inliner_);
  inliner_.callAndContinue(function_, mainArguments());
  emitter_.markEnd("main");
  runExitHandlers(module_, inliner_);
  emitter_.setSpan(module_.types.span(endOf(function_)));
  emitter_.emitLast(EndProgram{});
  return finish();
}

Cfa ThreadLowering::lowerThread() {
  const RegisterId argument = emitter_.addArgument();
  std::vector<Lowered> arguments;
  if (function_.arg_size() >= 1)
    arguments.push_back({emitter_.reg(argument)});

  const unsigned resultWidth = scalarWidth(function_.getReturnType(), module_.layout);
  Registers results;
  if (resultWidth != 0)
    results.push_back(emitter_.newRegister("result", resultWidth));
  const bool mayLackResult = !function_.isDeclaration() && module_.returnSlotOf(function_).mayBeEmpty();
  const RegisterId missing = mayLackResult ? emitter_.newRegister("%missing", 1) : noRegister;
  const std::vector<Point> returns = inliner_.start(function_, arguments, {results, false, missing});
  if (returns.empty())
    emitter_.markEnd(function_.getName().str());
  for (const Point &point : returns) {
    emitter_.moveTo(point);
    Expr result = threadResult(results);
    if (mayLackResult)
      result = emitter_.pool().ite(emitter_.reg(missing), module_.missingResult(), result);
    emitter_.markEnd(function_.getName().str());
    runThreadCleanup(module_, inliner_);
    emitter_.emitLast(EndThread{result});
  }
  return finish();
}

/// The result of a thread is pointer-wide. What a function that returns nothing, or a narrower integer, leaves in the
/// rest is not specified. thrd_start_t returns an int, and thrd_join passes it on as an int.
Expr ThreadLowering::threadResult(llvm::ArrayRef<RegisterId> results) {
  const unsigned width = results.empty() ? 0 : emitter_.registerOf(results.front()).width;
  if (width >= emitter_.pointerWidth() || !usesResults(module_.module))
    return results.empty() ? emitter_.pointerConstant(0) : emitter_.signedToPointerWidth(emitter_.reg(results.front()));
  const Expr rest = emitter_.havoc(emitter_.pointerWidth() - width, InputKind::Uninitialised,
                                   fmt::format("result of {}", function_.getName().str()));
  return results.empty() ? rest : emitter_.pool().make(ExprKind::Concat, rest, emitter_.reg(results.front()));
}

Cfa ThreadLowering::finish() {
  threadLocals_.finish();
  return emitter_.finish();
}

/// An initialiser whose value has no model: what becomes of the address of an object of unknown size is not followed.
void ThreadLowering::refuseInitialisers() {
  for (const llvm::GlobalVariable &global : module_.module.globals())
    if (const llvm::GlobalVariable *user = initialisedWith(global);
        user != nullptr && objectOfUnknownSize(global) != nullptr) {
      emitter_.setSpan(module_.types.ofGlobal(*user).span);
      emitter_.unsupported(
          fmt::format("use of {}, whose size only its definition tells, in an initialiser", global.getName().str()));
    }
}

/// Which weak symbols are defined elsewhere is an input.
void ThreadLowering::chooseWeakSymbols() {
  for (const WeakSymbol &symbol : weakSymbols(module_.module)) {
    const Expr isDefined = emitter_.havoc(1, InputKind::Nondet, fmt::format("definition of {}", symbol.name));
    const Bits flag = module_.program.pointers.pointer(module_.objects.idOf(*symbol.flag));
    emitter_.store(emitter_.constant(flag, emitter_.pointerWidth()), isDefined, {});
  }
}

/// The environment may pass any number of arguments with any content.
std::vector<Lowered> ThreadLowering::mainArguments() {
  if (!module_.options.entry.empty())
    return arbitraryArguments(function_, module_, emitter_);
  if (module_.options.programArguments)
    return givenArguments(function_, module_, emitter_);
  std::vector<Lowered> arguments;
  if (function_.arg_size() >= 1) {
    const unsigned width = scalarWidth(function_.getArg(0)->getType(), module_.layout);
    // A parameter of another type than int is what its register holds, of which only a part is the number.
    const bool isNumber = function_.getArg(0)->getType()->isIntegerTy(32);
    const RegisterId count = emitter_.newRegister("argc", std::max(width, 1U));
    emitter_.emit(
        Havoc{count, isNumber ? 1 : Bits{0}, support::mask(isNumber ? width - 1 : width), InputKind::Nondet, "argc"});
    arguments.push_back({emitter_.reg(count)});
  }
  const bool isUsual = std::ranges::all_of(function_.args(), [](const llvm::Argument &parameter) {
    return parameter.getArgNo() == 0 ? parameter.getType()->isIntegerTy(32) : parameter.getType()->isPointerTy();
  });
  if (!isUsual || function_.arg_size() > 3) {
    // What such parameters hold is not specified. A missing argument is arbitrary.
    if (std::ranges::any_of(function_.args(), [](const llvm::Argument &parameter) {
          return parameter.getArgNo() > 0 && isRead(parameter);
        }))
      emitter_.unsupported("a parameter of main of a type that it does not have in C");
    return arguments;
  }
  if (function_.arg_size() >= 2)
    arguments.push_back({commandLine(arguments.front().front())});
  if (function_.arg_size() >= 3)
    arguments.push_back({environment()});
  return arguments;
}

/// main's third parameter: only executions without variables in the environment are supported.
Expr ThreadLowering::environment() {
  if (!isRead(*function_.getArg(2)))
    return emitter_.pointerConstant(0);
  LocationId empty = Emitter::nowhere;
  emitter_.branch(
      emitter_.havoc(1, InputKind::Nondet, "environment is empty"), [&] { empty = emitter_.here().location; },
      [&] { emitter_.unsupported("variables of the environment (the third parameter of main)"); });
  emitter_.moveTo(empty);
  return emitter_.allocate(emitter_.pointerConstant(emitter_.pointerWidth() / 8), true,
                           {"envp", Storage::Stack, unknownType, emitter_.span()});
}

/// main's second parameter: `count` strings of up to seven arbitrary characters, and a null pointer. This
/// does not cover all command lines: executions with more arguments end in a Halt, and because of longer
/// arguments a warning rules out a proof. transform/any_size makes the program in which neither is limited.
Expr ThreadLowering::commandLine(Expr count) {
  constexpr std::uint64_t most = 4;
  constexpr std::uint64_t bytes = 8;
  if (!isRead(*function_.getArg(1)))
    return emitter_.pointerConstant(0);
  module_.warnOnce("command line", {.message = fmt::format("command-line arguments of more than {} characters are not "
                                                           "considered",
                                                           bytes - 1),
                                    .span = module_.types.span(function_),
                                    .blocksProof = true,
                                    .isOfLongArguments = true});
  ExprPool &pool = emitter_.pool();
  const std::uint64_t pointerBytes = emitter_.pointerWidth() / 8;
  const Expr array = emitter_.allocate(emitter_.pointerConstant((most + 1) * pointerBytes), true,
                                       {"argv", Storage::Stack, unknownType, emitter_.span()});
  for (std::uint64_t i = 0; i < most; ++i) {
    const Expr text = emitter_.allocate(emitter_.pointerConstant(bytes), false,
                                        {fmt::format("argv[{}]", i), Storage::Stack, unknownType, emitter_.span()});
    emitter_.store(pool.add(text, emitter_.pointerConstant(bytes - 1)), emitter_.constant(0, 8), {});
    const Expr given = pool.make(ExprKind::Ult, emitter_.constant(i, count->width), count);
    emitter_.store(pool.add(array, emitter_.pointerConstant(i * pointerBytes)),
                   pool.ite(given, text, emitter_.pointerConstant(0)), {});
  }
  LocationId next = Emitter::nowhere;
  emitter_.branch(
      pool.make(ExprKind::Ule, count, emitter_.constant(most, count->width)),
      [&] {
        next = emitter_.newLocation();
        emitter_.emitTo(next);
      },
      [&] {
        std::vector<Operation> operations;
        operations.push_back(Halt{HaltReason::Resource, fmt::format("more than {} command-line arguments", most - 1)});
        emitter_.emitTo(next == Emitter::nowhere ? emitter_.newLocation() : next, std::move(operations));
      });
  if (next != Emitter::nowhere)
    emitter_.moveTo(next);
  return array;
}

} // namespace heddle::frontend
