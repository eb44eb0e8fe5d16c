// Converts LLVM's debug information to types, names and source positions of the model.
//
// Each type is converted once and shares its parts with others. Types may be recursive: a struct is entered
// in the table before its fields are converted, and a pointer before its pointee, so that a cycle finds the
// entry that is being filled. Qualifiers are dropped. A typedef gives its name to a scalar (`size_t`) and to a
// struct, union or enum that has no tag; for all other types it is transparent, since a copy of a
// type under another name could be made while the type is only partly filled.
#include "frontend/debug_types.hpp"

#include "frontend/paths.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>

namespace heddle::frontend {

using llvm::DICompositeType;
using llvm::DIDerivedType;
using llvm::DIType;
using program::FileId;
using program::SourceSpan;
using program::Type;
using program::TypeField;
using program::TypeId;
using program::TypeKind;
using program::unknownType;
namespace dwarf = llvm::dwarf;

namespace {

constexpr std::string_view runtimePrefix = "<runtime>"; // see src/runtime/CMakeLists.txt

std::uint64_t sizeInBytes(const DIType &type) { return (type.getSizeInBits() + 7) / 8; }

bool isQualifier(unsigned tag) {
  return tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type || tag == dwarf::DW_TAG_restrict_type ||
         tag == dwarf::DW_TAG_atomic_type;
}

/// 0 for `[]` and for a variable-length array.
std::uint64_t countOf(const llvm::DINode *dimension) {
  const auto *range = llvm::dyn_cast_or_null<llvm::DISubrange>(dimension);
  if (!range)
    return 0;
  const auto *count = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount());
  return count && !count->isNegative() ? count->getZExtValue() : 0;
}

std::string nameOf(const DIType *type);

std::string keywordAndTag(const char *keyword, const DIType &type) {
  return type.getName().empty() ? std::string(keyword) : keyword + (" " + type.getName().str());
}

std::string nameOfComposite(const DICompositeType &type) {
  switch (type.getTag()) {
  case dwarf::DW_TAG_structure_type:
    return keywordAndTag("struct", type);
  case dwarf::DW_TAG_union_type:
    return keywordAndTag("union", type);
  case dwarf::DW_TAG_enumeration_type:
    return keywordAndTag("enum", type);
  default:
    break;
  }
  std::string name = nameOf(type.getBaseType());
  for (const llvm::DINode *dimension : type.getElements()) {
    const std::uint64_t count = countOf(dimension);
    name += count == 0 ? "[]" : "[" + std::to_string(count) + "]";
  }
  return name;
}

std::string nameOfFunction(const llvm::DISubroutineType &type, const std::string &inner) {
  const llvm::DITypeRefArray signature = type.getTypeArray();
  std::string name = nameOf(signature.size() == 0 ? nullptr : signature[0]) + " (" + inner + ")(";
  for (unsigned i = 1; i < signature.size(); ++i)
    name += (i == 1 ? "" : ", ") + (signature[i] ? nameOf(signature[i]) : std::string("..."));
  return name + ")";
}

std::string nameOfPointer(const DIDerivedType &type) {
  const DIType *pointee = type.getBaseType();
  if (const auto *function = llvm::dyn_cast_or_null<llvm::DISubroutineType>(pointee))
    return nameOfFunction(*function, "*");
  const std::string name = nameOf(pointee);
  return name + (name.ends_with('*') ? "*" : " *");
}

/// The type in C's notation; `void` for nullptr. Tags are not expanded, so recursive types terminate.
std::string nameOf(const DIType *type) {
  if (!type)
    return "void";
  if (const auto *composite = llvm::dyn_cast<DICompositeType>(type))
    return nameOfComposite(*composite);
  if (const auto *function = llvm::dyn_cast<llvm::DISubroutineType>(type))
    return nameOfFunction(*function, "");
  const auto *derived = llvm::dyn_cast<DIDerivedType>(type);
  if (!derived || derived->getTag() == dwarf::DW_TAG_typedef)
    return type->getName().str();
  if (derived->getTag() == dwarf::DW_TAG_pointer_type)
    return nameOfPointer(*derived);
  const DIType *base = derived->getBaseType();
  const bool isConst = derived->getTag() == dwarf::DW_TAG_const_type;
  const bool isPointer = base && base->getTag() == dwarf::DW_TAG_pointer_type; // its `const` is written elsewhere
  return (isConst && !isPointer ? "const " : "") + nameOf(base);
}

TypeKind kindOf(const llvm::DIBasicType &type) {
  switch (type.getEncoding()) {
  case dwarf::DW_ATE_boolean:
    return TypeKind::Bool;
  case dwarf::DW_ATE_signed:
  case dwarf::DW_ATE_signed_char:
    return TypeKind::Signed;
  case dwarf::DW_ATE_unsigned:
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_UTF:
    return TypeKind::Unsigned;
  case dwarf::DW_ATE_float:
    return TypeKind::Float;
  default:
    return TypeKind::Unknown;
  }
}

bool isScalar(TypeKind kind) {
  return kind == TypeKind::Bool || kind == TypeKind::Signed || kind == TypeKind::Unsigned || kind == TypeKind::Float;
}

bool isTagged(TypeKind kind) { return kind == TypeKind::Struct || kind == TypeKind::Union || kind == TypeKind::Enum; }

TypeField fieldOf(const DIDerivedType &member) {
  TypeField field;
  field.name = member.getName().str();
  field.offset = member.getOffsetInBits() / 8;
  if (member.isBitField()) {
    field.bitOffset = static_cast<std::uint32_t>(member.getOffsetInBits() % 8);
    field.bitSize = static_cast<std::uint32_t>(member.getSizeInBits());
  }
  return field;
}

/// The variable that lives in the memory `address` points to. LLVM has two representations of this.
const llvm::DILocalVariable *variableAt(const llvm::Value &address) {
  auto &value = const_cast<llvm::Value &>(address); // the searches below do not modify it
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(&value))
    return record->getVariable();
  for (const llvm::DbgDeclareInst *declaration : llvm::findDbgDeclares(&value))
    return declaration->getVariable();
  return nullptr;
}

} // namespace

