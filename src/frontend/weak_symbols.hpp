// Weak symbols that the program declares and does not define: `__attribute__((weak)) int optional(void);`.
//
// Whether such a symbol is defined elsewhere is not known, so its address may be null or not. A variable that the
// module gets for each of them, its *flag*, says which; main chooses its value before anything else happens, so that
// all uses of one execution agree. Every use in code becomes a choice between the address and null that depends on the
// flag. A use in an initialiser cannot: there the symbol counts as defined, which objects.cpp reports as an assumption
// that rules out a proof.
//
// Functions that Heddle knows without a body (reach_error, __VERIFIER_nondet_int) are defined.
#pragma once

#include "frontend/frontend.hpp"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace heddle::frontend {

void chooseWeakAddresses(llvm::Module &module, const Options &options);

struct WeakSymbol {
  std::string name;
  const llvm::GlobalVariable *flag; // not zero if the symbol is defined
};
/// The symbols to which chooseWeakAddresses has given a flag.
std::vector<WeakSymbol> weakSymbols(const llvm::Module &module);

} // namespace heddle::frontend
