// Which functions a function pointer may point to.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringRef.h>

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
  /// Of the code that the function `entry` can get to (referenced.hpp); of the whole module if there is none.
  explicit Callees(const llvm::Module &module, llvm::StringRef entry = {});
  ~Callees();
  Callees(const Callees &) = delete;
  Callees &operator=(const Callees &) = delete;

  /// The functions that the value may point to, in the order of the module. Of those that only an unknown value could
  /// point to, the ones whose type fits the use of the value.
  const std::vector<llvm::Function *> &of(const llvm::Value &functionPointer) const;
  /// Whether a function, or a value from outside of the program, reaches the value as far as is known.
  bool hasAny(const llvm::Value &functionPointer) const;

private:
  std::vector<llvm::Function *> find(const llvm::Value &functionPointer) const;

  const llvm::Module &module_;
  llvm::DenseSet<const llvm::Function *> referenced_;
  std::unique_ptr<PointerFlow> flow_;
  mutable llvm::DenseMap<const llvm::Value *, std::unique_ptr<std::vector<llvm::Function *>>> found_;
};

} // namespace heddle::frontend
