// Floating point in Z3: bit patterns are converted to numbers of the theory, and results back to patterns.
//
// The theory has a single NaN and leaves conversions out of range undefined, so both are handled outside it: NaNs get
// the pattern of the operator's template, and ranges are checked in x87's format, to which every float converts
// exactly. x87's integer bit is implicit in the theory; patterns in which it is wrong are NaNs there, except that a
// number may have exponent 0 and the integer bit set, which has the same value as with exponent 1.
#include "smt/float_builder.hpp"
#include "smt/z3_translator.hpp"

namespace heddle::smt {

namespace {

/// Terms of the theory for one operator.
class Theory {
public:
  explicit Theory(z3::context &context) : context_(context) {}

  z3::expr toNumber(const z3::expr &pattern, unsigned width);
  /// The bit pattern of a number that is not a NaN.
  z3::expr toPattern(const z3::expr &number, unsigned width);
  z3::expr apply(ExprKind kind, const z3::expr &a, const z3::expr &b);
  z3::expr convert(const z3::expr &number, unsigned width);
  z3::expr fromInteger(const z3::expr &word, bool isSigned, unsigned width);
  z3::expr toInteger(const z3::expr &number, bool isSigned, unsigned width);
  z3::expr isNan(const z3::expr &number) { return term(Z3_mk_fpa_is_nan(context_, number)); }

private:
  z3::expr term(Z3_ast ast) {
    context_.check_error();
    return {context_, ast};
  }
  z3::sort sortOf(unsigned width) {
    const FloatFormat format = FloatFormat::ofWidth(width);
    return {context_, Z3_mk_fpa_sort(context_, format.exponentBits, format.precision)};
  }
  z3::expr toNearest() { return term(Z3_mk_fpa_rne(context_)); }
  z3::expr towardZero() { return term(Z3_mk_fpa_rtz(context_)); }
  z3::expr powerOfTwo(bool isNegative, unsigned exponent, unsigned width) {
    return term(Z3_mk_fpa_numeral_int64_uint64(context_, isNegative, exponent, 0, sortOf(width)));
  }

