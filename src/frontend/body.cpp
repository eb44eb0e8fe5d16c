// Function bodies: basic blocks, branches, phi nodes, returns, atomic blocks.
#include "frontend/lowering.hpp"

#include <fmt/format.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace heddle::frontend {

using namespace program;

/// Lowers the function's body behind the present position and returns where it comes back, at most one
/// point per depth of atomic blocks. Parameters that are not simple are evaluated once, here.
std::vector<Point> CfaLowering::inlineBody(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                           llvm::ArrayRef<RegisterId> results) {
  if (dead())
    return {};
  unsigned active = 0;
  for (const Activation *frame = current_; frame; frame = frame->caller)
    active += frame->function == &function ? 1 : 0;
  if (active > m_.options.recursionDepth) {
    emitLast(Halt{HaltReason::RecursionBound, fmt::format("recursion of {} deeper than {} (--recursion-depth)",
                                                          function.getName().str(), m_.options.recursionDepth)});
    return {};
  }

  Activation activation;
  activation.function = &function;
  activation.locals = &m_.localsOf(function);
  activation.caller = current_;
  activation.results = results;
  for (const llvm::Argument &parameter : function.args()) {
    const auto leaves = leavesOf(parameter.getType(), m_.layout);
    Lowered bound;
    for (unsigned i = 0; i < leaves.size(); ++i) {
      const unsigned width = scalarWidth(leaves[i].type, m_.layout);
      if (width == 0) {
        unsupported(fmt::format("parameter of a type without a model in {}", function.getName().str()));
        return {};
      }
      const std::string name = parameter.hasName() ? parameter.getName().str() : "argument";
      // A call through a wrong prototype passes too little or something else: then it is arbitrary.
      const bool given = parameter.getArgNo() < arguments.size() && i < arguments[parameter.getArgNo()].size();
      bound.push_back(given ? materialise(pool_.resize(arguments[parameter.getArgNo()][i], width), name)
                            : havoc(width, InputKind::Uninitialised, name));
    }
    activation.values[&parameter] = bound;
  }
  activation.frame = m_.program.sources.addFrame({function.getName().str(), span_});

  current_ = &activation;
  activation.work.push_back({&function.getEntryBlock(), function.getEntryBlock().begin(), {here_, depth_}});
  const SourceSpan callSite = span_;
  const llvm::Instruction *call = instruction_;
  const std::size_t registersUsed = registersUsed_;
  while (!activation.work.empty()) {
    const Activation::Work work = activation.work.back();
    activation.work.pop_back();
    lowerBlock(work);
  }
  instruction_ = call;
  registersUsed_ = registersUsed;
  current_ = activation.caller;
  span_ = callSite;
  std::vector<Point> exits;
  for (const auto &[depth, location] : activation.exits)
    exits.push_back({location, depth});
  return exits;
}

void CfaLowering::lowerBlock(const Activation::Work &work) {
  here_ = work.point.location;
  depth_ = work.point.depth;
  for (auto position = work.from; position != work.block->end() && !dead(); ++position) {
    const llvm::Instruction &instruction = *position;
    instruction_ = &instruction;
    registersUsed_ = 0;
    span_ = spanOf(instruction);
    if (instruction.isTerminator())
      lowerTerminator(instruction);
    else
      lowerInstruction(instruction);
  }
}

void CfaLowering::lowerTerminator(const llvm::Instruction &instruction) {
  const llvm::BasicBlock *block = instruction.getParent();
  if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    lowerReturn(*back);
  } else if (const auto *conditional = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (conditional->isUnconditional())
      jump(block, conditional->getSuccessor(0));
    else
      branch(
          scalar(conditional->getCondition()), [&] { jump(block, conditional->getSuccessor(0)); },
          [&] { jump(block, conditional->getSuccessor(1)); });
  } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    lowerSwitch(*choice);
  } else if (llvm::isa<llvm::UnreachableInst>(instruction)) {
    // Behind a call that does not return, or undefined behaviour: no execution goes on here.
    emit(Assume{pool_.boolean(false)});
  } else {
    unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
  }
  die();
}

