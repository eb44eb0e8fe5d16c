#include "proof/check.hpp"

#include "proof/check_form.hpp"
#include "proof/checker.hpp"
#include "proof/confirm_facts.hpp"
#include "proof/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

Checker::Checker(const program::Program &program, const ReachabilityProof &proof, Queries &queries)
    : program_(program), proof_(proof), queries_(queries), vocabulary_(program, proof), provenance_(program),
      live_(program.cfas.size()), covered_(proof.nodes.size()), changes_(proof.nodes.size()) {
  if (proof.certificate)
    facts_ = factsOf(program, *proof.certificate);
}

void Checker::reject(NodeId node, const std::string &what, program::SourceSpan span) const {
  const program::SourceSpan line = program_.sources.userSpan(span);
  throw CheckFailure{CheckResult::Kind::Invalid,
                     fmt::format("node {} ({}): {}{}", node, describe(program_, controlOf(node)), what,
                                 line.known() ? " at " + program_.sources.describe(line) : "")};
}

void Checker::giveUp(NodeId node, const std::string &what) const {
  throw CheckFailure{CheckResult::Kind::Inconclusive,
                     fmt::format("node {} ({}): {}", node, describe(program_, controlOf(node)), what)};
}

bool Checker::isAtRest(NodeId node) const {
  const std::vector<Thread> &threads = controlOf(node).threads;
  return std::all_of(threads.begin(), threads.end(), [](const Thread &t) { return !t.isActive() || t.resting; });
}

/// A conjunct of a label, over the names of the state that it describes.
Expr Checker::named(Expr conjunct) {
  const auto [entry, isNew] = named_.try_emplace(conjunct, nullptr);
  if (isNew)
    entry->second = SymbolicState(vocabulary_, {}).evaluateLabel(conjunct, proof_, {});
  return entry->second;
}

Checker::Premises Checker::premisesAt(NodeId node) {
  Premises result;
  for (const Expr conjunct : proof_.nodes[node].label) {
    result.formulas.push_back(named(conjunct));
    result.index.insert(result.formulas.back());
  }
  if (facts_)
    addFacts(node, result);
  return result;
}

void Checker::addFacts(NodeId node, Premises &premises) {
  program::ExprPool &pool = vocabulary_.pool();
  const SymbolicState state(vocabulary_, controlOf(node));
  const auto add = [&](const program::Bounds &bounds, Expr value) {
    if (const Expr formula = program::isWithin(pool, bounds, value); !formula->isTrue())
      premises.formulas.push_back(formula);
  };
  const std::vector<Thread> &threads = controlOf(node).threads;
  for (unsigned slot = 0; slot < threads.size(); ++slot) {
    const Thread &thread = threads[slot];
    if (!thread.isActive())
      continue;
    const program::ValueFacts::At &here = facts_->at(thread.cfa, thread.location);
    if (!here.isReachable)
      premises.formulas.push_back(pool.boolean(false));
    for (const auto &[reg, bounds] : here.registers)
      add(bounds, state.reg(slot, thread.cfa, reg));
    for (const auto &[piece, bounds] : here.memory)
      add(bounds, state.read(piece.object, piece.offset, piece.bytes));
    if (here.isShared)
      for (const auto &[piece, bounds] : facts_->shared)
        if (!here.memory.contains(piece))
          add(bounds, state.read(piece.object, piece.offset, piece.bytes));
  }
}

void Checker::check() {
  for (NodeId node = 0; node < proof_.nodes.size(); ++node)
    if (proof_.nodes[node].coveredBy != noNode)
      covered_[proof_.nodes[node].coveredBy].push_back(node);
  checkRoot();
  checkPauses();
  if (proof_.reduction == Reduction::Persistent)
    interference_.emplace(program_, proof_, provenance_);
  for (NodeId node = 0; node < proof_.nodes.size(); ++node) {
    if (proof_.nodes[node].coveredBy != noNode)
      checkCover(node);
    else
      checkNode(node);
  }
  for (const auto &[node, message] : stops_)
    checkStop(node, message);
  for (NodeId node = 0; node < proof_.nodes.size(); ++node)
    checkThreads(node);
}