  z3::context &context_;
};

z3::expr Theory::toNumber(const z3::expr &pattern, unsigned width) {
  const z3::sort sort = sortOf(width);
  if (width != 80)
    return term(Z3_mk_fpa_to_fp_bv(context_, pattern, sort));
  const z3::expr field = pattern.extract(78, 64);
  const z3::expr hasInteger = pattern.extract(63, 63) == context_.bv_val(1, 1);
  const z3::expr hasField = field != context_.bv_val(0, 15);
  const z3::expr weight = z3::ite(!hasField && hasInteger, context_.bv_val(1, 15), field);
  const z3::expr implicit = z3::concat(z3::concat(pattern.extract(79, 79), weight), pattern.extract(62, 0));
  const z3::expr number = term(Z3_mk_fpa_to_fp_bv(context_, implicit, sort));
  return z3::ite(hasField && !hasInteger, term(Z3_mk_fpa_nan(context_, sort)), number);
}

z3::expr Theory::toPattern(const z3::expr &number, unsigned width) {
  z3::expr implicit = term(Z3_mk_fpa_to_ieee_bv(context_, number));
  if (width != 80)
    return implicit;
  const z3::expr hasField = implicit.extract(77, 63) != context_.bv_val(0, 15);
  const z3::expr integer = z3::ite(hasField, context_.bv_val(1, 1), context_.bv_val(0, 1));
  return z3::concat(z3::concat(implicit.extract(78, 63), integer), implicit.extract(62, 0));
}

z3::expr Theory::apply(ExprKind kind, const z3::expr &a, const z3::expr &b) {
  switch (kind) {
  case ExprKind::FAdd:
    return term(Z3_mk_fpa_add(context_, toNearest(), a, b));
  case ExprKind::FSub:
    return term(Z3_mk_fpa_sub(context_, toNearest(), a, b));
  case ExprKind::FMul:
    return term(Z3_mk_fpa_mul(context_, toNearest(), a, b));
  case ExprKind::FDiv:
    return term(Z3_mk_fpa_div(context_, toNearest(), a, b));
  case ExprKind::FSqrt:
    return term(Z3_mk_fpa_sqrt(context_, toNearest(), a));
  case ExprKind::FEq:
    return term(Z3_mk_fpa_eq(context_, a, b));
  case ExprKind::FLt:
    return term(Z3_mk_fpa_lt(context_, a, b));
  case ExprKind::FLe:
    return term(Z3_mk_fpa_leq(context_, a, b));
  default: // FUnordered
    return isNan(a) || isNan(b);
  }
}

z3::expr Theory::convert(const z3::expr &number, unsigned width) {
  return term(Z3_mk_fpa_to_fp_float(context_, toNearest(), number, sortOf(width)));
}

z3::expr Theory::fromInteger(const z3::expr &word, bool isSigned, unsigned width) {
  const z3::sort sort = sortOf(width);
  return term(isSigned ? Z3_mk_fpa_to_fp_signed(context_, toNearest(), word, sort)
                       : Z3_mk_fpa_to_fp_unsigned(context_, toNearest(), word, sort));
}

z3::expr Theory::toInteger(const z3::expr &number, bool isSigned, unsigned width) {
  const z3::expr whole = term(Z3_mk_fpa_round_to_integral(context_, towardZero(), convert(number, 80)));
  const z3::expr above = powerOfTwo(false, isSigned ? width - 1 : width, 80);
  const z3::expr lowest =
      isSigned ? powerOfTwo(true, width - 1, 80) : term(Z3_mk_fpa_zero(context_, sortOf(80), false));
  const z3::expr isInside = term(Z3_mk_fpa_leq(context_, lowest, whole)) && term(Z3_mk_fpa_lt(context_, whole, above));
  // Z3 4.8 fails on signed integers of one bit, so there is always one more than needed.
  const z3::expr wider = term(isSigned ? Z3_mk_fpa_to_sbv(context_, towardZero(), whole, width + 1)
                                       : Z3_mk_fpa_to_ubv(context_, towardZero(), whole, width + 1));
  const z3::expr integer = wider.extract(width - 1, 0);
  const z3::expr one = z3::zext(context_.bv_val(1, 1), width - 1);
  const z3::expr outside = isSigned ? z3::shl(one, context_.bv_val(width - 1, width)) : -one;
  return z3::ite(isInside, integer, outside);
}

} // namespace

z3::expr Z3Translator::encodeFloat(Expr e, const std::array<const z3::expr *, 3> &args) {
  const unsigned operandWidth = e->args[0]->width;
  const FloatTemplate *circuit = templates_.find(e->kind, e->width, operandWidth);
  if (circuit == nullptr) // an arbitrary value over-approximates the operator, so proofs stay valid
    return {context_,
            Z3_mk_fresh_const(context_, "any", e->width == 1 ? context_.bool_sort() : context_.bv_sort(e->width))};
  usesFloats_ = true;
  Theory theory(context_);
  const z3::expr a = toWord(*args[0]);
  if (e->kind == ExprKind::FToSInt || e->kind == ExprKind::FToUInt) {
    const z3::expr word = theory.toInteger(theory.toNumber(a, operandWidth), e->kind == ExprKind::FToSInt, e->width);
    return e->width == 1 ? toBoolean(word) : word;
  }
  if (e->kind == ExprKind::SIntToF || e->kind == ExprKind::UIntToF)
    return theory.toPattern(theory.fromInteger(a, e->kind == ExprKind::SIntToF, e->width), e->width);
  const z3::expr number = theory.toNumber(a, operandWidth);
  z3::expr result =
      e->kind == ExprKind::FToF
          ? theory.convert(number, e->width)
          : theory.apply(e->kind, number, args[1] == nullptr ? number : theory.toNumber(*args[1], operandWidth));
  if (e->width == 1)
    return result;
  Scope inner;
  for (std::size_t i = 0; i < circuit->operands.size(); ++i)
    if (args[i] != nullptr)
      inner.bind(circuit->operands[i], *args[i]);
  return z3::ite(theory.isNan(result), translate(circuit->nan, inner), theory.toPattern(result, e->width));
}

} // namespace heddle::smt
