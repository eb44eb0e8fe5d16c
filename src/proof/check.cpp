#include "proof/check.hpp"

#include "proof/checker.hpp"
#include "proof/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

Checker::Checker(const program::Program &program, const ReachabilityProof &proof, Questions &questions)
    : program_(program), proof_(proof), questions_(questions), vocabulary_(program, proof), provenance_(program),
      live_(program.cfas.size()), covered_(proof.nodes.size()), changes_(proof.nodes.size()) {}

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
  return result;
}

void Checker::check() {
  checkForm();
  for (NodeId node = 0; node < proof_.nodes.size(); ++node)
    if (proof_.nodes[node].coveredBy != noNode)
      covered_[proof_.nodes[node].coveredBy].push_back(node);
  checkRoot();
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

/// Checks indices and widths, so that the other checks can rely on them.
void Checker::checkForm() const {
  const auto isSane = [this](const Variable &variable) {
    using Kind = Variable::Kind;
    switch (variable.kind) {
    case Kind::Register:
      return variable.cfa < program_.cfas.size() && variable.reg < program_.cfas[variable.cfa].registers.size() &&
             variable.width == program_.cfas[variable.cfa].registers[variable.reg].width;
    case Kind::Result:
      return variable.width == program_.pointers.width;
    case Kind::Memory:
      return variable.width != 0 && variable.width % 8 == 0 && variable.object != program::nullObject &&
             (variable.object >= program_.objects.size() ||
              variable.offset + variable.width / 8 <= program_.objects[variable.object].size);
    case Kind::History:
      break;
    }
    return true;
  };
  if (!std::all_of(proof_.variables.begin(), proof_.variables.end(), isSane))
    throw CheckFailure{CheckResult::Kind::Invalid, "a variable of the labels does not exist"};
  if (proof_.nodes.empty() || proof_.pauses.size() != program_.cfas.size())
    throw CheckFailure{CheckResult::Kind::Invalid, "the proof is not about this program"};
  for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    if (proof_.pauses[cfa].size() != program_.cfas[cfa].locations.size())
      throw CheckFailure{CheckResult::Kind::Invalid, "the proof is not about this program"};
  const std::size_t count = proof_.nodes.size();
  for (const Node &node : proof_.nodes) {
    bool isSound = node.control < proof_.controls.size() && (node.coveredBy == noNode || node.coveredBy < count);
    for (const NodeId child : node.children)
      isSound = isSound && child < count;
    for (const Expr conjunct : node.label) {
      isSound = isSound && conjunct->width == 1;
      program::forEachRegister(conjunct, [&](VariableId id) { isSound = isSound && id < proof_.variables.size(); });
    }
    if (!isSound)
      throw CheckFailure{CheckResult::Kind::Invalid, fmt::format("node {} is malformed", &node - proof_.nodes.data())};
  }
}

void Checker::checkRoot() {
  const Control &control = controlOf(0);
  const Premises nothing;
  ActionSemantics semantics(vocabulary_, provenance_, proof_, questions_, nothing.formulas);
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
    if (questions_.findModel(premises.formulas, std::span(&negated, 1)))
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
  Questions questions(options.solver, cancellation);
  try {
    Checker(program, proof, questions).check();
  } catch (const CheckFailure &failure) {
    return {failure.kind, failure.message};
  }
  return {};
}

} // namespace heddle::proof
