// Epoch-based reclamation: readers of a structure without locks announce when they may hold references, and memory that
// was removed from the structure is released when no reader can hold a reference to it any more.
//
//   reader                                      writer
//     epoch_enter(record);                        old = atomic_exchange(&shared, new);
//     node = atomic_load(&shared);                epoch_retire(record, &old->link, release_node);
//     ... use node ...                            epoch_collect(record);
//     epoch_exit(record);
//
// Each thread registers once and uses the record that it gets; a record must not be used by two threads at a time.
// Retiring does not allocate: the link is a member of what is retired.
#ifndef EPOCH_H
#define EPOCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct epoch_link;
typedef void (*epoch_release)(struct epoch_link *link);

struct epoch_link {
  struct epoch_link *next;
  epoch_release release;
  unsigned epoch; // in which it was retired
};

struct epoch_record;

struct epoch_domain {
  atomic_uint epoch;
  _Atomic(struct epoch_record *) records; // grows at its head; records are used again, and freed with the domain
  pthread_mutex_t orphans_lock;
  struct epoch_link *orphans; // retired by threads that have unregistered since
};

/// Returns 0 or an error number.
int epoch_domain_init(struct epoch_domain *domain);

/// Releases everything that is still retired. Returns EBUSY, and does nothing, if a thread is still registered.
int epoch_domain_destroy(struct epoch_domain *domain);

/// A record for the calling thread; null if memory is exhausted.
struct epoch_record *epoch_register(struct epoch_domain *domain);

/// Not within a critical section. What the thread has retired is left to the others.
void epoch_unregister(struct epoch_record *record);

/// Begins a critical section. Sections may be nested; the outermost one counts.
void epoch_enter(struct epoch_record *record);
void epoch_exit(struct epoch_record *record);

/// Has `release` called with this link when no thread is left that was in a critical section at the time of this call.
/// New critical sections must not be able to reach the object any more.
void epoch_retire(struct epoch_record *record, struct epoch_link *link, epoch_release release);

/// Begins a new epoch if all threads allow that, and releases what is old enough. Returns how much that was.
size_t epoch_collect(struct epoch_record *record);

#endif
