#include "analysis/congruence.hpp"

#include "analysis/liveness.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::analysis {

using namespace program;

namespace {

/// Offsets and sizes beyond this are left out: nothing that is computed with them overflows.
constexpr std::int64_t mostOffset = std::int64_t{1} << 40;

std::uint64_t magnitude(std::int64_t value) { return static_cast<std::uint64_t>(value < 0 ? -value : value); }

Congruence reduced(std::uint64_t modulus, std::int64_t remainder) {
  if (modulus >= static_cast<std::uint64_t>(mostOffset) ||
      magnitude(remainder) >= static_cast<std::uint64_t>(mostOffset))
    return {};
  if (modulus == 0)
    return Congruence::exactly(remainder);
  const auto signedModulus = static_cast<std::int64_t>(modulus);
  return {modulus, (remainder % signedModulus + signedModulus) % signedModulus};
}

Congruence sum(const Congruence &a, const Congruence &b) {
  return reduced(std::gcd(a.modulus, b.modulus), a.remainder + b.remainder);
}

Congruence negated(const Congruence &a) { return reduced(a.modulus, -a.remainder); }

Congruence product(const Congruence &a, std::int64_t factor) {
  constexpr std::int64_t most = std::int64_t{1} << 20;
  if (magnitude(factor) >= static_cast<std::uint64_t>(most) || magnitude(a.remainder) >= most || a.modulus >= most)
    return {};
  return reduced(a.modulus * magnitude(factor), a.remainder * factor);
}

/// Of the conversion of an integer of `width` bits, whose arithmetic may have wrapped around.
Congruence extended(const Congruence &a, unsigned width, bool isSigned) {
  constexpr unsigned mostWidth = 39;
  const std::int64_t limit = std::int64_t{1} << (std::min(width, mostWidth) - 1);
  if (a.modulus == 0 && a.remainder < limit && a.remainder >= (isSigned ? -limit : 0))
    return a;
  return reduced(std::gcd(a.modulus, std::uint64_t{1} << std::min(width, mostWidth)), a.remainder);
}

/// The least congruence that has the integers of both.
Congruence join(const Congruence &a, const Congruence &b) {
  return reduced(std::gcd(std::gcd(a.modulus, b.modulus), magnitude(a.remainder - b.remainder)), a.remainder);
}

/// None: some offset is not known.
std::optional<Congruence> exactOffsets(const TargetSet &targets) {
  std::optional<Congruence> result;
  for (const Target &target : targets) {
    if (!target.hasOffset())
      return std::nullopt;
    const Congruence offset = Congruence::exactly(target.offset);
    result = result ? join(*result, offset) : offset;
  }
  return result;
}

constexpr CfaId mainCfa = 0;

} // namespace

bool mayOverlap(const Congruence &a, std::uint64_t aSize, const Congruence &b, std::uint64_t bSize) {
  const std::int64_t distance = a.remainder - b.remainder; // of a from b, plus any multiple of
  const std::uint64_t modulus = std::gcd(a.modulus, b.modulus);
  if (modulus == 0)
    return distance >= 0 ? magnitude(distance) < bSize : magnitude(distance) < aSize;
  const auto above = static_cast<std::uint64_t>(reduced(modulus, distance).remainder);
  return above < bSize || modulus - above < aSize;
}

Congruences::Congruences(const Program &program, const PointsTo &pointsTo) : program_(program), pointsTo_(pointsTo) {
  for (const Cfa &cfa : program.cfas)
    registers_.emplace_back(cfa.registers.size());
}

Congruence Congruences::of(CfaId cfa, Expr address) {
  if (!isSolved_)
    solve();
  return evaluate(cfa, address).value_or(Congruence{});
}

void Congruences::solve() {
  isSolved_ = true;
  contents_.resize(pointsTo_.objectCount());
  for (AbstractObject object = 1; object < pointsTo_.objectCount(); ++object)
    if (const TargetSet targets = pointsTo_.initialContent(object); !targets.empty())
      contents_[object] = exactOffsets(targets).value_or(Congruence{});
  std::vector<Step> steps;
  for (CfaId id = 0; id < program_.cfas.size(); ++id) {
    const Cfa &cfa = program_.cfas[id];
    const Liveness liveness(cfa);
    for (const RegisterId uninitialised : liveness.at(cfa.entry))
      if (uninitialised < registers_[id].size() && (uninitialised != cfa.argument || id == mainCfa))
        registers_[id][uninitialised] = Congruence{};
    for (const Action &action : cfa.actions)
      for (const Instruction &instruction : action.instructions) {
        const RegisterId written = writtenRegister(instruction.operation);
        if (written == noRegister || written < registers_[id].size()) // not one that was added
          steps.push_back(stepOf(id, instruction.operation));
      }
  }
  // Each round either gives a first value to something or replaces a modulus by a divisor, so there are few.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const Step &step : steps)
      isChanged = apply(step) || isChanged;
  }
}

Congruences::Step Congruences::stepOf(CfaId cfa, const Operation &operation) const {
  Step step{cfa, &operation, std::nullopt, {}};
  const auto access = [&](Expr address) {
    for (const Target &target : pointsTo_.targets(cfa, address))
      step.objects.push_back(target.object);
  };
  if (const auto *load = std::get_if<Load>(&operation)) {
    step.known = fromTargets(cfa, load->target);
    if (!step.known)
      access(load->address);
  } else if (const auto *store = std::get_if<Store>(&operation); store != nullptr && mayPoint(cfa, store->value)) {
    access(store->address);
  }
  return step;
}

