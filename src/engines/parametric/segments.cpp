#include "engines/parametric/segments.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::engines::parametric {

using reachability::Control;
using reachability::StateVariable;

namespace {

/// With more paths, or longer ones, the step is divided after each transition.
constexpr std::size_t mostPaths = 128;
constexpr std::size_t mostPieces = 64;

program::LocationId locationAfter(const reachability::Semantics &semantics, const Transition &transition) {
  if (transition.kind != Transition::Kind::Step)
    return 0;
  const Control &target = semantics.control(transition.target);
  return target.threads.empty() ? 0 : target.threads[0].location;
}

} // namespace

PlaceId Segments::intern(const Place &place) {
  const auto [entry, isNew] = placeIndex_.try_emplace(place, static_cast<PlaceId>(places_.size()));
  if (isNew)
    places_.push_back(place);
  return entry->second;
}

const std::vector<Segment> &Segments::of(PlaceId place) {
  const auto known = segments_.find(place);
  if (known != segments_.end())
    return known->second;
  std::vector<Segment> done;
  Partial start;
  start.at = start.from = places_[place].control;
  start.pointers = places_[place].pointers;
  extend(start, done, false);
  if (done.size() > mostPaths) {
    done.clear();
    extend(start, done, true);
  }
  return segments_.emplace(place, std::move(done)).first->second;
}

void Segments::extend(const Partial &partial, std::vector<Segment> &done, bool onlyOnce) {
  if (done.size() > mostPaths && !onlyOnce)
    return;
  const std::vector<Transition> &transitions = semantics_.successors(partial.at, 0);
  std::map<std::tuple<program::ActionId, Transition::Kind, program::LocationId>, std::size_t> seen;
  for (const Transition &transition : transitions) {
    Piece piece{transition.action, transition.kind, locationAfter(semantics_, transition), 0};
    piece.ordinal = seen[{piece.action, piece.kind, piece.to}]++;
    if (transition.kind == Transition::Kind::End)
      continue; // nothing follows
    Partial next = compose(partial, transition, piece);
    if (isContradictory(next.segment.conditions))
      continue;
    const bool isCut = onlyOnce || transition.closesLoop || next.segment.pieces.size() >= mostPieces;
    const bool rests = next.segment.continues && restsAt(next.at) && !mutator_.strikes(Mutation::MissRest);
    if (!next.segment.continues || rests || isCut)
      finish(std::move(next), done);
    else
      extend(next, done, false);
  }
}

Segments::Partial Segments::compose(const Partial &before, const Transition &transition, const Piece &piece) {
  reachability::StateVariables &variables = semantics_.variables();
  program::ExprPool &pool = variables.pool();
  std::map<VariableId, Expr> symbols;
  for (const Expr input : transition.inputs)
    symbols.emplace(input->index, variables.newSymbol(input->width));
  for (const reachability::Content &content : transition.contents)
    symbols.emplace(content.input->index, variables.newSymbol(content.input->width));
  const auto value = [&](Expr e) {
    return pool.substitute(e, [&](Expr variable) -> Expr {
      if (const auto symbol = symbols.find(variable->index); symbol != symbols.end())
        return symbol->second;
      if (const auto known = before.segment.updates.find(variable->index); known != before.segment.updates.end())
        return known->second;
      const auto pointer = before.pointers.find(variable->index);
      return pointer != before.pointers.end() ? pointer->second : nullptr;
    });
  };

  Partial next = before;
  Segment &segment = next.segment;
  segment.kind = transition.kind;
  segment.property = transition.property;
  segment.message = transition.message;
  segment.span = transition.span;
  segment.pieces.push_back(piece);
  for (const Expr condition : transition.conditions)
    if (const Expr here = value(condition); !here->isTrue())
      segment.conditions.push_back(here);
  const bool leads = transition.kind == Transition::Kind::Step || transition.kind == Transition::Kind::Stop;
  if (leads) {
    const Control &target = semantics_.control(transition.target);
    for (unsigned slot = 1; slot < target.threads.size(); ++slot) {
      Child child;
      child.cfa = target.threads[slot].cfa;
      Control own;
      own.threads.push_back(target.threads[slot]);
      child.place = intern({semantics_.intern(own), {}});
      child.handle = symbols.at(transition.handles[slot - 1]->index);
      segment.children.push_back(std::move(child));
    }
  }
  const std::size_t firstChild = before.segment.children.size();
  for (const reachability::Update &update : transition.updates) {
    const StateVariable what = variables[update.variable->index]; // a copy: new variables move the others
    if (what.kind == StateVariable::Kind::Result)
      continue; // results are inputs of the threads that join
    if (what.kind == StateVariable::Kind::Register && what.slot != 0) {
      const Expr own = variables.ofRegister(0, what.cfa, what.reg, what.width);
      if (leads)
        segment.children[firstChild + what.slot - 1].values[own->index] = value(update.value);
      continue;
    }
    if (what.kind == StateVariable::Kind::Cell && mutator_.strikes(Mutation::ForgetUpdate))
      continue;
    segment.updates[update.variable->index] = value(update.value);
  }
  segment.continues = false;
  if (!leads)
    return next;
  const Control &target = semantics_.control(transition.target);
  segment.continues = !target.threads.empty() && target.threads[0].isActive();
  if (segment.continues)
    next.at = alone(transition.target);
  return next;
}

