#include "frontend/body.hpp"

#include "frontend/address_uses.hpp"
#include "frontend/variable_arguments.hpp"
#include "program/address_checks.hpp"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

namespace heddle::frontend {

using namespace program;

Body::Body(Activation &activation, FrameId frame, const Results &results)
    : activation_(activation), emitter_(activation.emitter), values_(activation.values),
      pool_(activation.emitter.pool()), memory_(emitter_, values_, activation.locals), computation_(emitter_, values_),
      calls_(activation), frame_(frame), results_(results),
      returnSlot_(activation.module.returnSlotOf(activation.function)) {}

std::vector<Point> Body::lower() {
  const llvm::BasicBlock &entry = activation_.function.getEntryBlock();
  if (returnSlot_.mayBeEmpty() && (results_.areUsed || results_.missing != noRegister)) {
    hasResult_ = emitter_.newRegister("%hasResult", 1);
    emitter_.emit(Assign{hasResult_, pool_.boolean(false)});
  }
  for (const llvm::BasicBlock &block : activation_.function)
    if (const llvm::CallInst *call = calls_.errorCall(block))
      errorCalls_.push_back(call->getDebugLoc());
  work_.push_back({&entry, entry.begin(), emitter_.here()});
  while (!work_.empty()) {
    const Work work = work_.back();
    work_.pop_back();
    lowerFrom(work);
  }
  return returns_.points();
}

void Body::lowerFrom(const Work &work) {
  emitter_.moveTo(work.point);
  const bool isModel = isRuntime(activation_.function);
  for (auto position = work.from; position != work.block->end() && !emitter_.isUnreachable(); ++position) {
    const llvm::Instruction &instruction = *position;
    const Point before = emitter_.here();
    if (isSurvey())
      defineOperands(instruction);
    const Emitter::InstructionScope scope(emitter_, registers_[&instruction]);
    emitter_.setSpan(spanOf(instruction));
    if (position != work.block->begin() && !llvm::isa<llvm::PHINode>(*std::prev(position)))
      activation_.locals.passBetween(*std::prev(position), instruction);
    if (!isModel && isWeakAtomic(instruction))
      activation_.module.assume("sequential consistency");
    if (!isModel && comparesAddresses(instruction))
      activation_.module.note(ModuleContext::AddressUse::Compared);
    if (!isModel && ordersAddresses(instruction))
      noteOrder(instruction);
    if (hasResult_ != noRegister && returnSlot_.isWrittenBy(instruction))
      emitter_.emit(Assign{hasResult_, pool_.boolean(true)});
    if (instruction.isTerminator())
      lowerTerminator(instruction);
    else if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      lowerCall(*call);
    else if (!memory_.lower(instruction))
      computation_.lower(instruction);
    if (isSurvey() && emitter_.isUnreachable())
      passBy(instruction, before);
  }
}

/// The order of addresses may matter: `prepare` decides where (transform/address_checks), except for constants, of
/// which nothing is left then.
void Body::noteOrder(const llvm::Instruction &instruction) {
  Program &program = activation_.module.program;
  program.ordersAddresses = true;
  const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  if (comparison == nullptr || comparison->isEquality())
    return;
  const Expr a = values_.scalar(instruction.getOperand(0));
  const Expr b = values_.scalar(instruction.getOperand(1));
  if (a->isConstant() && b->isConstant() && a->width == program.pointers.width)
    emitter_.emit(checkOfOrder(program, a, b));
}

bool Body::isSurvey() const { return activation_.module.purpose == ModuleContext::Purpose::Survey; }

/// An operand has no value if the instruction that defines it has no model. Any expression of its type will do; one
/// that is not constant, so that both ways out of a branch are visited.
void Body::defineOperands(const llvm::Instruction &instruction) {
  for (const llvm::Value *operand : instruction.operands())
    define(operand);
}

void Body::define(const llvm::Value *operand) {
  const auto *missing = llvm::dyn_cast<llvm::Instruction>(operand);
  if (missing == nullptr || llvm::isa<llvm::AllocaInst>(missing) || values_.contains(missing))
    return;
  llvm::Type *type = missing->getType();
  Lowered scalars;
  const auto add = [&](unsigned width) {
    if (width != 0)
      scalars.push_back(pool_.resize(emitter_.reg(emitter_.self()), width));
  };
  if (values_.widthOf(type) != 0 || type->isVoidTy())
    add(values_.widthOf(type));
  else
    for (const Leaf &leaf : leavesOf(type, values_.layout()))
      add(values_.widthOf(leaf.type));
  values_.bind(missing, scalars);
}

/// Continues after an instruction without a model.
void Body::passBy(const llvm::Instruction &instruction, Point before) {
  const ActionBudget &budget = activation_.module.budget;
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (instruction.isTerminator() || budget.isExceeded() || (call != nullptr && call->doesNotReturn()))
    return;
  emitter_.moveTo(before);
}

SourceSpan Body::spanOf(const llvm::Instruction &instruction) const {
  SourceSpan span = activation_.module.types.span(instruction.getDebugLoc());
  if (!span.known())
    span = emitter_.span(); // an instruction without a line of its own belongs to the one before it
  span.frame = frame_;
  return span;
}

/// A call may return at several depths of atomic blocks. Lowering continues at the first point; the rest
/// of the block is lowered from the others later.
void Body::lowerCall(const llvm::CallInst &call) {
  activation_.call = &call;
  const std::vector<Point> returns = calls_.lower(call);
  emitter_.setUnreachable();
  for (const Point &point : returns) {
    if (emitter_.isUnreachable())
      emitter_.moveTo(point);
    else
      work_.push_back({call.getParent(), std::next(call.getIterator()), point});
  }
}

void Body::lowerTerminator(const llvm::Instruction &instruction) {
  const llvm::BasicBlock *block = instruction.getParent();
  if (const auto *back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    lowerReturn(*back);
  } else if (const auto *conditional = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (conditional->isUnconditional())
      jump(block, conditional->getSuccessor(0));
    else
      lowerBranch(*conditional);
  } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    lowerSwitch(*choice);
  } else if (const auto *computed = llvm::dyn_cast<llvm::IndirectBrInst>(&instruction)) {
    lowerComputedGoto(*computed);
  } else if (llvm::isa<llvm::UnreachableInst>(instruction)) {
    // __builtin_unreachable(), or after the return of a function that must not return.
    emitter_.emit(
        Check{pool_.boolean(false), Property::DefinedBehaviour, "a point that must not be reached is reached"});
  } else {
    const Point before = emitter_.here();
    emitter_.unsupported(fmt::format("instruction `{}`", instruction.getOpcodeName()));
    for (const llvm::BasicBlock *successor : llvm::successors(block))
      if (isSurvey()) {
        emitter_.moveTo(before);
        jump(block, successor);
      }
  }
  emitter_.setUnreachable();
}

