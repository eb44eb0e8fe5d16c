#include "frontend/frontend.hpp"

#include "frontend/compile.hpp"
#include "frontend/lowering.hpp"

#include <llvm/Support/raw_ostream.h>

namespace heddle::frontend {

std::string_view name(ExternModel model) {
  switch (model) {
  case ExternModel::Any:
    return "any";
  case ExternModel::Fresh:
    return "fresh";
  case ExternModel::Null:
    return "null";
  }
  return {};
}

support::Expected<program::Program> load(const Options &options) {
  auto compiled = compile(options);
  if (!compiled)
    return compiled.error();
  program::Program program;
  program.dataModel = compiled->dataModel;
  program.properties = options.properties;
  if (const auto lowered = lowerModule(options, *compiled->module, program); !lowered)
    return lowered.error();
  return program;
}

support::Expected<std::string> emitIr(const Options &options) {
  auto compiled = compile(options);
  if (!compiled)
    return compiled.error();
  std::string text;
  llvm::raw_string_ostream stream(text);
  compiled->module->print(stream, nullptr);
  return text;
}

} // namespace heddle::frontend
