// Dead objects may be removed from the control location, after which their ids may be reused.
//
// This is sound if no pointer to the object is left: no live register, no result of a thread and no word of memory may
// hold one. Only those variables are considered to which such a pointer can have been propagated (provenance.hpp).
// Memory is searched word by word. If parts of such pointers may be in registers or in memory, or pointers that are not
// aligned, the checker gives up. A pointer that is written at an unknown offset is taken to be aligned.
#include "proof/checker.hpp"
#include "proof/live_registers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::CfaId;
using program::ObjectId;

const std::vector<bool> &Checker::liveAt(const Thread &thread) {
  std::vector<std::vector<bool>> &live = live_[thread.cfa];
  if (live.empty())
    live = liveRegisters(program_.cfas[thread.cfa]);
  return live[thread.location];
}

/// Whether the control location after an action is that of the node, except for dead objects that the node lacks.
bool Checker::isControlOf(NodeId node, const Control &control) const {
  const Control &there = controlOf(node);
  if (control.threads != there.threads)
    return false;
  auto next = there.objects.begin();
  for (const Object &object : control.objects) {
    if (next != there.objects.end() && *next == object)
      ++next;
    else if (object.alive)
      return false;
  }
  return next == there.objects.end();
}

std::vector<Expr> Checker::pointersTo(const SymbolicState &state, const Object &object) {
  std::vector<Expr> result;
  const Origin origin = originOf(object);
  const std::vector<Thread> &threads = state.control.threads;
  for (unsigned slot = 0; slot < threads.size(); ++slot) {
    const Thread &thread = threads[slot];
    if (thread.status == ThreadStatus::Ended && !thread.detached && mayReferTo(provenance_.results(), origin))
      result.push_back(state.result(slot));
    if (!thread.isActive())
      continue;
    const std::vector<bool> &live = liveAt(thread);
    for (program::RegisterId id = 0; id < live.size(); ++id)
      if (live[id] && mayReferTo(provenance_.registerTargets(thread.cfa, id), origin))
        result.push_back(state.reg(slot, thread.cfa, id));
  }
  const unsigned word = program_.pointers.width / 8;
  const auto addWords = [&](ObjectId id, const Origin &container, std::uint64_t size) {
    for (std::uint64_t at = 0; at + word <= size; at += word)
      if (provenance_.mayHold(container, static_cast<std::int64_t>(at / word), origin))
        result.push_back(state.read(id, at, word));
  };
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    if (program_.objects[id].kind == program::StaticObject::Kind::Variable)
      addWords(id, {.object = id}, program_.objects[id].size);
  for (const Object &other : state.control.objects)
    if (other.alive)
      addWords(other.id, originOf(other), other.size);
  return result;
}

bool Checker::mayLeaveParts(const Control &control, const Object &object) const {
  const Origin origin = originOf(object);
  for (ObjectId id = 1; id < program_.objects.size(); ++id)
    if (provenance_.mayHoldPart({.object = id}, origin))
      return true;
  return std::any_of(control.objects.begin(), control.objects.end(), [&](const Object &other) {
    return other.alive && provenance_.mayHoldPart(originOf(other), origin);
  });
}

void Checker::checkForgotten(NodeId node, NodeId child, const Successor &successor, const Premises &premises) {
  program::ExprPool &pool = vocabulary_.pool();
  const unsigned offsetBits = program_.pointers.offsetBits;
  for (const Object &object : successor.state.control.objects) {
    if (controlOf(child).object(object.id) != nullptr)
      continue;
    const auto giveUpOnParts = [&] {
      giveUp(node, "a dead object is removed, which cannot be checked: parts of pointers to it may be left");
    };
    if (mayLeaveParts(successor.state.control, object))
      giveUpOnParts();
    Expr isHeld = pool.boolean(false);
    for (const Expr pointer : pointersTo(successor.state, object)) {
      if (pointer->width != program_.pointers.width)
        giveUpOnParts();
      const Expr pointee = pool.extract(pointer, offsetBits, pointer->width - offsetBits);
      isHeld = pool.disjunction(isHeld, pool.eq(pointee, pool.constant(object.id, pointee->width)));
    }
    std::vector<Expr> conditions = successor.state.conditions;
    conditions.push_back(isHeld);
    if (!isHeld->isFalse() && queries_.findModel(premises.formulas, conditions))
      reject(node, "a dead object is removed although a pointer to it may be left", successor.span);
  }
}

} // namespace heddle::proof
