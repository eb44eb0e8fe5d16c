// Where pointers flow in an LLVM module: a points-to analysis for function pointers.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SparseBitVector.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class CallBase;
class Constant;
class Function;
class GlobalValue;
class Instruction;
class IntrinsicInst;
class Module;
class Value;
} // namespace llvm

namespace heddle::frontend {

struct KnownCall;

class PointerFlow {
public:
  /// Of the code of these functions; no other code is executed.
  PointerFlow(const llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &executed);

  /// The functions that a value may point to, and whether it may come from outside of the program.
  struct Targets {
    llvm::DenseSet<const llvm::Function *> functions;
    bool unknown = false;
  };
  Targets targets(const llvm::Value &pointer) const;

private:
  using Node = std::uint32_t;
  using Object = std::uint32_t;
  using Objects = llvm::SparseBitVector<>;
  static constexpr Object unknown = 0;

  Node newNode() {
    nodes_.emplace_back();
    return static_cast<Node>(nodes_.size() - 1);
  }
  Object newObject(const llvm::Function *function = nullptr) {
    objects_.push_back({newNode(), function});
    return static_cast<Object>(objects_.size() - 1);
  }
  Node nodeOf(const llvm::Value *value);
  Node resultOf(const llvm::Function *function);
  Object objectOf(const llvm::GlobalValue *global);
  Object variadicArgumentsOf(const llvm::Function *function);

  void initialise(Node node, const llvm::Constant &constant);
  /// Only records constraints; `solve` satisfies them.
  void visit(const llvm::Instruction &instruction);
  void visitIntrinsic(const llvm::IntrinsicInst &call);
  void visitAssembly(const llvm::CallBase &site);
  void call(const llvm::CallBase &site, const llvm::Function &callee);
  void callKnown(const llvm::CallBase &site, const KnownCall &known);
  void spawn(const llvm::Function &function, Node argument);
  void solve();

  void point(Node node, Object object) {
    if (nodes_[node].objects.test_and_set(object)) {
      nodes_[node].news.set(object);
      worklist_.push_back(node);
    }
  }
  void point(Node node, const Objects &objects);
  void include(Node from, Node into);
  void load(Node from, Node into);
  void store(Node value, Node into);
  void copyContent(Node from, Node into);
  void applyCall(const llvm::CallBase &site, Object callee);

  struct NodeData {
    Objects objects;
    Objects news; // not yet propagated to the nodes that depend on this one
    std::vector<Node> includedIn;
    std::vector<Node> loadedInto;
    std::vector<Node> storedFrom;
    std::vector<const llvm::CallBase *> calls;
    std::vector<Node> spawnArguments;
  };
  struct ObjectData {
    Node content;
    const llvm::Function *function;
  };
  std::deque<NodeData> nodes_; // references stay valid as it grows
  std::vector<ObjectData> objects_;
  std::vector<Node> worklist_;
  llvm::DenseSet<std::pair<Node, Node>> inclusions_;
  llvm::DenseMap<const llvm::Value *, Node> values_;
  llvm::DenseMap<const llvm::GlobalValue *, Object> globals_;
  llvm::DenseMap<const llvm::Function *, Node> results_;
  llvm::DenseMap<const llvm::Function *, Object> variadic_;
  Node threadResults_ = 0;
};

/// If a call of the function starts a thread: which argument is the thread's function.
std::optional<unsigned> startFunctionArgument(const llvm::Function &function);

} // namespace heddle::frontend
