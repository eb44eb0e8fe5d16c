// Loads and stores, and the lifetime of objects.
#include "proof/action_semantics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::Bits;
using program::ExprKind;
using program::ObjectId;
using program::Property;
using program::StaticObject;

namespace {

/// The checker gives up on an access that may go to more places.
constexpr std::uint64_t maxPlaces = 1024;

} // namespace

Expr ActionSemantics::pointer(ObjectId object, std::uint64_t offset) {
  return pool().constant(program_.pointers.pointer(object, offset), program_.pointers.width);
}

bool ActionSemantics::findModel(const Successor &branch, std::initializer_list<Expr> more) {
  std::vector<Expr> conditions = branch.state.conditions;
  conditions.insert(conditions.end(), more);
  return queries_.findModel(premises_, conditions);
}

std::optional<std::uint64_t> ActionSemantics::sizeOf(const Control &control, ObjectId id, bool writes) const {
  if (id == program::nullObject)
    return std::nullopt;
  if (id < program_.objects.size()) {
    const StaticObject &known = program_.objects[id];
    if (known.kind == StaticObject::Kind::Function || (writes && known.kind == StaticObject::Kind::Constant))
      return std::nullopt;
    return known.size;
  }
  const Object *made = control.object(id);
  return made != nullptr && made->alive ? std::optional(made->size) : std::nullopt;
}

bool ActionSemantics::isForgotten(const Control &control, ObjectId id) const {
  if (forgotten_ == nullptr)
    return false;
  const Object *made = id < program_.objects.size() ? nullptr : control.object(id);
  if (made == nullptr)
    return forgotten_->contains(id);
  return forgottenSites_ != nullptr && made->size > leastForgotten && forgottenSites_->contains(made->site);
}

std::vector<ObjectId> ActionSemantics::objectsOf(const Control &control, bool writes) const {
  std::vector<ObjectId> result;
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    if (sizeOf(control, id, writes))
      result.push_back(id);
  for (const Object &made : control.objects)
    if (made.alive)
      result.push_back(made.id);
  return result;
}

ActionSemantics::Places ActionSemantics::resolve(Successor &branch, Expr programAddress, Expr address, unsigned bytes,
                                                 bool writes) {
  Places result;
  result.valid = pool().boolean(false);
  const auto addOne = [&](ObjectId id, std::uint64_t offset) {
    const auto size = sizeOf(branch.state.control, id, writes);
    const Expr isIt = pool().eq(address, pointer(id, offset));
    if (!size || bytes > *size || offset > *size - bytes || isIt->isFalse())
      return;
    result.places.push_back({id, offset, isIt});
    result.valid = pool().disjunction(result.valid, isIt);
  };
  if (address->isConstant()) {
    addOne(program_.pointers.object(address->value), program_.pointers.offset(address->value));
    return result;
  }
  const auto addTarget = [&](ObjectId id, std::int64_t offset) {
    if (offset != Target::anywhere)
      addOne(id, static_cast<std::uint64_t>(offset));
    else if (const auto size = sizeOf(branch.state.control, id, writes))
      addPlaces(branch, address, bytes, id, *size, result);
  };
  for (const Target &target : provenance_.targetsOf(cfaId_, programAddress)) {
    if (target.origin.object != program::nullObject) {
      addTarget(target.origin.object, target.offset);
      continue;
    }
    for (const Object &made : branch.state.control.objects)
      if (made.alive && made.site == target.origin.site && made.creator == target.origin.creator)
        addTarget(made.id, target.offset);
  }
  if (result.places.size() > maxPlaces)
    throw CheckFailure{CheckResult::Kind::Inconclusive,
                       fmt::format("an access cannot be checked: it may go to more than {} places", maxPlaces)};
  return result;
}

