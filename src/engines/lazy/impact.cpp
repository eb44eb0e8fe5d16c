#include "engines/lazy/impact.hpp"

#include "engines/tree/proof_export.hpp"
#include "program/unchecked.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace heddle::engines::lazy {

using namespace reachability;
using tree::Mutation;

namespace {

std::unique_ptr<Interpolator> makeInterpolator(const Options &options, const Tree &tree, PathValues &values,
                                               Entailment &entailment, StateVariables &variables) {
  if (options.interpolants == Options::Interpolants::Facts)
    return std::make_unique<PathFacts>(tree, values, entailment, variables);
  return std::make_unique<WeakestPreconditions>(tree, values, entailment, variables);
}

/// How often a cover of one node is forced although that may break other covers.
constexpr unsigned maxForcedAtAnyCost = 10;

} // namespace

Impact::Impact(const Context &context, const Options &options, const Weakening &weakening)
    : context_(context), program_(context.program), options_(options), weakening_(weakening),
      setting_(context, options.tree.solver,
               weakening.mutator.is(tree::Mutation::NoPauses) ? Semantics::Rests::BeforeVisibleOnly
                                                              : Semantics::Rests::BeforeVisible),
      tree_(setting_.pool), values_(tree_, setting_.pool),
      interpolator_(makeInterpolator(options, tree_, values_, entailment_, setting_.variables)),
      facts_(context.facts != nullptr ? &context.facts->values : nullptr, semantics_),
      labels_(tree_, setting_.variables, values_, entailment_, *interpolator_, &facts_),
      reduction_(semantics_, tree_, labels_, !weakening.mutator.is(tree::Mutation::IgnoreStackEnds)) {
  interpolator_->useFacts(&facts_);
}

Answer Impact::run() {
  build();
  context_.log.info("{}: {} nodes, {} covers ({} forced, {} undone), {} refinements",
                    error_.node != noNode          ? "error path found"
                    : context_.cancellation.poll() ? "cancelled"
                                                   : "no open nodes left",
                    tree_.size(), counts_.covers, counts_.forced, counts_.uncovered, counts_.refinements);
  if (error_.node != noNode)
    return tree::executePath(context_, error_, tree_, setting_);
  if (context_.cancellation.poll())
    return cancelledOrGivenUp(context_.cancellation, fmt::format("{} nodes without a violation", tree_.size()));
  return halt_ ? Answer{*halt_} : proved(program_);
}

proof::ReachabilityProof Impact::proof() {
  proof::ReachabilityProof proof = tree::exportProof(tree_, semantics_);
  if (facts_.uses() != 0)
    proof.certificate = tree::certificateOf(*context_.facts);
  return proof;
}

// MAIN
/// Builds the tree until it has an error path or no open node, or until the work is cancelled.
void Impact::build() {
  Node root;
  root.control = semantics_.initialControl();
  for (const auto &[variable, value] : semantics_.initialState().values)
    root.values.emplace_back(variable->index,
                             value->isConstant() && value->width > 1 && mutator_.strikes(Mutation::WrongInitialState)
                                 ? setting_.pool.constant(value->value ^ 1, value->width)
                                 : value);
  root.stepStart = 0;
  enqueue(tree_.add(std::move(root)));
  std::uint64_t rounds = 0;
  while (!queue_.empty()) {
    if (context_.cancellation.poll())
      return;
    if (++rounds % 1024 == 0) {
      context_.report(fmt::format("lazy: {} nodes, {} open", tree_.size(), queue_.size()));
      context_.log.info("{} nodes, {} open, {} covers, {} refinements", tree_.size(), queue_.size(), counts_.covers,
                        counts_.refinements);
    }
    const NodeId node = dequeue();
    if (tree_.isCovered(node)) {
      tree_[node].wasPassedOver = true;
      continue;
    }
    {
      const support::Stopwatch stopwatch(counts_.covering);
      close(node);
    }
    if (error_.node == noNode && tree_[node].coveredBy == noNode) {
      const support::Stopwatch stopwatch(counts_.expanding);
      expand(node);
    }
    if (error_.node == noNode) {
      const support::Stopwatch stopwatch(counts_.covering);
      mendCovers();
    }
    if (error_.node != noNode)
      return;
  }
}

void Impact::enqueue(NodeId node) {
  if (tree_[node].isQueued)
    return;
  tree_[node].isQueued = true;
  queue_.push_back(node);
}

