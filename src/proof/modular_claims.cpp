#include "proof/modular_claims.hpp"

#include <algorithm>

namespace heddle::proof {

using program::CfaId;
using program::ExprKind;

namespace {

constexpr unsigned widthOfHandle = Handles::leastWidth;
constexpr unsigned widthOfCount = 64;
/// Handles are positive ints, also if the proof has no bound.
constexpr std::int64_t greatestHandle = 0x7fffffff;

} // namespace

ModularClaims::ModularClaims(const ModularProof &proof, Vocabulary &vocabulary, Provenance &provenance,
                             bool countsThreads)
    : proof_(proof), vocabulary_(vocabulary), program_(vocabulary.program()), handles_(program_),
      countsThreads_(countsThreads), mostHandle_(static_cast<std::int64_t>(std::min<std::uint64_t>(
                                         proof.mostHandle.value_or(greatestHandle), greatestHandle))),
      guarded_(proof.guarded.size()), global_(proof.global.size()) {
  for (const LockWord &lock : proof.locks) {
    hasOwner_.push_back(lock.free == 0 && !lock.readers && lock.cell.bytes * 8 == widthOfHandle &&
                        handles_.areAllStoredIn(lock.cell, provenance));
    startsAsZero_.push_back(handles_.isInitiallyZero(lock.cell));
  }
  named_.count = vocabulary.ofHistory(0, widthOfCount);
  for (StartId id = 0; id < proof.starts.size(); ++id)
    named_.handles.push_back(vocabulary.ofHistory(id + 1, widthOfHandle));
  const auto next = static_cast<VariableId>(proof.starts.size() + 1);
  named_.argument = vocabulary.ofHistory(next, program_.pointers.width);
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    named_.least.push_back(vocabulary.ofHistory(next + 1 + 2 * cfa, program_.pointers.width));
    named_.greatest.push_back(vocabulary.ofHistory(next + 2 + 2 * cfa, program_.pointers.width));
  }
}

Expr ModularClaims::isBetween(const ValueSet::Number &number, Expr value) const {
  const unsigned width = value->width;
  const auto mask = static_cast<std::uint64_t>(support::mask(width));
  const auto most = static_cast<std::int64_t>(mask >> 1);
  const std::int64_t least = -most - 1;
  if (number.low > mask || number.low > number.high || number.least > most || number.most < least ||
      number.least > number.most)
    return pool().boolean(false);
  Expr result = pool().boolean(true);
  const auto add = [&](ExprKind kind, Expr a, Expr b) { result = pool().conjunction(result, pool().make(kind, a, b)); };
  const auto constant = [&](std::int64_t bound) {
    return pool().constant(support::truncate(static_cast<program::Bits>(bound), width), width);
  };
  if (number.low == number.high)
    return pool().eq(value, pool().constant(number.low, width));
  if (number.low != 0)
    add(ExprKind::Ule, pool().constant(number.low, width), value);
  if (number.high < mask)
    add(ExprKind::Ule, value, pool().constant(number.high, width));
  if (number.least > least)
    add(ExprKind::Sle, constant(number.least), value);
  if (number.most < most)
    add(ExprKind::Sle, value, constant(number.most));
  return result;
}

/// Offsets may be negative, and then borrow from the object's id, as pointer arithmetic does.
Expr ModularClaims::isPointer(program::ObjectId object, std::int64_t low, std::int64_t high, Expr value) const {
  const unsigned width = program_.pointers.width;
  if (value->width != width || low > high)
    return pool().boolean(false);
  const program::Bits first = program_.pointers.pointer(object) + static_cast<program::Bits>(low);
  const Expr begin = pool().constant(support::truncate(first, width), width);
  if (low == high)
    return pool().eq(value, begin);
  const program::Bits distance = static_cast<program::Bits>(high) - static_cast<program::Bits>(low);
  return pool().make(ExprKind::Ule, pool().sub(value, begin),
                     pool().constant(support::truncate(distance, width), width));
}