bool Congruences::apply(const Step &step) {
  if (const auto *assign = std::get_if<Assign>(step.operation))
    return pass(evaluate(step.cfa, assign->value), registers_[step.cfa][assign->target]);
  if (const auto *store = std::get_if<Store>(step.operation)) {
    const Value value =
        store->value->width == program_.pointers.width ? evaluate(step.cfa, store->value) : Congruence{}; // a part
    bool isChanged = false;
    for (const AbstractObject object : step.objects)
      isChanged = pass(value, contents_[object]) || isChanged;
    return isChanged;
  }
  if (const auto *spawn = std::get_if<Spawn>(step.operation)) {
    const RegisterId argument = program_.cfas[spawn->cfa].argument;
    if (argument != noRegister && pass(evaluate(step.cfa, spawn->argument), registers_[spawn->cfa][argument]))
      return true;
  }
  if (const auto *end = std::get_if<EndThread>(step.operation))
    return pass(evaluate(step.cfa, end->result), results_);
  const RegisterId written = writtenRegister(*step.operation);
  return written != noRegister && pass(otherValue(step, written), registers_[step.cfa][written]);
}

bool Congruences::pass(const Value &from, Value &to) {
  if (!from)
    return false;
  const Congruence joined = to ? join(*to, *from) : *from;
  const bool isChanged = to != joined;
  to = joined;
  return isChanged;
}

Congruences::Value Congruences::otherValue(const Step &step, RegisterId target) const {
  if (std::holds_alternative<Load>(*step.operation)) {
    Value result = step.known;
    if (!result)
      for (const AbstractObject object : step.objects)
        pass(contents_[object], result);
    return result;
  }
  if (std::holds_alternative<Join>(*step.operation))
    return results_;
  return fromTargets(step.cfa, target).value_or(Congruence{});
}

Congruences::Value Congruences::fromTargets(CfaId cfa, RegisterId id) const {
  const unsigned width = program_.cfas[cfa].registers[id].width;
  if (width != program_.pointers.width)
    return Congruence{};
  const TargetSet targets = pointsTo_.targets(cfa, program_.expressions->reg(id, width));
  return targets.empty() ? Congruence{} : exactOffsets(targets);
}

bool Congruences::mayPoint(CfaId cfa, Expr e) const {
  if (e->isConstant() && e->width <= program_.pointers.width && program_.pointers.object(e->value) == nullObject)
    return false;
  return !pointsTo_.targets(cfa, e).empty();
}

Congruence Congruences::constant(Expr e) const {
  if (e->width > 64)
    return {};
  const PointerLayout &layout = program_.pointers;
  const auto number = static_cast<std::int64_t>(support::toSigned(e->value, e->width));
  if (e->width == layout.width && layout.object(e->value) != nullObject && number > 0)
    return reduced(0, static_cast<std::int64_t>(support::toSigned(layout.offset(e->value), layout.offsetBits)));
  return reduced(0, number);
}

Congruences::Value Congruences::evaluate(CfaId cfa, Expr e) const {
  if (e->isConstant())
    return constant(e);
  if (e->isRegister())
    return e->index < registers_[cfa].size() ? registers_[cfa][e->index] : Congruence{};
  return evaluateOperator(cfa, e);
}

Congruences::Value Congruences::evaluateOperator(CfaId cfa, Expr e) const {
  const auto operand = [&](unsigned i) { return evaluate(cfa, e->args[i]); };
  switch (e->kind) {
  case ExprKind::Add:
  case ExprKind::Sub: {
    const Value a = operand(0);
    const Value b = operand(1);
    if (!a || !b)
      return std::nullopt;
    // Of two pointers, only one can be meant as such.
    if (mayPoint(cfa, e->args[1]) && (e->kind == ExprKind::Sub || mayPoint(cfa, e->args[0])))
      return Congruence{};
    return sum(*a, e->kind == ExprKind::Add ? *b : negated(*b));
  }
  case ExprKind::Mul: {
    if (!e->args[1]->isConstant() || mayPoint(cfa, e->args[0]))
      return Congruence{};
    const Value a = operand(0);
    const Congruence factor = constant(e->args[1]);
    if (!a)
      return std::nullopt;
    return factor.modulus == 0 ? product(*a, factor.remainder) : Congruence{};
  }
  case ExprKind::Shl: {
    if (!e->args[1]->isConstant() || e->args[1]->value >= 20 || mayPoint(cfa, e->args[0]))
      return Congruence{};
    const Value a = operand(0);
    if (!a)
      return std::nullopt;
    return product(*a, std::int64_t{1} << static_cast<unsigned>(e->args[1]->value));
  }
  case ExprKind::ZExt:
  case ExprKind::SExt: {
    const Value a = operand(0);
    if (!a)
      return std::nullopt;
    return extended(*a, e->args[0]->width, e->kind == ExprKind::SExt);
  }
  case ExprKind::Ite: {
    const Value a = operand(1);
    const Value b = operand(2);
    if (!a || !b)
      return a ? a : b;
    return join(*a, *b);
  }
  default:
    return Congruence{};
  }
}

} // namespace heddle::analysis