NodeId Impact::dequeue() {
  auto next = queue_.end() - 1;
  if (options_.search == Options::Search::Breadth)
    next = queue_.begin();
  else if (options_.search == Options::Search::Switches)
    next = std::min_element(queue_.begin(), queue_.end(),
                            [this](NodeId a, NodeId b) { return tree_[a].switches < tree_[b].switches; });
  const NodeId node = *next;
  queue_.erase(next);
  tree_[node].isQueued = false;
  return node;
}

bool Impact::isAtRest(NodeId node) const {
  return semantics_.control(tree_[node].control).running(program_) == Control::noSlot;
}

// EXPAND
void Impact::expand(NodeId id) {
  tree_[id].isExpanded = true;
  const Control &control = semantics_.control(tree_[id].control);
  if (const unsigned running = control.running(program_); running != Control::noSlot) {
    expandThread(id, running);
    return;
  }
  requireThreads(id);
  const auto count = static_cast<unsigned>(control.threads.size());
  for (unsigned slot = 0; slot < count && error_.node == noNode; ++slot)
    if (slot < tree_[id].required.size() && tree_[id].required[slot] && !mutator_.strikes(Mutation::SkipThread))
      expandThread(id, slot);
}

/// Marks the threads that SKIP does not exclude.
void Impact::requireThreads(NodeId id) {
  const Control &control = semantics_.control(tree_[id].control);
  tree_[id].required.resize(control.threads.size());
  for (unsigned slot = 0; slot < control.threads.size(); ++slot)
    if (control.threads[slot].isActive() && !tree_[id].required[slot])
      tree_[id].required[slot] = options_.reduction == Options::Reduction::Local || !mayBeSkipped(id, slot);
  if (context_.log.logs(support::Log::Level::Debug)) {
    const std::vector<bool> active = control.activeThreads();
    context_.log.debug("node {}: {} of {} active threads are required", id,
                       std::count(tree_[id].required.begin(), tree_[id].required.end(), true),
                       std::count(active.begin(), active.end(), true));
  }
}

// EXPAND-THREAD
void Impact::expandThread(NodeId id, unsigned slot) {
  Node &node = tree_[id];
  if (node.expanded.size() <= slot)
    node.expanded.resize(slot + 1);
  if (node.expanded[slot])
    return;
  node.expanded[slot] = true;
  const std::size_t before = queue_.size();
  for (const Transition &transition : semantics_.successors(node.control, slot))
    if (!mutator_.strikes(Mutation::ForgetSuccessor) &&
        (context_.cancellation.poll() || !takeTransition(id, transition)))
      return;
  // With depth-first search the queue is a stack: reversed, the first transition is explored first.
  if (options_.search == Options::Search::Depth)
    std::reverse(queue_.begin() + static_cast<std::ptrdiff_t>(before), queue_.end());
}

bool Impact::stepChangedNothing(NodeId node) const {
  for (NodeId at = node; at != tree_[node].stepStart; at = tree_[at].parent)
    if (tree_[at].via->changesShared)
      return false;
  return true;
}

bool Impact::takeTransition(NodeId id, const Transition &transition) {
  if (transition.kind == Transition::Kind::End ||
      (transition.kind == Transition::Kind::Violation && mutator_.strikes(Mutation::SkipErrorCheck)))
    return true;
  std::vector<std::pair<Expr, Expr>> symbols;
  for (const Expr input : transition.inputs)
    symbols.emplace_back(input, setting_.variables.newSymbol(input->width));
  for (const Content &content : transition.contents)
    symbols.emplace_back(content.input, setting_.variables.newSymbol(content.input->width));
  std::vector<Expr> conditions;
  bool open = false;
  bool refuted = false;
  for (const Expr condition : transition.conditions) {
    conditions.push_back(values_.at(id, condition, symbols));
    open = open || !conditions.back()->isConstant();
    refuted = refuted || conditions.back()->isFalse();
  }
  // If a thread is stopped in a step that has had no effect on other threads, they can do the same without that step.
  if (transition.kind == Transition::Kind::Stop && !transition.changesShared &&
      (isAtRest(id) || stepChangedNothing(id) || mutator_.strikes(Mutation::StopAfterEffect))) {
    if (!open && !refuted)
      warn(transition);
    return true;
  }
  const Edge edge{id, &transition, symbols};
  if (open && mutator_.strikes(Mutation::ClaimInfeasible))
    return true;
  if ((open || refuted) && labels_.refute(edge, conditions)) {
    ++counts_.refinements;
    if (context_.log.logs(support::Log::Level::Debug))
      context_.log.debug("node {}: refuted {}", id, describe(transition));
    return true;
  }
  if (context_.cancellation.poll())
    return true;
  switch (transition.kind) {
  case Transition::Kind::Violation:
    error_ = {id, &transition, std::move(symbols), std::move(conditions)};
    if (context_.log.logs(support::Log::Level::Debug))
      context_.log.debug("node {}: the path can be extended to a violation, by {}", id, describe(transition));
    return false;
  case Transition::Kind::Halt:
    if (!halt_)
      halt_ = Unknown{Unknown::Kind::Unsupported,
                      fmt::format("{} at {}", transition.message,
                                  program_.sources.describe(program_.sources.userSpan(transition.span)))};
    return true;
  case Transition::Kind::Stop:
    warn(transition);
    [[fallthrough]];
  default:
    enqueue(addChild(id, transition, std::move(symbols), std::move(conditions)));
    return true;
  }
}