Expr ModularClaims::member(const ValueSet &set, Expr value, const SymbolicState &state, Holder holder,
                           const Ghosts &ghosts) const {
  Expr result = pool().boolean(false);
  const auto add = [&](Expr part) { result = pool().disjunction(result, part); };
  if (set.number)
    add(isBetween(*set.number, value));
  for (const ValueSet::Pointer &pointer : set.pointers) {
    if (pointer.isStatic)
      add(isPointer(pointer.target, pointer.low, pointer.high, value));
    else
      for (const Object &object : state.control.objects)
        if (object.site == pointer.target && object.creator == holder.cfa)
          add(isPointer(object.id, pointer.low, pointer.high, value));
  }
  if (set.self) {
    const bool isKnown = handles_.isKept(holder.cfa);
    add(isKnown ? pool().eq(value, pool().resize(state.reg(holder.slot, holder.cfa, program_.cfas[holder.cfa].self),
                                                 value->width))
                : isBetween({.low = 1, .high = greatestHandle, .least = INT64_MIN, .most = INT64_MAX}, value));
  }
  for (const StartId start : set.handles)
    add(pool().eq(value, pool().resize(ghosts.handles[start], value->width)));
  return result;
}

/// The form at its lowest distance.
Expr ModularClaims::formOf(const LinearForm &form, Expr something) const {
  const unsigned width = program_.pointers.width;
  const auto constant = [&](std::int64_t number) {
    return pool().constant(support::truncate(static_cast<program::Bits>(number), width), width);
  };
  const Expr base = pool().add(pool().constant(program_.pointers.pointer(form.base), width), constant(form.low));
  if (something == nullptr)
    return base;
  return pool().add(base, pool().make(ExprKind::Mul, constant(form.factor), pool().sext(something, width)));
}

Expr ModularClaims::isOfForm(const LinearForm &form, Expr something, Expr value) const {
  const unsigned width = program_.pointers.width;
  const Expr distance = pool().sub(pool().sext(value, width), formOf(form, something));
  const program::Bits most = static_cast<program::Bits>(form.high) - static_cast<program::Bits>(form.low);
  return pool().make(ExprKind::Ule, distance, pool().constant(support::truncate(most, width), width));
}

Expr ModularClaims::isCount(const ModularCase::Count &count, const SymbolicState &state, const Ghosts &ghosts) const {
  const auto constant = [&](std::int64_t value) {
    return pool().constant(support::truncate(static_cast<program::Bits>(value), widthOfCount), widthOfCount);
  };
  Expr result = pool().make(ExprKind::Sle, constant(count.least), ghosts.count);
  if (count.most)
    result = pool().conjunction(result, pool().make(ExprKind::Sle, ghosts.count, constant(*count.most)));
  if (count.reg == program::noRegister)
    return result;
  const Expr reg = state.reg(0, 0, count.reg);
  if (reg->width > widthOfCount)
    return result;
  const Expr wide = pool().sext(reg, widthOfCount);
  const Expr sum =
      count.isNegative ? pool().sub(constant(count.offset), wide) : pool().add(constant(count.offset), wide);
  return pool().conjunction(result, pool().eq(ghosts.count, sum));
}

/// The form of the proof has been checked: all terms have the same width.
Claim ModularClaims::ofSum(const SumClaim &claim, const SymbolicState &state, Holder holder) const {
  Claim result;
  Expr sum = nullptr;
  for (const SumClaim::Term &term : claim.terms) {
    const bool isMemory = term.reg == program::noRegister;
    const Expr value = isMemory ? content(term.cell, state) : state.reg(holder.slot, holder.cfa, term.reg);
    const Expr product = pool().make(ExprKind::Mul, pool().constant(term.factor, value->width), value);
    sum = sum == nullptr ? product : pool().add(sum, product);
    if (isMemory)
      result.cell = term.cell;
    else
      result.reg = term.reg;
  }
  result.formula = isBetween(claim.values, sum);
  result.about = claim.speaksOfMemory() ? Claim::About::Memory : Claim::About::Register;
  return result;
}

