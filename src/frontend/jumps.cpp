#include "frontend/jumps.hpp"

#include "frontend/debug_types.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

using namespace program;

namespace {

Expr numberIn(const Emitter &emitter, Expr buffer) {
  return emitter.pool().add(buffer, emitter.pointerConstant(emitter.pointerWidth() / 8));
}

void undefined(Emitter &emitter) {
  emitter.emit(Check{emitter.pool().boolean(false), Property::DefinedBehaviour,
                     "longjmp with a buffer that setjmp has not set"});
  emitter.setUnreachable();
}

} // namespace

bool callsSetjmp(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && isRuntime(*callee) &&
           llvm::StringSwitch<bool>(callee->getName())
               .Cases("setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", true)
               .Default(false);
  });
}

Expr addJumpTarget(Emitter &emitter, Jumps &jumps, Expr buffer) {
  const RegisterId result = emitter.newRegister("setjmp()", 32);
  if (jumps.frame == noRegister) {
    emitter.unsupported("a call of setjmp through a pointer");
    return emitter.reg(result);
  }
  const std::uint64_t number = jumps.targets.size() + 1;
  emitter.store(buffer, emitter.reg(jumps.frame), emitter.plainAccess());
  emitter.store(numberIn(emitter, buffer), emitter.pointerConstant(number), emitter.plainAccess());
  emitter.emit(Assign{result, emitter.constant(0, 32)});
  if (!emitter.isUnreachable())
    jumps.targets.push_back({number, emitter.here(), result});
  return emitter.reg(result);
}

SavedJump loadJump(Emitter &emitter, Expr buffer, Expr value) {
  ExprPool &pool = emitter.pool();
  const Expr frame = emitter.load(buffer, emitter.pointerWidth(), emitter.plainAccess());
  const Expr number = emitter.load(numberIn(emitter, buffer), emitter.pointerWidth(), emitter.plainAccess());
  const Expr passed = pool.resize(value, 32);
  const Expr isZero = pool.eq(passed, emitter.constant(0, 32));
  return {frame, number, emitter.materialise(pool.ite(isZero, emitter.constant(1, 32), passed), "%passed")};
}

void leaveTo(Emitter &emitter, Jumps &jumps, const SavedJump &saved) {
  Point other = emitter.here();
  emitter.branch(
      emitter.pool().eq(saved.frame, emitter.reg(jumps.frame)),
      [&] {
        if (!emitter.isUnreachable())
          jumps.sources.push_back({emitter.here(), saved.number, saved.value});
      },
      [&] { other = emitter.here(); });
  emitter.moveTo(other);
}

void connectJumps(Emitter &emitter, const Jumps &jumps) {
  ExprPool &pool = emitter.pool();
  for (const Jumps::Source &source : jumps.sources) {
    Expr none = pool.boolean(true);
    for (const Jumps::Target &target : jumps.targets) {
      const Expr matches = pool.eq(source.number, emitter.pointerConstant(target.number));
      none = pool.conjunction(none, pool.negate(matches));
      emitter.moveTo(source.point);
      emitter.emit(Guard{matches});
      if (source.point.depth != target.after.depth) {
        emitter.unsupported("longjmp into or out of an atomic block");
        continue;
      }
      emitter.emit(Assign{target.result, source.value});
      emitter.emitTo(target.after.location);
    }
    emitter.moveTo(source.point);
    emitter.emit(Guard{none});
    undefined(emitter);
  }
}

} // namespace heddle::frontend