std::string Impact::describe(const Transition &transition) const {
  return fmt::format("a transition of thread {} at {}", transition.slot,
                     program_.sources.describe(program_.sources.userSpan(transition.span)));
}

/// Warns of undefined behaviour that is not checked, once for each source location.
void Impact::warn(const Transition &transition) {
  const program::SourceSpan span = program_.sources.userSpan(transition.span);
  if (!transition.isUndefined || std::any_of(warnings_.begin(), warnings_.end(),
                                             [&](const program::Warning &known) { return known.span == span; }))
    return;
  warnings_.push_back({program::uncheckedBehaviour(transition.message, transition.property), span, false});
}

NodeId Impact::addChild(NodeId id, const Transition &transition, std::vector<std::pair<Expr, Expr>> symbols,
                        std::vector<Expr> conditions) {
  Node child;
  child.parent = id;
  child.via = &transition;
  child.control = transition.target;
  child.depth = tree_[id].depth + 1;
  const Transition *last = tree_[id].via;
  child.switches = tree_[id].switches + (last != nullptr && last->slot != transition.slot ? 1 : 0);
  child.stepStart = isAtRest(id) ? id : tree_[id].stepStart;
  child.values = values_.assigned(id, transition, symbols);
  child.symbols = std::move(symbols);
  child.conditions = std::move(conditions);
  counts_.nodesOfCoverExpansions += expandsForCover_ ? 1 : 0;
  const std::vector<Expr> reasons = forgetObjects(id, child);
  const NodeId added = tree_.add(std::move(child));
  if (context_.log.logs(support::Log::Level::Trace))
    context_.log.trace("node {}: child of {} at depth {}, by {}", added, id, tree_[added].depth, describe(transition));
  for (const Expr reason : reasons) {
    [[maybe_unused]] const bool holds = labels_.establish(added, reason);
    assert(holds && "a formula that is true on the path can be established");
  }
  return added;
}

/// Removes dead objects to which no pointer is left from the control location, so that their ids can be reused. Returns
/// the formulas that the label of the child must contain to justify this.
std::vector<Expr> Impact::forgetObjects(NodeId parent, Node &child) {
  std::vector<Expr> reasons;
  const Control &control = semantics_.control(child.control);
  if (std::all_of(control.objects.begin(), control.objects.end(), [](const ObjectControl &o) { return o.alive; }))
    return reasons;
  Control remaining = control;
  const unsigned offsetBits = program_.pointers.offsetBits;
  for (const ObjectControl &object : control.objects) {
    if (object.alive)
      continue;
    std::vector<Expr> own;
    for (const Expr holder : semantics_.holders(control, object)) {
      if (holder->width != program_.pointers.width) {
        own.push_back(setting_.pool.boolean(false)); // a part of a pointer: not supported
        break;
      }
      const Expr pointee = setting_.pool.extract(holder, offsetBits, holder->width - offsetBits);
      const Expr reason = setting_.pool.ne(pointee, setting_.pool.constant(object.id, pointee->width));
      const Expr before = setting_.pool.substitute(reason, [&](Expr variable) { return child.via->valueOf(variable); });
      own.push_back(values_.at(parent, before, child.symbols)->isTrue() ? reason : setting_.pool.boolean(false));
      if (mutator_.strikes(Mutation::ForgetObjects))
        own.pop_back();
      else if (own.back()->isFalse())
        break;
    }
    if (!own.empty() && own.back()->isFalse())
      continue;
    std::erase_if(remaining.objects, [&](const ObjectControl &o) { return o.id == object.id; });
    reasons.insert(reasons.end(), own.begin(), own.end());
  }
  child.control = semantics_.intern(remaining);
  return reasons;
}