std::vector<Claim> ModularClaims::ofMemory(const ModularCase &each, const SymbolicState &state, unsigned slot,
                                           const Ghosts &ghosts) const {
  std::vector<Claim> result;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
    if (const Expr formula = ofLock(each, lock, state, slot))
      result.push_back({.formula = formula, .cell = proof_.locks[lock].cell});
  for (std::size_t i = 0; i < each.memory.size(); ++i)
    result.push_back(
        {.formula = ofContent(each, i, state, slot, ghosts), .cell = each.memory[i].first, .entry = {List::Memory, i}});
  for (std::size_t i = 0; i < each.loaded.size(); ++i)
    result.push_back(
        {.formula = ofLoaded(each, i, state, slot), .cell = each.loaded[i].second, .entry = {List::Loaded, i}});
  for (std::size_t i = 0; i < each.sums.size(); ++i)
    if (each.sums[i].speaksOfMemory()) {
      result.push_back(ofSum(each.sums[i], state, {each.cfa, slot}));
      result.back().entry = {List::Sums, i};
    }
  return result;
}

Expr ModularClaims::ofLock(const ModularCase &each, LockId lock, const SymbolicState &state, unsigned slot) const {
  if (std::binary_search(each.held.begin(), each.held.end(), lock))
    return isTaken(lock, state);
  const bool isKnown = hasOwner_[lock] && (!each.alone || startsAsZero_[lock]);
  return isKnown && handles_.isKept(each.cfa) ? isOther(lock, state, {each.cfa, slot}) : nullptr;
}

Expr ModularClaims::ofContent(const ModularCase &each, std::size_t index, const SymbolicState &state, unsigned slot,
                              const Ghosts &ghosts) const {
  const auto &[cell, set] = each.memory[index];
  return member(set, content(cell, state), state, {each.cfa, slot}, ghosts);
}

Expr ModularClaims::ofLoaded(const ModularCase &each, std::size_t index, const SymbolicState &state,
                             unsigned slot) const {
  const auto &[reg, cell] = each.loaded[index];
  const Expr value = state.reg(slot, each.cfa, reg);
  return pool().eq(value, pool().resize(content(cell, state), value->width));
}

std::vector<Claim> ModularClaims::of(const ModularCase &each, const SymbolicState &state, unsigned slot,
                                     const Ghosts &ghosts) const {
  using About = Claim::About;
  const Holder holder{each.cfa, slot};
  std::vector<Claim> result = ofMemory(each, state, slot, ghosts);
  for (std::size_t i = 0; i < each.registers.size(); ++i) {
    const auto &[reg, set] = each.registers[i];
    result.push_back({.formula = member(set, state.reg(slot, each.cfa, reg), state, holder, ghosts),
                      .about = About::Register,
                      .reg = reg,
                      .entry = {List::Registers, i}});
  }
  for (std::size_t i = 0; i < each.sums.size(); ++i)
    if (!each.sums[i].speaksOfMemory()) {
      result.push_back(ofSum(each.sums[i], state, holder));
      result.back().entry = {List::Sums, i};
    }
  for (std::size_t i = 0; i < each.objects.size(); ++i)
    for (const ModularCase::OwnCell &cell = each.objects[i];
         const Expr content : contentsOf(each, cell.site, cell.offset, cell.bytes, state))
      result.push_back({.formula = member(cell.value, content, state, holder, ghosts),
                        .about = About::Object,
                        .site = cell.site,
                        .entry = {List::Objects, i}});
  if (each.cfa == 0 && countsThreads_)
    result.push_back({.formula = isCount(each.count, state, ghosts), .about = About::Count, .entry = {List::Count, 0}});
  if (each.argument)
    result.push_back({.formula = member(*each.argument, ghosts.argument, state, holder, ghosts),
                      .about = About::Argument,
                      .entry = {List::Argument, 0}});
  for (std::size_t i = 0; i < each.related.size(); ++i) {
    const ModularCase::Relation &relation = each.related[i];
    const Expr source =
        relation.source == program::noRegister ? ghosts.argument : state.reg(slot, each.cfa, relation.source);
    result.push_back({.formula = isOfForm(relation.form, source, state.reg(slot, each.cfa, relation.reg)),
                      .about = About::Register,
                      .reg = relation.reg,
                      .entry = {List::Related, i}});
  }
  for (std::size_t i = 0; i < each.objectForms.size(); ++i)
    for (const ModularCase::OwnForm &form = each.objectForms[i];
         const Expr content : contentsOf(each, form.site, form.offset, form.bytes, state))
      result.push_back({.formula = isOfForm(form.form, ghosts.argument, content),
                        .about = About::Object,
                        .site = form.site,
                        .entry = {List::ObjectForms, i}});
  for (std::size_t i = 0; i < each.issued.size(); ++i) {
    const ModularCase::Issued &issued = each.issued[i];
    const Expr reg = issued.reg == program::noRegister ? nullptr : state.reg(slot, each.cfa, issued.reg);
    const Expr bound = formOf(issued.bound, reg);
    result.push_back({.formula = issued.isLower ? pool().make(ExprKind::Sle, bound, ghosts.least[issued.cfa])
                                                : pool().make(ExprKind::Sle, ghosts.greatest[issued.cfa], bound),
                      .about = About::Argument,
                      .entry = {List::Issued, i}});
  }
  std::erase_if(result, [](const Claim &claim) { return claim.formula->isTrue(); });
  return result;
}

