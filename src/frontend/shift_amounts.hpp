// The amounts of shifts before clang converts them to the type of the shifted number.
//
// An LLVM shift has operands of one type, so in `1 << n` with a `long n` clang converts n to `int`, and an amount of
// 2^32 becomes 0. Whether C defines the shift depends on n itself. If n is not a constant, the conversion is an
// instruction of the IR, which clang names; a conversion that the program writes has another name. If n is a constant,
// nothing of it is left in the IR, so the syntax tree is changed before: an amount that is too large is replaced by the
// width of the shifted number, which is too large in every type.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
} // namespace clang
namespace llvm {
class BinaryOperator;
class Value;
} // namespace llvm

namespace heddle::frontend {

/// Replaces constant amounts that the conversion would make smaller; to be run before code is generated.
std::unique_ptr<clang::ASTConsumer> keepLargeShiftAmounts();

/// The amount of a shift as the program computes it; of the type of the shifted number or wider.
const llvm::Value *shiftAmount(const llvm::BinaryOperator &shift);

} // namespace heddle::frontend
