// What the lowering of all thread functions of a module shares: the program being built, the tables that
// number its static objects and types, the analyses of the module, and the list of thread functions found
// so far.
#pragma once

#include "frontend/callees.hpp"
#include "frontend/debug_types.hpp"
#include "frontend/emitter.hpp"
#include "frontend/frontend.hpp"
#include "frontend/inlining_profile.hpp"
#include "frontend/locals.hpp"
#include "frontend/objects.hpp"
#include "frontend/return_slot.hpp"
#include "program/program.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::frontend {

class ModuleContext {
public:
  /// What lowering does where a construct has no model.
  enum class Purpose : std::uint8_t {
    Verification, // the path ends in a Halt
    Survey,       // lowering continues after it, to find all such constructs; the program has no meaning
  };

  ModuleContext(const Options &options, const llvm::Module &module, const Callees &callees, program::Program &program,
                Purpose purpose = Purpose::Verification);

  /// main as the program's first thread has the first automaton. A thread that starts in main has another one: its
  /// return does not end the program.
  void addMain(const llvm::Function &main);
  /// The number of a thread function's automaton. A function that is new is appended to `threads`.
  program::CfaId cfaOf(const llvm::Function &function);
  /// The thread functions found so far, by CfaId.
  const std::vector<const llvm::Function *> &threads() const { return threads_; }
  const Locals &localsOf(const llvm::Function &function);
  const ReturnSlot &returnSlotOf(const llvm::Function &function);
  /// A function that a thread may start in may end without a return value.
  bool mayLackResult();
  /// The result of a thread whose function has ended without a return value. (A number, not a pointer to an object.)
  program::Expr missingResult() const;
  /// The definition with this name, or nullptr.
  const llvm::Function *definition(llvm::StringRef name) const;
  /// Whether a call of the function violates unreach-call, which is checked.
  bool isErrorFunction(llvm::StringRef name) const;
  /// Whether a leak may depend on which variables are in scope, because the program may end in a call of exit.
  bool keepsPointers() const;
  /// The pointer constant that denotes the function.
  program::Expr pointerTo(const llvm::Function &function);
  /// Adds a warning to the program unless one with the same key has been added before.
  void warnOnce(const std::string &key, program::Warning warning);
  /// Adds an assumption to the program, once.
  void assume(const std::string &assumption);
  /// A program that releases memory and compares addresses may depend on whether an address is used again.
  enum class AddressUse : std::uint8_t { Compared = 1, Released = 2 };
  void note(AddressUse use);

  const Options &options;
  const Purpose purpose;
  const llvm::Module &module;
  const llvm::DataLayout &layout;
  program::Program &program;
  DebugTypes types;
  Objects objects;
  const Callees &callees;
  ActionBudget budget;
  InliningProfile profile;

private:
  void warnOfTemporaries(const llvm::Function &function);

  std::uint8_t addressUses_ = 0;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Locals>> locals_;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<ReturnSlot>> returnSlots_;
  std::optional<bool> mayLackResult_;
  llvm::DenseMap<const llvm::Function *, program::CfaId> cfas_;
  std::vector<const llvm::Function *> threads_;
  std::set<std::string> warned_;
};

} // namespace heddle::frontend