void ActionSemantics::addPlaces(Successor &branch, Expr address, unsigned bytes, ObjectId id, std::uint64_t size,
                                Places &places) {
  if (bytes > size)
    return;
  const auto &layout = program_.pointers;
  const Expr offset = pool().extract(address, 0, layout.offsetBits);
  const Expr object = pool().extract(address, layout.offsetBits, layout.width - layout.offsetBits);
  const Expr isInside =
      pool().conjunction(pool().eq(object, pool().constant(id, object->width)),
                         pool().make(ExprKind::Ule, offset, pool().constant(size - bytes, layout.offsetBits)));
  if (isForgotten(branch.state.control, id)) { // it does not matter where
    places.places.push_back({id, 0, isInside});
    places.valid = pool().disjunction(places.valid, isInside);
    return;
  }
  if (!findModel(branch, {isInside}))
    return;
  const auto add = [&](std::uint64_t at) { places.places.push_back({id, at, pool().eq(address, pointer(id, at))}); };
  places.valid = pool().disjunction(places.valid, isInside);
  const auto first = static_cast<std::uint64_t>(queries_.valueOf(offset));
  const Expr isElsewhere = pool().ne(offset, pool().constant(first, layout.offsetBits));
  if (!findModel(branch, {isInside, isElsewhere}))
    return add(first);
  const Expr remainder = pool().make(ExprKind::URem, offset, pool().constant(bytes, layout.offsetBits));
  const Expr isOdd = pool().ne(remainder, pool().constant(first % bytes, layout.offsetBits));
  const bool isRegular = bytes == 1 || !findModel(branch, {isInside, isOdd});
  const std::uint64_t stride = isRegular ? bytes : 1;
  if (size / stride > maxPlaces)
    throw CheckFailure{CheckResult::Kind::Inconclusive,
                       fmt::format("an access cannot be checked: it may go to more than {} places", maxPlaces)};
  for (std::uint64_t at = isRegular ? first % bytes : 0; at + bytes <= size; at += stride)
    add(at);
}

bool ActionSemantics::load(Successor &branch, const program::Load &op, std::size_t index) {
  const unsigned bytes = op.width / 8U;
  const Expr address = evaluate(branch, op.address);
  const Places places = resolve(branch, op.address, address, bytes, false);
  if (!require(branch, places.valid, Property::ValidDeref, "invalid read"))
    return false;
  Expr value = nullptr;
  for (const Place &place : places.places) {
    // Actions out of one location that read the same address read the same content, and may depend on it.
    const Expr here = isForgotten(branch.state.control, place.object)
                          ? newInput(branch, bytes * 8, address->id + 1)
                          : branch.state.read(place.object, place.offset, bytes);
    value = value == nullptr ? here : pool().ite(place.condition, here, value);
  }
  branch.state.setRegister(slot_, cfaId_, op.target,
                           pool().extract(value, 0, program_.cfas[cfaId_].registers[op.target].width));
  branch.memory.push_back({address, bytes, false, op.access, index});
  if (op.access.shared)
    branch.accesses.push_back({address, bytes, false, op.access.order, index});
  return true;
}

bool ActionSemantics::store(Successor &branch, const program::Store &op, std::size_t index) {
  const unsigned bytes = op.value->width / 8U;
  const Expr address = evaluate(branch, op.address);
  const Expr value = evaluate(branch, op.value);
  const Places places = resolve(branch, op.address, address, bytes, true);
  if (!require(branch, places.valid, Property::ValidDeref, "invalid write"))
    return false;
  for (const Place &place : places.places)
    if (!isForgotten(branch.state.control, place.object))
      branch.state.write(place.object, place.offset, value,
                         places.places.size() == 1 ? pool().boolean(true) : place.condition);
  branch.memory.push_back({address, bytes, true, op.access, index});
  if (op.access.shared) {
    branch.accesses.push_back({address, bytes, true, op.access.order, index});
    branch.changesShared = true;
  }
  return true;
}

