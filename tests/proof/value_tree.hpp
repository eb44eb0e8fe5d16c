// Builds proofs with persistent sets by constant propagation: the known values of registers, of dynamic objects and of
// some global variables are tracked, and the test chooses which threads are expanded where.
#pragma once

#include "proof/action_semantics.hpp"
#include "proof/proof.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace heddle::testing {

class ValueTree {
public:
  /// Returns the slots of the threads that are expanded at a control location where all threads rest.
  using Choose = std::function<std::vector<unsigned>(const proof::Control &)>;

  ValueTree(const program::Program &program, const std::vector<proof::Variable> &followed, Choose choose,
            std::size_t maxNodes = 20'000)
      : program_(program), choose_(std::move(choose)), maxNodes_(maxNodes), proof_(empty(program, followed)),
        vocabulary_(program, proof_), provenance_(program), queries_(smt::Backend::CaDiCaL, cancellation_) {}

  /// No value if there are too many nodes, a violation, or an unsupported operation.
  std::optional<proof::ReachabilityProof> make() {
    const std::vector<program::Expr> nothing;
    proof::ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, nothing);
    const proof::Control start{{semantics.arriveAt(0, program_.cfas[0].entry, false)}, {}};
    add({}, proof::SymbolicState::initial(vocabulary_, start), nothing);
    for (proof::NodeId node = 0; node < proof_.nodes.size() && isSafe_; ++node)
      if (proof_.nodes.size() > maxNodes_)
        return std::nullopt;
      else if (!cover(node))
        expand(node);
    return isSafe_ ? std::optional(proof_) : std::nullopt;
  }

  static std::vector<unsigned> activeSlots(const proof::Control &control) {
    std::vector<unsigned> result;
    for (unsigned slot = 0; slot < control.threads.size(); ++slot)
      if (control.threads[slot].isActive())
        result.push_back(slot);
    return result;
  }

private:
  using Kind = proof::Successor::Kind;
  static constexpr unsigned maxThreads = 4;
  static constexpr unsigned maxMade = 6; // dynamic objects that are tracked

  static proof::ReachabilityProof empty(const program::Program &program, const std::vector<proof::Variable> &followed) {
    proof::ReachabilityProof proof;
    proof.reduction = proof::Reduction::Persistent;
    proof.variables = followed;
    for (program::CfaId id = 0; id < program.cfas.size(); ++id) {
      const program::Cfa &cfa = program.cfas[id];
      proof.pauses.emplace_back(cfa.locations.size());
      for (unsigned slot = id == 0 ? 0 : 1; slot < (id == 0 ? 1 : maxThreads); ++slot)
        for (program::RegisterId reg = 0; reg < cfa.registers.size(); ++reg)
          proof.variables.push_back({.kind = proof::Variable::Kind::Register,
                                     .width = cfa.registers[reg].width,
                                     .slot = slot,
                                     .cfa = id,
                                     .reg = reg});
    }
    for (unsigned i = 0; i < maxMade; ++i)
      for (const std::uint64_t offset : {0U, 4U})
        proof.variables.push_back({.kind = proof::Variable::Kind::Memory,
                                   .width = 32,
                                   .object = static_cast<program::ObjectId>(program.objects.size() + i),
                                   .offset = offset});
    return proof;
  }

  void add(proof::Node node, const proof::SymbolicState &state, const std::vector<program::Expr> &premises) {
    node.control = static_cast<std::uint32_t>(proof_.controls.size());
    proof_.controls.push_back(state.control);
    for (proof::VariableId id = 0; id < proof_.variables.size(); ++id) {
      if (!exists(proof_.variables[id], state.control))
        continue;
      const program::Expr variable = proof_.pool->reg(id, proof_.variables[id].width);
      if (const auto known = valueOf(state.evaluateLabel(variable, proof_, {}), state.conditions, premises))
        node.label.push_back(proof_.pool->eq(variable, proof_.pool->constant(*known, variable->width)));
    }
    const auto id = static_cast<proof::NodeId>(proof_.nodes.size());
    if (node.parent != proof::noNode)
      proof_.nodes[node.parent].children.push_back(id);
    proof_.nodes.push_back(std::move(node));
  }

  bool exists(const proof::Variable &variable, const proof::Control &control) const {
    if (variable.kind == proof::Variable::Kind::Register)
      return variable.slot < control.threads.size() && control.threads[variable.slot].isActive() &&
             control.threads[variable.slot].cfa == variable.cfa;
    if (variable.object < program_.objects.size())
      return true;
    const proof::Object *made = control.object(variable.object);
    return made != nullptr && made->alive && variable.offset + variable.width / 8 <= made->size;
  }

  /// After substituting the values from the label, most queries need no solver.
  program::Expr simplified(program::Expr e, const std::vector<program::Expr> &premises) {
    program::ExprPool &pool = vocabulary_.pool();
    return pool.substitute(e, [&](program::Expr name) -> program::Expr {
      for (const program::Expr premise : premises) {
        if (premise == name || premise == pool.negate(name))
          return pool.boolean(premise == name);
        for (unsigned side = 0; premise->kind == program::ExprKind::Eq && side < 2; ++side)
          if (premise->args[side] == name && premise->args[1 - side]->isConstant())
            return premise->args[1 - side];
      }
      return nullptr;
    });
  }

