// Deadlocks, and locks that are not used as they must be.
#include "interpreter/explainer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace heddle::interpreter {

namespace {

constexpr std::size_t mostThreads = 6;

using program::SyncKind;

bool isOfLock(SyncKind kind) {
  return kind == SyncKind::Lock || kind == SyncKind::ReadLock || kind == SyncKind::WriteLock;
}

} // namespace

void Explainer::deadlock(const std::vector<unsigned> &waiting) {
  std::map<unsigned, unsigned> waitsFor;
  for (const unsigned thread : waiting) {
    const Machine::Waiting wait = machine_.describeWaiting(state_, thread);
    std::vector<std::string> held;
    for (const HeldLock &lock : journal_.heldBy(thread, journal_.end()))
      held.push_back(fmt::format("{} (taken at {})", lockName(lock.lock), names_.where(journal_[lock.taken].span)));
    std::string text = Names::thread(thread);
    if (!held.empty())
      text += fmt::format(" holds {} and", fmt::join(held, " and "));
    text += " waits";
    std::string what = " " + wait.what;
    if (wait.joined) {
      waitsFor[thread] = *wait.joined;
    } else if (wait.sync && isOfLock(*wait.sync)) {
      const std::vector<Journal::Holder> holders = journal_.holdersOf(wait.object, journal_.end());
      if (!holders.empty()) {
        waitsFor[thread] = holders.front().thread;
        what += holders.front().thread == thread
                    ? ", which it holds itself"
                    : fmt::format(", which {} holds", Names::thread(holders.front().thread));
        const unsigned holder = holders.front().thread;
        if (holder >= state_.threads.size() || !state_.threads[holder].active())
          what += " and will not release: it has ended";
      }
    } else if (wait.sync == SyncKind::CondWake || wait.sync == SyncKind::CondWait) {
      what += ", and no thread is left that wakes it";
    } else if (wait.sync == SyncKind::SemWait) {
      what += ", and no thread is left that posts";
    } else if (wait.sync == SyncKind::Receive) {
      what += ", and no thread is left that writes or closes it";
    } else if (wait.sync == SyncKind::BarrierLeave || wait.sync == SyncKind::BarrierWait) {
      what += ", and too few threads get there";
    }
    add(Fact::Role::Waiting, std::move(text), thread, wait.span, std::move(what));
  }
  // Follow the threads from one to the next: the first one that is met twice is on a cycle.
  std::vector<unsigned> cycle;
  for (const auto &[start, next] : waitsFor) {
    std::vector<unsigned> path{start};
    while (waitsFor.contains(path.back()) && std::ranges::count(path, waitsFor[path.back()]) == 0)
      path.push_back(waitsFor[path.back()]);
    if (!waitsFor.contains(path.back()))
      continue;
    cycle.assign(std::ranges::find(path, waitsFor[path.back()]), path.end());
    break;
  }
  // What is on the cycle comes first.
  std::ranges::stable_sort(facts_, {}, [&](const Fact &fact) { return std::ranges::count(cycle, *fact.thread) == 0; });
  if (facts_.size() > mostThreads) {
    const std::size_t more = facts_.size() - mostThreads;
    facts_.resize(mostThreads);
    add(Fact::Role::Waiting, fmt::format("{} more threads wait", more));
  }
  if (cycle.size() < 2)
    return;
  std::vector<std::string> names;
  for (const unsigned thread : cycle)
    names.push_back(Names::thread(thread));
  names.push_back(names.front());
  add(Fact::Role::Cycle, fmt::format("the cycle: {}", fmt::join(names, " → ")));
}

void Explainer::lockMisuse(const Failure &failure) {
  const EntryId failed = journal_.end() - 1;
  const unsigned step = journal_[failed].step;
  // The object is that of the operation that names the step.
  EntryId sync = noEntry;
  for (EntryId id = failed; id > 0 && journal_[id - 1].step == step && sync == noEntry; --id)
    if (journal_[id - 1].kind == Entry::Kind::Sync && journal_[id - 1].thread == failure.thread)
      sync = id - 1;
  if (sync == noEntry) {
    // A handle that names no joinable thread: its thread was joined or detached before.
    for (EntryId id = failed; id-- > 0;)
      if (journal_[id].kind == Entry::Kind::Join || journal_[id].kind == Entry::Kind::Detach) {
        addAt(Fact::Role::Order,
              fmt::format("{} {} {} before", Names::thread(journal_[id].thread),
                          journal_[id].kind == Entry::Kind::Join ? "joined" : "detached",
                          Names::thread(journal_[id].other)),
              id);
        return;
      }
    return;
  }
  const Bits lock = journal_[sync].value;
  const std::string name = lockName(lock);
  const SyncKind kind = std::get<program::Sync>(journal_[sync].instruction->operation).kind;
  const std::vector<HeldLock> held = journal_.heldBy(failure.thread, journal_.end());
  add(Fact::Role::Access, fmt::format("{}: {} {}", Names::thread(failure.thread), program::name(kind), name),
      failure.thread, failure.instruction != nullptr ? failure.instruction->span : program::SourceSpan{},
      ", holding " + listOf(held));
  const std::vector<Journal::Holder> holders = journal_.holdersOf(lock, journal_.end());
  for (const Journal::Holder &holder : holders)
    addAt(Fact::Role::Lock, fmt::format("{} holds {}, which it took", Names::thread(holder.thread), name),
          holder.held.taken);
  if (holders.empty())
    add(Fact::Role::Lock, fmt::format("no thread holds {}", name));
  for (EntryId id = sync; id-- > 0;)
    if (journal_[id].kind == Entry::Kind::Sync && journal_[id].value == lock) {
      const SyncKind last = std::get<program::Sync>(journal_[id].instruction->operation).kind;
      if (!isOfLock(last))
        addAt(Fact::Role::Lock,
              fmt::format("the last operation on it before: {} by {}", program::name(last),
                          Names::thread(journal_[id].thread)),
              id);
      return;
    }
}

} // namespace heddle::interpreter
