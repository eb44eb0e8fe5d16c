// Accesses to memory, and the lifetime of objects.
#include "reachability/action_execution.hpp"

#include "analysis/addresses.hpp"
#include "support/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::reachability {

using program::Bits;
using program::ExprKind;
using program::ObjectId;
using program::Property;
using program::SourceSpan;

namespace {

constexpr std::size_t maxPlaces = 2048;
/// Each slot takes the ids of its objects from a residue class of its own, as far as possible, so that they do not
/// depend on the order in which threads allocate.
constexpr ObjectId idClasses = 8;

} // namespace

Expr ActionExecution::pointer(ObjectId object, std::uint64_t offset) {
  return pool().constant(program_.pointers.pointer(object, offset), program_.pointers.width);
}

bool ActionExecution::isAccessible(const Branch &branch, ObjectId object, std::uint64_t offset, unsigned bytes,
                                   bool writes, std::uint64_t &size) const {
  using Kind = program::StaticObject::Kind;
  if (object == program::nullObject)
    return false;
  if (object < program_.objects.size()) {
    const program::StaticObject &known = program_.objects[object];
    if (known.kind == Kind::Function || (writes && known.kind == Kind::Constant))
      return false;
    size = known.size;
  } else {
    const ObjectControl *made = branch.control.object(object);
    if (made == nullptr || !made->alive)
      return false;
    size = made->size;
  }
  return bytes <= size && offset <= size - bytes;
}

ActionExecution::Places ActionExecution::placesOf(const Branch &branch, Expr programAddress, Expr address,
                                                  unsigned bytes, bool writes) {
  Places result;
  result.valid = pool().boolean(false);
  result.misaligned = pool().boolean(false);
  std::uint64_t size = 0;
  const auto addExact = [&](ObjectId object, std::uint64_t offset) {
    if (!isAccessible(branch, object, offset, bytes, writes, size))
      return;
    result.places.push_back({object, offset});
    result.valid = pool().disjunction(result.valid, pool().eq(address, pointer(object, offset)));
  };
  if (const auto values = analysis::possibleValues(address, 64)) {
    for (const Bits value : *values)
      addExact(program_.pointers.object(value), program_.pointers.offset(value));
    return result;
  }
  const unsigned offsetBits = program_.pointers.offsetBits;
  const Expr object = pool().extract(address, offsetBits, program_.pointers.width - offsetBits);
  const Expr offset = pool().extract(address, 0, offsetBits);
  const std::optional<std::uint64_t> aligned = alignment(programAddress, bytes);
  const auto addAll = [&](ObjectId id) {
    if (!isAccessible(branch, id, 0, bytes, writes, size))
      return;
    if (size / bytes > maxPlaces) {
      result.tooMany = true;
      return;
    }
    const std::uint64_t first = aligned.value_or(0);
    for (std::uint64_t at = first; at + bytes <= size; at += bytes)
      result.places.push_back({id, at});
    const Expr isInside =
        pool().conjunction(pool().eq(object, pool().constant(id, object->width)),
                           pool().make(ExprKind::Ule, offset, pool().constant(size - bytes, offsetBits)));
    if (aligned || bytes == 1) {
      result.valid = pool().disjunction(result.valid, isInside);
      return;
    }
    const Expr rest = pool().make(ExprKind::URem, offset, pool().constant(bytes, offsetBits));
    const Expr isAligned = pool().eq(rest, pool().constant(0, offsetBits));
    result.valid = pool().disjunction(result.valid, pool().conjunction(isInside, isAligned));
    result.misaligned = pool().disjunction(result.misaligned, pool().conjunction(isInside, pool().negate(isAligned)));
  };
  for (const analysis::Target &target : semantics_.pointsTo_.targets(cfaId_, programAddress)) {
    const auto add = [&](ObjectId id) {
      if (target.hasOffset())
        addExact(id, target.offset);
      else
        addAll(id);
    };
    if (semantics_.pointsTo_.isStatic(target.object)) {
      add(target.object);
      continue;
    }
    for (const ObjectControl &made : branch.control.objects)
      if (made.origin == target.object && made.alive)
        add(made.id);
  }
  result.tooMany = result.tooMany || result.places.size() > maxPlaces;
  return result;
}

/// Finds the places that the access may go to, and continues where it is defined. False if it never is.
bool ActionExecution::resolve(Branch &branch, Expr programAddress, Expr address, unsigned bytes, bool writes,
                              SourceSpan span, Places &places) {
  places = placesOf(branch, programAddress, address, bytes, writes);
  if (places.tooMany) {
    halt(std::move(branch), fmt::format("an access that may go to more than {} places", maxPlaces), span);
    return false;
  }
  if (!places.misaligned->isFalse()) {
    Branch misaligned = branch;
    if (assume(misaligned, places.misaligned))
      halt(std::move(misaligned), "an access that is not aligned", span);
    if (!assume(branch, pool().negate(places.misaligned)))
      return false;
  }
  return require(branch, places.valid, Property::ValidDeref, writes ? "invalid write" : "invalid read", span);
}

