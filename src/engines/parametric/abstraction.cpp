#include "engines/parametric/abstraction.hpp"

#include <algorithm>
#include <set>

namespace heddle::engines::parametric {

using program::CfaId;
using reachability::StateVariable;

namespace {

/// Private objects of a passive thread get ids of their own: above all that are used.
constexpr program::ObjectId passiveObjects = 1U << 30;

bool has(Bits bits, std::size_t index) { return ((bits >> index) & 1) != 0; }

Expr isPositive(program::ExprPool &pool, Expr handle) {
  return pool.make(program::ExprKind::Slt, pool.constant(0, handle->width), handle);
}

/// Handles differ. They may be kept in different widths.
Expr differ(program::ExprPool &pool, Expr a, Expr b) {
  const unsigned width = std::max(a->width, b->width);
  return pool.ne(pool.resize(a, width), pool.resize(b, width));
}

} // namespace

Abstraction::Abstraction(reachability::Semantics &semantics, Segments &segments, Predicates &predicates,
                         const Templates &templates, Enumeration &enumeration)
    : semantics_(semantics), segments_(segments), predicates_(predicates), templates_(templates),
      enumeration_(enumeration), pool_(semantics.variables().pool()) {
  const std::size_t functions = semantics.program().cfas.size();
  for (CfaId cfa = 0; cfa < functions; ++cfa)
    for (unsigned slot = 0; slot < 2; ++slot) {
      const Expr handle = handleOf(slot, cfa);
      if (handle == nullptr)
        continue;
      const Expr one = pool_.constant(1, handle->width);
      enumeration_.addAxiom(cfa == 0 ? pool_.eq(handle, one) : pool_.ne(handle, one));
      enumeration_.addAxiom(isPositive(pool_, handle));
    }
  for (CfaId active = 0; active < functions; ++active)
    for (CfaId passive = 0; passive < functions; ++passive)
      if (handleOf(0, active) != nullptr && handleOf(1, passive) != nullptr && (active != 0 || passive != 0))
        enumeration_.addAxiom(differ(pool_, handleOf(0, active), handleOf(1, passive)));
}

/// The variable that holds the handle of a thread, or null if it has none.
Expr Abstraction::handleOf(unsigned slot, CfaId cfa) {
  if (!templates_.keepsHandle(cfa))
    return nullptr;
  const program::Cfa &function = semantics_.program().cfas[cfa];
  return semantics_.variables().ofRegister(slot, cfa, function.self, function.registers[function.self].width);
}

void Abstraction::forget() {
  frames_.clear();
  successors_.clear();
  passive_.clear();
  passiveFrames_.clear();
  encounters_.clear();
}

Expr Abstraction::afterSegment(const Segment &segment, Expr formula) {
  return pool_.substitute(formula, [&](Expr variable) -> Expr {
    const auto update = segment.updates.find(variable->index);
    return update != segment.updates.end() ? update->second : nullptr;
  });
}

Expr Abstraction::ofPassive(Expr formula) {
  const auto known = renamed_.find(formula);
  if (known != renamed_.end())
    return known->second;
  reachability::StateVariables &variables = semantics_.variables();
  const Expr result = pool_.substitute(formula, [&](Expr variable) -> Expr {
    const StateVariable what = variables[variable->index];
    if (what.kind == StateVariable::Kind::Register)
      return variables.ofRegister(1, what.cfa, what.reg, what.width);
    if (what.kind == StateVariable::Kind::Input)
      return variables.ofInput(1, what.reg, what.width);
    if (what.kind == StateVariable::Kind::Symbol) {
      const auto [symbol, isNew] = passiveSymbols_.try_emplace(variable->index, nullptr);
      if (isNew)
        symbol->second = variables.newSymbol(what.width);
      return symbol->second;
    }
    if (what.kind == StateVariable::Kind::Cell && !predicates_.isShared(variable->index))
      return variables.ofCell(what.object + passiveObjects, what.offset, what.width / 8);
    return nullptr;
  });
  renamed_.emplace(formula, result);
  return result;
}

void Abstraction::addFacts(std::vector<Expr> &facts, const std::vector<Expr> &predicates, Bits which, Bits values) {
  for (std::size_t i = 0; i < predicates.size(); ++i)
    if (has(which, i))
      facts.push_back(has(values, i) ? predicates[i] : pool_.negate(predicates[i]));
}

void Abstraction::addRelevant(PlaceId from, std::vector<Expr> formulas, Bits &shared, Bits &local,
                              const std::vector<Expr> &others, Bits &relevantOthers) {
  const std::vector<Expr> &own = predicates_.of(segments_.cfaOf(from));
  const Bits tracked = predicates_.tracked(segments_.controlOf(from));
  std::set<VariableId> known;
  bool grows = true;
  while (grows) {
    for (const Expr formula : formulas)
      for (const Expr variable : semantics_.variables().vocabularyOf(formula).variables)
        known.insert(variable->index);
    formulas.clear();
    const auto look = [&](const std::vector<Expr> &predicates, Bits among, Bits &relevant) {
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        if (!has(among, i) || has(relevant, i))
          continue;
        const auto &variables = semantics_.variables().vocabularyOf(predicates[i]).variables;
        if (std::none_of(variables.begin(), variables.end(), [&](Expr v) { return known.contains(v->index); }))
          continue;
        relevant |= Bits{1} << i;
        formulas.push_back(predicates[i]);
      }
    };
    look(predicates_.shared(), predicates_.allShared(), shared);
    look(own, tracked, local);
    look(others, ~Bits{0}, relevantOthers);
    grows = !formulas.empty();
  }
}

