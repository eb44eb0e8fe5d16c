// setjmp and longjmp.
//
// Calls are inlined, so a longjmp to a function that is still active is an edge of the automaton: from the longjmp,
// which is part of an inlined call, to the point after the setjmp. Which functions are active is known where the
// longjmp is lowered. Which call of setjmp has set the buffer is not: setjmp stores the address of an object that lives
// as long as the call of its function, and a number of the setjmp in it. A longjmp compares the address with those of
// the active functions, from the innermost one on, and frees the locals of the functions that it leaves. Targets may be
// lowered after the longjmp, so the edges are made when the function is complete.
#pragma once

#include "frontend/emitter.hpp"

#include <vector>

namespace llvm {
class Function;
}

namespace heddle::frontend {

/// What a longjmp knows: the buffer's content, and the value that setjmp shall return.
struct SavedJump {
  Expr frame;
  Expr number;
  Expr value;
};

/// The targets in one active function, and the jumps to them.
struct Jumps {
  struct Target {
    std::uint64_t number;
    Point after;
    RegisterId result;
  };
  struct Source {
    Point point;
    Expr number;
    Expr value;
  };
  RegisterId frame = program::noRegister; // the address that identifies the call; none if there can be no target
  std::vector<Target> targets = {};
  std::vector<Source> sources = {};
};

/// Whether the function calls setjmp.
bool callsSetjmp(const llvm::Function &function);

/// The first return of setjmp, with the value that it has here: 0, or what a longjmp passes.
Expr addJumpTarget(Emitter &emitter, Jumps &jumps, Expr buffer);
SavedJump loadJump(Emitter &emitter, Expr buffer, Expr value);
/// Goes to a target of the function if the buffer was set in it. The position continues with the other case.
void leaveTo(Emitter &emitter, Jumps &jumps, const SavedJump &saved);
/// Makes the edges, when all targets and sources are known.
void connectJumps(Emitter &emitter, const Jumps &jumps);

} // namespace heddle::frontend
