// Debug information: the C type, the C name and the source position of the values in an LLVM module.
#pragma once

#include "program/program.hpp"

#include <llvm/ADT/DenseMap.h>

#include <string>

namespace llvm {
class AllocaInst;
class Argument;
class DebugLoc;
class DICompositeType;
class DIDerivedType;
class DIFile;
class DIType;
class DIVariable;
class Function;
class GlobalVariable;
} // namespace llvm

namespace heddle::frontend {

/// A variable of the C source. The name is empty for string literals and temporaries, which have none.
struct Named {
  std::string name;
  program::TypeId type = program::unknownType;
  program::SourceSpan span; // of the declaration; outside of every frame
};

/// A parameter of a function, if it is a pointer.
struct PointerParameter {
  program::TypeId pointee = program::unknownType;
  bool isConst = false; // a pointer to const
};

/// Files are added to the source map, and types to the table, when they are first used.
class DebugTypes {
public:
  explicit DebugTypes(program::Program &program) : types_(program.types), sources_(program.sources) {}

  /// unknownType for nullptr, which stands for `void`.
  program::TypeId convert(const llvm::DIType *type);

  Named ofGlobal(const llvm::GlobalVariable &variable);
  Named ofLocal(const llvm::AllocaInst &local);
  /// A parameter. Clang stores it to a separate alloca or, if passed by value in memory, uses it in place.
  Named ofArgument(const llvm::Argument &argument);
  /// The type that the function returns; unknownType if it is `void`, or not known.
  program::TypeId ofResult(const llvm::Function &function);
  /// Of a function that may lack a body. Nothing is known if it was declared without parameters, or if the calling
  /// convention divides some parameter.
  PointerParameter ofParameter(const llvm::Function &function, unsigned number);

  /// The position without a frame; unknown if the module has none. For a function: where its name is declared.
  program::SourceSpan span(const llvm::DebugLoc &location);
  program::SourceSpan span(const llvm::Function &function);

private:
  program::TypeId convertNew(const llvm::DIType &type);
  program::TypeId convertTypedef(const llvm::DIDerivedType &type);
  program::TypeId convertPointer(const llvm::DIDerivedType &type);
  program::TypeId convertArray(const llvm::DICompositeType &type);
  program::TypeId convertRecord(const llvm::DICompositeType &type);
  program::FileId fileOf(const llvm::DIFile &file);
  program::SourceSpan span(const llvm::DIFile *file, unsigned line, unsigned column);
  Named describe(const llvm::DIVariable &variable);

  program::TypeTable &types_;
  program::SourceMap &sources_;
  llvm::DenseMap<const llvm::DIType *, program::TypeId> converted_;
  llvm::DenseMap<const llvm::DIFile *, program::FileId> files_;
};

/// Whether the function is one of Heddle's models (src/runtime) and not part of the user's program.
bool isRuntime(const llvm::Function &function);

} // namespace heddle::frontend
