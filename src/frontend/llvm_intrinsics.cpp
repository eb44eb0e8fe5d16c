#include "frontend/llvm_intrinsics.hpp"

#include "frontend/computation.hpp"
#include "frontend/copies.hpp"
#include "frontend/variable_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle::frontend {

using namespace program;

namespace {

/// One call of an intrinsic, with what the handlers below need of it.
struct Site {
  const llvm::IntrinsicInst &call;
  Activation &activation;

  Emitter &emitter() const { return activation.emitter; }
  ExprPool &pool() const { return activation.emitter.pool(); }
  Expr constant(Bits value) const { return emitter().constant(value, width()); }

  Expr operand(unsigned i) const { return activation.values.scalar(call.getArgOperand(i)); }
  /// The first operand, for use in several places.
  Expr first() const { return emitter().materialise(operand(0), "%a"); }
  /// Of the result.
  unsigned width() const { return activation.values.widthOf(call.getType()); }
  void define(Expr value) const { activation.values.define(call, value); }
};

void withoutModel(const Site &site) {
  site.emitter().unsupported(fmt::format("compiler intrinsic `{}`", site.call.getCalledFunction()->getName().str()));
}

void withoutEffect(const Site &) {}
/// __builtin_assume and its relatives. Assumptions about alignment are operand bundles of a condition that holds.
void assumption(const Site &site) {
  site.emitter().emit(
      Check{site.operand(0), Property::DefinedBehaviour, "an assumption that the compiler is told fails"});
}

void firstOperand(const Site &site) { site.define(site.operand(0)); }

/// A number that tells threads apart. What the C library keeps there is not modelled: it is no object's address.
void threadPointer(const Site &site) {
  site.define(site.pool().zext(site.emitter().reg(site.emitter().self()), site.width()));
}

// ---- memory ----------------------------------------------------------------------------------------

void copyOrSet(const Site &site) {
  Copies(site.emitter(), site.activation.module.layout)
      .lower(llvm::cast<llvm::MemIntrinsic>(site.call), site.activation.values);
}

const llvm::AllocaInst *markedLocal(const Site &site) {
  return llvm::dyn_cast<llvm::AllocaInst>(site.call.getArgOperand(1)->stripPointerCasts());
}

void beginLifetime(const Site &site) {
  if (const llvm::AllocaInst *local = markedLocal(site))
    site.activation.locals.beginLifetime(*local);
}

void endLifetime(const Site &site) {
  if (const llvm::AllocaInst *local = markedLocal(site))
    site.activation.locals.endLifetime(*local);
}

void saveStack(const Site &site) { site.define(site.emitter().pointerConstant(0)); }

void restoreStack(const Site &site) { site.activation.locals.restoreStack(site.call); }

void threadLocalAddress(const Site &site) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(site.call.getArgOperand(0)->stripPointerCasts());
  if (!variable)
    return withoutModel(site);
  site.define(site.activation.threadLocals.addressOf(*variable));
}

// ---- questions to the compiler ---------------------------------------------------------------------

void isConstant(const Site &site) {
  site.define(site.pool().boolean(llvm::isa<llvm::Constant>(site.call.getArgOperand(0))));
}

void objectSize(const Site &site) {
  site.define(site.constant(site.operand(1)->isTrue() ? 0 : support::mask(site.width())));
}

void arbitrary(const Site &site) {
  site.define(site.emitter().havoc(site.width(), InputKind::Nondet, site.call.getCalledFunction()->getName().str()));
}

// ---- control flow ----------------------------------------------------------------------------------

void trap(const Site &site) { site.emitter().emitLast(EndProgram{true}); }

// ---- variable arguments ----------------------------------------------------------------------------

/// Calls that the program does not make itself, such as that of main, have no such arguments.
void startList(const Site &site) {
  if (site.activation.argumentMemory == nullptr)
    return site.emitter().unsupported("variable arguments of a function that the program does not call");
  startArgumentList(site.emitter(), site.first(), site.activation.argumentMemory);
}

void copyList(const Site &site) {
  const Expr target = site.first();
  const Expr source = site.emitter().materialise(site.operand(1), "%list");
  copyArgumentList(site.emitter(), site.activation.module.layout, target, source);
}

/// Clears the low bits of an address: an object begins at a multiple of every alignment.
void maskPointer(const Site &site) {
  const Expr mask = site.operand(1);
  const Expr masked = ignoresAlignment(*site.call.getParent())
                          ? site.pool().sub(site.operand(0), site.pool().make(ExprKind::Not, mask))
                          : site.pool().make(ExprKind::And, site.operand(0), mask);
  site.define(masked);
}

