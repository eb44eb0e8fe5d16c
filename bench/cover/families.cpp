#include "families.hpp"

#include <string>
#include <vector>

namespace heddle::benchmarks {

namespace {

using namespace coverability;

/// Adds transitions by name; the private work 0 → 1 → … → last is possible in every shared state.
class Builder {
public:
  Builder(SharedState sharedStates, LocalState work, LocalState others)
      : system_(sharedStates, work + others), last_(work - 1) {
    for (SharedState shared = 0; shared < sharedStates; ++shared) {
      for (LocalState local = 0; local + 1 < work; ++local)
        step(shared, local, shared, local + 1);
    }
    system_.initial.push_back({{0, {{0, omega}}}, {}});
  }

  LocalState last() const { return last_; }
  LocalState other(LocalState number) const { return last_ + 1 + number; }

  void step(SharedState from, LocalState local, SharedState to, LocalState next) {
    TransitionSpec spec;
    spec.from = from;
    spec.to = to;
    spec.take = {{local, 1}};
    spec.put = {{next, 1}};
    system_.add(spec);
  }

  void broadcast(SharedState from, SharedState to, LocalState local, LocalState next) {
    TransitionSpec spec;
    spec.from = from;
    spec.to = to;
    spec.transfers = {{local, {next}}};
    system_.add(spec);
  }

  System target(Configuration configuration) {
    system_.targets = {std::move(configuration)};
    return std::move(system_);
  }

private:
  System system_;
  LocalState last_;
};

/// After its private work a thread takes one of three tickets, if one is free, waits until the ticket is served, enters
/// the critical section, and serves the next ticket. Two threads are never inside together.
System ticketLock(LocalState size) {
  constexpr SharedState tickets = 3;
  constexpr LocalState others = 2 * tickets;
  Builder build(tickets * tickets, size > others + 2 ? size - others : 2, others);
  const auto shared = [](SharedState next, SharedState serving) { return next * tickets + serving; };
  const auto waiting = [&](SharedState ticket) { return build.other(ticket); };
  const auto inside = [&](SharedState ticket) { return build.other(tickets + ticket); };
  for (SharedState next = 0; next < tickets; ++next) {
    for (SharedState serving = 0; serving < tickets; ++serving) {
      if ((next + 1) % tickets != serving)
        build.step(shared(next, serving), build.last(), shared((next + 1) % tickets, serving), waiting(next));
      build.step(shared(next, serving), waiting(serving), shared(next, serving), inside(serving));
      build.step(shared(next, serving), inside(serving), shared(next, (serving + 1) % tickets), 0);
    }
  }
  return build.target({shared(0, 1), {{inside(0), 1}, {inside(1), 1}}});
}

/// Readers share the read phase, which a broadcast ends for all of them. A writer announces itself, another thread
/// admits it, and then it is alone. A reader and a writer are never inside together.
System readersWriters(LocalState size) {
  enum : SharedState { Free, Reading, Announced, Writing, Handing, States };
  enum : LocalState { Reader, Waiting, Writer, Others };
  Builder build(States, size > Others + 2 ? size - Others : 2, Others);
  build.step(Free, build.last(), Reading, build.other(Reader));
  build.step(Reading, build.last(), Reading, build.other(Reader));
  build.step(Reading, build.other(Reader), Reading, 0);
  build.broadcast(Reading, Free, build.other(Reader), 0);
  build.step(Free, build.last(), Announced, build.other(Waiting));
  build.step(Announced, build.last(), Handing, 0);
  build.step(Handing, build.last(), Writing, 0);
  build.step(Writing, build.other(Waiting), Writing, build.other(Writer));
  build.step(Writing, build.other(Writer), Free, 0);
  return build.target({Writing, {{build.other(Reader), 1}, {build.other(Writer), 1}}});
}

/// Producers fill a queue of three items, and a broadcast wakes all consumers. Each of them locks the queue, takes an
/// item if there is one, and sleeps otherwise. Without the lock, a consumer could take an item from an empty queue;
/// this is the target.
System workQueue(LocalState size) {
  constexpr SharedState capacity = 3;
  enum : LocalState { Asleep, Awake, Checking, Taking, Others };
  const auto open = [](SharedState items) { return items; };
  const auto locked = [](SharedState items) { return capacity + 1 + items; };
  const auto waking = [](SharedState items) { return 2 * (capacity + 1) + items; };
  constexpr SharedState underflow = 3 * (capacity + 1);
  Builder build(underflow + 1, size > Others + 2 ? size - Others : 2, Others);
  for (SharedState items = 0; items <= capacity; ++items) {
    build.step(open(items), build.last(), open(items), build.other(Asleep));
    if (items < capacity)
      build.step(open(items), build.last(), waking(items + 1), 0);
    build.broadcast(waking(items), open(items), build.other(Asleep), build.other(Awake));
    build.step(open(items), build.other(Awake), locked(items), build.other(Checking));
    if (items > 0)
      build.step(locked(items), build.other(Checking), open(items - 1), build.other(Taking));
    else
      build.step(locked(items), build.other(Checking), open(items), build.other(Asleep));
    build.step(open(items), build.other(Taking), open(items), 0);
  }
  build.step(open(0), build.other(Checking), underflow, build.other(Taking));
  return build.target({underflow, {}});
}

} // namespace

const std::vector<Family> &families() {
  static const std::vector<Family> all{
      {"ticket lock", ticketLock}, {"readers-writers", readersWriters}, {"work queue", workQueue}};
  return all;
}

} // namespace heddle::benchmarks
