// Function bodies in place of their calls: the automaton of a thread function contains every function that
// the thread calls, once per call. Recursion is followed to a bound.
#pragma once

#include "frontend/activation.hpp"
#include "frontend/jumps.hpp"
#include "frontend/local_storage.hpp"
#include "frontend/module_context.hpp"
#include "frontend/thread_locals.hpp"
#include "frontend/values.hpp"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>

#include <optional>
#include <vector>

namespace heddle::frontend {

/// What becomes of the value that a function returns.
struct Results {
  llvm::ArrayRef<RegisterId> registers = {}; // take its scalars; none if they are not used
  bool areUsed = false;                      // by the caller: it is undefined behaviour if there is no value
  RegisterId missing = program::noRegister;  // if any, is set to whether there is no value
};

class Inliner {
public:
  Inliner(const llvm::Function &threadFunction, ModuleContext &module, Emitter &emitter, ThreadLocals &threadLocals)
      : threadFunction_(threadFunction), module_(module), emitter_(emitter), threadLocals_(threadLocals) {}

  /// The function whose automaton is being built.
  const llvm::Function &threadFunction() const { return threadFunction_; }

  /// Lowers the function's body from the current position on and returns the points where the function
  /// returns, at most one per depth of atomic blocks. The results are assigned to the registers. `argumentMemory` is
  /// where variable arguments are, if the function reads them (variable_arguments.hpp).
  std::vector<Point> inlineBody(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                const Results &results, Expr argumentMemory = nullptr);
  /// The same as a call: the body of a function named __VERIFIER_atomic_* is one atomic block.
  std::vector<Point> inlineCall(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments,
                                const Results &results, Expr argumentMemory = nullptr);
  /// A call that no instruction makes, of a thread function or constructor; it may be one that must not be called.
  std::vector<Point> start(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments, const Results &results);
  /// Starts a function without a result; all its returns meet in one point, the position afterwards.
  void callAndContinue(const llvm::Function &function, llvm::ArrayRef<Lowered> arguments = {});

  /// Frees the stack objects of all functions that are active at the current position: the thread ends here.
  void freeActiveLocals();

  /// Keeps what the variables of all active functions point to: exit ends the program here, and they still exist.
  void keepActiveLocals();

  /// setjmp, which is a model that the function with the target calls: the value that it returns.
  Expr setJump(Expr buffer);
  /// longjmp: continues at a target in one of the active functions. The position is unreachable afterwards.
  void jump(Expr buffer, Expr value);

private:
  bool reachesRecursionBound(const llvm::Function &function);
  /// The value of a parameter; none if its type has no model.
  std::optional<Lowered> bindParameter(const llvm::Argument &parameter, llvm::ArrayRef<Lowered> arguments);

  const llvm::Function &threadFunction_;
  ModuleContext &module_;
  Emitter &emitter_;
  ThreadLocals &threadLocals_;
  /// A function that is being inlined.
  struct Frame {
    Activation *activation;
    Jumps jumps;
  };
  std::vector<Frame> active_; // outermost first
  std::size_t followed_ = 0;  // recursive calls beyond the bound
};

} // namespace heddle::frontend
