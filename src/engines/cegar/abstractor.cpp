#include "engines/cegar/abstractor.hpp"

#include "engines/cegar/error_distance.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::Node;
using reachability::noNode;
using reachability::ObjectControl;
using reachability::PersistentSets;
using reachability::Tree;
using tree::Mutation;

namespace {

std::size_t sizeOf(const AbstractState &state) { return state.values.size() + state.literals.size(); }

std::size_t hashOf(const AbstractState &state) {
  std::size_t hash = state.values.size();
  for (const auto &[variable, value] : state.values)
    hash = support::combine(support::combine(hash, variable), value->id);
  for (const Expr literal : state.literals)
    hash = support::combine(hash, literal->id);
  return hash;
}

/// The number of values of one variable, over all states, up to which it is tracked.
constexpr std::size_t maxValues = 200;

bool isTarget(const Transition &transition) {
  switch (transition.kind) {
  case Transition::Kind::Violation:
  case Transition::Kind::Halt:
    return true;
  case Transition::Kind::Stop:
    return transition.isUndefined;
  case Transition::Kind::Step:
  case Transition::Kind::End:
    break;
  }
  return false;
}

} // namespace

Abstractor::Abstractor(const Context &context, const Options &options, const Weakening &weakening,
                       reachability::Semantics &semantics, Domain &domain, const Precision &precision)
    : context_(context), options_(options), weakening_(weakening), semantics_(semantics), program_(semantics.program()),
      domain_(domain), precision_(precision), distances_(errorDistances(program_)),
      sets_(semantics,
            {.isAware = options.reduction == Options::Reduction::Aware,
             .readsCommute = options.readsCommute,
             .leavesLoops = !weakening.mayCloseLoops},
            distances_) {
  restart();
}

void Abstractor::restart() {
  tree_ = std::make_unique<Tree>(semantics_.variables().pool());
  extras_.clear();
  candidates_.clear();
  queue_.clear();
  ranked_.clear();
  tooMany_.reset();
  valuesSeen_.clear();
  sets_.track(precision_.memory());
  AbstractState initial = domain_.initial(precision_);
  for (auto &[variable, value] : initial.values)
    if (value->isConstant() && mutator_.strikes(Mutation::WrongInitialState))
      value = semantics_.variables().pool().constant(value->value ^ 1, value->width);
  enqueue(add(noNode, nullptr, semantics_.initialControl(), std::move(initial)));
}

NodeId Abstractor::add(NodeId parent, const Transition *via, ControlId control, AbstractState state) {
  Node node;
  node.parent = parent;
  node.via = via;
  node.control = control;
  node.depth = parent == noNode ? 0 : (*tree_)[parent].depth + 1;
  ++counts_.states;
  extras_.push_back({std::move(state), {}});
  return tree_->add(std::move(node));
}

unsigned Abstractor::distance(NodeId node) {
  unsigned result = unreachableDistance;
  for (const reachability::ThreadControl &thread : semantics_.control((*tree_)[node].control).threads)
    if (thread.isActive())
      result = std::min(result, distances_[thread.cfa][thread.location]);
  return result;
}

void Abstractor::enqueue(NodeId id) {
  Node &node = (*tree_)[id];
  if (node.isQueued)
    return;
  node.isQueued = true;
  if (options_.search == Options::Search::ErrorDistance)
    ranked_.emplace(distance(id), id);
  else if (options_.search == Options::Search::Breadth)
    ranked_.emplace(node.depth, id); // pruning adds nodes that are closer to the root than queued ones
  else
    queue_.push_back(id);
}

NodeId Abstractor::dequeue() {
  NodeId id = noNode;
  if (!ranked_.empty()) {
    id = ranked_.begin()->second;
    ranked_.erase(ranked_.begin());
  } else if (options_.search == Options::Search::Mixed && takesOldest_) {
    id = queue_.front();
    queue_.pop_front();
  } else {
    id = queue_.back();
    queue_.pop_back();
  }
  takesOldest_ = !takesOldest_;
  (*tree_)[id].isQueued = false;
  return id;
}

