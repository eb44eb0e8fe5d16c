#include "frontend/assembly_text.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <array>
#include <utility>

namespace heddle::frontend {

namespace {

using llvm::StringRef;

std::optional<AsmRegister> parseRegister(StringRef name) {
  static constexpr std::array<const char *, 8> old{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};
  for (const char *known : old) {
    const std::string base(known);
    const std::string byte = (base.back() == 'x' ? base.substr(0, 1) : base) + "l";
    const unsigned width = name == base ? 16 : name == "e" + base ? 32 : name == "r" + base ? 64 : name == byte ? 8 : 0;
    if (width != 0)
      return AsmRegister{base, width};
  }
  unsigned number = 0;
  if (!name.consume_front("r") || name.consumeInteger(10, number) || number < 8 || number > 15)
    return std::nullopt;
  const unsigned width = name.empty() ? 64 : name == "d" ? 32 : name == "w" ? 16 : name == "b" ? 8 : 0;
  return width != 0 ? std::optional(AsmRegister{std::to_string(number), width}) : std::nullopt;
}

/// `$0`, `${0:b}`
std::optional<AsmOperand> parseOperand(StringRef text) {
  AsmOperand operand{};
  if (!text.consume_front("$"))
    return std::nullopt;
  const bool isBraced = text.consume_front("{");
  if (text.consumeInteger(10, operand.number))
    return std::nullopt;
  if (isBraced && text.consume_front(":") && !text.empty()) {
    operand.modifier = text.front();
    text = text.drop_front();
  }
  if (isBraced && !text.consume_front("}"))
    return std::nullopt;
  const bool isKnown = operand.modifier == 0 || StringRef("bwkqp").contains(operand.modifier);
  return text.empty() && isKnown ? std::optional(operand) : std::nullopt;
}

std::optional<AsmArgument> parseArgument(StringRef text) {
  text = text.trim();
  if (text.consume_front("$$")) {
    std::int64_t value = 0;
    return text.getAsInteger(0, value) ? std::nullopt : std::optional<AsmArgument>(AsmImmediate{value});
  }
  if (const std::optional<AsmOperand> operand = parseOperand(text))
    return *operand;
  if (text.consume_front("%")) {
    const std::optional<AsmRegister> found = parseRegister(text);
    return found ? std::optional<AsmArgument>(*found) : std::nullopt;
  }
  const auto [displacement, rest] = text.split('(');
  if (!rest.ends_with(")"))
    return std::nullopt;
  std::int64_t offset = 0;
  if (!displacement.trim().empty() && displacement.trim().getAsInteger(0, offset))
    return std::nullopt;
  const std::optional<AsmArgument> base = parseArgument(rest.drop_back());
  if (!base)
    return std::nullopt;
  if (const auto *operand = std::get_if<AsmOperand>(&*base))
    return AsmMemory{*operand, offset};
  if (const auto *named = std::get_if<AsmRegister>(&*base))
    return AsmMemory{*named, offset};
  return std::nullopt;
}

/// Arguments are separated by commas outside of parentheses.
std::optional<std::vector<AsmArgument>> parseArguments(StringRef text) {
  std::vector<AsmArgument> arguments;
  while (!text.trim().empty()) {
    std::size_t end = 0;
    for (int depth = 0; end < text.size() && (text[end] != ',' || depth > 0); ++end)
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    const std::optional<AsmArgument> argument = parseArgument(text.take_front(end));
    if (!argument)
      return std::nullopt;
    arguments.push_back(*argument);
    text = text.drop_front(end);
    text.consume_front(",");
  }
  return arguments;
}

} // namespace

std::optional<std::vector<AsmInstruction>> parseAssembly(std::string_view text) {
  std::vector<AsmInstruction> instructions;
  bool locked = false; // a prefix may be a statement of its own
  bool repeated = false;
  llvm::SmallVector<StringRef, 4> lines;
  StringRef(text).split(lines, '\n', -1, false);
  for (const StringRef line : lines) {
    llvm::SmallVector<StringRef, 4> statements;
    line.split('#').first.split(statements, ';', -1, false);
    for (const StringRef statement : statements) {
      const std::string lower = statement.trim().lower();
      // Modifiers of operands are the only letters whose case matters, and the one in capitals has no effect here.
      StringRef rest(lower);
      const auto takeWord = [&] {
        const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
        const StringRef word = rest.take_front(end);
        rest = rest.drop_front(end).ltrim();
        return word;
      };
      StringRef word = takeWord();
      if (word == "lock") {
        locked = true;
        word = takeWord();
      }
      if (word == "rep") {
        repeated = true;
        word = takeWord();
      }
      if (word.empty())
        continue;
      if (repeated && word != "nop") // which is `pause`
        return std::nullopt;
      repeated = false;
      std::optional<std::vector<AsmArgument>> arguments = parseArguments(rest);
      if (!arguments || word.ends_with(":") || word.starts_with("."))
        return std::nullopt;
      instructions.push_back({locked, word.str(), std::move(*arguments)});
      locked = false;
    }
  }
  return locked ? std::nullopt : std::optional(instructions);
}

} // namespace heddle::frontend
