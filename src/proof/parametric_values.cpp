#include "proof/parametric_values.hpp"

#include <algorithm>
#include <set>

namespace heddle::proof {

using program::CfaId;

namespace {

constexpr std::size_t mostPatterns = 16'384;

bool has(PredicateBits bits, std::size_t index) { return ((bits >> index) & 1) != 0; }
PredicateBits bit(std::size_t index) { return PredicateBits{1} << index; }

} // namespace

/// The words of memory that a vocabulary knows must include those of passive threads.
NamedPredicates::NamedPredicates(const ParametricProof &proof, const program::Program &program)
    : proof_(proof), program_(program), names_(proof.base) {
  for (VariableId id = 0; id < proof.base.variables.size(); ++id)
    variableFor(id, passiveSlot);
}

VariableId NamedPredicates::variableFor(VariableId id, unsigned slot) {
  if (slot == 0)
    return id;
  const auto [entry, isNew] = variables_.try_emplace({id, slot}, static_cast<VariableId>(names_.variables.size()));
  if (!isNew)
    return entry->second;
  Variable variable = names_.variables[id];
  if (variable.kind == Variable::Kind::Register)
    variable.slot = slot;
  else if (variable.object >= program_.objects.size() && slot == passiveSlot)
    variable.object += passiveObjects;
  names_.variables.push_back(variable);
  return entry->second;
}

Expr NamedPredicates::of(CfaId cfa, std::size_t index, unsigned slot) {
  const auto [entry, isNew] = renamed_.try_emplace({cfa, index, slot}, nullptr);
  if (isNew)
    entry->second = names_.pool->substitute(proof_.own[cfa][index], [&](Expr variable) {
      return names_.pool->reg(variableFor(variable->index, slot), variable->width);
    });
  return entry->second;
}

std::vector<Expr> PathAbstraction::sharedIn(const SymbolicState &state) {
  std::vector<Expr> result;
  for (const Expr predicate : proof_.shared)
    result.push_back(state.evaluateLabel(predicate, predicates_.names(), {}));
  return result;
}

/// The predicates of a thread that is there; true where the predicate is not tracked.
std::vector<Expr> PathAbstraction::ownIn(PlaceId place) {
  const SymbolicState state = paths_.stateAt(place);
  const CfaId cfa = paths_.cfaAt(place);
  std::vector<Expr> result;
  for (std::size_t i = 0; i < proof_.own[cfa].size(); ++i)
    result.push_back(has(proof_.places[place].tracked, i) ? in(state, cfa, i, 0) : vocabulary_.pool().boolean(true));
  return result;
}

Expr PathAbstraction::in(const SymbolicState &state, CfaId cfa, std::size_t index, unsigned slot) {
  return state.evaluateLabel(predicates_.of(cfa, index, slot), predicates_.names(), {});
}

void PathAbstraction::findRelevant(std::vector<Expr> seeds,
                                   const std::vector<std::pair<const std::vector<Expr> *, PredicateBits *>> &groups) {
  std::set<program::RegisterId> reached;
  while (!seeds.empty()) {
    for (const Expr seed : seeds)
      program::forEachRegister(seed, [&](program::RegisterId id) { reached.insert(id); });
    seeds.clear();
    for (const auto &[formulas, relevant] : groups)
      for (std::size_t i = 0; i < formulas->size(); ++i) {
        if (has(*relevant, i))
          continue;
        bool isReached = (*formulas)[i]->isFalse();
        program::forEachRegister((*formulas)[i],
                                 [&](program::RegisterId id) { isReached = isReached || reached.contains(id); });
        if (!isReached)
          continue;
        *relevant |= bit(i);
        seeds.push_back((*formulas)[i]);
      }
  }
}

void PathAbstraction::addFacts(std::vector<Expr> &facts, const std::vector<Expr> &formulas, PredicateBits which,
                               PredicateBits values) const {
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if (has(which, i))
      facts.push_back(has(values, i) ? formulas[i] : vocabulary_.pool().negate(formulas[i]));
}

/// Many combinations of old values are contradictory for the same few reasons, so `queries` is asked about a core that
/// `finder` has found.
Queries *PathAbstraction::findModel(const std::vector<Expr> &facts) {
  if (finder_.findModel({}, facts))
    return &finder_;
  if (!queries_.findModel({}, finder_.core()))
    return nullptr;
  return queries_.findModel({}, facts) ? &queries_ : nullptr;
}

std::vector<PathAbstraction::Pattern> PathAbstraction::patterns(std::vector<Expr> facts,
                                                                const std::vector<Expr> &formulas) {
  program::ExprPool &pool = vocabulary_.pool();
  std::vector<Pattern> result;
  for (;;) {
    Queries *found = findModel(facts);
    if (found == nullptr)
      break;
    Pattern pattern;
    Expr isOther = pool.boolean(false);
    for (const Expr formula : formulas) {
      pattern.push_back(found->valueOf(formula) != 0);
      isOther = pool.disjunction(isOther, pattern.back() ? pool.negate(formula) : formula);
    }
    result.push_back(std::move(pattern));
    if (isOther->isFalse())
      break;
    if (result.size() > mostPatterns)
      throw CheckFailure{CheckResult::Kind::Inconclusive, "a step has too many abstract successors to be checked"};
    facts.push_back(isOther);
  }
  return result;
}

const PathAbstraction::Frame &PathAbstraction::frameOf(PlaceId from, const ThreadPath &path) {
  const auto [entry, isNew] = frames_.try_emplace(&path);
  Frame &frame = entry->second;
  if (!isNew)
    return frame;
  const CfaId cfa = paths_.cfaAt(from);
  const SymbolicState before = paths_.stateAt(from);
  frame.conditions = path.state.conditions;
  for (const Expr axiom : facts_.axioms(cfa, path.handles))
    frame.conditions.push_back(axiom);
  frame.sharedBefore = sharedIn(before);
  frame.ownBefore = ownIn(from);
  const PredicateBits trackedBefore = proof_.places[from].tracked;
  frame.constants.children.resize(path.children.size());

  const auto add = [&](std::size_t whose, std::size_t index, Expr formula, PredicateBits &constants) {
    if (formula->isTrue())
      constants |= bit(index);
    if (formula->isConstant())
      return;
    frame.open.formulas.push_back(formula);
    frame.open.meaning.emplace_back(whose, index);
  };
  if (!path.isError()) {
    const std::vector<Expr> sharedAfter = sharedIn(path.state);
    for (std::size_t i = 0; i < sharedAfter.size(); ++i)
      if (sharedAfter[i] == frame.sharedBefore[i])
        frame.copiedShared |= bit(i);
      else
        add(0, i, sharedAfter[i], frame.constants.shared);
    const PredicateBits trackedAfter = path.target ? proof_.places[*path.target].tracked : 0;
    for (std::size_t i = 0; i < proof_.own[cfa].size(); ++i) {
      if (!has(trackedAfter, i))
        continue;
      const Expr after = in(path.state, cfa, i, 0);
      if (has(trackedBefore, i) && after == frame.ownBefore[i])
        frame.copiedOwn |= bit(i);
      else
        add(1, i, after, frame.constants.own);
    }
    for (std::size_t child = 0; child < path.children.size(); ++child) {
      const auto slot = static_cast<unsigned>(child + 1);
      const CfaId childCfa = path.state.control.threads[slot].cfa;
      const PredicateBits tracked = path.children[child] ? proof_.places[*path.children[child]].tracked : 0;
      for (std::size_t i = 0; i < proof_.own[childCfa].size(); ++i)
        if (has(tracked, i))
          add(2 + child, i, in(path.state, childCfa, i, slot), frame.constants.children[child]);
    }
  }
  std::vector<Expr> seeds = frame.conditions;
  seeds.insert(seeds.end(), frame.open.formulas.begin(), frame.open.formulas.end());
  findRelevant(seeds, {{&frame.sharedBefore, &frame.relevantShared}, {&frame.ownBefore, &frame.relevantOwn}});
  frame.relevantOwn &= trackedBefore;
  return frame;
}

std::vector<PathValues> PathAbstraction::initial(PlaceId main) {
  const SymbolicState state = SymbolicState::initial(vocabulary_, proof_.base.controls[proof_.places[main].control]);
  Open open;
  const std::vector<Expr> shared = sharedIn(state);
  for (std::size_t i = 0; i < shared.size(); ++i) {
    open.formulas.push_back(shared[i]);
    open.meaning.emplace_back(0, i);
  }
  for (std::size_t i = 0; i < proof_.own[0].size(); ++i)
    if (has(proof_.places[main].tracked, i)) {
      open.formulas.push_back(in(state, 0, i, 0));
      open.meaning.emplace_back(1, i);
    }
  std::vector<PathValues> result;
  for (const Pattern &pattern : patterns({}, open.formulas)) {
    PathValues values;
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (pattern[i])
        (open.meaning[i].first == 0 ? values.shared : values.own) |= bit(open.meaning[i].second);
    result.push_back(std::move(values));
  }
  return result;
}

std::vector<PathValues> PathAbstraction::after(PlaceId from, const ThreadPath &path, PredicateBits shared,
                                               PredicateBits own) {
  const Frame &frame = frameOf(from, path);
  const std::tuple key{&path, shared & frame.relevantShared, own & frame.relevantOwn};
  auto known = after_.find(key);
  if (known == after_.end()) {
    std::vector<Expr> facts = frame.conditions;
    addFacts(facts, frame.sharedBefore, frame.relevantShared, shared);
    addFacts(facts, frame.ownBefore, frame.relevantOwn, own);
    known = after_.emplace(key, patterns(std::move(facts), frame.open.formulas)).first;
  }
  std::vector<PathValues> result;
  for (const Pattern &pattern : known->second) {
    PathValues values = frame.constants;
    values.shared |= shared & frame.copiedShared;
    values.own |= own & frame.copiedOwn;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const auto &[whose, index] = frame.open.meaning[i];
      if (pattern[i])
        (whose == 0 ? values.shared : whose == 1 ? values.own : values.children[whose - 2]) |= bit(index);
    }
    result.push_back(std::move(values));
  }
  return result;
}

