// A thread in a critical section announces the epoch that it has read. The epoch is advanced from e to e + 1 only if
// every announced epoch is e. So a section that announced e may go on in epoch e + 1, but not in e + 2, and an object
// that was retired in epoch e, after it had been unlinked, is released in epoch e + 2 or later.
//
// A thread may announce an epoch that is out of date, if others advance it between the two steps. That is harmless: the
// section reads shared pointers only after its announcement, so what was unlinked before the epoch was advanced is out
// of its reach, and its old epoch prevents the next advance.
#include "epoch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

struct epoch_record {
  atomic_uint announced; // 2 * epoch + 1 in a critical section, QUIESCENT outside
  atomic_bool in_use;
  struct epoch_record *next; // constant once the record is in the list
  struct epoch_domain *domain;
  // Only for the thread that uses the record.
  unsigned nesting;
  struct epoch_link *retired;
};

enum { QUIESCENT = 0 };

#ifdef WRONG_ONE_EPOCH
enum { GRACE = 1 };
#else
enum { GRACE = 2 };
#endif

static unsigned announcement(unsigned epoch) { return 2 * epoch + 1; }

int epoch_domain_init(struct epoch_domain *domain) {
  const int error = pthread_mutex_init(&domain->orphans_lock, NULL);
  if (error != 0)
    return error;
  atomic_init(&domain->epoch, 0);
  atomic_init(&domain->records, NULL);
  domain->orphans = NULL;
  return 0;
}

/// Releases a whole list, whatever its epochs are.
static void release_all(struct epoch_link *link) {
  while (link != NULL) {
    struct epoch_link *next = link->next; // the release function frees the link
    link->release(link);
    link = next;
  }
}

int epoch_domain_destroy(struct epoch_domain *domain) {
  struct epoch_record *record = atomic_load_explicit(&domain->records, memory_order_acquire);
  for (struct epoch_record *each = record; each != NULL; each = each->next)
    if (atomic_load_explicit(&each->in_use, memory_order_acquire))
      return EBUSY;
  while (record != NULL) {
    struct epoch_record *next = record->next;
    free(record);
    record = next;
  }
  release_all(domain->orphans);
  return pthread_mutex_destroy(&domain->orphans_lock);
}

/// A record that another thread has given back, or null.
static struct epoch_record *reuse_record(struct epoch_domain *domain) {
  struct epoch_record *record = atomic_load_explicit(&domain->records, memory_order_acquire);
  for (; record != NULL; record = record->next) {
    bool expected = false;
    if (atomic_compare_exchange_strong_explicit(&record->in_use, &expected, true, memory_order_acquire,
                                                memory_order_relaxed))
      return record;
  }
  return NULL;
}

struct epoch_record *epoch_register(struct epoch_domain *domain) {
  struct epoch_record *record = reuse_record(domain);
  if (record != NULL)
    return record;
  record = malloc(sizeof *record);
  if (record == NULL)
    return NULL;
  atomic_init(&record->announced, QUIESCENT);
  atomic_init(&record->in_use, true);
  record->domain = domain;
  record->nesting = 0;
  record->retired = NULL;
  record->next = atomic_load_explicit(&domain->records, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&domain->records, &record->next, record, memory_order_release,
                                                  memory_order_relaxed))
    ;
  return record;
}

void epoch_unregister(struct epoch_record *record) {
#ifndef WRONG_UNREGISTER_LEAK
  if (record->retired != NULL) {
    struct epoch_domain *domain = record->domain;
    struct epoch_link *last = record->retired;
    while (last->next != NULL)
      last = last->next;
    pthread_mutex_lock(&domain->orphans_lock);
    last->next = domain->orphans;
    domain->orphans = record->retired;
    pthread_mutex_unlock(&domain->orphans_lock);
  }
#endif
  record->retired = NULL;
  atomic_store_explicit(&record->in_use, false, memory_order_release);
}

void epoch_enter(struct epoch_record *record) {
  if (record->nesting++ > 0)
    return;
  const unsigned epoch = atomic_load_explicit(&record->domain->epoch, memory_order_relaxed);
  // Release, so that a thread that sees this section knows that the previous one has ended.
  atomic_store_explicit(&record->announced, announcement(epoch), memory_order_release);
  // The reads of the section must not come before the announcement; pairs with the fence in try_advance.
  atomic_thread_fence(memory_order_seq_cst);
}

void epoch_exit(struct epoch_record *record) {
  if (--record->nesting > 0)
    return;
#ifdef WRONG_EXIT_RELAXED
  atomic_store_explicit(&record->announced, QUIESCENT, memory_order_relaxed);
#else
  atomic_store_explicit(&record->announced, QUIESCENT, memory_order_release);
#endif
}

void epoch_retire(struct epoch_record *record, struct epoch_link *link, epoch_release release) {
  // An epoch from before the object was unlinked would be too old.
  atomic_thread_fence(memory_order_seq_cst);
  link->epoch = atomic_load_explicit(&record->domain->epoch, memory_order_relaxed);
  link->release = release;
  link->next = record->retired;
  record->retired = link;
}

/// Begins the next epoch unless a thread is in a critical section of an older one.
static void try_advance(struct epoch_domain *domain) {
  unsigned epoch = atomic_load_explicit(&domain->epoch, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  struct epoch_record *record = atomic_load_explicit(&domain->records, memory_order_acquire);
  for (; record != NULL; record = record->next) {
    const unsigned announced = atomic_load_explicit(&record->announced, memory_order_acquire);
    if (announced != QUIESCENT && announced != announcement(epoch))
      return;
  }
  // If this fails, another thread has done it.
  atomic_compare_exchange_strong_explicit(&domain->epoch, &epoch, epoch + 1, memory_order_acq_rel,
                                          memory_order_relaxed);
}

/// Takes what unregistered threads have left.
static void adopt_orphans(struct epoch_record *record) {
  struct epoch_domain *domain = record->domain;
  pthread_mutex_lock(&domain->orphans_lock);
  struct epoch_link *orphans = domain->orphans;
  if (orphans == NULL) {
#ifndef WRONG_MISSING_UNLOCK
    pthread_mutex_unlock(&domain->orphans_lock);
#endif
    return;
  }
  domain->orphans = NULL;
  pthread_mutex_unlock(&domain->orphans_lock);

  struct epoch_link *last = orphans;
  while (last->next != NULL)
    last = last->next;
  last->next = record->retired;
  record->retired = orphans;
}

size_t epoch_collect(struct epoch_record *record) {
  adopt_orphans(record);
  if (record->retired == NULL)
    return 0;
  try_advance(record->domain);
  const unsigned epoch = atomic_load_explicit(&record->domain->epoch, memory_order_acquire);
  size_t released = 0;
  struct epoch_link **at = &record->retired;
  while (*at != NULL) {
    struct epoch_link *link = *at;
    // The difference, since epochs wrap around.
    if (epoch - link->epoch < GRACE) {
      at = &link->next;
      continue;
    }
    *at = link->next;
    link->release(link);
    released++;
  }
  return released;
}
