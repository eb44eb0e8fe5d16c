// The text of x86 inline assembly, in AT&T syntax, as LLVM has it: `$0` and `${0:b}` are operands of the asm statement,
// `$$1` is an immediate, `%eax` a register.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::frontend {

/// An operand of the asm statement, with the modifier that names a part of a register (`b`, `w`, `k`, `q`).
struct AsmOperand {
  unsigned number;
  char modifier = 0;
};
struct AsmImmediate {
  std::int64_t value;
};
/// A register by its 64-bit name without the `r`, such as "ax" and "10", and the width that its name says.
struct AsmRegister {
  std::string name;
  unsigned width;
};
/// `8($1)`, `(%rsp)`
struct AsmMemory {
  std::variant<AsmOperand, AsmRegister> base;
  std::int64_t displacement;
};
using AsmArgument = std::variant<AsmOperand, AsmImmediate, AsmRegister, AsmMemory>;

struct AsmInstruction {
  bool locked = false;
  std::string mnemonic;
  std::vector<AsmArgument> arguments; // the target is the last one
};

/// The instructions of a text; none if it contains anything else: labels, directives, other operands.
std::optional<std::vector<AsmInstruction>> parseAssembly(std::string_view text);

} // namespace heddle::frontend
