#include "frontend/inliner.hpp"

#include "frontend/body.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

std::vector<Point> Inliner::inlineBody(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                       const Results &results) {
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
  const SourceSpan callSite = emitter_.span();
  const FrameId frame = module_.program.sources.addFrame({name, callSite});
  active_.push_back(&function);
  storages_.push_back(&activation.locals);
  std::vector<Point> returns = Body(activation, frame, results).lower();
  storages_.pop_back();
  active_.pop_back();
  emitter_.setSpan(callSite);
  return returns;
}

std::vector<Point> Inliner::inlineCall(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                       const Results &results) {
  const bool isAtomic = function.getName().starts_with("__VERIFIER_atomic_");
  if (isAtomic)
    emitter_.beginAtomic();
  std::vector<Point> returns = inlineBody(function, arguments, results);
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
  for (LocalStorage *storage : storages_)
    storage->freeAll();
}

bool Inliner::reachesRecursionBound(const llvm::Function &function) const {
  return std::ranges::count(active_, &function) > static_cast<std::ptrdiff_t>(module_.options.recursionDepth);
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