void CfaLowering::jump(const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  assignPhis(from, to);
  if (dead())
    return;
  const auto [entry, isNew] = current_->blocks.try_emplace({to, depth_}, here_);
  if (isNew)
    current_->work.push_back({to, to->getFirstNonPHIIt(), {here_, depth_}});
  else
    emitTo(entry->second, {});
}

/// Phi nodes of a block change all at once: values are evaluated before the first one is assigned.
void CfaLowering::assignPhis(const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  std::vector<std::pair<RegisterId, Expr>> assignments;
  llvm::SmallPtrSet<Expr, 4> assigned;
  for (const llvm::PHINode &phi : to->phis()) {
    auto known = current_->values.find(&phi);
    if (known == current_->values.end()) {
      Lowered registers;
      for (const RegisterId id : registersFor(phi.getType(), "%phi"))
        registers.push_back(reg(id));
      known = current_->values.try_emplace(&phi, registers).first;
    }
    const Lowered targets = known->second;
    const Lowered incoming = value(phi.getIncomingValueForBlock(from));
    for (unsigned i = 0; i < targets.size() && i < incoming.size(); ++i) {
      assignments.emplace_back(targets[i]->index, incoming[i]);
      assigned.insert(targets[i]);
    }
  }
  bool overlap = false;
  for (const auto &[target, source] : assignments)
    forEachRegister(source, [&](RegisterId id) { overlap |= assigned.contains(reg(id)) && id != target; });
  if (overlap)
    for (auto &[target, source] : assignments) {
      const RegisterId copy = newRegister("%copy", source->width);
      emit(Assign{copy, source});
      source = reg(copy);
    }
  for (const auto &[target, source] : assignments)
    emit(Assign{target, source});
}

void CfaLowering::lowerReturn(const llvm::ReturnInst &instruction) {
  if (instruction.getReturnValue() && !current_->results.empty()) {
    const Lowered values = value(instruction.getReturnValue());
    for (unsigned i = 0; i < current_->results.size() && i < values.size(); ++i) {
      const RegisterId target = current_->results[i];
      emit(Assign{target, pool_.resize(values[i], cfa_.registers[target].width)});
    }
  }
  for (const RegisterId object : current_->freedAtReturn) {
    emit(Free{reg(object), Storage::Stack, plainAccess()});
    emit(Assign{object, pointerConstant(0)});
  }
  if (dead())
    return;
  const auto [exit, isNew] = current_->exits.try_emplace(depth_, here_);
  if (!isNew)
    emitTo(exit->second, {});
}

void CfaLowering::lowerSwitch(const llvm::SwitchInst &instruction) {
  const Expr condition = materialise(scalar(instruction.getCondition()), "%switch");
  if (dead())
    return;
  const llvm::BasicBlock *block = instruction.getParent();
  const Point origin{here_, depth_};
  const SourceSpan span = span_;
  const auto take = [&](Expr guard, const llvm::BasicBlock *target) {
    here_ = origin.location;
    depth_ = origin.depth;
    span_ = span;
    if (guard->isFalse())
      return;
    emit(Guard{guard});
    jump(block, target);
  };
  // Cases that share a target share an action.
  llvm::MapVector<const llvm::BasicBlock *, Expr> guards;
  Expr none = pool_.boolean(true);
  for (const auto &entry : instruction.cases()) {
    const Expr matches = pool_.eq(condition, constant(toBits(entry.getCaseValue()->getValue()), condition->width));
    Expr &guard = guards[entry.getCaseSuccessor()];
    guard = guard ? pool_.disjunction(guard, matches) : matches;
    none = pool_.conjunction(none, pool_.negate(matches));
  }
  Expr &otherwise = guards[instruction.getDefaultDest()];
  otherwise = otherwise ? pool_.disjunction(otherwise, none) : none;
  for (const auto &[target, guard] : guards)
    take(guard, target);
}

void CfaLowering::atomicBegin() {
  if (dead())
    return;
  ++depth_;
  if (depth_ == 1)
    emit(AtomicBegin{});
}

/// The position behind the end must not be atomic: other threads may run from there on.
void CfaLowering::atomicEnd() {
  if (dead() || depth_ == 0)
    return;
  --depth_;
  if (depth_ > 0)
    return;
  const LocationId outside = newLocation();
  emitTo(outside, {});
  if (!dead())
    here_ = outside;
}

} // namespace heddle::frontend