std::optional<Abstractor::Target> Abstractor::explore() {
  target_.reset();
  for (std::uint64_t rounds = 0; !queue_.empty() || !ranked_.empty(); ++rounds) {
    if (context_.cancellation.poll())
      return std::nullopt;
    if (rounds % 1024 == 1023) {
      context_.report(fmt::format("cegar: {} abstract states, precision {}", tree_->size(),
                                  precision_.countVariables() + precision_.countPredicates()));
      context_.log.info("{} abstract states, {} open, {} covers", tree_->size(), queue_.size() + ranked_.size(),
                        counts_.covers);
    }
    const NodeId node = dequeue();
    if ((*tree_)[node].isRemoved || (*tree_)[node].coveredBy != noNode || tryCover(node))
      continue;
    expand(node);
    if (tooMany_)
      return std::nullopt;
    if (target_) {
      // The next call expands the rest of the node.
      enqueue(node);
      return target_;
    }
  }
  return std::nullopt;
}

bool Abstractor::coverWrongly(NodeId id) {
  if (mutator_.strikes(Mutation::CoverElsewhere)) {
    for (NodeId by = 0; by < id; ++by)
      if (const Node &node = (*tree_)[by];
          !node.isRemoved && node.coveredBy == noNode && node.control != (*tree_)[id].control) {
        tree_->cover(id, by);
        return true;
      }
  }
  if (!mutator_.strikes(Mutation::CoverByCovered) && !mutator_.strikes(Mutation::CoverWithoutImplication))
    return false;
  for (const NodeId by : tree_->at((*tree_)[id].control))
    if (by < id && !(*tree_)[by].isRemoved &&
        (mutator_.is(Mutation::CoverByCovered) || (*tree_)[by].coveredBy == noNode)) {
      tree_->cover(id, by);
      // A cycle: the covering node was expanded, but is now covered by one of its descendants.
      if (mutator_.is(Mutation::CoverByCovered) && (*tree_)[by].coveredBy == noNode && by != 0)
        tree_->cover(by, id);
      return true;
    }
  return false;
}

bool Abstractor::tryCover(NodeId id) {
  if ((*tree_)[id].isExpanded)
    return false;
  if (coverWrongly(id))
    return true;
  const AbstractState &state = extras_[id].state;
  Candidates &candidates = candidates_[(*tree_)[id].control];
  const auto coverBy = [&](NodeId by) {
    if (by == id || (*tree_)[by].isRemoved)
      return false;
    tree_->cover(id, by);
    ++counts_.covers;
    context_.log.debug("node {}: covered by {}", id, by);
    return true;
  };
  const std::size_t hash = hashOf(state);
  const auto [first, last] = candidates.byHash.equal_range(hash);
  for (auto equal = first; equal != last; ++equal)
    if (extras_[equal->second].state == state && coverBy(equal->second))
      return true;
  const bool asksSolver = options_.domain == Options::Domain::Boolean;
  for (const auto &[size, nodes] : candidates.bySize) {
    if (size >= sizeOf(state) && !asksSolver)
      break;
    for (const NodeId by : nodes) {
      const AbstractState &other = extras_[by].state;
      const bool isWithin = state.isWithin(other) || (asksSolver && other.values.empty() &&
                                                      std::all_of(other.literals.begin(), other.literals.end(),
                                                                  [&](Expr e) { return domain_.entails(state, e); }));
      if (isWithin && coverBy(by))
        return true;
    }
  }
  candidates.byHash.emplace(hash, id);
  candidates.bySize[sizeOf(state)].push_back(id);
  return false;
}

void Abstractor::expand(NodeId id) {
  Node &node = (*tree_)[id];
  node.isExpanded = true;
  const Control &control = semantics_.control(node.control);
  if (const unsigned running = control.running(program_); running != Control::noSlot) {
    expandThread(id, running);
    return;
  }
  if (node.required.empty()) {
    extras_[id].persistent = persistentSetAt(id, nullptr);
    node.required = extras_[id].persistent.threads;
  }
  for (unsigned slot = 0; slot < node.required.size() && !target_; ++slot)
    if (node.required[slot] && !mutator_.strikes(Mutation::SkipThread))
      expandThread(id, slot);
}

