#include "program/value_facts.hpp"

#include "support/bits.hpp"

#include <algorithm>

namespace heddle::program {

namespace {

std::int64_t asSigned(std::uint64_t value, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

} // namespace

Bounds Bounds::full(unsigned width) {
  const auto mask = static_cast<std::uint64_t>(support::mask(width));
  const auto most = static_cast<std::int64_t>(mask >> 1);
  return {0, mask, -most - 1, most};
}

bool Bounds::contains(Bits value, unsigned width) const {
  const auto number = static_cast<std::uint64_t>(value);
  const std::int64_t asNumber = asSigned(number, width);
  return low <= number && number <= high && least <= asNumber && asNumber <= most;
}

Bounds join(const Bounds &a, const Bounds &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), std::min(a.least, b.least), std::max(a.most, b.most)};
}

Bounds meet(const Bounds &a, const Bounds &b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high), std::max(a.least, b.least), std::min(a.most, b.most)};
}

Expr isWithin(ExprPool &pool, const Bounds &bounds, Expr value) {
  const unsigned width = value->width;
  const Bounds full = Bounds::full(width);
  const auto constant = [&](auto bound) {
    return pool.constant(support::truncate(static_cast<Bits>(bound), width), width);
  };
  if (const auto single = bounds.single())
    return pool.eq(value, constant(*single));
  if (width == 1) // a formula has no order
    return bounds.contains(0, 1) ? pool.disjunction(pool.negate(value), pool.boolean(bounds.contains(1, 1)))
                                 : pool.conjunction(value, pool.boolean(bounds.contains(1, 1)));
  Expr result = pool.boolean(true);
  const auto add = [&](ExprKind kind, Expr a, Expr b) { result = pool.conjunction(result, pool.make(kind, a, b)); };
  if (bounds.low > full.low)
    add(ExprKind::Ule, constant(bounds.low), value);
  if (bounds.high < full.high)
    add(ExprKind::Ule, value, constant(bounds.high));
  if (bounds.least > full.least)
    add(ExprKind::Sle, constant(bounds.least), value);
  if (bounds.most < full.most)
    add(ExprKind::Sle, value, constant(bounds.most));
  return result;
}

bool mayBeWithin(const Bounds &bounds, Expr value) {
  constexpr unsigned deepest = 16; // a chain of merges
  const auto may = [&](const auto &self, Expr e, unsigned depth) -> bool {
    if (e->isConstant())
      return bounds.contains(e->value, e->width);
    if (e->kind == ExprKind::Ite && depth < deepest)
      return self(self, e->args[1], depth + 1) || self(self, e->args[2], depth + 1);
    return true;
  };
  return value->width > 64 || may(may, value, 0);
}

ValueFacts::ValueFacts(const Program &program) {
  for (const Cfa &cfa : program.cfas)
    locations_.emplace_back(cfa.locations.size());
}

const Bounds *ValueFacts::ofRegister(CfaId cfa, LocationId location, RegisterId reg) const {
  const At &here = at(cfa, location);
  const auto found = here.registers.find(reg);
  return found != here.registers.end() ? &found->second : nullptr;
}

const Bounds *ValueFacts::ofMemory(CfaId cfa, LocationId location, const Piece &piece) const {
  const At &here = at(cfa, location);
  if (const auto found = here.memory.find(piece); found != here.memory.end())
    return &found->second;
  if (!here.isShared)
    return nullptr;
  const auto found = shared.find(piece);
  return found != shared.end() ? &found->second : nullptr;
}

bool ValueFacts::isEmpty() const { return count() == 0; }

std::size_t ValueFacts::count() const {
  std::size_t count = shared.size();
  for (const std::vector<At> &ofCfa : locations_)
    for (const At &here : ofCfa)
      count += here.registers.size() + here.memory.size();
  return count;
}

} // namespace heddle::program