const PathAbstraction::PassiveFrame &PathAbstraction::passiveFrameOf(PlaceId from, const ThreadPath &path,
                                                                     PlaceId passive) {
  const auto [entry, isNew] = passiveFrames_.try_emplace({&path, passive});
  PassiveFrame &result = entry->second;
  if (!isNew)
    return result;
  const Frame &frame = frameOf(from, path);
  const CfaId cfa = paths_.cfaAt(passive);
  const PredicateBits tracked = proof_.places[passive].tracked;
  const SymbolicState before = paths_.stateAt(from);
  for (std::size_t i = 0; i < proof_.own[cfa].size(); ++i) {
    result.before.push_back(vocabulary_.pool().boolean(true));
    if (!has(tracked, i))
      continue;
    result.before.back() = in(before, cfa, i, passiveSlot);
    const Expr after = in(path.state, cfa, i, passiveSlot);
    if (after == result.before.back()) {
      result.copied |= bit(i);
    } else if (after->isConstant()) {
      result.hasConstants = true;
      result.constants |= after->isTrue() ? bit(i) : 0;
    } else {
      result.open.formulas.push_back(after);
      result.open.meaning.emplace_back(1, i);
    }
  }
  if (result.open.formulas.empty() && !result.hasConstants)
    return result;
  result.conditions = facts_.axioms(paths_.cfaAt(from), path.handles, passiveSlot, cfa);
  std::vector<Expr> seeds = frame.conditions;
  for (const std::vector<Expr> *more : std::initializer_list<const std::vector<Expr> *>{
           &frame.open.formulas, &result.conditions, &result.open.formulas})
    seeds.insert(seeds.end(), more->begin(), more->end());
  findRelevant(seeds, {{&frame.sharedBefore, &result.relevantShared},
                       {&frame.ownBefore, &result.relevantOwn},
                       {&result.before, &result.relevantPassive}});
  result.relevantOwn &= proof_.places[from].tracked;
  result.relevantPassive &= tracked;
  return result;
}

