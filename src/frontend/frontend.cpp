#include "frontend/frontend.hpp"

#include "frontend/compile.hpp"
#include "frontend/identity.hpp"
#include "frontend/lowering.hpp"
#include "frontend/weak_symbols.hpp"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>

#include <new>

namespace heddle::frontend {

std::string_view name(ExternModel model) {
  switch (model) {
  case ExternModel::Any:
    return "any";
  case ExternModel::Pure:
    return "pure";
  case ExternModel::Fresh:
    return "fresh";
  case ExternModel::Null:
    return "null";
  }
  return {};
}

namespace {

/// LLVM's own reaction to a failed allocation is to abort.
void treatFailedAllocationsAsNewDoes() {
  static const bool once = [] {
    llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
      if (const std::new_handler handler = std::get_new_handler())
        handler();
    });
    return true;
  }();
  static_cast<void>(once);
}

/// The module that is lowered.
support::Expected<CompiledModule> compileWhole(const Options &options) {
  treatFailedAllocationsAsNewDoes();
  auto compiled = compile(options);
  if (compiled)
    chooseWeakAddresses(*compiled->module, options);
  return compiled;
}

} // namespace

support::Expected<program::Program> load(const Options &options, std::string *identity) {
  auto compiled = compileWhole(options);
  if (!compiled)
    return compiled.error();
  if (identity != nullptr)
    *identity = identityOf(*compiled, options);
  program::Program program;
  program.dataModel = compiled->dataModel;
  program.properties = options.properties;
  program.unknownWrites = options.unknownWrites;
  for (const std::string &name : compiled->replaced)
    program.assumptions.push_back("stub:" + name);
  if (const auto lowered = lowerModule(options, *compiled->module, program); !lowered)
    return lowered.error();
  return program;
}

support::Expected<std::string> emitIr(const Options &options) {
  auto compiled = compileWhole(options);
  if (!compiled)
    return compiled.error();
  std::string text;
  llvm::raw_string_ostream stream(text);
  compiled->module->print(stream, nullptr);
  return text;
}

} // namespace heddle::frontend