// ---- integers --------------------------------------------------------------------------------------

template <ExprKind less, bool smallest> void extremum(const Site &site) {
  const Expr a = site.first();
  const Expr b = site.emitter().materialise(site.operand(1), "%b");
  const Expr isLess = site.pool().make(less, a, b);
  site.define(smallest ? site.pool().ite(isLess, a, b) : site.pool().ite(isLess, b, a));
}

void absoluteValue(const Site &site) {
  const Expr a = site.first();
  site.define(
      site.pool().ite(site.pool().make(ExprKind::Slt, a, site.constant(0)), site.pool().make(ExprKind::Neg, a), a));
}

void countOnes(const Site &site) {
  const Expr a = site.first();
  Expr sum = site.constant(0);
  for (unsigned i = 0; i < a->width; ++i)
    sum = site.pool().add(sum, site.pool().zext(site.pool().extract(a, i, 1), a->width));
  site.define(sum);
}

/// Whether the result is used only if the operand is not zero, as in what clang makes of __builtin_ffs.
bool isUsedForNonzero(const llvm::IntrinsicInst &call) {
  return std::ranges::all_of(call.users(), [&](const llvm::User *user) {
    const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
    const auto *choice =
        sum != nullptr && sum->hasOneUse() ? llvm::dyn_cast<llvm::SelectInst>(sum->user_back()) : nullptr;
    const auto *test = choice != nullptr ? llvm::dyn_cast<llvm::ICmpInst>(choice->getCondition()) : nullptr;
    return test != nullptr && test->getOperand(0) == call.getArgOperand(0);
  });
}

/// The operand of a count of zeros; for that of __builtin_clz, which is undefined for zero, the second operand is true.
Expr counted(const Site &site) {
  const Expr a = site.first();
  if (site.operand(1)->isTrue() && !isUsedForNonzero(site.call))
    site.emitter().emit(
        Check{site.emitter().isNonzero(a), Property::DefinedBehaviour, "a count of zero bits of the number zero"});
  return a;
}

void countLeadingZeros(const Site &site) {
  const unsigned width = site.width();
  Expr result = site.constant(width);
  const Expr a = counted(site);
  for (unsigned i = 0; i < width; ++i)
    result = site.pool().ite(site.pool().extract(a, i, 1), site.constant(width - 1 - i), result);
  site.define(result);
}

void countTrailingZeros(const Site &site) {
  const unsigned width = site.width();
  Expr result = site.constant(width);
  const Expr a = counted(site);
  for (unsigned i = width; i-- > 0;)
    result = site.pool().ite(site.pool().extract(a, i, 1), site.constant(i), result);
  site.define(result);
}

/// The parts of the operand in reverse order.
template <unsigned partWidth> void reverse(const Site &site) {
  const Expr a = site.first();
  Expr result = site.pool().extract(a, 0, partWidth);
  for (unsigned i = partWidth; i < site.width(); i += partWidth)
    result = site.pool().make(ExprKind::Concat, result, site.pool().extract(a, i, partWidth));
  site.define(result);
}

/// The concatenation of two operands is shifted by the third, modulo the width.
template <ExprKind shift> void funnelShift(const Site &site) {
  const unsigned width = site.width();
  if (2 * width > support::maxWidth)
    return withoutModel(site);
  ExprPool &pool = site.pool();
  const Expr both = pool.make(ExprKind::Concat, site.operand(0), site.operand(1));
  const Expr amount = pool.zext(pool.make(ExprKind::URem, site.operand(2), site.constant(width)), 2 * width);
  site.define(pool.extract(pool.make(shift, both, amount), shift == ExprKind::Shl ? width : 0, width));
}