std::vector<PredicateBits> PathAbstraction::passive(PlaceId from, const ThreadPath &path, PredicateBits shared,
                                                    PredicateBits own, const PathValues &after, PlaceId passive,
                                                    PredicateBits values) {
  const Frame &frame = frameOf(from, path);
  const PassiveFrame &other = passiveFrameOf(from, path, passive);
  Pattern obtained; // by the active thread
  for (const auto &[whose, index] : frame.open.meaning)
    obtained.push_back(has(whose == 0 ? after.shared : whose == 1 ? after.own : after.children[whose - 2], index));
  const std::tuple key{&other, shared & other.relevantShared, own & other.relevantOwn, values & other.relevantPassive,
                       obtained};
  auto known = passive_.find(key);
  if (known == passive_.end()) {
    std::vector<Expr> facts = frame.conditions;
    facts.insert(facts.end(), other.conditions.begin(), other.conditions.end());
    for (std::size_t i = 0; i < obtained.size(); ++i)
      facts.push_back(obtained[i] ? frame.open.formulas[i] : vocabulary_.pool().negate(frame.open.formulas[i]));
    addFacts(facts, frame.sharedBefore, other.relevantShared, shared);
    addFacts(facts, frame.ownBefore, other.relevantOwn, own);
    addFacts(facts, other.before, other.relevantPassive, values);
    known = passive_.emplace(key, patterns(std::move(facts), other.open.formulas)).first;
  }
  std::vector<PredicateBits> result;
  for (const Pattern &pattern : known->second) {
    PredicateBits now = (values & other.copied) | other.constants;
    for (std::size_t i = 0; i < pattern.size(); ++i)
      if (pattern[i])
        now |= bit(other.open.meaning[i].second);
    result.push_back(now);
  }
  return result;
}

