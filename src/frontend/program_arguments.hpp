// The arguments of the function in which the program starts, where they are not those of an arbitrary command line:
// main with the arguments that the user has given, or another function, with arbitrary ones.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/module_context.hpp"
#include "frontend/values.hpp"

#include <vector>

namespace heddle::frontend {

/// argc, argv and the strings, which the program may change; argv[argc] is null. `environment` is passed as a third
/// parameter, if main has one.
std::vector<Lowered> givenArguments(const llvm::Function &main, ModuleContext &module, Emitter &emitter);

/// Any numbers; pointers to objects of their own with any content, or null, as Options::entryPointers says.
std::vector<Lowered> arbitraryArguments(const llvm::Function &entry, ModuleContext &module, Emitter &emitter);

} // namespace heddle::frontend
