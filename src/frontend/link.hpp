// Links several LLVM modules into one: the user's files, then Heddle's library models.
#pragma once

#include "program/program.hpp"
#include "support/expected.hpp"

#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::frontend {

/// A function has this attribute if it is declared with a type that does not fit the model of the same name.
constexpr const char *namesakeAttribute = "heddle-namesake";

struct UserModule {
  std::string path;
  std::unique_ptr<llvm::Module> module;
  bool isStub = false; // its definitions replace those of the others
};

/// Turns the definitions of the program that a stub also has into declarations, static functions too. Returns the names
/// of what is replaced, the library models among them.
std::vector<std::string> makeWayForStubs(std::vector<UserModule> &modules, program::DataModel dataModel);

/// Links all modules (at least one); a symbol that two of them define is an error.
support::Expected<std::unique_ptr<llvm::Module>> linkTogether(std::vector<UserModule> modules);

/// Adds the models of the library functions that the program uses and does not define itself.
std::optional<support::Error> linkRuntime(llvm::Module &program, program::DataModel dataModel);

} // namespace heddle::frontend