PathAbstraction::MeetingFrame &PathAbstraction::meetingFrameOf(PlaceId first, PlaceId second,
                                                               const ParametricRaces::Encounter &encounter) {
  const auto [entry, isNew] = meetingFrames_.try_emplace(&encounter);
  MeetingFrame &frame = entry->second;
  if (!isNew)
    return frame;
  frame.facts = encounter.facts;
  for (const Expr axiom : facts_.axioms(paths_.cfaAt(first), {}, passiveSlot, paths_.cfaAt(second)))
    frame.facts.push_back(axiom);
  frame.sharedBefore = sharedIn(paths_.stateAt(first));
  frame.ownBefore = ownIn(first);
  for (const Expr predicate : ownIn(second))
    frame.otherBefore.push_back(ofOther(vocabulary_, predicate));
  findRelevant(frame.facts, {{&frame.sharedBefore, &frame.relevantShared},
                             {&frame.ownBefore, &frame.relevantOwn},
                             {&frame.otherBefore, &frame.relevantOther}});
  frame.relevantOwn &= proof_.places[first].tracked;
  frame.relevantOther &= proof_.places[second].tracked;
  return frame;
}

bool PathAbstraction::canMeet(PlaceId first, PlaceId second, const ParametricRaces::Encounter &encounter,
                              PredicateBits shared, PredicateBits own, PredicateBits other) {
  if (encounter.facts.empty())
    return true;
  MeetingFrame &frame = meetingFrameOf(first, second, encounter);
  const std::tuple key{shared & frame.relevantShared, own & frame.relevantOwn, other & frame.relevantOther};
  const auto [entry, isNew] = frame.known.try_emplace(key);
  if (isNew) {
    std::vector<Expr> facts = frame.facts;
    addFacts(facts, frame.sharedBefore, frame.relevantShared, shared);
    addFacts(facts, frame.ownBefore, frame.relevantOwn, own);
    addFacts(facts, frame.otherBefore, frame.relevantOther, other);
    entry->second = findModel(facts) != nullptr;
  }
  return entry->second;
}

} // namespace heddle::proof