/// Whether the steps in progress at the two nodes are indistinguishable for other threads. What the reduction skips
/// after a node, and which stopped threads need no node, depends on what the step has done so far. Hence a node in the
/// middle of a step may cover another one only if the steps of both have done the same.
bool Impact::areInTheSameStep(NodeId a, NodeId b) const {
  if (mutator_.is(Mutation::CoverInsideStep))
    return true;
  if (tree_[a].stepStart != tree_[b].stepStart)
    return false;
  const auto observable = [this](NodeId node) {
    std::vector<const Transition *> result;
    for (NodeId at = node; at != tree_[node].stepStart; at = tree_[at].parent)
      if (const Transition &via = *tree_[at].via; via.isScheduled || via.changesShared || !via.accesses.empty())
        result.push_back(&via);
    return result;
  };
  return observable(a) == observable(b);
}

// CLOSE
void Impact::close(NodeId id) {
  const bool atRest = isAtRest(id);
  if (coverWrongly(id))
    return;
  for (const NodeId by : tree_.at(tree_[id].control)) {
    if (by >= id || context_.cancellation.poll())
      break;
    if (!tree_.isCovered(by) && (atRest || areInTheSameStep(id, by)) && establishCover(id, by)) {
      cover(id, by);
      return;
    }
  }
}

/// Establishes the label of `by` at the node; if covers are forced, by strengthening labels. False if the label of `by`
/// does not hold at the node. The tests are tried from cheap to expensive: syntactic, by the values on the path, by the
/// cache, by the solver.
bool Impact::establishCover(NodeId id, NodeId by) {
  if (mutator_.strikes(Mutation::CoverWithoutImplication))
    return true;
  std::vector<Expr> missing;
  for (const Expr conjunct : tree_[by].label) {
    // A conjunct about inputs of the path to `by` has no meaning on another path.
    if (!setting_.variables.vocabularyOf(conjunct).isState())
      return false;
    if (tree_.hasConjunct(id, conjunct)) {
      ++counts_.syntactic;
      continue;
    }
    // The path is feasible, so its label does not entail a conjunct that is false on it.
    if (valueAt(id, conjunct)->isFalse())
      return false;
    missing.push_back(conjunct);
  }
  const auto isEntailedAt = [this](NodeId node, Expr conjunct) { return isEntailed(node, conjunct); };
  if (!options_.forceCover)
    return std::all_of(missing.begin(), missing.end(), [&](Expr conjunct) { return isEntailed(id, conjunct); });
  if (missing.empty())
    return true;
  // Forcing a cover may break another one, which when forced again breaks the first. To guarantee termination, after a
  // few times a cover is forced only if that keeps all others.
  if (!labels_.establishAll(id, missing, by, isEntailedAt, tree_[id].timesForced >= maxForcedAtAnyCost))
    return false;
  ++counts_.forced;
  ++tree_[id].timesForced;
  context_.log.debug("node {}: cover by {} is forced, {} conjuncts established", id, by, missing.size());
  return true;
}

/// The value of the conjunct on the path. Cached for the last node, because the labels of the candidates for covering
/// it share most of their conjuncts.
Expr Impact::valueAt(NodeId id, Expr conjunct) {
  if (evaluatedAt_ != id) {
    evaluatedAt_ = id;
    evaluated_.clear();
  }
  const auto [known, isNew] = evaluated_.try_emplace(conjunct, nullptr);
  if (isNew)
    known->second = values_.at(id, conjunct);
  return known->second;
}