const Abstraction::Frame &Abstraction::frameOf(PlaceId from, const Segment &segment) {
  const auto [entry, isNew] = frames_.try_emplace(&segment);
  Frame &frame = entry->second;
  if (!isNew)
    return frame;
  frame.facts = segment.conditions;
  for (const auto &[variable, value] : segments_[from].pointers)
    frame.facts.push_back(pool_.eq(semantics_.variables().pool().reg(variable, value->width), value));
  const CfaId cfa = segments_.cfaOf(from);
  for (std::size_t i = 0; i < segment.children.size(); ++i) {
    const Expr handle = segment.children[i].handle;
    frame.facts.push_back(isPositive(pool_, handle));
    frame.facts.push_back(pool_.ne(handle, pool_.constant(1, handle->width)));
    if (const Expr own = handleOf(0, cfa); own != nullptr)
      frame.facts.push_back(differ(pool_, handle, own));
    for (std::size_t j = 0; j < i; ++j)
      frame.facts.push_back(differ(pool_, handle, segment.children[j].handle));
    if (templates_.handlesAreFresh())
      for (const Templates::HandleCell &cell : templates_.handleCells())
        frame.facts.push_back(
            differ(pool_, handle, semantics_.variables().ofCell(cell.object, cell.offset, cell.bytes)));
  }
  const auto isAffected = [&](Expr predicate) {
    const auto &variables = semantics_.variables().vocabularyOf(predicate).variables;
    return std::any_of(variables.begin(), variables.end(), [&](Expr v) { return segment.updates.contains(v->index); });
  };
  const auto addAfter = [&](std::size_t kind, std::size_t index, Expr formula) {
    frame.after.push_back(formula);
    frame.places.emplace_back(kind, index);
  };
  const std::vector<Expr> &shared = predicates_.shared();
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (isAffected(shared[i]))
      addAfter(0, i, afterSegment(segment, shared[i]));
    else
      frame.copiedShared |= Bits{1} << i;
  }
  if (segment.continues) {
    const std::vector<Expr> &own = predicates_.of(cfa);
    const Bits before = predicates_.tracked(segments_.controlOf(from));
    const Bits after = predicates_.tracked(segments_.controlOf(segment.target));
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!has(after, i))
        continue;
      if (!has(before, i) || isAffected(own[i]))
        addAfter(1, i, afterSegment(segment, own[i]));
      else
        frame.copiedLocal |= Bits{1} << i;
    }
  }
  for (std::size_t n = 0; n < segment.children.size(); ++n) {
    const Child &child = segment.children[n];
    const std::vector<Expr> &own = predicates_.of(child.cfa);
    const Bits tracked = predicates_.tracked(segments_.controlOf(child.place));
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!has(tracked, i))
        continue;
      const Expr formula = pool_.substitute(own[i], [&](Expr variable) -> Expr {
        if (const auto value = child.values.find(variable->index); value != child.values.end())
          return value->second;
        const auto update = segment.updates.find(variable->index);
        return update != segment.updates.end() && predicates_.isShared(variable->index) ? update->second : nullptr;
      });
      addAfter(2 + n, i, formula);
    }
  }
  std::vector<Expr> seeds = frame.facts;
  seeds.insert(seeds.end(), frame.after.begin(), frame.after.end());
  Bits none = 0;
  addRelevant(from, seeds, frame.relevantShared, frame.relevantLocal, {}, none);
  return frame;
}

