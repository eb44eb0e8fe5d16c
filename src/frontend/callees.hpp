// Which functions a function pointer may point to.
#pragma once

#include <memory>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Module;
class Value;
} // namespace llvm

namespace heddle::frontend {

class PointerFlow;

class Callees {
public:
  explicit Callees(const llvm::Module &module);
  ~Callees();
  Callees(const Callees &) = delete;
  Callees &operator=(const Callees &) = delete;

  /// What the value may point to, in the order of the module; for a call, the functions it may call. The
  /// call's type, or that of a thread's start function, is taken from the uses of the value.
  std::vector<llvm::Function *> of(const llvm::Value &functionPointer) const;

private:
  const llvm::Module &module_;
  std::unique_ptr<PointerFlow> flow_;
};

} // namespace heddle::frontend