void Segments::finish(Partial partial, std::vector<Segment> &done) {
  Segment &segment = partial.segment;
  forgetWeakReads(partial.from, segment);
  const Control none;
  const Control &target = segment.continues ? semantics_.control(partial.at) : none;
  std::erase_if(segment.updates, [&](const auto &update) {
    const StateVariable &what = semantics_.variables()[update.first];
    const bool isShared = what.kind == StateVariable::Kind::Cell && what.object < semantics_.program().objects.size();
    return !isShared && !semantics_.isLive(target, update.first);
  });
  if (segment.continues) {
    Place place{partial.at, std::move(partial.pointers)};
    std::erase_if(place.pointers, [&](const auto &pointer) {
      return segment.updates.contains(pointer.first) || !semantics_.isLive(target, pointer.first) ||
             !isOwnPointer(target, pointer.second);
    });
    for (const auto &[variable, value] : segment.updates)
      if (isOwnPointer(target, value))
        place.pointers.emplace(variable, value);
    segment.target = intern(place);
  }
  done.push_back(std::move(segment));
}

/// Replaces what the segment reads without synchronising by symbols (synchronisation.hpp).
void Segments::forgetWeakReads(ControlId from, Segment &segment) {
  if (synchronisation_ == nullptr)
    return;
  const program::CfaId cfa = semantics_.control(from).threads[0].cfa;
  std::vector<const program::Instruction *> path;
  for (const Piece &piece : segment.pieces)
    if (piece.action != Transition::noAction)
      for (const program::Instruction &instruction : semantics_.program().cfas[cfa].actions[piece.action].instructions)
        path.push_back(&instruction);
  const auto weak = synchronisation_->weakReads(cfa, path, restsAt(from));
  if (weak.empty())
    return;
  reachability::StateVariables &variables = semantics_.variables();
  std::map<VariableId, Expr> known; // the same cell, the symbol
  const auto valueOf = [&](Expr variable) -> Expr {
    const StateVariable what = variables[variable->index];
    if (what.kind != StateVariable::Kind::Cell || what.object >= semantics_.program().objects.size())
      return nullptr;
    if (const auto found = known.find(variable->index); found != known.end())
      return found->second;
    const auto cell = analysis::Region::object(what.object, what.offset, what.offset + what.width / 8);
    for (const Synchronisation::WeakRead &read : weak) {
      const bool isRead = std::any_of(read.regions.begin(), read.regions.end(), [&](const analysis::Region &region) {
        return analysis::mayOverlap(region, cell);
      });
      if (!isRead || (!read.values.empty() && read.regions.front() == cell && excludes(segment, variable, read.values)))
        continue;
      if (mutator_.strikes(Mutation::SynchroniseReads))
        continue;
      weakRead_ = weakRead_ ? weakRead_ : read.span;
      return known[variable->index] = variables.newSymbol(what.width);
    }
    return known[variable->index] = nullptr;
  };
  const auto forget = [&](Expr e) { return variables.pool().substitute(e, valueOf); };
  Segment result = segment;
  for (Expr &condition : result.conditions)
    condition = forget(condition);
  for (auto &[variable, value] : result.updates)
    value = forget(value);
  for (Child &child : result.children)
    for (auto &[variable, value] : child.values)
      value = forget(value);
  segment = std::move(result);
}

/// Whether the conditions of the segment exclude that the cell has one of the values.
bool Segments::excludes(const Segment &segment, Expr cell, const std::vector<program::Bits> &values) {
  program::ExprPool &pool = semantics_.variables().pool();
  return std::all_of(values.begin(), values.end(), [&](program::Bits value) {
    std::vector<Expr> conditions;
    for (const Expr condition : segment.conditions)
      conditions.push_back(pool.replace(condition, cell, pool.constant(value, cell->width)));
    return isContradictory(conditions);
  });
}

/// Whether the value is a pointer to an object of the thread.
bool Segments::isOwnPointer(const Control &control, Expr value) const {
  const program::PointerLayout &layout = semantics_.program().pointers;
  return value->isConstant() && value->width == layout.width && control.object(layout.object(value->value)) != nullptr;
}

ControlId Segments::alone(ControlId id) {
  Control control = semantics_.control(id);
  control.threads.resize(1);
  const Control before = control;
  std::erase_if(control.objects, [&](const reachability::ObjectControl &object) {
    return !object.alive && semantics_.holders(before, object).empty();
  });
  return semantics_.intern(control);
}

bool Segments::isContradictory(const std::vector<Expr> &conditions) {
  Expr all = semantics_.variables().pool().boolean(true);
  for (const Expr condition : conditions)
    all = semantics_.variables().pool().conjunction(all, condition);
  return all->isFalse();
}

} // namespace heddle::engines::parametric
