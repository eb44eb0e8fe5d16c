#include "reachability/path_values.hpp"

namespace heddle::reachability {

Expr &PathValues::value(VariableId id) {
  if (id >= values_.size())
    values_.resize(id + 1);
  return values_[id];
}

void PathValues::push(NodeId node) {
  Frame frame{node, {}};
  for (const auto &[id, assigned] : tree_[node].values) {
    Expr &current = value(id);
    frame.before.emplace_back(id, current);
    current = assigned;
  }
  path_.push_back(std::move(frame));
}

void PathValues::pop() {
  const Frame &frame = path_.back();
  for (auto entry = frame.before.rbegin(); entry != frame.before.rend(); ++entry)
    values_[entry->first] = entry->second;
  path_.pop_back();
}

void PathValues::moveTo(NodeId node) {
  if (!path_.empty() && path_.back().node == node)
    return;
  std::vector<NodeId> missing;
  NodeId shared = node;
  while (shared != noNode && (tree_[shared].depth >= path_.size() || path_[tree_[shared].depth].node != shared)) {
    missing.push_back(shared);
    shared = tree_[shared].parent;
  }
  const std::size_t kept = shared == noNode ? 0 : tree_[shared].depth + 1;
  while (path_.size() > kept)
    pop();
  for (auto next = missing.rbegin(); next != missing.rend(); ++next)
    push(*next);
}

Expr PathValues::at(NodeId node, Expr formula) { return at(node, formula, {}); }

Expr PathValues::at(NodeId node, Expr formula, std::span<const std::pair<Expr, Expr>> inputs) {
  if (formula->isConstant())
    return formula;
  moveTo(node);
  if (formula->isRegister() && inputs.empty()) {
    const Expr value = formula->index < values_.size() ? values_[formula->index] : nullptr;
    return value != nullptr ? value : formula;
  }
  return pool_.substitute(formula, [&](Expr variable) -> Expr {
    for (const auto &[input, symbol] : inputs)
      if (input == variable)
        return symbol;
    return variable->index < values_.size() ? values_[variable->index] : nullptr;
  });
}

std::vector<std::pair<VariableId, Expr>> PathValues::assigned(NodeId node, const Transition &transition,
                                                              std::span<const std::pair<Expr, Expr>> inputs) {
  std::vector<std::pair<VariableId, Expr>> result;
  Expr address = nullptr; // of the previous update: consecutive updates often share it
  Expr place = nullptr;   // its value
  for (const Update &update : transition.updates) {
    if (update.address != nullptr) {
      if (update.address != address) {
        address = update.address;
        place = at(node, address, inputs);
      }
      if (place->isConstant() && place->value != update.place)
        continue;
    }
    result.emplace_back(update.variable->index, at(node, update.value, inputs));
  }
  return result;
}

} // namespace heddle::reachability
