// Data races: the two accesses, what they hold, and why nothing orders them.
#include "interpreter/explainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::interpreter {

namespace {

std::string_view verbOf(const program::Instruction *instruction, bool write) {
  if (instruction != nullptr && std::holds_alternative<program::Free>(instruction->operation))
    return "frees";
  return write ? "writes" : "reads";
}

bool isAtomicAccess(const program::Instruction *instruction) {
  if (instruction == nullptr)
    return false;
  const auto *load = std::get_if<program::Load>(&instruction->operation);
  const auto *store = std::get_if<program::Store>(&instruction->operation);
  return (load != nullptr && isAtomic(load->access.order)) || (store != nullptr && isAtomic(store->access.order));
}

/// The locks that both have, and that one of them has not only for reading.
bool excludeEachOther(const std::vector<HeldLock> &a, const std::vector<HeldLock> &b) {
  return std::ranges::any_of(a, [&](const HeldLock &x) {
    return std::ranges::any_of(b, [&](const HeldLock &y) { return x.lock == y.lock && !(x.reading && y.reading); });
  });
}

bool shareReadLock(const std::vector<HeldLock> &a, const std::vector<HeldLock> &b) {
  return std::ranges::any_of(a, [&](const HeldLock &x) {
    return std::ranges::any_of(b, [&](const HeldLock &y) { return x.lock == y.lock && x.reading && y.reading; });
  });
}

} // namespace

EntryId Explainer::startOf(unsigned thread) const {
  for (EntryId id = journal_.end(); id-- > 0;)
    if (journal_[id].kind == Entry::Kind::Start && journal_[id].other == thread)
      return id;
  return noEntry;
}

/// The last synchronisation in which both threads took part: one started or joined the other, or both used the same
/// lock, semaphore, condition variable or barrier. It is before one of the accesses, or does not order them.
void Explainer::addCommonSynchronisation(unsigned first, unsigned second) {
  struct Uses {
    EntryId first = noEntry;
    EntryId second = noEntry;
  };
  std::map<Bits, Uses> uses;
  EntryId between = noEntry; // a start or join of one by the other
  for (EntryId id = 0; id < journal_.end(); ++id) {
    const Entry &entry = journal_[id];
    const bool isFirst = entry.thread == first;
    if (!isFirst && entry.thread != second)
      continue;
    const bool isOfOther = entry.other == (isFirst ? second : first);
    if ((entry.kind == Entry::Kind::Start || entry.kind == Entry::Kind::Join) && isOfOther)
      between = id;
    if (entry.kind == Entry::Kind::Sync)
      (isFirst ? uses[entry.value].first : uses[entry.value].second) = id;
  }
  std::optional<Uses> best;
  for (const auto &[object, use] : uses)
    if (use.first != noEntry && use.second != noEntry &&
        (!best || std::min(use.first, use.second) > std::min(best->first, best->second)))
      best = use;
  if (best && (between == noEntry || std::min(best->first, best->second) > between)) {
    const EntryId earlier = std::min(best->first, best->second);
    const EntryId later = std::max(best->first, best->second);
    const auto textOf = [&](EntryId id) {
      return fmt::format("{} of {}", program::name(std::get<program::Sync>(journal_[id].instruction->operation).kind),
                         Names::thread(journal_[id].thread));
    };
    addAt(Fact::Role::Order,
          fmt::format("their last common synchronisation is on {}: {} at {}, then {}", lockName(journal_[later].value),
                      textOf(earlier), names_.where(journal_[earlier].span), textOf(later)),
          later);
    return;
  }
  if (between != noEntry) {
    const Entry &entry = journal_[between];
    addAt(Fact::Role::Order,
          fmt::format("their last common synchronisation: {} {} {}", Names::thread(entry.thread),
                      entry.kind == Entry::Kind::Start ? "starts" : "joins", Names::thread(entry.other)),
          between);
    return;
  }
  const EntryId a = startOf(first);
  const EntryId b = startOf(second);
  if (a == noEntry || b == noEntry)
    return;
  const EntryId later = std::max(a, b);
  const EntryId earlier = std::min(a, b);
  addAt(Fact::Role::Order,
        fmt::format("the two have not synchronised: {} was started at {}, {}", Names::thread(journal_[earlier].other),
                    names_.where(journal_[earlier].span), Names::thread(journal_[later].other)),
        later);
}

void Explainer::race(const Failure &failure) {
  if (!failure.earlier || failure.instruction == nullptr)
    return;
  const AccessRecord &record = *failure.earlier;
  EntryId access = noEntry;
  for (EntryId id = journal_.end(); id-- > 0 && access == noEntry;) {
    const Entry &entry = journal_[id];
    const bool isSame = entry.thread == record.thread && entry.instruction == record.instruction;
    const bool isFree = isSame && entry.kind == Entry::Kind::Free && entry.range.object == record.range.object;
    if (isSame && entry.kind != Entry::Kind::Failure && (isFree || entry.range.overlaps(record.range)))
      access = id;
  }
  if (access != noEntry)
    roots_.push_back(access);
  const EntryId end = journal_.end();
  const EntryId allocation = journal_.allocationOf(failure.range.object, end);
  const std::string name = nameAt(end - 1);
  const std::vector<HeldLock> first =
      access != noEntry ? journal_.heldBy(record.thread, access) : std::vector<HeldLock>();
  const std::vector<HeldLock> second = journal_.heldBy(failure.thread, end);
  const bool write = !std::holds_alternative<program::Load>(failure.instruction->operation);
  const auto textOf = [&](unsigned thread, const program::Instruction *instruction, bool writes) {
    return fmt::format("{} {} {}{}", Names::thread(thread), verbOf(instruction, writes), name,
                       isAtomicAccess(instruction) ? " atomically" : "");
  };
  const auto holding = [&](const std::vector<HeldLock> &locks) { return ", holding " + listOf(locks); };
  const program::SourceSpan span = record.instruction != nullptr ? record.instruction->span : program::SourceSpan{};
  add(Fact::Role::Access, textOf(record.thread, record.instruction, record.write), record.thread, span, holding(first));
  add(Fact::Role::Access, textOf(failure.thread, failure.instruction, write), failure.thread, failure.instruction->span,
      holding(second));
  addCommonSynchronisation(record.thread, failure.thread);
  const std::string a = Names::thread(record.thread);
  const std::string b = Names::thread(failure.thread);
  if (isAtomicAccess(record.instruction) != isAtomicAccess(failure.instruction))
    add(Fact::Role::Order,
        fmt::format("the access of {} is not atomic, so the one of {} does not order them",
                    isAtomicAccess(record.instruction) ? b : a, isAtomicAccess(record.instruction) ? a : b));
  else if (shareReadLock(first, second))
    add(Fact::Role::Order, "both hold the lock for reading only, so it does not order them");
  else if (first.empty() && second.empty())
    add(Fact::Role::Order, "a lock that both hold, or a join between them, would order the accesses");
  else if (!excludeEachOther(first, second))
    add(Fact::Role::Order, second.empty()  ? fmt::format("{} would have to hold {} as well", b, listOf(first))
                           : first.empty() ? fmt::format("{} would have to hold {} as well", a, listOf(second))
                                           : std::string("they hold no lock in common"));
  addOrigin(failure.range.object, allocation);
}

} // namespace heddle::interpreter