namespace {

/// Whether the value is computed from a parameter alone.
bool isOfParameter(const llvm::Value *value) {
  if (llvm::isa<llvm::Argument>(value))
    return true;
  if (llvm::isa<llvm::CmpInst, llvm::CastInst, llvm::BinaryOperator>(value)) {
    const auto *instruction = llvm::cast<llvm::Instruction>(value);
    return llvm::all_of(instruction->operands(), [](const llvm::Use &operand) {
      return llvm::isa<llvm::ConstantData>(operand) || isOfParameter(operand);
    });
  }
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
  const auto *local = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  return local != nullptr && llvm::any_of(local->users(), [](const llvm::User *user) {
           const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
           return store != nullptr && llvm::isa<llvm::Argument>(store->getValueOperand());
         });
}

bool areOneExpansion(const llvm::DebugLoc &a, const llvm::DebugLoc &b) {
  return a && b && a.getLine() == b.getLine() && a.getCol() == b.getCol();
}

} // namespace

/// Whether the branch decides an assertion, as opposed to code that must not be reached, such as `if (x) assert(0);`:
/// that no execution gets to that is what is proved, not a sign of a vacuous proof. A branch of an assertion comes from
/// the same expansion of a macro as the call of the error function (there are several if the condition has && or ||),
/// or from a function that asserts its parameter, such as __VERIFIER_assert.
bool Body::isAssertion(const llvm::BranchInst &branch) const {
  const auto isExpandedWith = [&](const llvm::DebugLoc &call) { return areOneExpansion(call, branch.getDebugLoc()); };
  if (llvm::any_of(errorCalls_, isExpandedWith))
    return true;
  const bool guardsError = calls_.errorCall(*branch.getSuccessor(0)) || calls_.errorCall(*branch.getSuccessor(1));
  return guardsError && isOfParameter(branch.getCondition());
}

void Body::lowerBranch(const llvm::BranchInst &branch) {
  if (choosesRegisters(branch)) {
    emitter_.emit(Check{pool_.negate(values_.scalar(branch.getCondition())), Property::DefinedBehaviour,
                        "va_arg of a list that va_start has not initialised"});
    jump(branch.getParent(), branch.getSuccessor(1));
    return;
  }
  const bool marksGoal = isAssertion(branch);
  const Expr condition = values_.scalar(branch.getCondition());
  if (!condition->isConstant())
    activation_.undecided.push_back(branch.getParent());
  else
    activation_.decided[branch.getParent()] = branch.getSuccessor(condition->isTrue() ? 0 : 1);
  const auto take = [&](unsigned way) {
    // One way is enough, and a constant leaves no other: it may fail where an assumption excludes it.
    if (marksGoal && (condition->isConstant() || !calls_.errorCall(*branch.getSuccessor(way))))
      emitter_.markGoal(
          fmt::format("the assertion at {}", activation_.module.program.sources.describe(emitter_.span())));
    jump(branch.getParent(), branch.getSuccessor(way));
  };
  emitter_.branch(condition, [&] { take(0); }, [&] { take(1); });
}

void Body::jump(const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  assignPhis(from, to);
  if (emitter_.isUnreachable())
    return;
  activation_.locals.passBetween(*from->getTerminator(), *to->getFirstNonPHIIt());
  const Point here = emitter_.here();
  const auto [entry, isNew] = blocks_.try_emplace({to, here.depth}, here.location);
  if (isNew)
    work_.push_back({to, to->getFirstNonPHIIt(), here});
  else
    emitter_.emitTo(entry->second);
}