PersistentSets::Set Abstractor::persistentSetAt(NodeId id, const std::vector<bool> *initial) {
  const ControlId controlId = (*tree_)[id].control;
  const Control &control = semantics_.control(controlId);
  std::vector<bool> all = control.activeThreads();
  const auto active = static_cast<std::uint64_t>(std::count(all.begin(), all.end(), true));
  if (options_.reduction == Options::Reduction::None || active < 2)
    return {std::move(all), {}};
  if (mutator_.strikes(Mutation::SmallPersistentSet)) {
    PersistentSets::Set smallest{std::vector<bool>(all.size()), {}};
    smallest.threads[static_cast<std::size_t>(std::find(all.begin(), all.end(), true) - all.begin())] = true;
    return smallest;
  }
  static const analysis::RegionSet everywhere{analysis::Region::anywhere()};
  analysis::RegionSet assumed;
  const analysis::RegionSet &tracked = options_.reduction == Options::Reduction::Aware ? sets_.tracked() : everywhere;
  const auto canStep = [&](unsigned slot) {
    const std::vector<Transition> &transitions = semantics_.successors(controlId, slot);
    return sets_.canComeFirst(control.threads[slot]) &&
           (weakening_.mayBeBlocked || domain_.proveEnabled(extras_[id].state, transitions, control, tracked, assumed));
  };
  const auto suffices = [&](const PersistentSets::Set &set) {
    for (unsigned slot = 0; slot < set.threads.size(); ++slot)
      if (set.threads[slot] && canStep(slot))
        return true;
    return false;
  };
  PersistentSets::Set set =
      initial != nullptr ? sets_.around(controlId, *initial, suffices) : sets_.smallest(controlId, suffices);
  set.validity.insert(set.validity.end(), assumed.begin(), assumed.end());
  const auto members = static_cast<std::uint64_t>(std::count(set.threads.begin(), set.threads.end(), true));
  ++counts_.sets;
  counts_.members += members;
  counts_.choices += active;
  context_.log.debug("node {}: persistent set of {} of {} active threads", id, members, active);
  return set;
}

void Abstractor::expandThread(NodeId id, unsigned slot) {
  Node &node = (*tree_)[id];
  if (node.expanded.size() <= slot)
    node.expanded.resize(slot + 1);
  if (node.expanded[slot])
    return;
  const std::vector<Transition> &transitions = semantics_.successors(node.control, slot);
  // Targets first: the node is not expanded before they are refuted or dismissed.
  for (const Transition &transition : transitions)
    if (isTarget(transition) && !mutator_.strikes(Mutation::SkipErrorCheck) && !dismissed_.contains(&transition) &&
        domain_.isFeasible(extras_[id].state, transition)) {
      target_ = {id, &transition};
      return;
    }
  node.expanded[slot] = true;
  // Where the queue is a stack, the first transition is to be explored first.
  for (auto transition = transitions.rbegin(); transition != transitions.rend(); ++transition)
    if (!mutator_.strikes(Mutation::ForgetSuccessor))
      addSuccessors(id, *transition);
}

void Abstractor::addSuccessors(NodeId id, const Transition &transition) {
  if (transition.kind != Transition::Kind::Step && transition.kind != Transition::Kind::Stop)
    return;
  if (!transition.conditions.empty() && mutator_.strikes(Mutation::ClaimInfeasible))
    return;
  ++counts_.actions;
  const ControlId target = withoutDeadObjects(transition.target, extras_[id].state, transition);
  for (AbstractState &state : domain_.successors(extras_[id].state, transition, target, precision_)) {
    for (auto &[variable, value] : state.values)
      if (const Expr before = extras_[id].state.valueOf(variable);
          before != nullptr && before != value && mutator_.strikes(Mutation::StaleValue))
        value = before;
    if (domain_.hasPredicates())
      countValues(target, state);
    const NodeId added = add(id, &transition, target, std::move(state));
    context_.log.trace("node {}: child of {} at depth {}, by thread {}; {} values and {} literals", added, id,
                       (*tree_)[added].depth, transition.slot, extras_[added].state.values.size(),
                       extras_[added].state.literals.size());
    enqueue(added);
  }
}

