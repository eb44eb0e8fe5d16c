#include "library/question.hpp"

#include "transform/prepare.hpp"

#include <algorithm>

namespace heddle::library {

void prepare(program::Program &program, bool largeBlocks) {
  transform::prepare(program, transform::PrepareOptions{.largeBlocks = largeBlocks});
}

portfolio::WritingProgram writingProgram(const frontend::Options &input, const program::Program &program,
                                         bool largeBlocks) {
  const auto isUnknownCall = [](const program::Instruction &instruction) {
    const auto *havoc = std::get_if<program::Havoc>(&instruction.operation);
    return havoc != nullptr && havoc->kind == program::InputKind::UnknownEffect;
  };
  const bool callsUnknown = std::ranges::any_of(program.cfas, [&](const program::Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [&](const program::Action &action) {
      return std::ranges::any_of(action.instructions, isUnknownCall);
    });
  });
  if (!callsUnknown)
    return {};
  return [&input, largeBlocks]() -> std::optional<program::Program> {
    frontend::Options writing = input;
    writing.unknownWrites = true;
    support::Expected<program::Program> variant = frontend::load(writing);
    if (!variant)
      return std::nullopt;
    prepare(*variant, largeBlocks);
    return std::move(*variant);
  };
}

} // namespace heddle::library
