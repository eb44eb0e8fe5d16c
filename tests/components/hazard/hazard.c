// The protocol of Michael (Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects, 2004). A thread announces an
// address and then reads the shared pointer again. If it is unchanged, the object had not been removed when the
// announcement became visible, so each scan after its removal finds the announcement.
#include "hazard.h"

#include <assert.h>

void hazard_init(struct hazard_domain *domain) {
  for (size_t i = 0; i < HAZARD_PLACES; i++) {
    struct hazard_place *place = &domain->places[i];
    atomic_init(&place->taken, false);
    for (size_t k = 0; k < HAZARD_POINTERS; k++)
      atomic_init(&place->announced[k], NULL);
    place->retired_count = 0;
  }
}

void hazard_destroy(struct hazard_domain *domain) {
  for (size_t i = 0; i < HAZARD_PLACES; i++) {
    struct hazard_place *place = &domain->places[i];
    assert(!atomic_load_explicit(&place->taken, memory_order_acquire));
#ifndef WRONG_DESTROY_LEAK
    for (size_t k = 0; k < place->retired_count; k++)
      place->retired[k].free(place->retired[k].object);
#endif
    place->retired_count = 0;
  }
}

struct hazard_place *hazard_attach(struct hazard_domain *domain) {
  for (size_t i = 0; i < HAZARD_PLACES; i++) {
    struct hazard_place *place = &domain->places[i];
#ifdef WRONG_ATTACH
    if (!atomic_load_explicit(&place->taken, memory_order_acquire)) {
      atomic_store_explicit(&place->taken, true, memory_order_relaxed);
      return place;
    }
#else
    // Acquire: the thread that had the place before has finished with its list.
    if (!atomic_exchange_explicit(&place->taken, true, memory_order_acquire))
      return place;
#endif
  }
  return NULL;
}

void hazard_detach(struct hazard_domain *domain, struct hazard_place *place) {
  for (size_t k = 0; k < HAZARD_POINTERS; k++)
    hazard_clear(place, k);
  if (place->retired_count != 0)
    hazard_scan(domain, place);
  atomic_store_explicit(&place->taken, false, memory_order_release);
}

void *hazard_protect(struct hazard_place *place, size_t index, _Atomic(void *) *source) {
  void *object = atomic_load_explicit(source, memory_order_acquire);
  for (;;) {
    // Sequentially consistent: the second read must not come before the announcement.
    atomic_store_explicit(&place->announced[index], object, memory_order_seq_cst);
#ifdef WRONG_NO_RECHECK
    return object;
#else
    void *again = atomic_load_explicit(source, memory_order_seq_cst);
    if (again == object)
      return object;
    object = again;
#endif
  }
}

void hazard_clear(struct hazard_place *place, size_t index) {
  // Release: the uses of the object come before a scan that does not find it.
  atomic_store_explicit(&place->announced[index], NULL, memory_order_release);
}

void hazard_retire(struct hazard_domain *domain, struct hazard_place *place, void *object, hazard_free free) {
  place->retired[place->retired_count].object = object;
  place->retired[place->retired_count].free = free;
  place->retired_count++;
  if (place->retired_count > HAZARD_RETIRED) {
    const size_t left = hazard_scan(domain, place);
    assert(left <= HAZARD_RETIRED);
    (void)left;
  }
}

static bool is_announced(struct hazard_domain *domain, const void *object) {
#ifdef WRONG_SCAN_OFF_BY_ONE
  const size_t pointers = HAZARD_POINTERS - 1;
#else
  const size_t pointers = HAZARD_POINTERS;
#endif
  for (size_t i = 0; i < HAZARD_PLACES; i++)
    for (size_t k = 0; k < pointers; k++)
      if (atomic_load_explicit(&domain->places[i].announced[k], memory_order_seq_cst) == object)
        return true;
  return false;
}

size_t hazard_scan(struct hazard_domain *domain, struct hazard_place *place) {
  size_t kept = 0;
  for (size_t k = 0; k < place->retired_count; k++) {
    const struct hazard_retired retired = place->retired[k];
    if (is_announced(domain, retired.object)) {
      place->retired[kept] = retired;
      kept++;
    } else {
      retired.free(retired.object);
    }
  }
  place->retired_count = kept;
  return kept;
}
