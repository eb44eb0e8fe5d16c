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

  /// The functions that the value may point to, in the order of the module. Of those that only an unknown value could
  /// point to, the ones whose type fits the use of the value.
  std::vector<llvm::Function *> of(const llvm::Value &functionPointer) const;
  /// Whether a function, or a value from outside of the program, reaches the value as far as is known.
  bool hasAny(const llvm::Value &functionPointer) const;

private:
  const llvm::Module &module_;
  std::unique_ptr<PointerFlow> flow_;
};

} // namespace heddle::frontend
