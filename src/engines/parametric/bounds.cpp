#include "engines/parametric/bounds.hpp"

#include <algorithm>
#include <optional>

namespace heddle::engines::parametric {

using program::Expr;
using program::ExprKind;

namespace {

struct Element {
  Expr index = nullptr;
  std::uint64_t count = 0; // of the elements from the base on
};

/// base + (extended index << shift), for a static object as the base.
std::optional<Element> elementOf(const program::Program &program, Expr address) {
  if (address->kind != ExprKind::Add || address->width != program.pointers.width)
    return std::nullopt;
  Expr base = address->args[0];
  Expr scaled = address->args[1];
  if (!base->isConstant())
    std::swap(base, scaled);
  const program::ObjectId object = base->isConstant() ? program.pointers.object(base->value) : program::nullObject;
  if (object == program::nullObject || object >= program.objects.size())
    return std::nullopt;
  const std::uint64_t offset = program.pointers.offset(base->value);
  unsigned shift = 0;
  if (scaled->kind == ExprKind::Shl && scaled->args[1]->isConstant() && scaled->args[1]->value < 16) {
    shift = static_cast<unsigned>(scaled->args[1]->value);
    scaled = scaled->args[0];
  }
  if ((scaled->kind != ExprKind::SExt && scaled->kind != ExprKind::ZExt) || offset > program.objects[object].size)
    return std::nullopt;
  return Element{scaled->args[0], (program.objects[object].size - offset) >> shift};
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
    if (!element || element->index->width < 8 || (element->count >> (element->index->width - 1)) != 0)
      continue;
    const Expr index = element->index;
    std::vector<Expr> result{
        pool.make(ExprKind::Sle, pool.constant(0, index->width), index),
        pool.make(ExprKind::Slt, index, pool.constant(element->count, index->width)),
    };
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
