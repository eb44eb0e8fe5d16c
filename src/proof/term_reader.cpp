// The pool asserts that operands fit their operator, because engines make no mistakes of this kind; a file may. Hence
// everything that the pool asserts is checked here before.
#include "proof/term_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace heddle::proof {

using program::ExprKind;

namespace {

/// The checker walks terms recursively. Labels of engines are far from this depth.
constexpr std::uint32_t maxDepth = 100'000;

std::optional<ExprKind> kindNamed(std::string_view name) {
  for (auto i = static_cast<unsigned>(ExprKind::Not); i <= static_cast<unsigned>(ExprKind::UIntToF); ++i)
    if (program::name(static_cast<ExprKind>(i)) == name)
      return static_cast<ExprKind>(i);
  return std::nullopt;
}

bool isFloat(unsigned width) { return width == 32 || width == 64 || width == 80; }

void require(bool holds, const char *what) {
  if (!holds)
    throw Malformed{what};
}

unsigned widthIn(Words &words) {
  const auto width = static_cast<unsigned>(words.number("a width", support::maxWidth));
  require(width >= 1, "a width of 0 bits");
  return width;
}

} // namespace

Expr TermReader::operand(Words &words) {
  const std::uint32_t index = words.index("a term", terms_.size());
  depth_ = std::max(depth_, depths_[index]);
  return terms_[index];
}

/// Operators whose width is given, not derived from their operand.
Expr TermReader::convert(ExprKind kind, Words &words, Expr a) {
  const unsigned width = widthIn(words);
  if (kind == ExprKind::ZExt || kind == ExprKind::SExt) {
    require(width >= a->width, "an extension to fewer bits");
    return kind == ExprKind::ZExt ? proof_.pool->zext(a, width) : proof_.pool->sext(a, width);
  }
  const bool fromInteger = kind == ExprKind::SIntToF || kind == ExprKind::UIntToF;
  const bool toInteger = kind == ExprKind::FToSInt || kind == ExprKind::FToUInt;
  require((fromInteger || isFloat(a->width)) && (toInteger || isFloat(width)), "a float must have 32, 64 or 80 bits");
  return proof_.pool->convert(kind, a, width);
}

Expr TermReader::make(ExprKind kind, Words &words) {
  std::array<Expr, 3> args{};
  for (unsigned i = 0; i < program::arity(kind); ++i)
    args[i] = operand(words);
  const auto [a, b, c] = args;
  switch (kind) {
  case ExprKind::Extract: {
    const auto low = static_cast<unsigned>(words.number("a bit", support::maxWidth));
    const unsigned width = widthIn(words);
    require(low + width <= a->width, "bits outside of the operand");
    return proof_.pool->extract(a, low, width);
  }
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::FToF:
  case ExprKind::FToSInt:
  case ExprKind::FToUInt:
  case ExprKind::SIntToF:
  case ExprKind::UIntToF:
    return convert(kind, words, a);
  case ExprKind::Ite:
    require(a->width == 1, "the condition must have one bit");
    require(b->width == c->width, "operands of different widths");
    break;
  case ExprKind::Concat:
    require(unsigned{a->width} + b->width <= support::maxWidth, "more than 128 bits");
    break;
  default:
    require(b == nullptr || a->width == b->width, "operands of different widths");
    require(!program::isFloatingPoint(kind) || isFloat(a->width), "a float must have 32, 64 or 80 bits");
  }
  return proof_.pool->make(kind, a, b, c);
}

void TermReader::read(Words &words) {
  const std::string_view name = words.next("an operator");
  depth_ = 0;
  Expr term = nullptr;
  if (name == "constant") {
    const unsigned width = widthIn(words);
    term = proof_.pool->constant(words.bits("a value", width), width);
  } else if (name == "variable") {
    const VariableId variable = words.index("a variable", proof_.variables.size());
    term = proof_.pool->reg(variable, proof_.variables[variable].width);
  } else {
    const std::optional<ExprKind> kind = kindNamed(name);
    if (!kind)
      throw Malformed{fmt::format("{} is not an operator", quoted(name))};
    term = make(*kind, words);
  }
  require(depth_ < maxDepth, "the term is nested too deeply");
  terms_.push_back(term);
  depths_.push_back(depth_ + 1);
}

} // namespace heddle::proof