std::vector<Expr> ModularClaims::contentsOf(const ModularCase &each, program::SiteId site, std::uint64_t offset,
                                            unsigned bytes, const SymbolicState &state) const {
  std::vector<Expr> result;
  for (const Object &object : state.control.objects)
    if (object.alive && object.site == site && object.creator == each.cfa && bytes <= object.size &&
        offset <= object.size - bytes)
      result.push_back(state.read(object.id, offset, bytes));
  return result;
}

std::string ModularClaims::subjectOf(const Claim &claim, CfaId cfa) const {
  switch (claim.about) {
  case Claim::About::Memory: {
    const program::StaticObject &object = program_.objects[claim.cell.object];
    return object.name + program_.types.cellAt(object.type, claim.cell.offset, claim.cell.bytes).path;
  }
  case Claim::About::Register:
    return program_.cfas[cfa].registers[claim.reg].name;
  case Claim::About::Object:
    return program_.sites[claim.site].name;
  case Claim::About::Argument:
    return "the arguments of threads";
  case Claim::About::Count:
    break;
  }
  return "the number of threads";
}

std::vector<Expr> ModularClaims::ofReaders(const ModularCase &each, const SymbolicState &state) const {
  std::vector<Expr> result;
  for (const LockId lock : each.reading) {
    const StaticCell &cell = proof_.locks[lock].cell;
    if (!each.alone)
      result.push_back(pool().make(ExprKind::Slt, pool().constant(0, cell.bytes * 8), content(cell, state)));
  }
  return result;
}

Expr ModularClaims::isFree(LockId lock, const SymbolicState &state) const {
  const LockWord &word = proof_.locks[lock];
  return pool().eq(content(word.cell, state), pool().constant(word.free, word.cell.bytes * 8));
}

Expr ModularClaims::isTaken(LockId lock, const SymbolicState &state) const {
  const LockWord &word = proof_.locks[lock];
  const unsigned width = word.cell.bytes * 8;
  return word.readers ? pool().eq(content(word.cell, state), pool().constant(support::mask(width), width))
                      : pool().negate(isFree(lock, state));
}

Expr ModularClaims::isOther(LockId lock, const SymbolicState &state, Holder holder) const {
  const StaticCell &cell = proof_.locks[lock].cell;
  const Expr self = state.reg(holder.slot, holder.cfa, program_.cfas[holder.cfa].self);
  const auto make = [&] { return pool().ne(content(cell, state), pool().resize(self, widthOfHandle)); };
  if (!state.isNamed(cell.object))
    return make();
  Expr &known = others_[std::uint64_t{lock} << 32U | self->id];
  return known = known != nullptr ? known : make();
}

std::vector<Expr> ModularClaims::owners(const SymbolicState &state) const {
  std::vector<Expr> result;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
    if (hasOwner_[lock])
      result.push_back(content(proof_.locks[lock].cell, state));
  return result;
}

std::vector<Expr> ModularClaims::haveNoOwners(const SymbolicState &state) const {
  std::vector<Expr> result;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
    if (hasOwner_[lock] && !startsAsZero_[lock])
      result.push_back(isZero(content(proof_.locks[lock].cell, state)));
  return result;
}