void Abstractor::countValues(ControlId control, const AbstractState &state) {
  for (const auto &[variable, value] : state.values) {
    std::unordered_set<Expr> &seen = valuesSeen_[variable];
    if (seen.size() <= maxValues && seen.insert(value).second && seen.size() > maxValues && !tooMany_)
      tooMany_ = {control, variable};
  }
}

/// The control location without the dead objects to which no pointer is left, so that their ids can be reused.
ControlId Abstractor::withoutDeadObjects(ControlId id, const AbstractState &before, const Transition &via) {
  const Control &control = semantics_.control(id);
  if (std::all_of(control.objects.begin(), control.objects.end(), [](const ObjectControl &o) { return o.alive; }))
    return id;
  program::ExprPool &pool = semantics_.variables().pool();
  const unsigned offsetBits = program_.pointers.offsetBits;
  const auto mayBeReferenced = [&](const ObjectControl &object) {
    const std::vector<Expr> holders = semantics_.holders(control, object);
    return std::any_of(holders.begin(), holders.end(), [&](Expr holder) {
      const Expr assigned = via.valueOf(holder);
      const Expr value = assigned != nullptr ? assigned : before.valueOf(holder->index);
      if (holder->width != program_.pointers.width || value == nullptr || !value->isConstant() ||
          !domain_.hasValues() || !precision_.tracks(id, holder->index)) // the label must justify the removal
        return true;
      return pool.extract(value, offsetBits, value->width - offsetBits)->value == object.id;
    });
  };
  Control remaining = control;
  std::erase_if(remaining.objects, [&](const ObjectControl &object) {
    return !object.alive && (!mayBeReferenced(object) || mutator_.strikes(Mutation::ForgetObjects));
  });
  return semantics_.intern(remaining);
}

/// Removes the subtree of the node; nodes that were covered by one of its nodes are queued again. A control location
/// may have thousands of candidates, many of which are removed together, so each list of candidates is searched only
/// once.
void Abstractor::remove(NodeId root) {
  std::unordered_set<ControlId> controls;
  tree_->forEachBelow(root, [&](NodeId node) {
    if ((*tree_)[node].isExpanded)
      controls.insert((*tree_)[node].control);
    extras_[node] = {};
  });
  for (const NodeId orphan : tree_->remove(root))
    enqueue(orphan);
  const auto isRemoved = [this](NodeId node) { return (*tree_)[node].isRemoved; };
  for (const ControlId control : controls) {
    Candidates &candidates = candidates_[control];
    for (auto &[size, nodes] : candidates.bySize)
      std::erase_if(nodes, isRemoved);
    std::erase_if(candidates.byHash, [&](const auto &entry) { return isRemoved(entry.second); });
  }
}

void Abstractor::prune(NodeId id) {
  const NodeId parent = (*tree_)[id].parent;
  if (parent == noNode) {
    restart();
    return;
  }
  const Transition &via = *(*tree_)[id].via;
  remove(id);
  sets_.track(precision_.memory());
  addSuccessors(parent, via);
  if (options_.reduction == Options::Reduction::Aware && !weakening_.noValiditySets)
    reprocess();
}

/// Algorithm 4: extends the persistent sets that are no longer valid with the new precision.
void Abstractor::reprocess() {
  for (NodeId id = 0; id < tree_->size(); ++id) {
    Node &node = (*tree_)[id];
    if (node.isRemoved || node.coveredBy != noNode || !node.isExpanded || node.required.empty() ||
        !mayOverlap(extras_[id].persistent.validity, sets_.tracked()))
      continue;
    ++counts_.reprocessed;
    context_.log.debug("node {}: its persistent set is no longer valid", id);
    extras_[id].persistent = persistentSetAt(id, &node.required);
    node.required = extras_[id].persistent.threads;
    enqueue(id);
  }
}

std::size_t Abstractor::countNodes() const {
  std::size_t count = 0;
  for (NodeId id = 0; id < tree_->size(); ++id)
    count += (*tree_)[id].isRemoved ? 0 : 1;
  return count;
}

const Tree &Abstractor::finishedTree() {
  for (NodeId id = 0; id < tree_->size(); ++id)
    if (!(*tree_)[id].isRemoved)
      (*tree_)[id].label = domain_.formulasOf(extras_[id].state);
  return *tree_;
}

} // namespace heddle::engines::cegar