TypeId DebugTypes::convert(const DIType *type) {
  if (!type)
    return unknownType;
  if (const auto known = converted_.find(type); known != converted_.end())
    return known->second;
  const TypeId id = convertNew(*type);
  converted_[type] = id;
  return id;
}

TypeId DebugTypes::convertNew(const DIType &type) {
  if (const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(&type))
    return types_.add({kindOf(*basic), type.getName().str(), sizeInBytes(type), unknownType, 0, {}});
  const unsigned tag = type.getTag();
  if (const auto *derived = llvm::dyn_cast<DIDerivedType>(&type)) {
    if (isQualifier(tag))
      return convert(derived->getBaseType());
    if (tag == dwarf::DW_TAG_typedef)
      return convertTypedef(*derived);
    if (tag == dwarf::DW_TAG_pointer_type)
      return convertPointer(*derived);
  }
  const auto *composite = llvm::dyn_cast<DICompositeType>(&type);
  if (!composite)
    return unknownType;
  if (tag == dwarf::DW_TAG_array_type)
    return convertArray(*composite);
  if (tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_union_type)
    return convertRecord(*composite);
  if (tag == dwarf::DW_TAG_enumeration_type) {
    Type converted{TypeKind::Enum, nameOf(&type), sizeInBytes(type), unknownType, 0, {}};
    for (const llvm::DINode *element : composite->getElements()) {
      const auto *constant = llvm::dyn_cast<llvm::DIEnumerator>(element);
      if (constant == nullptr)
        continue;
      const llvm::APInt &value = constant->getValue();
      converted.constants.push_back(
          {constant->getName().str(),
           (constant->isUnsigned() ? value.zextOrTrunc(64) : value.sextOrTrunc(64)).getZExtValue()});
    }
    return types_.add(std::move(converted));
  }
  return unknownType;
}

TypeId DebugTypes::convertTypedef(const DIDerivedType &type) {
  const TypeId id = convert(type.getBaseType());
  const std::string name = type.getName().str();
  if (isScalar(types_[id].kind)) {
    Type renamed = types_[id];
    renamed.name = name;
    return types_.add(std::move(renamed));
  }
  const auto *base = llvm::dyn_cast_or_null<DICompositeType>(type.getBaseType());
  const bool isNameless = base && base->getName().empty() && types_[id].name == nameOf(base);
  if (isNameless && isTagged(types_[id].kind))
    types_[id].name = name;
  return id;
}

TypeId DebugTypes::convertPointer(const DIDerivedType &type) {
  const TypeId id = types_.add({TypeKind::Pointer, nameOf(&type), sizeInBytes(type), unknownType, 0, {}});
  converted_[&type] = id;
  const TypeId pointee = convert(type.getBaseType());
  types_[id].element = pointee;
  return id;
}

/// From the innermost dimension outwards: `int a[2][3]` is two arrays of three.
TypeId DebugTypes::convertArray(const DICompositeType &type) {
  TypeId id = convert(type.getBaseType());
  const llvm::DINodeArray dimensions = type.getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    const std::uint64_t count = countOf(dimensions[i]);
    std::string name = nameOf(type.getBaseType());
    for (unsigned j = i; j < dimensions.size(); ++j)
      name += countOf(dimensions[j]) == 0 ? "[]" : "[" + std::to_string(countOf(dimensions[j])) + "]";
    const std::uint64_t size = count * types_[id].size;
    id = types_.add({TypeKind::Array, std::move(name), size, id, count, {}});
  }
  return id;
}

