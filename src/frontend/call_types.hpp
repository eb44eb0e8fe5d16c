// The C types of functions and of calls through pointers, as far as they matter to a call.
//
// LLVM types do not tell a small struct from the integer that it is passed as, so clang attaches an identifier of the C
// type to each function and to each call through a pointer (as its sanitizer kcfi needs it), and this file records in
// the module what each identifier stands for: a *signature*, in which integers of one width are alike, as are pointers,
// which is what implementations guarantee beyond C.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class LangOptions;
} // namespace clang
namespace llvm {
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace heddle::frontend {

class CallTypes {
public:
  CallTypes();
  ~CallTypes();
  CallTypes(const CallTypes &) = delete;
  CallTypes &operator=(const CallTypes &) = delete;

  /// Lets clang attach identifiers.
  static void request(clang::LangOptions &options);
  /// Collects signatures; it must not outlive this object.
  std::unique_ptr<clang::ASTConsumer> collector();
  /// Writes the signatures to the module that clang has made.
  void record(llvm::Module &module) const;

private:
  struct Signatures;
  std::unique_ptr<Signatures> signatures_;
};

/// Whether the call and the function are known to have different signatures, apart from a result that is not used.
bool haveDifferentSignatures(const llvm::CallInst &call, const llvm::Function &function, bool isResultUsed);

} // namespace heddle::frontend
