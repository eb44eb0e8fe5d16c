#include "program/address_checks.hpp"

namespace heddle::program {

namespace {

/// Zero for a number that is no address.
Expr objectOf(const Program &program, Expr address) {
  const PointerLayout &layout = program.pointers;
  return program.expressions->extract(address, layout.offsetBits, layout.width - layout.offsetBits);
}

} // namespace

Check checkOfOrder(const Program &program, Expr a, Expr b) {
  ExprPool &pool = *program.expressions;
  const Expr left = objectOf(program, a);
  const Expr right = objectOf(program, b);
  const Expr none = pool.constant(0, left->width);
  return {pool.disjunction(pool.eq(left, right), pool.disjunction(pool.eq(left, none), pool.eq(right, none))),
          Property::DefinedBehaviour, "what follows depends on which of two objects has the lower address",
          AfterFailure::Continue};
}

Check checkOfOrigin(const Program &program, Expr address, const std::vector<ObjectId> &known) {
  ExprPool &pool = *program.expressions;
  const Expr object = objectOf(program, address);
  Expr isKnown = pool.eq(object, pool.constant(0, object->width));
  for (const ObjectId id : known)
    isKnown = pool.disjunction(isKnown, pool.eq(object, pool.constant(id, object->width)));
  return {isKnown, Property::DefinedBehaviour,
          "an access through a pointer that was not computed from the address of an object"};
}

} // namespace heddle::program
