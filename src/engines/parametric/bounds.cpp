#include "engines/parametric/bounds.hpp"

#include <algorithm>
#include <optional>

namespace heddle::engines::parametric {

using program::Expr;
using program::ExprKind;

namespace {

struct Element {
  Expr index = nullptr;
  unsigned shift = 0;
  Expr base = nullptr;
};

std::optional<Element> withIndex(Expr base, Expr scaled) {
  unsigned shift = 0;
  if (scaled->kind == ExprKind::Shl && scaled->args[1]->isConstant() && scaled->args[1]->value < 16) {
    shift = static_cast<unsigned>(scaled->args[1]->value);
    scaled = scaled->args[0];
  }
  if (scaled->kind != ExprKind::SExt && scaled->kind != ExprKind::ZExt)
    return std::nullopt;
  return Element{scaled->args[0], shift, base};
}

/// base + (extended index << shift)
std::optional<Element> elementOf(const program::Program &program, Expr address) {
  if (address->kind != ExprKind::Add || address->width != program.pointers.width)
    return std::nullopt;
  const std::optional<Element> first = withIndex(address->args[0], address->args[1]);
  return first ? first : withIndex(address->args[1], address->args[0]);
}

/// The number of elements, from the size of the array or from the bound of the offset in the atom; 0 if it is unknown.
std::uint64_t countOf(const program::Program &program, const Element &element, Expr atom) {
  if (element.base->isConstant()) {
    const program::ObjectId object = program.pointers.object(element.base->value);
    const std::uint64_t offset = program.pointers.offset(element.base->value);
    const bool isKnown = object != program::nullObject && object < program.objects.size();
    return isKnown && offset <= program.objects[object].size ? (program.objects[object].size - offset) >> element.shift
                                                             : 0;
  }
  const bool isBound = atom->kind == ExprKind::Ult && atom->args[1]->isConstant() && atom->args[1]->value > 0;
  return isBound ? static_cast<std::uint64_t>((atom->args[1]->value - 1) >> element.shift) + 1 : 0;
}

/// The variable of `variable + constant`, or the expression itself.
Expr withoutOffset(Expr e) {
  if (e->kind != ExprKind::Add)
    return e;
  return e->args[0]->isConstant() ? e->args[1] : e->args[1]->isConstant() ? e->args[0] : e;
}

} // namespace

std::vector<Expr> withBounds(const program::Program &program, program::ExprPool &pool, Expr atom, bool hasEvenSteps) {
  for (unsigned i = 0; i < program::arity(atom->kind); ++i) {
    const Expr side = atom->args[i];
    const std::optional<Element> element = elementOf(program, side->kind == ExprKind::Extract ? side->args[0] : side);
    if (!element || element->index->width < 8)
      continue;
    const Expr index = element->index;
    const std::uint64_t count = countOf(program, *element, atom);
    std::vector<Expr> result{pool.make(ExprKind::Sle, pool.constant(0, index->width), index)};
    if (count != 0 && (count >> (index->width - 1)) == 0)
      result.push_back(pool.make(ExprKind::Slt, index, pool.constant(count, index->width)));
    if (hasEvenSteps)
      result.push_back(pool.extract(withoutOffset(index), 0, 1));
    return result;
  }
  return {atom};
}

bool hasEvenSteps(const program::Program &program) {
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *store = std::get_if<program::Store>(&instruction.operation);
        if (store == nullptr || store->value->kind != ExprKind::Add)
          continue;
        for (unsigned i = 0; i < 2; ++i)
          if (store->value->args[i]->isConstant() && store->value->args[i]->value % 2 == 0)
            return true;
      }
  return false;
}

} // namespace heddle::engines::parametric