void Checker::checkRoot() {
  const Control &control = controlOf(0);
  const Premises nothing;
  ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, nothing.formulas);
  const Thread main = semantics.arriveAt(0, program_.cfas[0].entry, false);
  if (control.threads != std::vector<Thread>{main} || !control.objects.empty())
    reject(0, "this is not the initial control location of the program");
  const SymbolicState state = SymbolicState::initial(vocabulary_, control);
  const Successor start{.kind = Successor::Kind::Step, .state = state, .accesses = {}, .message = {}, .span = {}};
  if (!followsAt(0, start, nothing))
    reject(0, "the initial state does not satisfy the label of the root");
}

void Checker::checkCover(NodeId node) {
  const NodeId by = proof_.nodes[node].coveredBy;
  if (proof_.nodes[by].coveredBy != noNode)
    reject(node, fmt::format("it is covered by node {}, which is covered itself", by));
  if (controlOf(node) != controlOf(by))
    reject(node, fmt::format("it is covered by node {}, which has another control location", by));
  const Premises premises = premisesAt(node);
  for (const Expr conjunct : proof_.nodes[by].label) {
    const Expr goal = named(conjunct);
    if (premises.index.contains(goal) || goal->isTrue())
      continue;
    const Expr negated = vocabulary_.pool().negate(goal);
    if (queries_.findModel(premises.formulas, std::span(&negated, 1)))
      reject(node, fmt::format("it is covered by node {}, whose label does not follow", by));
  }
}

/// Checks that every thread is expanded unless the reduction allows leaving it out.
void Checker::checkThreads(NodeId id) {
  const Node &node = proof_.nodes[id];
  // Persistent sets do not depend on the path to a node, so for a covered node the covering node is checked instead.
  if (proof_.reduction == Reduction::Persistent && node.coveredBy != noNode)
    return;
  const std::vector<Thread> &threads = controlOf(id).threads;
  const Node &expanding = node.coveredBy == noNode ? node : proof_.nodes[node.coveredBy];
  const auto isExpanded = [&](unsigned slot) { return slot < expanding.expanded.size() && expanding.expanded[slot]; };
  if (isAtRest(id) && proof_.reduction == Reduction::Persistent)
    return checkPersistent(id);
  if (isAtRest(id)) {
    for (unsigned slot = 0; slot < threads.size(); ++slot)
      if (threads[slot].isActive() && !isExpanded(slot))
        checkSkip(id, slot);
    return;
  }
  // No thread interleaves with an atomic block; other local work in progress may be done in any order.
  bool isAnyExpanded = false;
  for (unsigned slot = 0; slot < threads.size(); ++slot) {
    const Thread &thread = threads[slot];
    if (!thread.isActive() || thread.resting)
      continue;
    isAnyExpanded = isAnyExpanded || isExpanded(slot);
    if (program_.cfas[thread.cfa].locations[thread.location].atomic && !isExpanded(slot))
      reject(id, fmt::format("{} is in an atomic block but not expanded", nameOfThread(program_, thread, slot)));
  }
  if (!isAnyExpanded)
    reject(id, "a step is in progress, but its thread is not expanded");
}

CheckResult check(const program::Program &program, const ReachabilityProof &proof, const CheckOptions &options,
                  support::Cancellation &cancellation) {
  Queries queries(options.solver, cancellation);
  try {
    checkClaim(program);
    checkForm(program, proof);
    if (proof.certificate && proof.reduction == Reduction::Persistent)
      leaveOpen("persistent sets reorder steps to executions of which the certificate says nothing");
    if (proof.certificate)
      requireConfirmed(program, *proof.certificate, options, cancellation);
    Checker(program, proof, queries).check();
  } catch (const CheckFailure &failure) {
    return {failure.kind, failure.message};
  }
  return {};
}

} // namespace heddle::proof