/// {result, overflowed}: the operation in enough bits to be exact, compared with its truncation.
void checkedArithmetic(const Site &site) {
  const auto &checked = llvm::cast<llvm::WithOverflowInst>(site.call);
  ExprPool &pool = site.pool();
  Values &values = site.activation.values;
  const unsigned width = checked.getLHS()->getType()->getIntegerBitWidth();
  ExprKind kind = ExprKind::Add;
  unsigned wide = width + 1;
  if (checked.getBinaryOp() == llvm::Instruction::Sub)
    kind = ExprKind::Sub;
  if (checked.getBinaryOp() == llvm::Instruction::Mul) {
    kind = ExprKind::Mul;
    wide = 2 * width;
  }
  if (wide > support::maxWidth)
    return site.emitter().unsupported("checked arithmetic on 128-bit integers");
  const auto widen = [&](Expr e) { return checked.isSigned() ? pool.sext(e, wide) : pool.zext(e, wide); };
  const Expr exact = site.emitter().materialise(
      pool.make(kind, widen(values.scalar(checked.getLHS())), widen(values.scalar(checked.getRHS()))), "%exact");
  const Expr result = pool.extract(exact, 0, width);
  values.bind(&site.call, Lowered{result, pool.ne(widen(result), exact)});
}

// ---- floating-point numbers ------------------------------------------------------------------------

/// Whether a value is in one of the classes in LLVM's mask (isnan, isinf, …).
void isInClass(const Site &site) {
  ExprPool &pool = site.pool();
  const Expr value = site.first();
  const auto classes = static_cast<unsigned>(site.operand(1)->value);
  const unsigned width = value->width;
  const unsigned exponentWidth = width == 32 ? 8 : width == 64 ? 11 : 15;
  const unsigned fractionWidth = width == 80 ? 63 : width - 1 - exponentWidth; // x87 stores the leading one
  const Expr negative = pool.extract(value, width - 1, 1);
  const Expr exponent = pool.extract(value, width - 1 - exponentWidth, exponentWidth);
  const Expr fraction = pool.extract(value, 0, fractionWidth);
  const Expr quiet = pool.extract(value, fractionWidth - 1, 1);
  const Expr allOnes = pool.eq(exponent, site.emitter().constant(support::mask(exponentWidth), exponentWidth));
  const Expr allZeros = pool.eq(exponent, site.emitter().constant(0, exponentWidth));
  const Expr noFraction = pool.eq(fraction, site.emitter().constant(0, fractionWidth));
  const Expr isNan = pool.conjunction(allOnes, pool.negate(noFraction));
  const Expr isNormal = pool.conjunction(pool.negate(allOnes), pool.negate(allZeros));
  const Expr isSubnormal = pool.conjunction(allZeros, pool.negate(noFraction));
  Expr result = pool.boolean(false);
  const auto add = [&](unsigned flag, Expr condition) {
    if ((classes & flag) != 0)
      result = pool.disjunction(result, condition);
  };
  const auto addSigned = [&](unsigned negativeFlag, unsigned positiveFlag, Expr condition) {
    add(negativeFlag, pool.conjunction(condition, negative));
    add(positiveFlag, pool.conjunction(condition, pool.negate(negative)));
  };
  add(llvm::fcSNan, pool.conjunction(isNan, pool.negate(quiet)));
  add(llvm::fcQNan, pool.conjunction(isNan, quiet));
  addSigned(llvm::fcNegInf, llvm::fcPosInf, pool.conjunction(allOnes, noFraction));
  addSigned(llvm::fcNegNormal, llvm::fcPosNormal, isNormal);
  addSigned(llvm::fcNegSubnormal, llvm::fcPosSubnormal, isSubnormal);
  addSigned(llvm::fcNegZero, llvm::fcPosZero, pool.conjunction(allZeros, noFraction));
  site.define(result);
}

Expr withoutSign(const Site &site) {
  return site.pool().make(ExprKind::And, site.operand(0), site.constant(support::mask(site.width() - 1)));
}

void absoluteFloat(const Site &site) { site.define(withoutSign(site)); }

void copySign(const Site &site) {
  const Expr sign = site.pool().make(ExprKind::And, site.operand(1), site.constant(Bits{1} << (site.width() - 1)));
  site.define(site.pool().make(ExprKind::Or, withoutSign(site), sign));
}

// Rounding to an integer. From `integersFrom` on, every number is one; below it, a conversion to an integer and back
// is exact. Not-a-number is not less than anything, and is returned as it is. The sign of zero is that of the operand.

struct Rounding {
  const Site &site;
  ExprPool &pool = site.pool();
  Expr x = site.first();
  unsigned width = x->width;
  Expr magnitude = withoutSign(x);

