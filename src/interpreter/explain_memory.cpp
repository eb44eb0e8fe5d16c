// Invalid accesses and releases, and lost objects: allocation, release and use, each with thread and line.
#include "interpreter/explainer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::interpreter {

void Explainer::invalidAccess(const Failure &failure) {
  if (failure.instruction == nullptr)
    return;
  const program::Operation &operation = failure.instruction->operation;
  const bool isRelease = std::holds_alternative<program::Free>(operation);
  const bool isAccess = isRelease || std::holds_alternative<program::Load>(operation) ||
                        std::holds_alternative<program::Store>(operation) ||
                        std::holds_alternative<program::ObjectSize>(operation);
  if (!isAccess) // a check of a library model
    return values(false);
  const std::string thread = Names::thread(failure.thread);
  const ObjectId object = program_.pointers.object(failure.pointer);
  const EntryId allocation = journal_.allocationOf(object, journal_.end());
  const bool isWrite = std::holds_alternative<program::Store>(operation);
  const std::string_view verb = isRelease ? "frees" : isWrite ? "writes" : "reads";
  const EntryId failed = journal_.end() - 1;
  std::string what = names_.pointer(state_.memory, failure.pointer);
  if (what.starts_with("&") && !isRelease)
    what.erase(0, 1);
  if (isRelease)
    what = paths_.pointer(failed, state_.memory).value_or(what);
  else if (const std::optional<Paths::Named> path = paths_.of(failed, state_.memory))
    what = path->name;
  add(Fact::Role::Access,
      object == program::nullObject && !isRelease ? fmt::format("{} {} through a null pointer", thread, verb)
                                                  : fmt::format("{} {} {}", thread, verb, what),
      failure.thread, failure.instruction->span);
  const EntryId release = releaseOf(object, allocation);
  if (release != noEntry) {
    const auto &free = std::get<program::Free>(journal_[release].instruction->operation);
    addAt(Fact::Role::Release,
          free.storage == program::Storage::Heap
              ? fmt::format("it was freed by {}", Names::thread(journal_[release].thread))
              : fmt::format("its lifetime ended with its block, in {}", Names::thread(journal_[release].thread)),
          release);
  }
  addOrigin(object, allocation);
  if (release != noEntry)
    return;
  // Where the address comes from: a null pointer, an index that is too large.
  constexpr std::size_t mostSources = 3;
  std::vector<EntryId> leaves = leavesOf({failed});
  leaves.resize(std::min(leaves.size(), mostSources));
  for (const EntryId leaf : leaves)
    addValue(leaf, false);
}

/// The last pointer to the object that was in memory, and what became of it.
void Explainer::lostObject(const Failure &failure) {
  const ObjectId object = program_.pointers.object(failure.pointer);
  const EntryId allocation = journal_.allocationOf(object, journal_.end());
  if (allocation == noEntry)
    return;
  addOrigin(object, allocation);
  EntryId stored = noEntry;
  for (EntryId id = journal_.end(); id-- > allocation && stored == noEntry;)
    if (journal_[id].kind == Entry::Kind::Write && program_.pointers.object(journal_[id].value) == object &&
        journal_[id].range.object != object)
      stored = id;
  if (stored == noEntry) {
    add(Fact::Role::Release, "no pointer to it was ever stored in memory that outlives its function");
    return;
  }
  const Entry &store = journal_[stored];
  addAt(Fact::Role::Value,
        fmt::format("{} stored the last pointer to it in {}", Names::thread(store.thread), nameAt(stored)), stored);
  for (EntryId id = stored + 1; id < journal_.end(); ++id) {
    const Entry &entry = journal_[id];
    if (entry.kind == Entry::Kind::Write && entry.range.overlaps(store.range))
      return addAt(Fact::Role::Release,
                   fmt::format("{} overwrote that pointer with {}", Names::thread(entry.thread), contentAt(id)), id);
    if (entry.kind == Entry::Kind::Free && entry.range.object == store.range.object)
      return addAt(Fact::Role::Release,
                   fmt::format("{} released {}, which held that pointer", Names::thread(entry.thread),
                               objectName(entry.range.object, entry.allocation)),
                   id);
  }
}

} // namespace heddle::interpreter
