// Where a program may notice that a new object has the address of an old one.
//
// Objects have symbolic addresses, of which none is used twice. A program can only notice that by comparing an address
// that it has kept with that of a newer object, most often in a compare-exchange of pointers (the ABA problem), or by
// computing with the number of an address. Comparisons with null, and differences of pointers, do not count.
#pragma once

#include <llvm/IR/Instruction.h>

namespace heddle::frontend {

bool comparesAddresses(const llvm::Instruction &instruction);

/// Whether the order of two addresses, or the number of one, may matter (transform/address_checks).
bool ordersAddresses(const llvm::Instruction &instruction);

} // namespace heddle::frontend