  Expr withoutSign(Expr number) const {
    return pool.make(ExprKind::And, number, site.constant(support::mask(width - 1)));
  }
  Expr number(double value) const {
    return site.constant(width == 32 ? Bits{std::bit_cast<std::uint32_t>(static_cast<float>(value))}
                                     : Bits{std::bit_cast<std::uint64_t>(value)});
  }
  Expr integersFrom() const { return number(width == 32 ? 0x1p23 : 0x1p52); }
  /// Of the magnitude, towards zero.
  Expr truncated() const {
    return site.emitter().materialise(
        pool.convert(ExprKind::SIntToF, pool.convert(ExprKind::FToSInt, magnitude, width), width), "%truncated");
  }
  bool isSupported() const { return width == 32 || width == 64; }

  /// The result, from the rounded magnitude of a number that may have a fraction.
  void define(Expr rounded) const {
    const Expr sign = pool.make(ExprKind::And, x, site.constant(Bits{1} << (width - 1)));
    const Expr hasFraction = pool.make(ExprKind::FLt, magnitude, integersFrom());
    site.define(pool.ite(hasFraction, pool.make(ExprKind::Or, withoutSign(rounded), sign), x));
  }
  /// One more than the truncated magnitude, if the condition holds.
  void defineTruncated(Expr truncated, Expr isIncreased) const {
    define(pool.ite(isIncreased, pool.make(ExprKind::FAdd, truncated, number(1)), truncated));
  }
};

void roundTowardsZero(const Site &site) {
  const Rounding rounding{site};
  if (!rounding.isSupported())
    return withoutModel(site);
  rounding.define(rounding.truncated());
}

/// Numbers of one sign move away from zero, those of the other one towards it.
template <bool awayIfNegative> void roundInOneDirection(const Site &site) {
  const Rounding rounding{site};
  if (!rounding.isSupported())
    return withoutModel(site);
  ExprPool &pool = site.pool();
  const Expr isNegative = pool.extract(rounding.x, rounding.width - 1, 1);
  const Expr truncated = rounding.truncated();
  rounding.defineTruncated(truncated, pool.conjunction(awayIfNegative ? isNegative : pool.negate(isNegative),
                                                       pool.make(ExprKind::FLt, truncated, rounding.magnitude)));
}

void roundHalfAwayFromZero(const Site &site) {
  const Rounding rounding{site};
  if (!rounding.isSupported())
    return withoutModel(site);
  ExprPool &pool = site.pool();
  const Expr truncated = rounding.truncated();
  const Expr fraction = pool.make(ExprKind::FSub, rounding.magnitude, truncated);
  rounding.defineTruncated(truncated, pool.make(ExprKind::FLe, rounding.number(0.5), fraction));
}

/// As arithmetic rounds: sums of this size are integers. The rounding mode is the default one.
void roundHalfToEven(const Site &site) {
  const Rounding rounding{site};
  if (!rounding.isSupported())
    return withoutModel(site);
  const Expr sum = site.pool().make(ExprKind::FAdd, rounding.magnitude, rounding.integersFrom());
  rounding.define(site.pool().make(ExprKind::FSub, sum, rounding.integersFrom()));
}

/// Of a number and not-a-number, the number.
template <bool smallest> void extremeFloat(const Site &site) {
  ExprPool &pool = site.pool();
  const Expr a = site.first();
  const Expr b = site.emitter().materialise(site.operand(1), "%b");
  const Expr isBetter = smallest ? pool.make(ExprKind::FLt, b, a) : pool.make(ExprKind::FLt, a, b);
  site.define(pool.ite(pool.disjunction(pool.make(ExprKind::FUnordered, a, a), isBetter), b, a));
}

void squareRoot(const Site &site) { site.define(site.pool().make(ExprKind::FSqrt, site.operand(0))); }

/// Rounds twice, as clang does on a target without fused multiply-add.
void multiplyAdd(const Site &site) {
  const Expr product = site.pool().make(ExprKind::FMul, site.operand(0), site.operand(1));
  site.define(site.pool().make(ExprKind::FAdd, product, site.operand(2)));
}

// ---- the table -------------------------------------------------------------------------------------

struct Intrinsic {
  llvm::Intrinsic::ID id;
  void (*lower)(const Site &site);
};