std::vector<Expr> ModularClaims::ownsNothing(CfaId cfa, const SymbolicState &state) const {
  std::vector<Expr> result;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
    if (hasOwner_[lock] && handles_.isKept(cfa))
      result.push_back(isOther(lock, state, {cfa, 0}));
  return result;
}

std::vector<Claim> ModularClaims::global(const SymbolicState &state) const {
  // Handles and objects are those of a thread, which global claims do not mention.
  const auto isFixed = [](const ValueSet &set) {
    return !set.self && std::ranges::all_of(set.pointers, &ValueSet::Pointer::isStatic);
  };
  const auto known = [&](Expr &formula, bool isNamed, const auto &make) {
    if (!isNamed)
      return make();
    return formula = formula != nullptr ? formula : make();
  };
  std::vector<Claim> result;
  for (std::size_t i = 0; i < proof_.guarded.size(); ++i) {
    const GuardedClaim &claim = proof_.guarded[i];
    const bool isNamed = state.isNamed(proof_.locks[claim.lock].cell.object) && state.isNamed(claim.cell.object);
    result.push_back({.formula = known(guarded_[i], isNamed && isFixed(claim.value),
                                       [&] {
                                         return pool().disjunction(
                                             isTaken(claim.lock, state),
                                             member(claim.value, content(claim.cell, state), state, {}, named_));
                                       }),
                      .cell = claim.cell,
                      .entry = {List::Guarded, i}});
  }
  for (std::size_t i = 0; i < proof_.guardedSums.size(); ++i) {
    const GuardedSum &claim = proof_.guardedSums[i];
    result.push_back(ofSum(claim.sum, state, {}));
    result.back().entry = {List::GuardedSums, i};
    result.back().formula = pool().disjunction(isTaken(claim.lock, state), result.back().formula);
  }
  for (std::size_t i = 0; i < proof_.global.size(); ++i) {
    const auto &[cell, set] = proof_.global[i];
    result.push_back({.formula = known(global_[i], state.isNamed(cell.object) && isFixed(set),
                                       [&] { return member(set, content(cell, state), state, {}, named_); }),
                      .cell = cell,
                      .entry = {List::Global, i}});
  }
  return result;
}

Expr ModularClaims::ofResult(Expr result, const SymbolicState &state) const {
  return proof_.result ? member(*proof_.result, result, state, {}, named_) : nullptr;
}

std::vector<Expr> ModularClaims::axioms(CfaId cfa, unsigned slot) const {
  std::vector<Expr> result;
  const auto isPositive = [&](Expr value) {
    return pool().make(ExprKind::Slt, pool().constant(0, value->width), value);
  };
  if (handles_.isKept(cfa)) {
    const Expr self = vocabulary_.ofRegister(slot, cfa, program_.cfas[cfa].self);
    result.push_back(cfa == 0 ? pool().eq(self, pool().constant(1, self->width)) : isPositive(self));
    if (cfa != 0)
      result.push_back(
          pool().make(ExprKind::Ule, self, pool().constant(static_cast<program::Bits>(mostHandle_), self->width)));
  }
  if (cfa != 0)
    return result;
  // Main, which has the handle 1, exists.
  for (const Expr handle : named_.handles)
    result.push_back(pool().make(ExprKind::Slt, pool().constant(1, handle->width), handle));
  if (!countsThreads_)
    return result;
  result.push_back(pool().make(ExprKind::Sle, pool().constant(0, widthOfCount), named_.count));
  result.push_back(pool().make(ExprKind::Sle, named_.count, pool().constant(greatestHandle, widthOfCount)));
  return result;
}

Expr ModularClaims::areDistinct(CfaId cfa, unsigned slot, CfaId otherCfa, unsigned other) const {
  if (!handles_.isKept(cfa) || !handles_.isKept(otherCfa))
    return pool().boolean(true);
  const Expr one = vocabulary_.ofRegister(slot, cfa, program_.cfas[cfa].self);
  const Expr two = vocabulary_.ofRegister(other, otherCfa, program_.cfas[otherCfa].self);
  const unsigned width = std::max(one->width, two->width);
  return pool().ne(pool().resize(one, width), pool().resize(two, width));
}

} // namespace heddle::proof
