#include "interpreter/races.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::interpreter {

using program::MemoryOrder;

namespace {

std::uint32_t at(const Clock &clock, std::size_t component) { return component < clock.size() ? clock[component] : 0; }

void raise(Clock &clock, const Clock &other) {
  if (clock.size() < other.size())
    clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

void trim(Clock &clock) {
  while (!clock.empty() && clock.back() == 0)
    clock.pop_back();
}

/// The parts of `range` outside `hole`, at most two.
std::vector<ByteRange> without(const ByteRange &range, const ByteRange &hole) {
  std::vector<ByteRange> parts;
  if (range.begin < hole.begin)
    parts.push_back({range.object, range.begin, std::min(range.end, hole.begin)});
  if (hole.end < range.end)
    parts.push_back({range.object, std::max(range.begin, hole.end), range.end});
  return parts;
}

/// Removes `hole` from the ranges of the elements for which `affected` holds; splits them if needed.
template <typename Element, typename Affected>
void cutOut(std::vector<Element> &elements, const ByteRange &hole, Affected affected) {
  std::vector<Element> rest;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].range.overlaps(hole) || !affected(elements[i])) {
      if (kept != i)
        elements[kept] = std::move(elements[i]);
      ++kept;
      continue;
    }
    for (const ByteRange &part : without(elements[i].range, hole)) {
      Element piece = elements[i];
      piece.range = part;
      rest.push_back(std::move(piece));
    }
  }
  elements.resize(kept);
  for (Element &piece : rest)
    elements.push_back(std::move(piece));
}

} // namespace

void Races::tick(unsigned thread) { ++threads_[thread].now[thread]; }

void Races::start(unsigned child, std::optional<unsigned> parent) {
  if (threads_.size() <= child)
    threads_.resize(child + 1);
  // The clock of a reused slot continues from its last owner's, which is sound because of `reusable`.
  Knowledge fresh;
  if (parent)
    fresh.now = threads_[*parent].now;
  const std::uint32_t last = at(threads_[child].now, child);
  if (fresh.now.size() <= child)
    fresh.now.resize(child + 1);
  fresh.now[child] = std::max(fresh.now[child], last) + 1;
  threads_[child] = std::move(fresh);
  disownReleases(child); // those of the last owner of the slot
}

/// The thread has ended: only read-modify-writes continue the sequences that it began.
void Races::disownReleases(unsigned thread) {
  for (Release &release : releases_)
    if (release.head == thread)
      release.head = noThread;
}

void Races::join(unsigned thread, unsigned ended) {
  // A missing slot was forgotten because everything that happened there happens before all threads.
  if (ended < threads_.size())
    raise(threads_[thread].now, threads_[ended].now);
}

bool Races::reusable(unsigned slot, unsigned parent) const {
  return slot >= threads_.size() || at(threads_[slot].now, slot) <= at(threads_[parent].now, slot);
}

std::optional<AccessRecord> Races::access(AccessRecord access, const RaceFilter &passesOver) {
  const Clock &now = threads_[access.thread].now;
  access.time = now[access.thread];
  for (const AccessRecord &earlier : accesses_) {
    if (!earlier.range.overlaps(access.range))
      continue;
    const bool conflict = (earlier.write || access.write) && (earlier.plain || access.plain);
    if (conflict && earlier.thread != access.thread && earlier.time > at(now, earlier.thread) &&
        !(passesOver && passesOver(earlier, access)))
      return earlier;
    // A repetition, which is common in loops.
    if (earlier.thread == access.thread && earlier.time == access.time && earlier.covers(access) &&
        earlier.range.contains(access.range))
      return std::nullopt;
  }
  cutOut(accesses_, access.range, [&](const AccessRecord &earlier) {
    return access.covers(earlier) && earlier.time <= at(now, earlier.thread);
  });
  accesses_.push_back(access);
  return std::nullopt;
}

void Races::load(unsigned thread, const ByteRange &range, MemoryOrder order) {
  if (!program::isAtomic(order))
    return;
  Knowledge &knowledge = threads_[thread];
  for (const Release &release : releases_)
    if (release.range.overlaps(range))
      raise(program::acquires(order) ? knowledge.now : knowledge.acquirable, release.clock);
}

void Races::cutReleases(const ByteRange &range, std::optional<unsigned> except) {
  cutOut(releases_, range, [&](const Release &release) { return release.head != except; });
}