  bool areSatisfiable(const std::vector<program::Expr> &premises, std::vector<program::Expr> conditions) {
    for (program::Expr &condition : conditions)
      condition = simplified(condition, premises);
    if (std::all_of(conditions.begin(), conditions.end(), [](program::Expr e) { return e->isTrue(); }))
      return true;
    return queries_.findModel(premises, conditions);
  }

  std::optional<program::Bits> valueOf(program::Expr value, std::vector<program::Expr> conditions,
                                       const std::vector<program::Expr> &premises) {
    value = simplified(value, premises);
    if (value->isConstant())
      return value->value;
    // The equation with a fresh variable makes the solver assign the value.
    program::ExprPool &pool = vocabulary_.pool();
    const program::Expr probe = vocabulary_.ofInput(UINT32_MAX, value->width);
    conditions.push_back(pool.eq(probe, value));
    if (!queries_.findModel(premises, conditions))
      return std::nullopt;
    const program::Bits known = queries_.valueOf(probe);
    conditions.push_back(pool.ne(value, pool.constant(known, value->width)));
    return queries_.findModel(premises, conditions) ? std::nullopt : std::optional(known);
  }

  const proof::Control &controlOf(proof::NodeId node) const { return proof_.controls[proof_.nodes[node].control]; }

  bool cover(proof::NodeId id) {
    const std::vector<program::Expr> &label = proof_.nodes[id].label;
    for (proof::NodeId by = 0; by < id; ++by) {
      const proof::Node &other = proof_.nodes[by];
      const auto holds = [&](program::Expr e) { return std::find(label.begin(), label.end(), e) != label.end(); };
      if (other.coveredBy == proof::noNode && controlOf(by) == controlOf(id) &&
          std::all_of(other.label.begin(), other.label.end(), holds)) {
        proof_.nodes[id].coveredBy = by;
        return true;
      }
    }
    return false;
  }

  /// The thread whose step is in progress; a thread in an atomic block comes first.
  std::vector<unsigned> expandedAt(const proof::Control &control) const {
    std::vector<unsigned> running;
    for (const unsigned slot : activeSlots(control)) {
      const proof::Thread &thread = control.threads[slot];
      if (!thread.resting && program_.cfas[thread.cfa].locations[thread.location].atomic)
        return {slot};
      if (!thread.resting)
        running.push_back(slot);
    }
    return running.empty() ? choose_(control) : std::vector<unsigned>{running.front()};
  }

  void expand(proof::NodeId id) {
    const proof::Control control = controlOf(id);
    std::vector<program::Expr> premises;
    for (const program::Expr conjunct : proof_.nodes[id].label)
      premises.push_back(proof::SymbolicState(vocabulary_, {}).evaluateLabel(conjunct, proof_, {}));
    proof_.nodes[id].expanded.resize(control.threads.size());
    for (const unsigned slot : expandedAt(control)) {
      proof_.nodes[id].expanded[slot] = true;
      expandThread(id, control, slot, premises);
    }
  }

  void expandThread(proof::NodeId id, const proof::Control &control, unsigned slot,
                    const std::vector<program::Expr> &premises) {
    program::ExprPool &pool = vocabulary_.pool();
    proof::ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, premises);
    const proof::SymbolicState state(vocabulary_, control);
    std::vector<program::ObjectId> free;
    for (auto object = static_cast<program::ObjectId>(program_.objects.size()); free.size() < 4; ++object)
      if (control.object(object) == nullptr)
        free.push_back(object);
    program::Expr isEnabled = pool.boolean(false);
    for (const program::ActionId action : semantics.candidates(control.threads[slot]))
      for (const proof::Successor &successor : semantics.execute(state, slot, action, free)) {
        program::Expr condition = pool.boolean(true);
        for (const program::Expr part : successor.state.conditions)
          condition = pool.conjunction(condition, part);
        isEnabled = pool.disjunction(isEnabled, condition);
        follow(id, slot, action, successor, premises, free);
      }
    if (control.threads[slot].resting || isEnabled->isTrue())
      return;
    proof::Successor nothing = semantics.executeNothing(state, slot);
    nothing.state.conditions = semantics.inputRanges();
    nothing.state.conditions.push_back(pool.negate(isEnabled));
    follow(id, slot, proof::noAction, nothing, premises, {});
  }

  void follow(proof::NodeId id, unsigned slot, program::ActionId action, const proof::Successor &successor,
              const std::vector<program::Expr> &premises, const std::vector<program::ObjectId> &made) {
    if (successor.kind == Kind::Discarded || successor.kind == Kind::ProgramEnd ||
        !areSatisfiable(premises, successor.state.conditions))
      return;
    isSafe_ = isSafe_ && (successor.kind == Kind::Step || successor.kind == Kind::Stopped);
    proof::Node child;
    child.parent = id;
    child.slot = slot;
    child.action = action;
    child.made = made; // or some of these
    add(std::move(child), successor.state, premises);
  }

  const program::Program &program_;
  Choose choose_;
  std::size_t maxNodes_;
  proof::ReachabilityProof proof_;
  proof::Vocabulary vocabulary_;
  proof::Provenance provenance_;
  support::Cancellation cancellation_;
  proof::Queries queries_;
  bool isSafe_ = true;
};

} // namespace heddle::testing