TypeId DebugTypes::convertRecord(const DICompositeType &type) {
  const TypeKind kind = type.getTag() == dwarf::DW_TAG_union_type ? TypeKind::Union : TypeKind::Struct;
  const TypeId id = types_.add({kind, nameOf(&type), sizeInBytes(type), unknownType, 0, {}});
  converted_[&type] = id;
  std::vector<TypeField> fields;
  for (const llvm::DINode *element : type.getElements()) {
    const auto *member = llvm::dyn_cast<DIDerivedType>(element);
    if (!member || member->getTag() != dwarf::DW_TAG_member)
      continue;
    TypeField field = fieldOf(*member);
    field.type = convert(member->getBaseType());
    fields.push_back(std::move(field));
  }
  types_[id].fields = std::move(fields);
  types_[id].isSystem = type.getFile() != nullptr && type.getFile()->getFilename().starts_with("/usr/");
  return id;
}

Named DebugTypes::describe(const llvm::DIVariable &variable) {
  return {variable.getName().str(), convert(variable.getType()), span(variable.getFile(), variable.getLine(), 0)};
}

Named DebugTypes::ofGlobal(const llvm::GlobalVariable &variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> expressions;
  variable.getDebugInfo(expressions);
  return expressions.empty() ? Named{} : describe(*expressions.front()->getVariable());
}

Named DebugTypes::ofLocal(const llvm::AllocaInst &local) {
  const llvm::DILocalVariable *variable = variableAt(local);
  return variable ? describe(*variable) : Named{};
}

Named DebugTypes::ofArgument(const llvm::Argument &argument) {
  if (const llvm::DILocalVariable *variable = variableAt(argument))
    return describe(*variable);
  for (const llvm::User *user : argument.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getValueOperand() != &argument)
      continue;
    if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()))
      return ofLocal(*local);
  }
  return {};
}

SourceSpan DebugTypes::span(const llvm::DebugLoc &location) {
  if (!location)
    return {};
  return span(location->getFile(), location.getLine(), location.getCol());
}

SourceSpan DebugTypes::span(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return subprogram ? span(subprogram->getFile(), subprogram->getLine(), 0) : SourceSpan{};
}

TypeId DebugTypes::ofResult(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getType() == nullptr || subprogram->getType()->getTypeArray().size() == 0)
    return unknownType;
  return convert(subprogram->getType()->getTypeArray()[0]);
}

PointerParameter DebugTypes::ofParameter(const llvm::Function &function, unsigned number) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getType() == nullptr)
    return {};
  const llvm::DITypeRefArray types =
      subprogram->getType()->getTypeArray(); // [0] is the result, null at the end is "..."
  const unsigned hidden = function.arg_size() > 0 && function.hasStructRetAttr() ? 1 : 0;
  const unsigned rest = function.isVarArg() ? 1 : 0;
  if (number < hidden || number >= function.arg_size() || types.size() != function.arg_size() - hidden + 1 + rest)
    return {};
  const auto isQualifier = [](const DIDerivedType &type) {
    const auto tag = type.getTag();
    return tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type ||
           tag == dwarf::DW_TAG_restrict_type;
  };
  const auto *parameter = llvm::dyn_cast_or_null<DIDerivedType>(types[number - hidden + 1]);
  while (parameter != nullptr && isQualifier(*parameter))
    parameter = llvm::dyn_cast_or_null<DIDerivedType>(parameter->getBaseType());
  if (parameter == nullptr || parameter->getTag() != dwarf::DW_TAG_pointer_type)
    return {};
  PointerParameter result{convert(parameter->getBaseType()), false};
  const auto *pointee = llvm::dyn_cast_or_null<DIDerivedType>(parameter->getBaseType());
  while (pointee != nullptr && isQualifier(*pointee)) {
    result.isConst = result.isConst || pointee->getTag() == dwarf::DW_TAG_const_type;
    pointee = llvm::dyn_cast_or_null<DIDerivedType>(pointee->getBaseType());
  }
  return result;
}

SourceSpan DebugTypes::span(const llvm::DIFile *file, unsigned line, unsigned column) {
  if (!file || line == 0)
    return {};
  return {fileOf(*file), line, column, program::noFrame};
}

FileId DebugTypes::fileOf(const llvm::DIFile &file) {
  const auto [entry, isNew] = files_.try_emplace(&file, program::noFile);
  if (!isNew)
    return entry->second;
  const std::string path = displayPath(file.getDirectory().str(), file.getFilename().str());
  entry->second = sources_.addFile(path);
  if (path.starts_with(runtimePrefix))
    sources_.markRuntime(entry->second);
  return entry->second;
}

bool isRuntime(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  return subprogram && subprogram->getFile()->getFilename().starts_with(runtimePrefix);
}

} // namespace heddle::frontend