void Races::store(unsigned thread, const ByteRange &range, MemoryOrder order, bool continues) {
  if (!program::isAtomic(order)) {
    cutReleases(range, std::nullopt);
    return;
  }
  // A store ends the release sequences of other threads; those of its own thread continue (C11 5.1.2.4p10).
  if (!continues)
    cutReleases(range, thread);
  const bool releases = program::releases(order);
  const Clock &clock = releases ? threads_[thread].now : threads_[thread].released;
  if (clock.empty())
    return;
  const auto same = std::find_if(releases_.begin(), releases_.end(), [&](const Release &release) {
    return release.range == range && release.head == thread;
  });
  if (same != releases_.end())
    raise(same->clock, clock);
  else
    releases_.push_back({range, thread, clock});
  if (releases)
    tick(thread);
}

void Races::fence(unsigned thread, MemoryOrder order) {
  Knowledge &knowledge = threads_[thread];
  if (program::acquires(order))
    raise(knowledge.now, knowledge.acquirable);
  if (program::releases(order)) {
    knowledge.released = knowledge.now;
    tick(thread);
  }
}

void Races::forget(program::ObjectId object) {
  std::erase_if(releases_, [&](const Release &release) { return release.range.object == object; });
  std::erase_if(accesses_, [&](const AccessRecord &access) { return access.range.object == object; });
}

template <typename Visit> void Races::forEachClock(Visit visit) {
  for (Knowledge &knowledge : threads_) {
    visit(knowledge.now);
    visit(knowledge.acquirable);
    visit(knowledge.released);
  }
  for (Release &release : releases_)
    visit(release.clock);
}

// A clock's component for thread T is compared only with the times of T's accesses: the recorded ones, and future ones,
// whose times are at least T's own. So a component can be replaced by the number of recorded times that it has reached,
// not counting those that every running thread has reached. T's own component must stay greater than all others,
// because future accesses will have that time.
void Races::renumber(unsigned component, const std::vector<unsigned> &running) {
  std::uint32_t known = UINT32_MAX;
  for (const unsigned slot : running)
    known = std::min(known, at(threads_[slot].now, component));
  std::vector<std::uint32_t> times;
  for (const AccessRecord &access : accesses_)
    if (access.thread == component && access.time > known)
      times.push_back(access.time);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const auto rank = [&](std::uint32_t time) {
    return static_cast<std::uint32_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  };

  const std::uint32_t own = at(threads_[component].now, component);
  const bool runs = std::binary_search(running.begin(), running.end(), component);
  const bool ahead = runs && own > known && (times.empty() || times.back() < own);
  forEachClock([&](Clock &clock) {
    if (component < clock.size())
      clock[component] = rank(clock[component]);
  });
  if (ahead)
    ++threads_[component].now[component];
  for (AccessRecord &access : accesses_)
    if (access.thread == component)
      access.time = rank(access.time);
}

void Races::canonicalise(const std::vector<SlotUse> &slots) {
  std::vector<unsigned> running;
  for (unsigned slot = 0; slot < threads_.size(); ++slot) {
    const SlotUse use = slot < slots.size() ? slots[slot] : SlotUse::Gone;
    Knowledge &knowledge = threads_[slot];
    if (use == SlotUse::Running) {
      running.push_back(slot);
      // What a thread could acquire but already happens before it adds nothing.
      for (std::size_t i = 0; i < knowledge.acquirable.size(); ++i)
        if (knowledge.acquirable[i] <= at(knowledge.now, i))
          knowledge.acquirable[i] = 0;
      continue;
    }
    disownReleases(slot);
    knowledge.acquirable.clear();
    knowledge.released.clear();
    if (use == SlotUse::Gone)
      for (std::size_t i = 0; i < knowledge.now.size(); ++i)
        if (i != slot)
          knowledge.now[i] = 0;
  }
  // Most components are zero in all clocks if there are thousands of threads, and stay zero.
  std::vector<bool> isUsed(threads_.size(), false);
  forEachClock([&](const Clock &clock) {
    for (std::size_t i = 0; i < clock.size() && i < isUsed.size(); ++i)
      if (clock[i] != 0)
        isUsed[i] = true;
  });
  for (const AccessRecord &access : accesses_)
    if (access.thread < isUsed.size())
      isUsed[access.thread] = true;
  for (unsigned component = 0; component < threads_.size(); ++component)
    if (isUsed[component])
      renumber(component, running);
  std::erase_if(accesses_, [](const AccessRecord &access) { return access.time == 0; });
  forEachClock([](Clock &clock) { trim(clock); });
  std::erase_if(releases_, [](const Release &release) { return release.clock.empty(); });
  const std::size_t used = running.empty() ? 0 : running.back() + 1;
  while (threads_.size() > used && threads_.back().now.empty())
    threads_.pop_back();
  // A running thread always has a component for itself.
  for (const unsigned slot : running)
    if (threads_[slot].now.size() <= slot)
      threads_[slot].now.resize(slot + 1);

  std::sort(releases_.begin(), releases_.end(), [](const Release &a, const Release &b) {
    return std::tie(a.range, a.head, a.clock) < std::tie(b.range, b.head, b.clock);
  });
  mergeReleases();
  std::sort(accesses_.begin(), accesses_.end(), [](const AccessRecord &a, const AccessRecord &b) {
    return std::tie(a.range, a.thread, a.write, a.plain, a.time) <
           std::tie(b.range, b.thread, b.write, b.plain, b.time);
  });
}