/// The phi nodes of a block are assigned simultaneously: all values are evaluated before the first assignment.
void Body::assignPhis(const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  std::vector<std::pair<RegisterId, Expr>> assignments;
  llvm::SmallPtrSet<Expr, 4> assigned;
  for (const llvm::PHINode &phi : to->phis()) {
    if (!values_.contains(&phi)) {
      Lowered registers;
      for (const RegisterId id : values_.registersFor(phi.getType(), "%phi"))
        registers.push_back(emitter_.reg(id));
      values_.bind(&phi, registers);
    }
    const Lowered targets = values_.of(&phi);
    if (isSurvey())
      define(phi.getIncomingValueForBlock(from));
    const Lowered incoming = values_.of(phi.getIncomingValueForBlock(from));
    for (unsigned i = 0; i < targets.size() && i < incoming.size(); ++i) {
      assignments.emplace_back(targets[i]->index, incoming[i]);
      assigned.insert(targets[i]);
    }
  }
  bool overlap = false;
  for (const auto &[target, source] : assignments)
    forEachRegister(source, [&](RegisterId id) { overlap |= assigned.contains(emitter_.reg(id)) && id != target; });
  if (overlap)
    for (auto &[target, source] : assignments) {
      const RegisterId copy = emitter_.newRegister("%copy", source->width);
      emitter_.emit(Assign{copy, source});
      source = emitter_.reg(copy);
    }
  for (const auto &[target, source] : assignments)
    emitter_.emit(Assign{target, source});
}

void Body::checkResult() {
  if (hasResult_ == noRegister)
    return;
  if (results_.missing != noRegister)
    emitter_.emit(Assign{results_.missing, pool_.negate(emitter_.reg(hasResult_))});
  else
    emitter_.emit(Check{
        emitter_.reg(hasResult_), Property::DefinedBehaviour,
        fmt::format("{} ends without a return value, and its caller uses one", activation_.function.getName().str())});
}

void Body::lowerReturn(const llvm::ReturnInst &instruction) {
  checkResult();
  if (instruction.getReturnValue() && !results_.registers.empty()) {
    const Lowered values = values_.of(instruction.getReturnValue());
    for (unsigned i = 0; i < results_.registers.size() && i < values.size(); ++i) {
      const RegisterId target = results_.registers[i];
      emitter_.emit(Assign{target, pool_.resize(values[i], emitter_.registerOf(target).width)});
    }
  }
  activation_.locals.freeAtReturn();
  returns_.arrive(emitter_);
}

void Body::takeOneOf(const llvm::BasicBlock *from, const Ways &ways) {
  const auto decided = std::ranges::find_if(ways, [](const auto &way) { return way.second->isTrue(); });
  if (decided != ways.end())
    activation_.decided[from] = decided->first;
  else
    activation_.undecided.push_back(from);
  const Point origin = emitter_.here();
  const SourceSpan span = emitter_.span();
  for (const auto &[target, guard] : ways) {
    emitter_.moveTo(origin);
    emitter_.setSpan(span);
    if (guard->isFalse())
      continue;
    emitter_.emit(Guard{guard});
    jump(from, target);
  }
}

void Body::lowerSwitch(const llvm::SwitchInst &instruction) {
  const Expr condition = emitter_.materialise(values_.scalar(instruction.getCondition()), "%switch");
  if (emitter_.isUnreachable())
    return;
  // Cases that share a target share an action.
  Ways ways;
  Expr none = pool_.boolean(true);
  for (const auto &entry : instruction.cases()) {
    const Expr matches =
        pool_.eq(condition, emitter_.constant(toBits(entry.getCaseValue()->getValue()), condition->width));
    Expr &guard = ways[entry.getCaseSuccessor()];
    guard = guard ? pool_.disjunction(guard, matches) : matches;
    none = pool_.conjunction(none, pool_.negate(matches));
  }
  Expr &otherwise = ways[instruction.getDefaultDest()];
  otherwise = otherwise ? pool_.disjunction(otherwise, none) : none;
  takeOneOf(instruction.getParent(), ways);
}

/// `goto *address`: a choice among the labels of the function whose addresses are taken.
void Body::lowerComputedGoto(const llvm::IndirectBrInst &instruction) {
  const Expr address = emitter_.materialise(values_.scalar(instruction.getAddress()), "%label");
  if (emitter_.isUnreachable())
    return;
  Ways ways;
  Expr any = pool_.boolean(false);
  for (unsigned i = 0; i < instruction.getNumDestinations(); ++i) {
    const llvm::BasicBlock *label = instruction.getDestination(i);
    const Expr matches = pool_.eq(address, emitter_.constant(labelAddress(*label), address->width));
    if (ways.insert({label, matches}).second)
      any = pool_.disjunction(any, matches);
  }
  emitter_.emit(Check{any, Property::DefinedBehaviour, "a computed goto to what is no label of its function"});
  if (!emitter_.isUnreachable())
    takeOneOf(instruction.getParent(), ways);
}

} // namespace heddle::frontend
