// Strong liveness: a backward data-flow analysis.
//
// A register is live (analysis/liveness.hpp) if it may be read. It is *needed*, or strongly live, only if it may be
// read by an operation with an effect, or by a computation whose own target is needed. A counter that is only ever
// incremented is live but not needed. The two analyses cannot share their algorithm: liveness is computed for each
// register separately, while neededness of one register depends on that of others and takes a fixed point over sets.
//
// Sets are sorted vectors, because automata of inlined programs have very many registers, few of which are needed at
// any one location. They are kept only where chains of actions begin and end. Locations are visited against the flow
// of control until nothing changes.
#include "transform/needed_registers.hpp"

#include "analysis/flow_order.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>

namespace heddle::transform {

using namespace program;

bool RegisterSet::contains(RegisterId reg) const { return std::binary_search(members_.begin(), members_.end(), reg); }

void RegisterSet::insert(RegisterId reg) {
  const auto position = std::lower_bound(members_.begin(), members_.end(), reg);
  if (position == members_.end() || *position != reg)
    members_.insert(position, reg);
}

void RegisterSet::erase(RegisterId reg) {
  const auto position = std::lower_bound(members_.begin(), members_.end(), reg);
  if (position != members_.end() && *position == reg)
    members_.erase(position);
}

void RegisterSet::insertAll(const RegisterSet &other) {
  if (std::includes(members_.begin(), members_.end(), other.members_.begin(), other.members_.end()))
    return;
  std::vector<RegisterId> both;
  both.reserve(members_.size() + other.members_.size());
  std::set_union(members_.begin(), members_.end(), other.members_.begin(), other.members_.end(),
                 std::back_inserter(both));
  members_ = std::move(both);
}

bool onlyComputes(const Operation &operation) {
  const auto *havoc = std::get_if<Havoc>(&operation);
  return std::holds_alternative<Assign>(operation) ||
         (havoc != nullptr && havoc->kind != InputKind::UnknownEffect); // which tells that the function was called
}

void NeededRegisters::stepBack(RegisterSet &needed, const Operation &operation) {
  const RegisterId target = writtenRegister(operation);
  if (onlyComputes(operation) && !needed.contains(target))
    return;
  if (target != noRegister)
    needed.erase(target);
  forEachExpression(operation,
                    [&needed](Expr e) { forEachRegister(e, [&needed](RegisterId r) { needed.insert(r); }); });
}

NeededRegisters::NeededRegisters(const Cfa &cfa) : entry_(cfa.entry), needed_(cfa.locations.size()) {
  const analysis::FlowOrder flow(cfa);
  const auto isInner = [&](LocationId location) {
    return location != cfa.entry && cfa.outgoing[location].size() == 1 && flow.incoming(location).size() == 1;
  };
  struct Border {
    LocationId location;
    std::size_t firstChain; // up to that of the next border
  };
  std::vector<Border> borders; // against the flow of control
  std::vector<LocationId> beginnings;
  for (auto location = flow.order().rbegin(); location != flow.order().rend(); ++location) {
    if (isInner(*location))
      continue;
    borders.push_back({*location, chains_.size()});
    for (const ActionId id : cfa.outgoing[*location]) {
      Chain chain{static_cast<std::uint32_t>(actions_.size()), 0, cfa.actions[id].to};
      actions_.push_back(id);
      while (isInner(chain.end)) {
        actions_.push_back(cfa.outgoing[chain.end].front());
        chain.end = cfa.actions[actions_.back()].to;
      }
      chain.last = static_cast<std::uint32_t>(actions_.size());
      chains_.push_back(chain);
      beginnings.push_back(*location);
    }
  }
  // Sorted by the end: a vector for each location would cost more than the analysis.
  std::vector<std::size_t> byEnd(chains_.size());
  std::iota(byEnd.begin(), byEnd.end(), std::size_t{0});
  std::ranges::sort(byEnd, {}, [this](std::size_t index) { return chains_[index].end; });

  std::vector<bool> stale(cfa.locations.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t border = 0; border < borders.size(); ++border) {
      const auto [location, firstChain] = borders[border];
      if (!stale[location])
        continue;
      stale[location] = false;
      const std::size_t endChain = border + 1 < borders.size() ? borders[border + 1].firstChain : chains_.size();
      RegisterSet needed;
      for (std::size_t index = firstChain; index < endChain; ++index) {
        const Chain &chain = chains_[index];
        RegisterSet set = needed_[chain.end];
        for (const ActionId id : std::views::reverse(actionsOf(chain))) {
          const std::vector<Instruction> &instructions = cfa.actions[id].instructions;
          for (auto instruction = instructions.rbegin(); instruction != instructions.rend(); ++instruction)
            stepBack(set, instruction->operation);
        }
        needed.insertAll(set);
      }
      if (needed == needed_[location])
        continue;
      needed_[location] = std::move(needed);
      const auto before =
          std::ranges::equal_range(byEnd, location, {}, [this](std::size_t index) { return chains_[index].end; });
      for (const std::size_t index : before)
        stale[beginnings[index]] = true;
      changed = true;
    }
  }
}

} // namespace heddle::transform
