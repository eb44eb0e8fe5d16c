// C files to one LLVM module: compiled in process, and linked with Heddle's library models.
#pragma once

#include "frontend/frontend.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::frontend {

struct CompiledModule {
  CompiledModule() = default;
  CompiledModule(CompiledModule &&) = default;
  /// A module must be destroyed before its context.
  CompiledModule &operator=(CompiledModule &&other) noexcept {
    module = std::move(other.module);
    context = std::move(other.context);
    dataModel = other.dataModel;
    replaced = std::move(other.replaced);
    return *this;
  }

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// From the options, or from the flags of the compilation database; otherwise LP64.
  program::DataModel dataModel = program::DataModel::LP64;
  /// The functions and variables of the program, and the models, that a stub has replaced.
  std::vector<std::string> replaced;
};

support::Expected<CompiledModule> compile(const Options &options);

} // namespace heddle::frontend
