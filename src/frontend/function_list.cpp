#include "frontend/function_list.hpp"

#include "frontend/compile.hpp"
#include "frontend/debug_types.hpp"
#include "frontend/paths.hpp"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <tuple>

namespace heddle::frontend {

namespace {

namespace dwarf = llvm::dwarf;

const char *tagOf(const llvm::DICompositeType &type) {
  switch (type.getTag()) {
  case dwarf::DW_TAG_structure_type:
    return "struct ";
  case dwarf::DW_TAG_union_type:
    return "union ";
  case dwarf::DW_TAG_enumeration_type:
    return "enum ";
  default:
    return "";
  }
}

/// A type as in a declaration. Pointers to functions and unnamed types have no name here: "void *" can be given for the
/// former, and the user sees the latter.
std::string declaredName(const llvm::DIType *type) {
  if (type == nullptr)
    return "void";
  if (const auto *composite = llvm::dyn_cast<llvm::DICompositeType>(type))
    return composite->getTag() == dwarf::DW_TAG_array_type ? declaredName(composite->getBaseType()) + " *"
                                                           : tagOf(*composite) + composite->getName().str();
  const auto *derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived == nullptr)
    return llvm::isa<llvm::DISubroutineType>(type) ? "void" : type->getName().str();
  switch (derived->getTag()) {
  case dwarf::DW_TAG_pointer_type: {
    const std::string pointee = declaredName(derived->getBaseType());
    return pointee + (pointee.ends_with('*') ? "*" : " *");
  }
  case dwarf::DW_TAG_const_type: {
    const std::string base = declaredName(derived->getBaseType());
    return base.ends_with('*') ? base + "const" : "const " + base;
  }
  case dwarf::DW_TAG_volatile_type:
    return "volatile " + declaredName(derived->getBaseType());
  case dwarf::DW_TAG_atomic_type:
    return "_Atomic(" + declaredName(derived->getBaseType()) + ")";
  case dwarf::DW_TAG_restrict_type:
    return declaredName(derived->getBaseType());
  default:
    return derived->getName().str();
  }
}

const llvm::DIType *withoutQualifiers(const llvm::DIType *type) {
  const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  if (derived == nullptr || derived->getTag() == dwarf::DW_TAG_pointer_type)
    return type;
  return derived->getTag() == dwarf::DW_TAG_typedef ? type : withoutQualifiers(derived->getBaseType());
}

const llvm::DICompositeType *recordBehind(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_pointer_type)
      return nullptr;
    type = derived->getBaseType();
  }
  const auto *record = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  const bool isRecord = record != nullptr && (record->getTag() == dwarf::DW_TAG_structure_type ||
                                              record->getTag() == dwarf::DW_TAG_union_type);
  return isRecord && !record->isForwardDecl() ? record : nullptr;
}

/// The name of the struct that a pointer leads to, as the user spells it; empty for other types.
std::string pointeeOf(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() != dwarf::DW_TAG_pointer_type) {
      type = derived->getBaseType();
      continue;
    }
    const llvm::DIType *pointee = withoutQualifiers(derived->getBaseType());
    return recordBehind(pointee) != nullptr ? declaredName(pointee) : "";
  }
  return {};
}

FunctionSummary summaryOf(const llvm::DISubprogram &function) {
  FunctionSummary summary;
  summary.name = function.getName().str();
  summary.file = displayPath(function.getDirectory().str(), function.getFilename().str());
  summary.line = function.getLine();
  const llvm::DITypeRefArray types = function.getType()->getTypeArray();
  summary.result = types.size() == 0 ? "void" : declaredName(types[0]);
  for (unsigned i = 1; i < types.size(); ++i)
    summary.parameters.push_back({"", types[i] == nullptr ? "..." : declaredName(types[i]), pointeeOf(types[i])});
  for (const llvm::DINode *node : function.getRetainedNodes())
    if (const auto *variable = llvm::dyn_cast<llvm::DILocalVariable>(node);
        variable != nullptr && variable->getArg() >= 1 && variable->getArg() <= summary.parameters.size())
      summary.parameters[variable->getArg() - 1].name = variable->getName().str();
  return summary;
}

} // namespace

support::Expected<std::vector<FunctionSummary>> functionsOf(const Options &options) {
  auto compiled = compile(options);
  if (!compiled)
    return compiled.error();
  std::vector<FunctionSummary> functions;
  for (const llvm::Function &function : *compiled->module) {
    const llvm::DISubprogram *described = function.getSubprogram();
    if (function.isDeclaration() || function.hasLocalLinkage() || described == nullptr || isRuntime(function))
      continue;
    functions.push_back(summaryOf(*described));
  }
  std::ranges::stable_sort(functions, [](const FunctionSummary &a, const FunctionSummary &b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  return functions;
}

} // namespace heddle::frontend
