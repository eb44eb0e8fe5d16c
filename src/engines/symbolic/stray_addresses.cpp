#include "engines/symbolic/stray_addresses.hpp"

#include "events/places.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

using program::ExprKind;
using program::ObjectId;

namespace {

/// The upper half of the ids; neither engines nor the interpreter give them to objects.
ObjectId firstUnusedId(const program::PointerLayout &pointers) { return pointers.maxObject() / 2 + 1; }

Expr idOf(const events::UnwoundProgram &program, Expr address) {
  const program::PointerLayout &pointers = program.program->pointers;
  return program.pool->extract(address, pointers.offsetBits, pointers.width - pointers.offsetBits);
}

Expr mayBeDynamic(const events::UnwoundProgram &program, Expr id) {
  program::ExprPool &pool = *program.pool;
  return pool.conjunction(
      pool.make(ExprKind::Ule, pool.constant(program.firstDynamic(), id->width), id),
      pool.make(ExprKind::Ult, id, pool.constant(firstUnusedId(program.program->pointers), id->width)));
}

/// The address may be inside an object to which it does not belong. Of dynamic objects, only the interpreter knows ids
/// and sizes.
Expr isStray(const events::UnwoundProgram &program, const events::WildAccess &access) {
  program::ExprPool &pool = *program.pool;
  const program::PointerLayout &pointers = program.program->pointers;
  const Expr id = idOf(program, access.address);
  if (access.isInvented)
    return pool.conjunction(access.condition, mayBeDynamic(program, id));
  const Expr offset = pool.extract(access.address, 0, pointers.offsetBits);
  const auto is = [&](ObjectId object) { return pool.eq(id, pool.constant(object, id->width)); };
  const auto isOwn = [&](ObjectId object) {
    return std::find(access.objects.begin(), access.objects.end(), object) != access.objects.end() ||
           events::isIn(program, object, access.regions);
  };
  Expr hits = mayBeDynamic(program, id);
  for (ObjectId object = program.firstDynamic(); object < program.endOfObjects(); ++object)
    if (isOwn(object))
      hits = pool.conjunction(hits, pool.negate(is(object)));
  for (ObjectId object = 1; object < program.firstDynamic(); ++object) {
    if (isOwn(object))
      continue;
    const Expr size = pool.constant(program.program->objects[object].size, offset->width);
    hits = pool.disjunction(hits, pool.conjunction(is(object), pool.make(ExprKind::Ult, offset, size)));
  }
  return pool.conjunction(access.condition, hits);
}

/// The input may be the address of a dynamic object.
Expr isStray(const events::UnwoundProgram &program, const events::InputEvent &input) {
  return program.pool->conjunction(input.guard, mayBeDynamic(program, idOf(program, input.value)));
}

} // namespace

std::vector<Expr> strayAccesses(Abstraction &abstraction) {
  std::vector<Expr> strays;
  for (const events::WildAccess &access : abstraction.program().wildAccesses) {
    if (abstraction.solver().value(access.condition) == 0)
      continue;
    const Expr stray = isStray(abstraction.program(), access);
    if (abstraction.solver().value(stray) != 0)
      strays.push_back(stray);
  }
  return strays;
}

std::vector<Expr> strayInputs(Abstraction &abstraction) {
  std::vector<Expr> strays;
  for (const events::Thread &thread : abstraction.program().threads)
    for (const events::InputEvent &input : thread.inputs) {
      if (input.value->width != abstraction.program().program->pointers.width || input.value->isConstant())
        continue;
      const Expr stray = isStray(abstraction.program(), input);
      if (abstraction.solver().value(stray) != 0)
        strays.push_back(stray);
    }
  return strays;
}

} // namespace heddle::engines::symbolic
