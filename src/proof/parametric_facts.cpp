// Handles. In the interpreter, the handle of a thread is its slot plus one. So handles are positive, those of two
// threads that exist differ, and main has the handle 1. A slot is used again only after its thread has been joined or
// detached. If no thread is started after that, the handle of a new thread has never been used before: it is not in
// memory that holds nothing but handles of threads that have been started.
#include "proof/parametric_facts.hpp"

#include "proof/own_objects.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::CfaId;
using program::ObjectId;

namespace {

template <typename Op> bool hasOperation(const program::Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(),
                     [](const program::Instruction &i) { return std::holds_alternative<Op>(i.operation); });
}

template <typename Op> bool hasOperation(const program::Cfa &cfa) {
  return std::any_of(cfa.actions.begin(), cfa.actions.end(),
                     [](const program::Action &action) { return hasOperation<Op>(action); });
}

bool releases(const program::Action &action) {
  return hasOperation<program::Join>(action) || hasOperation<program::Detach>(action);
}

/// By location: whether it can be reached from the location.
std::vector<bool> reachableFrom(const program::Cfa &cfa, program::LocationId from) {
  std::vector<bool> result(cfa.locations.size());
  std::vector<program::LocationId> pending{from};
  result[from] = true;
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId id : cfa.outgoing[at])
      if (const program::LocationId to = cfa.actions[id].to; !result[to]) {
        result[to] = true;
        pending.push_back(to);
      }
  }
  return result;
}

/// In how many ways the action starts a thread of the function.
std::ptrdiff_t countStarts(const program::Action &action, CfaId cfa) {
  return std::count_if(action.instructions.begin(), action.instructions.end(), [&](const program::Instruction &i) {
    const auto *spawn = std::get_if<program::Spawn>(&i.operation);
    return spawn != nullptr && spawn->cfa == cfa;
  });
}

} // namespace

ParametricFacts::ParametricFacts(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance,
                                 Queries &queries)
    : program_(vocabulary.program()), claims_(proof.claims), vocabulary_(vocabulary), handles_(program_),
      single_(program_.cfas.size()) {
  requirePrivateObjects(program_, provenance);
  for (const program::Cfa &cfa : program_.cfas) {
    for (const program::Action &action : cfa.actions)
      if (countStarts(action, 0) > 0)
        leaveOpen("main is started as a thread");
  }
  for (const CfaId cfa : claims_.single)
    single_[cfa] = true;
  for (const CfaId cfa : claims_.single)
    checkSingle(cfa);
  if (claims_.freshHandles)
    checkFreshHandles();
  // The slot of main is released only if main has ended and is joined or detached.
  const bool isReleased = std::any_of(program_.cfas.begin(), program_.cfas.end(), [](const program::Cfa &cfa) {
    return std::any_of(cfa.actions.begin(), cfa.actions.end(), releases);
  });
  onlyMainIsFirst_ = claims_.freshHandles || !isReleased || !hasOperation<program::EndThread>(program_.cfas[0]);
  for (const StaticCell &cell : claims_.handleCells)
    if (!handles_.isInitiallyZero(cell) || !handles_.areAllStoredIn(cell, provenance))
      leaveOpen(fmt::format("that '{}' holds nothing but handles of threads is not confirmed",
                            program_.objects[cell.object].name));
  if (claims_.validJoins && !proof::joinsAreValid(proof.base, vocabulary, provenance, queries))
    leaveOpen("that all joins are valid is not confirmed");
}

/// One thread, which is the only one of its own function, starts threads of this function at most once on each path.
void ParametricFacts::checkSingle(CfaId cfa) const {
  const auto notConfirmed = [&] {
    leaveOpen(fmt::format("that '{}' runs only once is not confirmed", program_.cfas[cfa].name));
  };
  std::vector<std::pair<CfaId, program::ActionId>> starts;
  for (CfaId host = 0; host < program_.cfas.size(); ++host)
    for (program::ActionId id = 0; id < program_.cfas[host].actions.size(); ++id)
      if (const std::ptrdiff_t count = countStarts(program_.cfas[host].actions[id], cfa); count > 0) {
        if (count > 1)
          notConfirmed();
        starts.emplace_back(host, id);
      }
  if (starts.empty())
    return;
  const CfaId host = starts.front().first;
  if (cfa == 0 || host == cfa || !single_[host])
    notConfirmed();
  for (const auto &[otherHost, id] : starts) {
    if (otherHost != host)
      notConfirmed();
    const std::vector<bool> after = reachableFrom(program_.cfas[host], program_.cfas[host].actions[id].to);
    for (const auto &start : starts)
      if (after[program_.cfas[host].actions[start.second].from])
        notConfirmed();
  }
}

void ParametricFacts::checkFreshHandles() const {
  const auto notConfirmed = [] { leaveOpen("that no handle of a thread is used a second time is not confirmed"); };
  bool othersStart = false;
  for (CfaId cfa = 1; cfa < program_.cfas.size(); ++cfa) {
    if (hasOperation<program::Join>(program_.cfas[cfa]) || hasOperation<program::Detach>(program_.cfas[cfa]))
      notConfirmed();
    othersStart = othersStart || hasOperation<program::Spawn>(program_.cfas[cfa]);
  }
  const program::Cfa &main = program_.cfas[0];
  for (const program::Action &action : main.actions) {
    if (!releases(action))
      continue;
    if (othersStart || hasOperation<program::Spawn>(action))
      notConfirmed();
    const std::vector<bool> after = reachableFrom(main, action.to);
    for (const program::Action &later : main.actions)
      if (after[later.from] && hasOperation<program::Spawn>(later))
        notConfirmed();
  }
}

Expr ParametricFacts::handleOf(unsigned slot, CfaId cfa) const {
  return handles_.isKept(cfa) ? vocabulary_.ofRegister(slot, cfa, program_.cfas[cfa].self) : nullptr;
}

void ParametricFacts::describeHandle(Expr handle, bool isMain, std::vector<Expr> &axioms) const {
  program::ExprPool &pool = vocabulary_.pool();
  axioms.push_back(pool.make(program::ExprKind::Slt, pool.constant(0, handle->width), handle));
  const Expr isFirst = pool.eq(handle, pool.constant(1, handle->width));
  if (isMain)
    axioms.push_back(isFirst);
  else if (onlyMainIsFirst_)
    axioms.push_back(pool.negate(isFirst));
}

std::vector<Expr> ParametricFacts::axioms(CfaId cfa, const std::vector<Expr> &started, unsigned other,
                                          CfaId otherCfa) const {
  program::ExprPool &pool = vocabulary_.pool();
  std::vector<Expr> result;
  std::vector<Expr> handles; // of threads that exist together
  const auto differ = [&](Expr a, Expr b) {
    const unsigned width = std::max(a->width, b->width);
    result.push_back(pool.ne(pool.resize(a, width), pool.resize(b, width)));
  };
  const auto add = [&](Expr handle, bool isMain) {
    if (handle == nullptr)
      return;
    describeHandle(handle, isMain, result);
    for (const Expr known : handles)
      differ(handle, known);
    handles.push_back(handle);
  };
  add(handleOf(0, cfa), cfa == 0);
  if (other != 0)
    add(handleOf(other, otherCfa), otherCfa == 0);
  for (const Expr handle : started) {
    add(handle, false);
    if (claims_.freshHandles)
      for (const StaticCell &cell : claims_.handleCells)
        differ(handle, SymbolicState(vocabulary_, {}).read(cell.object, cell.offset, cell.bytes));
  }
  return result;
}

} // namespace heddle::proof
