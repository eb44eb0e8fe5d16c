#include "frontend/inliner.hpp"

#include "frontend/body.hpp"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <cassert>
#include <ranges>

namespace heddle::frontend {

using namespace program;

namespace {

/// Whether a return can be reached from the block in the control-flow graph without the blocks in `visited`. Branches
/// that constants decide have one way out.
bool canReturn(const llvm::BasicBlock *block, const Activation &activation,
               llvm::SmallPtrSet<const llvm::BasicBlock *, 16> &visited) {
  if (!visited.insert(block).second)
    return false;
  if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
    return true;
  if (const llvm::BasicBlock *way = activation.decided.lookup(block))
    return canReturn(way, activation, visited);
  return llvm::any_of(llvm::successors(block),
                      [&](const llvm::BasicBlock *successor) { return canReturn(successor, activation, visited); });
}

/// Whether every execution of the function that returns makes the call that is being lowered, as far as constants
/// decide: no branch that has been taken on another value leads around it.
bool isCertain(const Activation &caller) {
  if (caller.call == nullptr)
    return false;
  return llvm::none_of(caller.undecided, [&](const llvm::BasicBlock *branch) {
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> visited{caller.call->getParent()};
    return canReturn(branch, caller, visited);
  });
}

} // namespace

std::vector<Point> Inliner::inlineBody(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                       const Results &results, Expr argumentMemory) {
  if (emitter_.isUnreachable())
    return {};
  const std::string name = function.getName().str();
  if (reachesRecursionBound(function)) {
    emitter_.emitLast(Halt{HaltReason::RecursionBound, fmt::format("recursion of {} deeper than {} (--recursion-depth)",
                                                                   name, module_.options.recursionDepth)});
    return {};
  }
  Activation activation(module_, emitter_, threadLocals_, *this, function);
  for (const llvm::Argument &parameter : function.args()) {
    const std::optional<Lowered> value = bindParameter(parameter, arguments);
    if (!value) {
      emitter_.unsupported(fmt::format("parameter of a type without a model in {}", name));
      return {};
    }
    activation.values.bind(&parameter, *value);
  }
  if (function.isVarArg())
    for (std::size_t i = function.arg_size(); i < arguments.size(); ++i)
      activation.variableArguments.push_back(arguments[i]);
  activation.argumentMemory = argumentMemory;
  const SourceSpan callSite = emitter_.span();
  const FrameId frame = module_.program.sources.addFrame({name, callSite});
  active_.push_back({&activation, {}});
  const bool isFurther = module_.profile.enter(function, module_.budget.used) > 1 && !isRuntime(function);
  module_.budget.copies += isFurther ? 1 : 0;
  if (callsSetjmp(function))
    active_.back().jumps.frame = activation.locals.allocateFrame(name);
  std::vector<Point> returns = Body(activation, frame, results).lower();
  connectJumps(emitter_, active_.back().jumps);
  active_.pop_back();
  module_.profile.leave(module_.budget.used);
  module_.budget.copies -= isFurther ? 1 : 0;
  emitter_.setSpan(callSite);
  return returns;
}

std::vector<Point> Inliner::inlineCall(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                       const Results &results, Expr argumentMemory) {
  const bool isAtomic = function.getName().starts_with("__VERIFIER_atomic_");
  if (isAtomic)
    emitter_.beginAtomic();
  std::vector<Point> returns = inlineBody(function, arguments, results, argumentMemory);
  if (!isAtomic)
    return returns;
  for (Point &point : returns) {
    emitter_.moveTo(point);
    emitter_.endAtomic();
    point = emitter_.here();
  }
  return returns;
}

std::vector<Point> Inliner::start(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                  const Results &results) {
  if (emitter_.isUnreachable())
    return {};
  const std::string name = function.getName().str();
  if (module_.isErrorFunction(name)) {
    emitter_.setSpan(module_.types.span(function));
    emitter_.emit(Check{emitter_.pool().boolean(false), Property::UnreachCall, fmt::format("{}() is called", name),
                        AfterFailure::Continue});
  }
  if (!function.isDeclaration())
    return inlineCall(function, arguments, results);
  emitter_.unsupported(fmt::format("thread function {} has no body", name));
  return {};
}

void Inliner::freeActiveLocals() {
  for (const Frame &frame : active_)
    frame.activation->locals.freeAll();
}

/// They become words of an object on the stack, so that what looks for lost memory finds them.
void Inliner::keepActiveLocals() {
  std::vector<Expr> pointers;
  for (const Frame &frame : active_)
    frame.activation->locals.addPointers(pointers);
  if (pointers.empty())
    return;
  const Expr kept = emitter_.allocate(emitter_.pointerConstant(pointers.size() * emitter_.pointerWidth() / 8), false,
                                      {"variables at exit", Storage::Stack, unknownType, emitter_.span()});
  for (std::size_t i = 0; i < pointers.size(); ++i)
    emitter_.store(emitter_.pool().add(kept, emitter_.pointerConstant(i * emitter_.pointerWidth() / 8)), pointers[i],
                   emitter_.plainAccess());
}

Expr Inliner::setJump(Expr buffer) {
  assert(active_.size() >= 2 && "a function calls setjmp, which is a model");
  return addJumpTarget(emitter_, active_[active_.size() - 2].jumps, buffer);
}

void Inliner::jump(Expr buffer, Expr value) {
  const SavedJump saved = loadJump(emitter_, buffer, value);
  for (Frame &frame : std::views::reverse(active_)) {
    if (emitter_.isUnreachable())
      return;
    if (frame.jumps.frame != noRegister)
      leaveTo(emitter_, frame.jumps, saved);
    frame.activation->locals.freeAll();
  }
  emitter_.emit(Check{emitter_.pool().boolean(false), Property::DefinedBehaviour,
                      "longjmp with a buffer that setjmp has not set in a function that is still active"});
  emitter_.setUnreachable();
}

/// Recursion whose depth is constant is followed to its end, within limits: the call is reached whatever the inputs
/// are.
bool Inliner::reachesRecursionBound(const llvm::Function &function) {
  constexpr std::size_t mostNested = 500;
  constexpr std::size_t mostFollowed = 5000;
  const auto isOfFunction = [&](const Frame &frame) { return &frame.activation->function == &function; };
  if (std::ranges::count_if(active_, isOfFunction) <= static_cast<std::ptrdiff_t>(module_.options.recursionDepth))
    return false;
  if (active_.size() >= mostNested || followed_ >= mostFollowed || !isCertain(*active_.back().activation))
    return true;
  ++followed_;
  return false;
}

std::optional<Lowered> Inliner::bindParameter(const llvm::Argument &parameter, llvm::ArrayRef<Lowered> arguments) {
  const std::string name = parameter.hasName() ? parameter.getName().str() : "argument";
  const unsigned number = parameter.getArgNo();
  const auto leaves = leavesOf(parameter.getType(), module_.layout);
  Lowered bound;
  for (unsigned i = 0; i < leaves.size(); ++i) {
    const unsigned width = scalarWidth(leaves[i].type, module_.layout);
    if (width == 0)
      return std::nullopt;
    // A call through a wrong prototype may pass too few arguments: the missing ones are arbitrary.
    const bool isGiven = number < arguments.size() && i < arguments[number].size();
    bound.push_back(isGiven ? emitter_.materialise(emitter_.pool().resize(arguments[number][i], width), name)
                            : emitter_.havoc(width, InputKind::Uninitialised, name));
  }
  return bound;
}

void Inliner::callAndContinue(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments) {
  if (emitter_.isUnreachable())
    return;
  const std::vector<Point> returns = start(function, arguments, {});
  emitter_.setUnreachable();
  for (const Point &point : returns) {
    if (emitter_.isUnreachable()) {
      emitter_.moveTo(point);
    } else {
      const LocationId meeting = emitter_.here().location;
      emitter_.moveTo(point.location);
      emitter_.emitTo(meeting);
      emitter_.moveTo(meeting);
    }
  }
}

} // namespace heddle::frontend