std::vector<Cell> ActionExecution::cellsAt(const Branch &branch, const Place &place, unsigned bytes) {
  const ObjectControl *made = branch.control.object(place.object);
  const std::vector<Cell> &all = made != nullptr
                                     ? semantics_.cells_.of(made->origin, made->size)
                                     : semantics_.cells_.of(place.object, program_.objects[place.object].size);
  auto cell = std::lower_bound(all.begin(), all.end(), place.offset,
                               [](const Cell &c, std::uint64_t offset) { return c.offset < offset; });
  std::vector<Cell> result;
  std::uint64_t at = place.offset;
  for (; cell != all.end() && at < place.offset + bytes && cell->offset == at; ++cell) {
    result.push_back(*cell);
    at += cell->bytes;
  }
  if (at != place.offset + bytes)
    result.clear();
  return result;
}

Expr ActionExecution::read(Branch &branch, const Place &place, unsigned bytes) {
  if (place.object < program_.objects.size() &&
      program_.objects[place.object].kind == program::StaticObject::Kind::Constant) {
    // A constant whose content is not known has cells, as a variable.
    if (const auto &initial = program_.objects[place.object].initial)
      return pool().constant(support::fromLittleEndian(std::span(*initial).subspan(place.offset, bytes)), bytes * 8);
  }
  Expr value = nullptr;
  for (const Cell &cell : cellsAt(branch, place, bytes)) {
    const Expr part = valueOf(branch, semantics_.variables_.ofCell(place.object, cell.offset, cell.bytes));
    value = value == nullptr ? part : pool().make(ExprKind::Concat, part, value);
  }
  return value;
}

bool ActionExecution::executeLoad(Branch &branch, const program::Load &load, SourceSpan span) {
  const unsigned bytes = load.width / 8U;
  const Expr address = evaluate(branch, load.address);
  Places places;
  if (!resolve(branch, load.address, address, bytes, false, span, places))
    return false;
  Expr value = nullptr;
  for (const Place &place : places.places) {
    const Expr here = read(branch, place, bytes);
    if (here == nullptr) {
      halt(std::move(branch), "an access to an object that is too large", span);
      return false;
    }
    value = value == nullptr ? here : pool().ite(pool().eq(address, pointer(place.object, place.offset)), here, value);
  }
  if (places.places.size() > 1)
    branch.transition.addresses.push_back(address);
  setRegister(branch, load.target, pool().extract(value, 0, cfa_.registers[load.target].width));
  if (load.access.shared)
    branch.transition.accesses.push_back({address, bytes, false});
  return true;
}

bool ActionExecution::executeStore(Branch &branch, const program::Store &store, SourceSpan span) {
  const unsigned bytes = store.value->width / 8U;
  const Expr address = evaluate(branch, store.address);
  const Expr value = evaluate(branch, store.value);
  Places places;
  if (!resolve(branch, store.address, address, bytes, true, span, places))
    return false;
  for (const Place &place : places.places) {
    const Expr isHere =
        places.places.size() == 1 ? pool().boolean(true) : pool().eq(address, pointer(place.object, place.offset));
    if (isHere->isFalse())
      continue;
    const std::vector<Cell> cells = cellsAt(branch, place, bytes);
    if (cells.empty()) {
      halt(std::move(branch), "an access to an object that is too large", span);
      return false;
    }
    for (const Cell &cell : cells) {
      const Expr variable = semantics_.variables_.ofCell(place.object, cell.offset, cell.bytes);
      const Expr part = pool().extract(value, static_cast<unsigned>(cell.offset - place.offset) * 8, cell.bytes * 8);
      const bool isFirst = !branch.values.contains(variable->index);
      set(branch, variable, pool().ite(isHere, part, valueOf(branch, variable)));
      if (isFirst && !isHere->isTrue()) {
        branch.values[variable->index].address = address;
        branch.values[variable->index].place = program_.pointers.pointer(place.object, place.offset);
      }
    }
  }
  if (places.places.size() > 1)
    branch.transition.addresses.push_back(address);
  if (store.access.shared) {
    branch.transition.accesses.push_back({address, bytes, true});
    branch.transition.changesShared = true;
  }
  return true;
}