constexpr Intrinsic intrinsics[] = {
    {llvm::Intrinsic::dbg_declare, withoutEffect},
    {llvm::Intrinsic::dbg_value, withoutEffect},
    {llvm::Intrinsic::dbg_label, withoutEffect},
    {llvm::Intrinsic::assume, assumption},
    {llvm::Intrinsic::donothing, withoutEffect},
    {llvm::Intrinsic::prefetch, withoutEffect},
    {llvm::Intrinsic::var_annotation, withoutEffect},
    {llvm::Intrinsic::invariant_start, withoutEffect},
    {llvm::Intrinsic::invariant_end, withoutEffect},
    {llvm::Intrinsic::experimental_noalias_scope_decl, withoutEffect},
    {llvm::Intrinsic::vaend, withoutEffect},
    {llvm::Intrinsic::expect, firstOperand},
    {llvm::Intrinsic::expect_with_probability, firstOperand},
    {llvm::Intrinsic::annotation, firstOperand},
    {llvm::Intrinsic::ptr_annotation, firstOperand},
    {llvm::Intrinsic::launder_invariant_group, firstOperand},
    {llvm::Intrinsic::strip_invariant_group, firstOperand},
    {llvm::Intrinsic::ssa_copy, firstOperand},
    {llvm::Intrinsic::memcpy, copyOrSet},
    {llvm::Intrinsic::memcpy_inline, copyOrSet},
    {llvm::Intrinsic::memmove, copyOrSet},
    {llvm::Intrinsic::memset, copyOrSet},
    {llvm::Intrinsic::memset_inline, copyOrSet},
    {llvm::Intrinsic::lifetime_start, beginLifetime},
    {llvm::Intrinsic::lifetime_end, endLifetime},
    {llvm::Intrinsic::stacksave, saveStack},
    {llvm::Intrinsic::stackrestore, restoreStack},
    {llvm::Intrinsic::threadlocal_address, threadLocalAddress},
    {llvm::Intrinsic::is_constant, isConstant},
    {llvm::Intrinsic::objectsize, objectSize},
    {llvm::Intrinsic::readcyclecounter, arbitrary},
    {llvm::Intrinsic::trap, trap},
    {llvm::Intrinsic::ubsantrap, trap},
    {llvm::Intrinsic::debugtrap, trap},
    {llvm::Intrinsic::vastart, startList},
    {llvm::Intrinsic::vacopy, copyList},
    {llvm::Intrinsic::ptrmask, maskPointer},
    {llvm::Intrinsic::smax, extremum<ExprKind::Slt, false>},
    {llvm::Intrinsic::smin, extremum<ExprKind::Slt, true>},
    {llvm::Intrinsic::umax, extremum<ExprKind::Ult, false>},
    {llvm::Intrinsic::umin, extremum<ExprKind::Ult, true>},
    {llvm::Intrinsic::abs, absoluteValue},
    {llvm::Intrinsic::ctpop, countOnes},
    {llvm::Intrinsic::ctlz, countLeadingZeros},
    {llvm::Intrinsic::cttz, countTrailingZeros},
    {llvm::Intrinsic::bswap, reverse<8>},
    {llvm::Intrinsic::bitreverse, reverse<1>},
    {llvm::Intrinsic::fshl, funnelShift<ExprKind::Shl>},
    {llvm::Intrinsic::fshr, funnelShift<ExprKind::LShr>},
    {llvm::Intrinsic::sadd_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::uadd_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::ssub_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::usub_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::smul_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::umul_with_overflow, checkedArithmetic},
    {llvm::Intrinsic::is_fpclass, isInClass},
    {llvm::Intrinsic::fabs, absoluteFloat},
    {llvm::Intrinsic::copysign, copySign},
    {llvm::Intrinsic::sqrt, squareRoot},
    {llvm::Intrinsic::fmuladd, multiplyAdd},
    {llvm::Intrinsic::thread_pointer, threadPointer},
    {llvm::Intrinsic::trunc, roundTowardsZero},
    {llvm::Intrinsic::floor, roundInOneDirection<true>},
    {llvm::Intrinsic::ceil, roundInOneDirection<false>},
    {llvm::Intrinsic::round, roundHalfAwayFromZero},
    {llvm::Intrinsic::roundeven, roundHalfToEven},
    {llvm::Intrinsic::rint, roundHalfToEven},
    {llvm::Intrinsic::nearbyint, roundHalfToEven},
    {llvm::Intrinsic::minnum, extremeFloat<true>},
    {llvm::Intrinsic::maxnum, extremeFloat<false>},
};

} // namespace

void lowerLlvmIntrinsic(const llvm::IntrinsicInst &call, Activation &activation) {
  const Site site{call, activation};
  const auto *intrinsic = std::ranges::find(intrinsics, call.getIntrinsicID(), &Intrinsic::id);
  if (intrinsic == std::end(intrinsics) || !hasModel(call, activation.module.layout))
    return withoutModel(site);
  intrinsic->lower(site);
}

} // namespace heddle::frontend
