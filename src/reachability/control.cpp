#include "reachability/control.hpp"

#include "support/hash.hpp"

#include <algorithm>

namespace heddle::reachability {

using support::combine;

unsigned Control::running(const program::Program &program) const {
  unsigned result = noSlot;
  for (unsigned slot = 0; slot < threads.size(); ++slot) {
    const ThreadControl &thread = threads[slot];
    if (!thread.isActive() || thread.resting)
      continue;
    // No thread interleaves with an atomic block, not even one that it has started.
    if (program.cfas[thread.cfa].locations[thread.location].atomic)
      return slot;
    if (result == noSlot)
      result = slot;
  }
  return result;
}

std::vector<bool> Control::activeThreads() const {
  std::vector<bool> result;
  for (const ThreadControl &thread : threads)
    result.push_back(thread.isActive());
  return result;
}

const ObjectControl *Control::object(program::ObjectId id) const {
  const auto found =
      std::lower_bound(objects.begin(), objects.end(), id, [](const ObjectControl &o, auto key) { return o.id < key; });
  return found != objects.end() && found->id == id ? &*found : nullptr;
}

ObjectControl *Control::object(program::ObjectId id) {
  return const_cast<ObjectControl *>(static_cast<const Control *>(this)->object(id));
}

std::size_t ControlTable::Hash::operator()(const Control &control) const {
  std::uint64_t hash = control.threads.size();
  for (const ThreadControl &thread : control.threads) {
    hash = combine(hash, static_cast<std::uint64_t>(thread.status) * 4 + (thread.detached ? 2U : 0U) +
                             (thread.resting ? 1U : 0U));
    hash = combine(hash, (std::uint64_t{thread.cfa} << 32) | thread.location);
  }
  for (const ObjectControl &object : control.objects) {
    hash = combine(hash, (std::uint64_t{object.id} << 32) | (object.origin * 2U + object.alive));
    hash = combine(hash, object.size * 64 + object.owner);
  }
  return hash;
}

ControlId ControlTable::intern(const Control &control) {
  const auto [entry, isNew] = index_.try_emplace(control, static_cast<ControlId>(controls_.size()));
  if (isNew)
    controls_.push_back(&entry->first);
  return entry->second;
}

} // namespace heddle::reachability
