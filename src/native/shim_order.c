// Happens-before, for the two accesses of a data race.
//
// Each thread has a vector clock. A store that releases leaves the clock at its address, a load that acquires joins
// what is there; fences and release sequences follow C11 5.1.2.4, as the interpreter does (src/interpreter/races.hpp),
// except that a plain store of the thread that began a release sequence ends it: the race then is reported or not by
// fewer edges, and only for the two places that the interpreter has named. Synchronisation functions need no rules of
// their own: the models are written with atomic accesses.
#include "shim.h"

#include <stdlib.h>

// The numbers of C's memory orders, as clang passes them.
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQUIRE_RELEASE, SEQUENTIAL };
static bool acquires(int order) { return order == CONSUME || order == ACQUIRE || order >= ACQUIRE_RELEASE; }
static bool releases(int order) { return order >= RELEASE; }

static struct thread *self(void) { return &heddleThreads[heddleSelf]; }

static void join(struct clock *into, const struct clock *from) {
  for (unsigned i = 0; i < MOST_THREADS; ++i)
    if (into->times[i] < from->times[i])
      into->times[i] = from->times[i];
}

// What a load of the address would acquire.
struct published {
  const void *address;
  struct clock clock;
  struct published *next;
};
enum { BUCKETS = 4096 };
static struct published *buckets[BUCKETS];

static struct published *publishedAt(const void *address) {
  struct published **bucket = &buckets[((uintptr_t)address >> 2) % BUCKETS];
  for (struct published *entry = *bucket; entry != NULL; entry = entry->next)
    if (entry->address == address)
      return entry;
  struct published *const added = calloc(1, sizeof *added);
  if (added == NULL)
    heddleFinish("memory");
  added->address = address;
  added->next = *bucket;
  *bucket = added;
  return added;
}

void heddleOrderStart(unsigned child) {
  heddleThreads[child].clock = self()->clock;
  heddleThreads[child].clock.times[child]++;
  self()->hasCreated = true;
}

// What a thread does in the step in which it starts another one happens before that thread as well.
void heddleOrderPoint(void) {
  if (!self()->hasCreated)
    return;
  self()->hasCreated = false;
  self()->clock.times[heddleSelf]++;
}

void heddleOrderJoin(unsigned child) { join(&self()->clock, &heddleThreads[child].clock); }

void heddleOrderLoad(const void *address, int order) {
  if (!isChecked(NO_DATA_RACE))
    return;
  const struct published *const published = publishedAt(address);
  join(&self()->acquirable, &published->clock);
  if (acquires(order))
    join(&self()->clock, &published->clock);
}

void heddleOrderStore(const void *address, int order, bool continues) {
  if (!isChecked(NO_DATA_RACE))
    return;
  struct published *const published = publishedAt(address);
  const struct clock *const released = releases(order) ? &self()->clock : &self()->released;
  if (continues)
    join(&published->clock, released);
  else
    published->clock = *released;
  if (releases(order))
    self()->clock.times[heddleSelf]++;
}

void heddleOrderFence(int order) {
  if (acquires(order))
    join(&self()->clock, &self()->acquirable);
  if (releases(order)) {
    self()->released = self()->clock;
    self()->clock.times[heddleSelf]++;
  }
}

void heddleOrderPlain(const void *address, size_t size, bool isWrite, unsigned place) {
  const bool isAtomic = self()->blocks != 0;
  heddleOrderAccess(address, size, isWrite, isAtomic, place);
  if (isAtomic && isWrite)
    heddleOrderStore(address, SEQUENTIAL, false);
  else if (isAtomic)
    heddleOrderLoad(address, SEQUENTIAL);
}

// An access at one of the two places.
struct record {
  const char *begin;
  const char *end;
  unsigned thread;
  unsigned time;
  unsigned place;
  bool isWrite;
  bool isAtomic;
  struct record *next;
};
static struct record *records;

void heddleOrderAccess(const void *address, size_t size, bool isWrite, bool isAtomic, unsigned place) {
  if (place == NO_PLACE || (place != heddleRace[0] && place != heddleRace[1]))
    return;
  const char *const begin = address;
  for (const struct record *other = records; other != NULL; other = other->next)
    if (other->thread != heddleSelf && other->begin < begin + size && begin < other->end &&
        (other->isWrite || isWrite) && !(other->isAtomic && isAtomic) &&
        self()->clock.times[other->thread] < other->time && (heddleRace[0] == heddleRace[1] || place != other->place))
      heddleViolation(NO_DATA_RACE, place, other->place, isWrite ? "written" : "read");
  struct record *const added = malloc(sizeof *added);
  if (added == NULL)
    heddleFinish("memory");
  *added = (struct record){.begin = begin,
                           .end = begin + size,
                           .thread = heddleSelf,
                           .time = self()->clock.times[heddleSelf],
                           .place = place,
                           .isWrite = isWrite,
                           .isAtomic = isAtomic,
                           .next = records};
  records = added;
}