bool ActionExecution::executeAllocate(Branch &branch, const program::Allocate &allocate, SourceSpan span) {
  const Expr size = evaluate(branch, allocate.size);
  if (!size->isConstant()) {
    halt(std::move(branch), "an object whose size is not constant", span);
    return false;
  }
  if (size->value > program_.pointers.maxObjectSize()) {
    halt(std::move(branch), "an object that does not fit into the modelled memory", span);
    return false;
  }
  ObjectId id = static_cast<ObjectId>(program_.objects.size());
  id += (slot_ % idClasses + idClasses - id % idClasses) % idClasses;
  while (branch.control.object(id) != nullptr)
    id += idClasses;
  if (id > program_.pointers.maxObject()) {
    halt(std::move(branch), "too many objects for the modelled memory", span);
    return false;
  }
  const analysis::AbstractObject origin = semantics_.pointsTo_.objectAt(allocate.site, cfaId_);
  const ObjectControl made{.id = id,
                           .origin = origin,
                           .size = static_cast<std::uint64_t>(size->value),
                           .owner = slot_,
                           .storage = allocate.storage,
                           .alive = true};
  std::vector<ObjectControl> &objects = branch.control.objects;
  objects.insert(std::lower_bound(objects.begin(), objects.end(), made), made);
  for (const Cell &cell : semantics_.cells_.of(origin, made.size)) {
    const Expr variable = semantics_.variables_.ofCell(id, cell.offset, cell.bytes);
    if (allocate.zeroed) {
      set(branch, variable, pool().constant(0, cell.bytes * 8));
      continue;
    }
    const Expr content = semantics_.variables_.ofInput(slot_, branch.inputs++, cell.bytes * 8);
    branch.transition.contents.push_back({id, cell.offset, cell.bytes, content});
    set(branch, variable, content);
  }
  branch.transition.allocations.push_back(id);
  setRegister(branch, allocate.target, pointer(id));
  return true;
}

bool ActionExecution::executeFree(Branch &branch, const program::Action &action, std::size_t index) {
  const auto &free = std::get<program::Free>(action.instructions[index].operation);
  const SourceSpan span = action.instructions[index].span;
  const bool heap = free.storage == program::Storage::Heap;
  const Expr address = evaluate(branch, free.address);
  // What ends with a scope is an object that was allocated for it; free() may be given any address.
  const auto mayBe = [&](const ObjectControl &object) {
    return heap ? object.storage == program::Storage::Heap
                : mayPointTo(semantics_.pointsTo_.targets(cfaId_, free.address), object.origin);
  };
  Expr nothing = pool().boolean(true); // the address is that of none of these objects
  for (const ObjectControl &object : branch.control.objects) {
    if (!object.alive || !mayBe(object))
      continue;
    const Expr isIt = pool().eq(address, pointer(object.id));
    nothing = pool().conjunction(nothing, pool().negate(isIt));
    Branch freed = branch;
    if (!assume(freed, isIt))
      continue;
    if (free.access.shared) {
      const auto size = static_cast<unsigned>(std::max<std::uint64_t>(object.size, 1));
      freed.transition.accesses.push_back({address, size, true});
      freed.transition.changesShared = true;
    }
    freed.control.object(object.id)->alive = false;
    run(std::move(freed), action, index + 1);
  }
  if (!assume(branch, nothing))
    return false;
  if (!heap)
    return true; // end of a scope that a jump entered after the declaration
  return require(branch, pool().eq(address, pool().constant(0, address->width)), Property::ValidFree,
                 "free of something that is not the start of a heap object", span);
}

bool ActionExecution::executeObjectSize(Branch &branch, const program::ObjectSize &query, SourceSpan span) {
  const Expr address = evaluate(branch, query.address);
  const unsigned width = cfa_.registers[query.target].width;
  Expr size = pool().constant(0, width);
  Expr valid = pool().eq(address, pool().constant(0, address->width));
  std::uint64_t largest = 1;
  const auto add = [&](ObjectId id, std::uint64_t bytes) {
    largest = std::max(largest, bytes);
    const Expr isIt = pool().eq(address, pointer(id));
    valid = pool().disjunction(valid, isIt);
    size = pool().ite(isIt, pool().constant(support::truncate(bytes, width), width), size);
  };
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    if (program_.objects[id].kind != program::StaticObject::Kind::Function)
      add(id, program_.objects[id].size);
  for (const ObjectControl &object : branch.control.objects)
    if (object.alive)
      add(object.id, object.size);
  if (!require(branch, valid, Property::ValidFree, "size of something that is not the start of an object", span))
    return false;
  setRegister(branch, query.target, size);
  // The result depends on whether the object is alive.
  branch.transition.accesses.push_back({address, static_cast<unsigned>(largest), false});
  return true;
}

} // namespace heddle::reachability
