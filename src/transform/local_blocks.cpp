// A block is a connected set of atomic locations. It is dissolved if no action that leaves one of its locations or
// enters the block has a visible operation other than AtomicBegin. Then all of its operations commute with all other
// threads, so atomicity makes no difference. Nor does it matter that a failed assumption discards the whole execution
// inside a block but stops only its thread outside: the block has no effect that other threads could observe.
#include "transform/local_blocks.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle::transform {

using namespace program;

namespace {

bool isBegin(const Instruction &instruction) { return std::holds_alternative<AtomicBegin>(instruction.operation); }

bool isNoticeable(const Action &action) {
  return std::any_of(action.instructions.begin(), action.instructions.end(), [](const Instruction &instruction) {
    return !isBegin(instruction) && isVisible(instruction.operation);
  });
}

LocationId find(std::vector<LocationId> &parent, LocationId location) {
  while (parent[location] != location)
    location = parent[location] = parent[parent[location]];
  return location;
}

void dissolve(Cfa &cfa) {
  std::vector<LocationId> parent(cfa.locations.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto isAtomic = [&cfa](LocationId location) { return cfa.locations[location].atomic; };
  for (const Action &action : cfa.actions)
    if (isAtomic(action.from) && isAtomic(action.to))
      parent[find(parent, action.from)] = find(parent, action.to);

  std::vector<bool> noticeable(cfa.locations.size(), false); // by representative
  for (const Action &action : cfa.actions) {
    if (!isNoticeable(action))
      continue;
    for (const LocationId end : {action.from, action.to})
      if (isAtomic(end))
        noticeable[find(parent, end)] = true;
  }

  const auto isDissolved = [&](LocationId location) {
    return isAtomic(location) && !noticeable[find(parent, location)];
  };
  for (Action &action : cfa.actions)
    if (isDissolved(action.from) || isDissolved(action.to))
      std::erase_if(action.instructions, isBegin);
  for (LocationId location = 0; location < cfa.locations.size(); ++location)
    if (isDissolved(location))
      cfa.locations[location].atomic = false;
}

} // namespace

void dissolveLocalBlocks(Program &program) {
  for (Cfa &cfa : program.cfas)
    dissolve(cfa);
}

} // namespace heddle::transform
