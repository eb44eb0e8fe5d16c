// One C file to one LLVM module, by clang in this process.
#pragma once

#include "program/program.hpp"
#include "support/expected.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace heddle::frontend {

struct TranslationUnit {
  std::string path;    // also the name in diagnostics and debug information
  std::string content; // read by clang instead of the file
  bool preprocessed = false;
  program::DataModel dataModel = program::DataModel::LP64;
  bool checkOverflow = false;         // calls of __ubsan_handle_* where arithmetic is undefined
  std::vector<std::string> arguments; // from the user, for clang's driver
};

/// Clang's diagnostics, formatted as clang prints them, are the error. If clang crashes, the context is
/// abandoned together with all that clang has allocated in it: it is released and never destroyed.
support::Expected<std::unique_ptr<llvm::Module>> compile(const TranslationUnit &unit,
                                                         std::unique_ptr<llvm::LLVMContext> &context);

} // namespace heddle::frontend
