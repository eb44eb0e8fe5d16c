// Operators at given widths with interesting values, and random expressions over them.
#pragma once

#include "campaign_size.hpp"
#include "program/expression.hpp"
#include "smt/solver.hpp"

#include <random>
#include <string>
#include <vector>

namespace heddle::smt {

using program::Bits;
using program::Expr;
using program::ExprKind;
using program::ExprPool;

using heddle::testing::campaignSize;
using heddle::testing::isInLongMode;

inline const char *nameOf(Backend backend) { return backend == Backend::CaDiCaL ? "CaDiCaL" : "Z3"; }

class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
  bool coin() { return below(2) == 0; }

  /// Often a boundary value of operators.
  Bits value(unsigned width) {
    const Bits any = (Bits{engine_()} << 64) | engine_();
    switch (below(8)) {
    case 0:
      return support::truncate(below(4), width);
    case 1:
      return support::truncate(~Bits{0} - below(4), width);
    case 2:
      return support::truncate((Bits{1} << (width - 1)) + below(3) - 1, width);
    case 3:
      return support::truncate(Bits{1} << below(width), width);
    case 4:
      return support::truncate(width + below(3) - 1, width);
    case 5:
      return support::truncate(any, width) >> below(width);
    default:
      return support::truncate(any, width);
    }
  }

  template <typename Items> auto pick(const Items &items) { return items[below(static_cast<unsigned>(items.size()))]; }

private:
  std::mt19937_64 engine_;
};

/// An operator with all its widths.
struct Operator {
  ExprKind kind;
  unsigned width;
  std::vector<unsigned> operandWidths;
  std::uint32_t index = 0;

  Expr operator()(ExprPool &pool, const std::vector<Expr> &args) const {
    switch (kind) {
    case ExprKind::Extract:
      return pool.extract(args[0], index, width);
    case ExprKind::ZExt:
      return pool.zext(args[0], width);
    case ExprKind::SExt:
      return pool.sext(args[0], width);
    case ExprKind::FToF:
    case ExprKind::FToSInt:
    case ExprKind::FToUInt:
    case ExprKind::SIntToF:
    case ExprKind::UIntToF:
      return pool.convert(kind, args[0], width);
    default:
      return pool.make(kind, args[0], args.size() > 1 ? args[1] : nullptr, args.size() > 2 ? args[2] : nullptr);
    }
  }

  Bits apply(const std::vector<Bits> &operands) const {
    std::array<Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      values[i] = operands[i];
      widths[i] = operandWidths[i];
    }
    return program::apply(kind, width, index, values, widths);
  }

  std::string text(const std::vector<Bits> &operands = {}) const {
    std::string result = std::string(program::name(kind)) + " to " + std::to_string(width) + " of";
    for (const unsigned operandWidth : operandWidths)
      result += " " + std::to_string(operandWidth);
    for (const Bits operand : operands)
      result += " " + support::toHex(operand);
    return result;
  }
};

constexpr ExprKind binaryKinds[] = {ExprKind::And, ExprKind::Or,   ExprKind::Xor,  ExprKind::Add,  ExprKind::Sub,
                                    ExprKind::Mul, ExprKind::UDiv, ExprKind::SDiv, ExprKind::URem, ExprKind::SRem,
                                    ExprKind::Shl, ExprKind::LShr, ExprKind::AShr};
constexpr ExprKind comparisonKinds[] = {ExprKind::Eq, ExprKind::Ult, ExprKind::Ule, ExprKind::Slt, ExprKind::Sle};

/// Every integer operator with operands of about this width.
inline std::vector<Operator> integerOperators(unsigned width) {
  std::vector<Operator> result{{ExprKind::Not, width, {width}}, {ExprKind::Neg, width, {width}}};
  for (const ExprKind kind : binaryKinds)
    result.push_back({kind, width, {width, width}});
  for (const ExprKind kind : comparisonKinds)
    result.push_back({kind, 1, {width, width}});
  result.push_back({ExprKind::Ite, width, {1, width, width}});
  result.push_back({ExprKind::Extract, width - width / 2, {width}, width / 2});
  result.push_back({ExprKind::Extract, (width + 1) / 2, {width}, width / 4});
  if (width > 1) {
    result.push_back({ExprKind::Concat, width, {width / 3 + 1, width - width / 3 - 1}});
    result.push_back({ExprKind::ZExt, width, {width / 2}});
    result.push_back({ExprKind::SExt, width, {width / 2}});
  }
  return result;
}

} // namespace heddle::smt
