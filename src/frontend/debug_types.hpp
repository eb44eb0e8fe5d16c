// What debug information knows: the C type, the C name and the place of the things in an LLVM module.
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

/// A variable of the C source. The name is empty for what has none there (string literals, temporaries).
struct Named {
  std::string name;
  program::TypeId type = program::unknownType;
  program::SourceSpan span; // of the declaration; outside of every frame
};

/// Files are added to the source map, and types to the table, when they are first met.
class DebugTypes {
public:
  explicit DebugTypes(program::Program &program) : types_(program.types), sources_(program.sources) {}

  /// nullptr is `void`, which has no values: unknownType.
  program::TypeId convert(const llvm::DIType *type);

  Named ofGlobal(const llvm::GlobalVariable &variable);
  Named ofLocal(const llvm::AllocaInst &local);
  /// A parameter, which clang stores to an alloca of its own or, passed by value in memory, uses in place.
  Named ofArgument(const llvm::Argument &argument);

  /// The place without a frame; unknown if the module says nothing. For a function: its name in the source.
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

/// Whether the function is one of Heddle's own models (src/runtime), not of the user's program.
bool isRuntime(const llvm::Function &function);

} // namespace heddle::frontend