Values Abstraction::valuesOf(const Frame &frame, const Segment &segment, const Pattern &pattern, Bits shared,
                             Bits local) {
  Values result;
  result.shared = shared & frame.copiedShared;
  result.local = local & frame.copiedLocal;
  result.children.resize(segment.children.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!pattern[i])
      continue;
    const auto &[kind, index] = frame.places[i];
    (kind == 0 ? result.shared : kind == 1 ? result.local : result.children[kind - 2]) |= Bits{1} << index;
  }
  return result;
}

std::optional<std::vector<Values>> Abstraction::initial() {
  std::map<VariableId, Expr> values;
  for (const auto &[variable, value] : semantics_.initialState().values)
    values.emplace(variable->index, value);
  const auto initially = [&](Expr formula) {
    return pool_.substitute(formula, [&](Expr variable) -> Expr {
      const auto value = values.find(variable->index);
      return value != values.end() ? value->second : nullptr;
    });
  };
  std::vector<Expr> formulas;
  for (const Expr predicate : predicates_.shared())
    formulas.push_back(initially(predicate));
  const std::vector<Expr> &own = predicates_.of(0);
  const Bits tracked = predicates_.tracked(segments_.controlOf(segments_.initial()));
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (has(tracked, i)) {
      formulas.push_back(initially(own[i]));
      places.push_back(i);
    }
  const auto patterns = enumeration_.patterns({}, formulas);
  if (!patterns)
    return std::nullopt;
  std::vector<Values> result;
  const std::size_t shared = predicates_.shared().size();
  for (const Pattern &pattern : *patterns) {
    Values here;
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (pattern[i])
        (i < shared ? here.shared : here.local) |= Bits{1} << (i < shared ? i : places[i - shared]);
    result.push_back(std::move(here));
  }
  return result;
}

std::optional<std::vector<Values>> Abstraction::successors(PlaceId from, const Segment &segment, Bits shared,
                                                           Bits local) {
  const Frame &frame = frameOf(from, segment);
  const std::tuple key{&segment, shared & frame.relevantShared, local & frame.relevantLocal};
  auto known = successors_.find(key);
  if (known == successors_.end()) {
    std::vector<Expr> facts = frame.facts;
    addFacts(facts, predicates_.shared(), frame.relevantShared, shared);
    addFacts(facts, predicates_.of(segments_.cfaOf(from)), frame.relevantLocal, local);
    auto patterns = enumeration_.patterns(facts, frame.after);
    if (!patterns)
      return std::nullopt;
    known = successors_.emplace(key, std::move(*patterns)).first;
  }
  std::vector<Values> result;
  for (const Pattern &pattern : known->second)
    result.push_back(valuesOf(frame, segment, pattern, shared, local));
  return result;
}

bool Abstraction::mayAffect(const Segment &segment, PlaceId passiveAt) {
  const std::vector<Expr> &own = predicates_.of(segments_.cfaOf(passiveAt));
  const Bits tracked = predicates_.tracked(segments_.controlOf(passiveAt));
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!has(tracked, i))
      continue;
    for (const Expr variable : semantics_.variables().vocabularyOf(own[i]).variables)
      if (predicates_.isShared(variable->index) && segment.updates.contains(variable->index))
        return true;
  }
  return false;
}

