// Hazard pointers: a thread that is about to use an object of a shared structure announces its address, and an object
// that was removed from the structure is freed only when no thread announces it. Unlike with epochs, a thread that
// stops in the middle holds back only the objects that it announces.
//
// The domain has a fixed number of places; a thread attaches to one of them and is the only one to use it.
#ifndef HAZARD_H
#define HAZARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  HAZARD_PLACES = 2,   // threads that are attached at the same time
  HAZARD_POINTERS = 2, // objects that a thread can protect at the same time
  HAZARD_RETIRED = 4,  // places * pointers: with one more retired object than that, a scan always frees some
};

typedef void (*hazard_free)(void *object);

struct hazard_retired {
  void *object;
  hazard_free free;
};

struct hazard_place {
  atomic_bool taken;
  _Atomic(void *) announced[HAZARD_POINTERS];
  // Only for the attached thread; what it leaves goes to the next one.
  struct hazard_retired retired[HAZARD_RETIRED + 1];
  size_t retired_count;
};

struct hazard_domain {
  struct hazard_place places[HAZARD_PLACES];
};

void hazard_init(struct hazard_domain *domain);

/// Frees all retired objects. No thread may be attached any more.
void hazard_destroy(struct hazard_domain *domain);

/// Null if all places are taken.
struct hazard_place *hazard_attach(struct hazard_domain *domain);

/// Clears what the thread announces, and frees what it has retired as far as possible.
void hazard_detach(struct hazard_domain *domain, struct hazard_place *place);

/// Reads a shared pointer and protects the object that it leads to, until the same `index` is used again or cleared.
void *hazard_protect(struct hazard_place *place, size_t index, _Atomic(void *) *source);
void hazard_clear(struct hazard_place *place, size_t index);

/// Frees an object that cannot be reached any more, now or later.
void hazard_retire(struct hazard_domain *domain, struct hazard_place *place, void *object, hazard_free free);

/// Frees what the thread has retired and no thread announces. Returns how many objects are left.
size_t hazard_scan(struct hazard_domain *domain, struct hazard_place *place);

#endif
