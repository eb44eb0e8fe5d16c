// Liveness, one register at a time: from each action that reads it first, backwards along the actions that
// do not write it. The work is the size of the answer times the number of actions that meet in a location,
// which on long straight code with many registers is far less than sets over all registers would cost.
#include "interpreter/liveness.hpp"

#include <algorithm>

namespace heddle::interpreter {

using program::Action;
using program::ActionId;
using program::LocationId;
using program::RegisterId;

namespace {

struct Summary {
  RegisterList reads; // before the action writes them
  RegisterList writes;
};

void insertSorted(RegisterList &list, RegisterId id) {
  const auto place = std::lower_bound(list.begin(), list.end(), id);
  if (place == list.end() || *place != id)
    list.insert(place, id);
}

void eraseSorted(RegisterList &list, RegisterId id) {
  const auto place = std::lower_bound(list.begin(), list.end(), id);
  if (place != list.end() && *place == id)
    list.erase(place);
}

/// One operation backwards: what is live behind it becomes what is live before it.
void before(const program::Operation &operation, RegisterList &live) {
  if (const RegisterId written = program::writtenRegister(operation); written != program::noRegister)
    eraseSorted(live, written);
  program::forEachExpression(operation, [&](program::Expr expression) {
    program::forEachRegister(expression, [&](RegisterId id) { insertSorted(live, id); });
  });
}

Summary summarise(const Action &action) {
  Summary summary;
  for (auto instruction = action.instructions.rbegin(); instruction != action.instructions.rend(); ++instruction) {
    before(instruction->operation, summary.reads);
    if (const RegisterId written = program::writtenRegister(instruction->operation); written != program::noRegister)
      insertSorted(summary.writes, written);
  }
  return summary;
}

} // namespace

Liveness::Liveness(const program::Cfa &cfa) : live_(cfa.locations.size()) {
  std::vector<Summary> summaries;
  summaries.reserve(cfa.actions.size());
  std::vector<std::vector<ActionId>> incoming(cfa.locations.size());
  std::vector<std::vector<ActionId>> readers(cfa.registers.size());
  for (ActionId id = 0; id < cfa.actions.size(); ++id) {
    summaries.push_back(summarise(cfa.actions[id]));
    incoming[cfa.actions[id].to].push_back(id);
    for (const RegisterId reg : summaries.back().reads)
      readers[reg].push_back(id);
  }

  std::vector<LocationId> worklist;
  for (RegisterId reg = 0; reg < cfa.registers.size(); ++reg) {
    // Registers come in ascending order, so a location has it already if and only if it is the last one.
    const auto mark = [&](LocationId location) {
      if (!live_[location].empty() && live_[location].back() == reg)
        return;
      live_[location].push_back(reg);
      worklist.push_back(location);
    };
    for (const ActionId reader : readers[reg])
      mark(cfa.actions[reader].from);
    while (!worklist.empty()) {
      const LocationId location = worklist.back();
      worklist.pop_back();
      for (const ActionId id : incoming[location])
        if (!std::binary_search(summaries[id].writes.begin(), summaries[id].writes.end(), reg))
          mark(cfa.actions[id].from);
    }
  }
}

RegisterList Liveness::behind(const Action &action, std::size_t done) const {
  RegisterList live = at(action.to);
  for (std::size_t i = action.instructions.size(); i > done; --i)
    before(action.instructions[i - 1].operation, live);
  return live;
}

} // namespace heddle::interpreter