const Abstraction::PassiveFrame &Abstraction::passiveFrameOf(PlaceId from, const Segment &segment, CfaId cfa,
                                                             Bits tracked) {
  const auto [entry, isNew] = passiveFrames_.try_emplace({&segment, cfa, tracked});
  PassiveFrame &result = entry->second;
  if (!isNew)
    return result;
  const std::vector<Expr> &own = predicates_.of(cfa);
  result.before.assign(own.size(), pool_.boolean(true));
  const auto changes = [&](Expr v) { return predicates_.isShared(v->index) && segment.updates.contains(v->index); };
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!has(tracked, i))
      continue;
    const Expr before = ofPassive(own[i]);
    result.before[i] = before;
    const auto &variables = semantics_.variables().vocabularyOf(before).variables;
    if (std::none_of(variables.begin(), variables.end(), changes)) {
      result.copied |= Bits{1} << i;
      continue;
    }
    result.after.push_back(pool_.substitute(
        before, [&](Expr variable) { return changes(variable) ? segment.updates.at(variable->index) : nullptr; }));
    result.places.push_back(i);
  }
  if (const Expr handle = handleOf(1, cfa); handle != nullptr)
    for (const Child &child : segment.children)
      result.facts.push_back(differ(pool_, child.handle, handle));
  const Frame &frame = frameOf(from, segment);
  std::vector<Expr> seeds = frame.facts;
  seeds.insert(seeds.end(), frame.after.begin(), frame.after.end());
  seeds.insert(seeds.end(), result.facts.begin(), result.facts.end());
  seeds.insert(seeds.end(), result.after.begin(), result.after.end());
  addRelevant(from, seeds, result.relevantShared, result.relevantLocal, result.before, result.relevantPassive);
  result.relevantPassive &= tracked;
  return result;
}

std::optional<std::vector<Bits>> Abstraction::passive(PlaceId from, const Segment &segment, Bits shared, Bits local,
                                                      const Values &after, PlaceId passiveAt, Bits passiveLocal) {
  const Frame &frame = frameOf(from, segment);
  const CfaId cfa = segments_.cfaOf(passiveAt);
  const PassiveFrame &own = passiveFrameOf(from, segment, cfa, predicates_.tracked(segments_.controlOf(passiveAt)));
  // The values that the active thread has obtained are facts as well.
  Pattern obtained;
  for (const auto &[kind, index] : frame.places)
    obtained.push_back(has(kind == 0 ? after.shared : kind == 1 ? after.local : after.children[kind - 2], index));
  const PassiveKey key{&own, shared & own.relevantShared, local & own.relevantLocal, passiveLocal & own.relevantPassive,
                       obtained};
  auto known = passive_.find(key);
  if (known == passive_.end()) {
    std::vector<Expr> facts = frame.facts;
    facts.insert(facts.end(), own.facts.begin(), own.facts.end());
    for (std::size_t i = 0; i < obtained.size(); ++i)
      facts.push_back(obtained[i] ? frame.after[i] : pool_.negate(frame.after[i]));
    addFacts(facts, predicates_.shared(), own.relevantShared, shared);
    addFacts(facts, predicates_.of(segments_.cfaOf(from)), own.relevantLocal, local);
    addFacts(facts, own.before, own.relevantPassive, passiveLocal);
    auto patterns = enumeration_.patterns(facts, own.after);
    if (!patterns)
      return std::nullopt;
    known = passive_.emplace(key, std::move(*patterns)).first;
  }
  std::vector<Bits> result;
  for (const Pattern &pattern : known->second) {
    Bits bits = passiveLocal & own.copied;
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (pattern[i])
        bits |= Bits{1} << own.places[i];
    result.push_back(bits);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<bool> Abstraction::canMeet(const Encounter &encounter, Bits shared, Bits first, Bits second) {
  if (encounter.facts.empty())
    return true;
  const auto [entry, isNew] = encounters_.try_emplace(&encounter);
  EncounterFrame &frame = entry->second;
  if (isNew) {
    if (encounter.isOfTwo)
      for (const Expr predicate : predicates_.of(segments_.cfaOf(encounter.second)))
        frame.before.push_back(ofPassive(predicate));
    addRelevant(encounter.first, encounter.facts, frame.relevantShared, frame.relevantFirst, frame.before,
                frame.relevantSecond);
    frame.relevantSecond &= predicates_.tracked(segments_.controlOf(encounter.second));
  }
  const std::tuple key{shared & frame.relevantShared, first & frame.relevantFirst, second & frame.relevantSecond};
  const auto known = frame.known.find(key);
  if (known != frame.known.end())
    return known->second;
  std::vector<Expr> facts = encounter.facts;
  addFacts(facts, predicates_.shared(), frame.relevantShared, shared);
  addFacts(facts, predicates_.of(segments_.cfaOf(encounter.first)), frame.relevantFirst, first);
  addFacts(facts, frame.before, frame.relevantSecond, second);
  const auto patterns = enumeration_.patterns(facts, {});
  if (!patterns)
    return std::nullopt;
  return frame.known[key] = !patterns->empty();
}

} // namespace heddle::engines::parametric
