// Which calls multiply: how many copies of each function inlining makes, and how many actions they have.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::frontend {

class InliningProfile {
public:
  /// The body of the function begins or ends where `actions` have been made. Calls are nested. `enter` returns how many
  /// copies there are with this one.
  std::size_t enter(const llvm::Function &function, std::size_t actions);
  void leave(std::size_t actions);

  /// The function whose copies make most of the actions.
  struct Multiplied {
    std::vector<std::string> chain; // of its callers, outermost first, and the function itself
    std::size_t copies;
    unsigned percent; // of all actions
  };
  /// Of the `actions` so far; none if no function is there several times.
  std::optional<Multiplied> multiplied(std::size_t actions) const;
  /// Whether a function has been inlined in itself.
  bool hasRecursion() const { return hasRecursion_; }

private:
  struct Count {
    std::size_t copies = 0;
    std::size_t actions = 0; // with those of its callees; of recursive calls, only the outermost counts
    std::size_t active = 0;
  };
  struct Frame {
    const llvm::Function *function;
    std::size_t begin; // the number of actions before it
  };
  /// With the frames that have not ended.
  llvm::MapVector<const llvm::Function *, Count> completed(std::size_t actions) const;
  std::vector<std::string> chainTo(const llvm::Function &function) const;

  llvm::MapVector<const llvm::Function *, Count> functions_;
  llvm::MapVector<std::pair<const llvm::Function *, const llvm::Function *>, std::size_t> calls_; // caller, callee
  std::vector<Frame> active_;
  bool hasRecursion_ = false;
};

/// "main → handle → log: 812 copies of log, 61 % of all actions"
std::string describe(const InliningProfile::Multiplied &multiplied);

} // namespace heddle::frontend