/// Of the sorted releases, those of one range with the same head continue and end together.
void Races::mergeReleases() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < releases_.size(); ++i) {
    if (kept != 0 && releases_[kept - 1].range == releases_[i].range && releases_[kept - 1].head == releases_[i].head) {
      raise(releases_[kept - 1].clock, releases_[i].clock);
      continue;
    }
    if (kept != i)
      releases_[kept] = std::move(releases_[i]);
    ++kept;
  }
  releases_.resize(kept);
}

namespace {

void encodeClock(ByteWriter &out, const Clock &clock) {
  out.number(clock.size());
  for (const std::uint32_t time : clock)
    out.number(time);
}

Clock decodeClock(ByteReader &in) {
  Clock clock(in.as<std::size_t>());
  for (std::uint32_t &time : clock)
    time = in.as<std::uint32_t>();
  return clock;
}

void encodeRange(ByteWriter &out, const ByteRange &range) {
  out.number(range.object);
  out.number(range.begin);
  out.number(range.end);
}

ByteRange decodeRange(ByteReader &in) {
  const auto object = in.as<program::ObjectId>();
  const std::uint64_t begin = in.number();
  return {object, begin, in.number()};
}

} // namespace

void Races::encode(ByteWriter &out) const {
  out.number(threads_.size());
  for (const Knowledge &knowledge : threads_) {
    encodeClock(out, knowledge.now);
    encodeClock(out, knowledge.acquirable);
    encodeClock(out, knowledge.released);
  }
  out.number(releases_.size());
  for (const Release &release : releases_) {
    encodeRange(out, release.range);
    out.number(release.head);
    encodeClock(out, release.clock);
  }
  out.number(accesses_.size());
  for (const AccessRecord &access : accesses_) {
    encodeRange(out, access.range);
    out.number(access.thread * 4 + (access.write ? 2U : 0U) + (access.plain ? 1U : 0U));
    out.number(access.time);
  }
}

void Races::decode(ByteReader &in) {
  threads_.resize(in.as<std::size_t>());
  for (std::size_t slot = 0; slot < threads_.size(); ++slot) {
    Knowledge &knowledge = threads_[slot];
    knowledge.now = decodeClock(in);
    if (knowledge.now.size() <= slot)
      knowledge.now.resize(slot + 1);
    knowledge.acquirable = decodeClock(in);
    knowledge.released = decodeClock(in);
  }
  releases_.resize(in.as<std::size_t>());
  for (Release &release : releases_) {
    release.range = decodeRange(in);
    release.head = in.as<std::uint32_t>();
    release.clock = decodeClock(in);
  }
  accesses_.resize(in.as<std::size_t>());
  for (AccessRecord &access : accesses_) {
    access.range = decodeRange(in);
    const auto flags = in.as<std::uint32_t>();
    access.thread = flags / 4;
    access.write = (flags & 2) != 0;
    access.plain = (flags & 1) != 0;
    access.time = in.as<std::uint32_t>();
    access.instruction = nullptr;
  }
}

} // namespace heddle::interpreter