bool ActionSemantics::allocate(Successor &branch, const program::Allocate &op) {
  Expr size = evaluate(branch, op.size);
  if (!size->isConstant() && findModel(branch, {})) {
    const Expr only = pool().constant(queries_.valueOf(size), size->width);
    if (findModel(branch, {pool().ne(size, only)}))
      throw CheckFailure{CheckResult::Kind::Inconclusive, "an object of unknown size cannot be checked"};
    size = only;
  }
  if (!size->isConstant())
    return false; // not reachable: no value of the size is feasible
  if (size->value > program_.pointers.maxObjectSize()) {
    finish(std::move(branch), Successor::Kind::Halt, "an object that does not fit into the modelled memory");
    return false;
  }
  // Any id that is not in use will do.
  std::vector<Object> &objects = branch.state.control.objects;
  ObjectId id = program_.pointers.maxObject();
  if (branch.made < allocations_.size())
    id = allocations_[branch.made];
  else
    while (branch.state.control.object(id) != nullptr)
      --id;
  ++branch.made;
  if (id < program_.objects.size() || id > program_.pointers.maxObject() || branch.state.control.object(id) != nullptr)
    throw CheckFailure{CheckResult::Kind::Invalid,
                       "an object is allocated with an id that is in use, or that no pointer can name"};
  objects.insert(std::lower_bound(objects.begin(), objects.end(), id,
                                  [](const Object &object, ObjectId key) { return object.id < key; }),
                 {.id = id,
                  .size = static_cast<std::uint64_t>(size->value),
                  .owner = slot_,
                  .storage = op.storage,
                  .site = op.site,
                  .creator = cfaId_,
                  .alive = true});
  branch.state.make(id, op.zeroed);
  branch.state.setRegister(slot_, cfaId_, op.target, pointer(id));
  return true;
}

bool ActionSemantics::free(Successor &branch, const program::Free &op, std::size_t index) {
  const bool isHeap = op.storage == program::Storage::Heap;
  const Expr address = evaluate(branch, op.address);
  const std::vector<Object> objects = branch.state.control.objects;
  // What ends with a scope is an object that was allocated for it; free() may be given any address.
  const auto mayBe = [&](const Object &object) {
    return isHeap ? object.storage == program::Storage::Heap
                  : mayReferTo(provenance_.targetsOf(cfaId_, op.address), originOf(object));
  };
  Expr nothing = pool().boolean(true); // the address is that of none of these objects
  for (const Object &object : objects) {
    if (!object.alive || !mayBe(object))
      continue;
    const Expr isIt = pool().eq(address, pointer(object.id));
    nothing = pool().conjunction(nothing, pool().negate(isIt));
    Successor freed = branch;
    if (!assume(freed, isIt))
      continue;
    freed.memory.push_back({address, std::max<std::uint64_t>(object.size, 1), true, op.access, index});
    if (op.access.shared) {
      freed.accesses.push_back({address, std::max<std::uint64_t>(object.size, 1), true});
      freed.changesShared = true;
    }
    freed.state.control.object(object.id)->alive = false;
    run(std::move(freed), index + 1);
  }
  span_ = instruction(index).span;
  if (!assume(branch, nothing))
    return false;
  return !isHeap || require(branch, pool().eq(address, pool().constant(0, address->width)), Property::ValidFree,
                            "free of something that is not the start of a heap object");
}

bool ActionSemantics::objectSize(Successor &branch, const program::ObjectSize &op) {
  const Expr address = evaluate(branch, op.address);
  const unsigned width = program_.cfas[cfaId_].registers[op.target].width;
  Expr size = pool().constant(0, width);
  Expr valid = pool().eq(address, pool().constant(0, address->width));
  for (const ObjectId id : objectsOf(branch.state.control, false)) {
    const Expr isIt = pool().eq(address, pointer(id));
    valid = pool().disjunction(valid, isIt);
    const Bits bytes = *sizeOf(branch.state.control, id, false);
    size = pool().ite(isIt, pool().constant(support::truncate(bytes, width), width), size);
    if (!isIt->isFalse() && id >= program_.objects.size())
      branch.accesses.push_back(
          {pointer(id), std::max<std::uint64_t>(*sizeOf(branch.state.control, id, false), 1), false});
  }
  if (!require(branch, valid, Property::ValidFree, "size of something that is not the start of an object"))
    return false;
  branch.state.setRegister(slot_, cfaId_, op.target, size);
  return true;
}

Expr overlap(program::ExprPool &pool, const SharedAccess &a, const SharedAccess &b) {
  const auto startsIn = [&pool](const SharedAccess &x, const SharedAccess &y) {
    const Expr distance = pool.sub(x.address, y.address);
    return pool.make(ExprKind::Ult, distance, pool.constant(y.bytes, distance->width));
  };
  return pool.disjunction(startsIn(a, b), startsIn(b, a));
}

} // namespace heddle::proof
