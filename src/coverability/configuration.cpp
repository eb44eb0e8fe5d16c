#include "coverability/configuration.hpp"

#include "support/hash.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::coverability {

namespace {

template <typename Range> auto find(Range &threads, LocalState local) {
  return std::lower_bound(threads.begin(), threads.end(), local,
                          [](const Entry &entry, LocalState wanted) { return entry.local < wanted; });
}

} // namespace

Count count(std::span<const Entry> threads, LocalState local) {
  const auto place = find(threads, local);
  return place != threads.end() && place->local == local ? place->count : 0;
}

void increase(Threads &threads, LocalState local, Count by) {
  if (by == 0)
    return;
  const auto place = find(threads, local);
  if (place != threads.end() && place->local == local)
    place->count = add(place->count, by);
  else
    threads.insert(place, Entry{local, by});
}

void decrease(Threads &threads, LocalState local, Count by) {
  if (by == 0)
    return;
  const auto place = find(threads, local);
  assert(place != threads.end() && place->local == local && place->count >= by && "taking threads that are not there");
  if (place->count == omega)
    return;
  place->count -= by;
  if (place->count == 0)
    threads.erase(place);
}

void assign(Threads &threads, LocalState local, Count value) {
  const auto place = find(threads, local);
  const bool present = place != threads.end() && place->local == local;
  if (present && value == 0)
    threads.erase(place);
  else if (present)
    place->count = value;
  else if (value != 0)
    threads.insert(place, Entry{local, value});
}

bool covered(std::span<const Entry> a, std::span<const Entry> b) {
  if (a.size() > b.size())
    return false;
  auto other = b.begin();
  for (const Entry &entry : a) {
    while (other != b.end() && other->local < entry.local)
      ++other;
    if (other == b.end() || other->local != entry.local || other->count < entry.count)
      return false;
    ++other;
  }
  return true;
}

bool covered(const Configuration &a, const Configuration &b) {
  return a.shared == b.shared && covered(std::span(a.threads), std::span(b.threads));
}

std::uint64_t finiteDimension(std::span<const Entry> threads) {
  std::uint64_t sum = 0;
  for (const Entry &entry : threads) {
    if (entry.count != omega)
      sum += entry.count;
  }
  return sum;
}

std::uint64_t hashOf(const Configuration &configuration) {
  std::uint64_t hash = support::mix(configuration.shared);
  for (const Entry &entry : configuration.threads)
    hash = support::combine(hash, std::uint64_t{entry.local} << 32 | entry.count);
  return hash;
}

} // namespace heddle::coverability
