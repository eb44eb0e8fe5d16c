#include "interpreter/event_origins.hpp"

#include <algorithm>
#include <set>

namespace heddle::interpreter {

using program::SyncKind;
using OriginKind = EventOrigin::Kind;

namespace {

/// How far the search for a signal goes back.
constexpr std::size_t mostUpdates = 256;
/// A copy of a large object may read from many writes.
constexpr std::size_t mostWrites = 8;

/// What it means that `later` reads what `earlier` has written, if it means anything.
std::optional<OriginKind> handsOver(SyncKind earlier, SyncKind later) {
  switch (later) {
  case SyncKind::Lock:
  case SyncKind::TryLock:
  case SyncKind::ReadLock:
  case SyncKind::WriteLock:
    if (earlier == SyncKind::Unlock || earlier == SyncKind::RwUnlock || earlier == SyncKind::CondWait)
      return OriginKind::Unlock;
    return std::nullopt;
  case SyncKind::CondWake:
    if (earlier == SyncKind::CondSignal || earlier == SyncKind::CondBroadcast)
      return OriginKind::Signal;
    return std::nullopt;
  case SyncKind::SemWait:
    return earlier == SyncKind::SemPost ? std::optional(OriginKind::Signal) : std::nullopt;
  case SyncKind::BarrierLeave:
    return earlier == SyncKind::BarrierWait ? std::optional(OriginKind::Signal) : std::nullopt;
  default:
    return std::nullopt;
  }
}

bool mayFail(SyncKind kind) {
  return kind == SyncKind::TryLock || kind == SyncKind::ReadLock || kind == SyncKind::WriteLock;
}

} // namespace

std::string_view name(OriginKind kind) {
  switch (kind) {
  case OriginKind::Write:
    return "write";
  case OriginKind::Unlock:
    return "unlock";
  case OriginKind::Signal:
    return "signal";
  case OriginKind::Start:
    return "start";
  case OriginKind::End:
    return "end";
  }
  return "write";
}

std::optional<SyncKind> EventOrigins::syncOf(EntryId id) const {
  if (id == noEntry || journal_[id].kind != Entry::Kind::Sync)
    return std::nullopt;
  return std::get<program::Sync>(journal_[id].instruction->operation).kind;
}

void EventOrigins::registerStep(std::size_t first, const std::vector<EntryId> &entries) {
  std::optional<std::size_t> named;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i] == noEntry)
      continue;
    eventOf_[entries[i]] = first + i;
    if (!named && syncOf(entries[i]))
      named = i;
  }
  if (!named)
    return;
  for (EntryId id = next_; id < journal_.end(); ++id)
    if (journal_[id].kind == Entry::Kind::Write && program_.sources.isRuntime(journal_[id].span.file)) {
      eventOf_.try_emplace(id, first + *named);
      nameOf_.emplace(id, *syncOf(entries[*named]));
    }
}

std::vector<EventOrigin> EventOrigins::writesOf(EntryId read) const {
  std::set<std::size_t> events;
  for (const EntryId writer : journal_.valuesOf(read))
    if (const auto found = eventOf_.find(writer); found != eventOf_.end() && events.size() < mostWrites)
      events.insert(found->second);
  std::vector<EventOrigin> origins;
  for (const std::size_t event : events)
    origins.push_back({OriginKind::Write, event});
  return origins;
}

std::optional<EventOrigin> EventOrigins::synchronisationOf(EntryId sync) const {
  const SyncKind kind = *syncOf(sync);
  if (mayFail(kind) && !journal_.took(sync))
    return std::nullopt;
  std::set<EntryId> open; // the latest one is next
  for (EntryId id = next_; id < journal_.end(); ++id)
    if (journal_[id].kind == Entry::Kind::Read && program_.sources.isRuntime(journal_[id].span.file))
      open.insert(id);
  for (std::size_t visited = 0; !open.empty() && visited < mostUpdates; ++visited) {
    const EntryId id = *open.rbegin();
    open.erase(id);
    const auto name = id < next_ ? nameOf_.find(id) : nameOf_.end();
    if (const auto meaning = name == nameOf_.end() ? std::nullopt : handsOver(name->second, kind)) {
      if (journal_[id].thread == journal_[sync].thread)
        return std::nullopt;
      return EventOrigin{*meaning, eventOf_.at(id)};
    }
    const std::span<const EntryId> values = journal_.valuesOf(id);
    open.insert(values.begin(), values.end());
  }
  return std::nullopt;
}

void EventOrigins::addTo(std::vector<EventDetails> &details, const std::vector<TraceEvent> &events, std::size_t first,
                         const std::vector<EntryId> &entries) {
  registerStep(first, entries);
  for (std::size_t i = first; i < events.size(); ++i) {
    const unsigned thread = events[i].thread;
    std::vector<EventOrigin> &origins = details[i].origins;
    if (const auto start = starts_.find(thread); start != starts_.end()) {
      origins.push_back({OriginKind::Start, start->second});
      starts_.erase(start);
    }
    ends_[thread] = i;
    const EntryId id = entries[i - first];
    if (id == noEntry)
      continue;
    const Entry &entry = journal_[id];
    if (entry.kind == Entry::Kind::Read) {
      const std::vector<EventOrigin> writes = writesOf(id);
      origins.insert(origins.end(), writes.begin(), writes.end());
    } else if (entry.kind == Entry::Kind::Sync) {
      if (const std::optional<EventOrigin> origin = synchronisationOf(id))
        origins.push_back(*origin);
    } else if (entry.kind == Entry::Kind::Start) {
      starts_[entry.other] = i;
    } else if (entry.kind == Entry::Kind::Join) {
      if (const auto end = ends_.find(entry.other); end != ends_.end())
        origins.push_back({OriginKind::End, end->second});
    }
  }
  next_ = journal_.end();
}

} // namespace heddle::interpreter