bool Impact::isEntailed(NodeId id, Expr conjunct) {
  if (tree_.hasConjunct(id, conjunct))
    return true;
  if (facts_.imply(tree_[id].control, conjunct))
    return true;
  if (tree_[id].label.empty() || values_.at(id, conjunct)->isFalse())
    return false;
  std::vector<Expr> query = tree_[id].label;
  query.push_back(conjunct);
  const auto [known, isNew] = implications_.try_emplace(std::move(query), false);
  if (isNew) {
    ++counts_.solved;
    known->second = entailment_.check(tree_[id].label, conjunct).has_value();
  } else {
    ++counts_.cached;
  }
  return known->second;
}

void Impact::cover(NodeId id, NodeId by) {
  ++counts_.covers;
  tree_.cover(id, by);
  context_.log.debug("node {}: covered by {}", id, by);
  // Nodes below a covered node cannot cover others.
  std::vector<NodeId> orphans;
  tree_.forEachBelow(
      id, [&](NodeId below) { orphans.insert(orphans.end(), tree_[below].covers.begin(), tree_[below].covers.end()); });
  for (const NodeId orphan : orphans)
    uncover(orphan);
  if (weakening_.noCoverExpansion || !isAtRest(id) || mutator_.is(Mutation::CoverElsewhere))
    return;
  // CLOSE◇: the threads that would have been expanded at the covered node are expanded at the covering one.
  requireThreads(id);
  for (unsigned slot = 0; slot < tree_[id].required.size(); ++slot) {
    Node &covering = tree_[by];
    if (!tree_[id].required[slot])
      continue;
    if (covering.required.size() <= slot)
      covering.required.resize(slot + 1);
    covering.required[slot] = true;
    if (!covering.isExpanded || (slot < covering.expanded.size() && covering.expanded[slot]))
      continue;
    ++counts_.coverExpansions;
    context_.log.debug("node {}: thread {} is expanded, because node {} requires it", by, slot, id);
    expandsForCover_ = true;
    expandThread(by, slot);
    expandsForCover_ = false;
  }
}

void Impact::uncover(NodeId id) {
  ++counts_.uncovered;
  context_.log.debug("node {}: no longer covered by {}", id, tree_[id].coveredBy);
  tree_.uncover(id);
  enqueue(id);
  tree_.forEachBelow(id, [&](NodeId below) {
    if (std::exchange(tree_[below].wasPassedOver, false))
      enqueue(below);
  });
}

/// REFINE, lines 37 to 42: a node whose label has been strengthened may cease to cover others, and may become covered.
void Impact::mendCovers() {
  // Keeping a cover may strengthen labels on the path to the covered node: repeat until no label has changed.
  for (std::vector<NodeId> nodes = labels_.takeStrengthened(); !nodes.empty(); nodes = labels_.takeStrengthened())
    for (const NodeId node : nodes) {
      if (context_.cancellation.poll())
        return;
      damageLabel(node);
      const std::vector<NodeId> covered = tree_[node].covers;
      for (const NodeId id : covered)
        if (tree_[id].coveredBy == node && !establishCover(id, node))
          uncover(id);
      // The stronger node may be covered now. With forced covers, that was already tried when the node was created.
      if (!options_.forceCover && !tree_.isCovered(node))
        close(node);
      if (error_.node != noNode)
        return;
    }
}

Statistics Impact::statistics() const {
  const double share =
      tree_.size() == 0 ? 0 : static_cast<double>(counts_.nodesOfCoverExpansions) / static_cast<double>(tree_.size());
  std::size_t largest = 0;
  for (NodeId node = 0; node < tree_.size(); ++node)
    largest = std::max(largest, tree_[node].label.size());
  Statistics result;
  result.count("nodes", tree_.size());
  result.count("controls", semantics_.countControls());
  result.count("labels.largest", largest);
  result.count("refinements", counts_.refinements);
  result.count("covers", counts_.covers);
  result.count("covers.forced", counts_.forced);
  result.count("covers.undone", counts_.uncovered);
  result.count("covers.expansions", counts_.coverExpansions);
  result.ratio("covers.expansions.share", share);
  result.count("implications.syntactic", counts_.syntactic);
  result.count("implications.cached", counts_.cached);
  result.count("implications.solved", counts_.solved);
  result.count("independences.proved", reduction_.conditional());
  if (context_.facts != nullptr)
    result.count("facts.used", facts_.uses());
  result.count("queries", entailment_.queries());
  result.time("time.covering", counts_.covering);
  result.time("time.expanding", counts_.expanding);
  result.time("time.solving", entailment_.time());
  return result;
}

} // namespace heddle::engines::lazy
