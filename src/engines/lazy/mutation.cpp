// Where the mutations of engine lazy (engines/tree/mutation.hpp) need more than a condition. Without a mutation, the
// functions here do nothing of their own.
#include "engines/lazy/impact.hpp"

#include <utility>

namespace heddle::engines::lazy {

using namespace reachability;
using tree::Mutation;

bool Impact::mayBeSkipped(NodeId id, unsigned slot) {
  if (!mutator_.is(Mutation::SkipDependent) && !mutator_.is(Mutation::SkipBlocked))
    return reduction_.trySkip(id, slot);
  if (mutator_.is(Mutation::SkipBlocked) && reduction_.trySkip(id, slot))
    return true;
  NodeId first = id;
  while (first != tree_[id].stepStart && tree_[first].parent != tree_[id].stepStart)
    first = tree_[first].parent;
  if (first == tree_[id].stepStart || slot >= tree_[first].via->slot ||
      semantics_.control(tree_[tree_[id].stepStart].control).threads.size() <= slot)
    return false;
  if (mutator_.is(Mutation::SkipDependent))
    return mutator_.strikes(Mutation::SkipDependent);
  program::ExprPool &pool = setting_.pool;
  Expr isEnabled = pool.boolean(false);
  for (const Transition &next : semantics_.successors(tree_[tree_[id].stepStart].control, slot)) {
    Expr condition = pool.boolean(true);
    for (const Expr part : next.conditions)
      condition = pool.conjunction(condition, part);
    isEnabled = pool.disjunction(isEnabled, condition);
  }
  return mutator_.strikes(Mutation::SkipBlocked) && labels_.establish(tree_[id].stepStart, pool.negate(isEnabled));
}

void Impact::damageLabel(NodeId id) {
  std::vector<Expr> &label = tree_[id].label;
  if (label.empty())
    return;
  if (mutator_.strikes(Mutation::DropConjunct)) {
    label.pop_back();
    return;
  }
  if (!mutator_.strikes(Mutation::WeakenInterpolant))
    return;
  for (const Expr conjunct : std::exchange(label, {})) {
    Expr weaker = conjunct;
    program::forEachRegister(conjunct, [&](VariableId variable) {
      const Expr used = setting_.pool.reg(variable, setting_.variables[variable].width);
      const Expr few = setting_.pool.constant(used->width > 2 ? 3 : 0, used->width);
      weaker = setting_.pool.disjunction(weaker, setting_.pool.make(program::ExprKind::Ule, used, few));
    });
    if (!weaker->isTrue())
      tree_.addConjunct(id, weaker);
  }
}

bool Impact::coverWrongly(NodeId id) {
  if (id > 0 && mutator_.strikes(Mutation::CoverElsewhere)) {
    for (NodeId by = 0; by < id; ++by)
      if (tree_[by].control != tree_[id].control && !tree_.isCovered(by)) {
        cover(id, by);
        return true;
      }
  }
  if (!mutator_.is(Mutation::CoverByCovered))
    return false;
  for (const NodeId by : tree_.at(tree_[id].control))
    if (by != 0 && by < id && tree_[by].coveredBy == noNode && mutator_.strikes(Mutation::CoverByCovered)) {
      // The two nodes cover each other.
      tree_.cover(id, by);
      tree_.cover(by, id);
      return true;
    }
  return false;
}

} // namespace heddle::engines::lazy
