// A thread reads a shared object under protection while main replaces it and scans. The object is there as long as it
// is used, and freed in the end. The thread uses its second pointer, so that a scan has to look at all of them. The
// domain is on the heap, since an object that destroy forgets would still be pointed to if it were a global variable.
#include "hazard.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct hazard_domain *domain;
static _Atomic(void *) shared;

static int *make(int value) {
  int *object = malloc(sizeof *object);
  if (object == NULL)
    abort();
  *object = value;
  return object;
}

static void *read_shared(void *argument) {
  (void)argument;
  struct hazard_place *place = hazard_attach(domain);
  assert(place != NULL);
  const int *object = hazard_protect(place, 1, &shared);
  assert(*object == 1 || *object == 2);
  hazard_detach(domain, place);
  return NULL;
}

int main(void) {
  domain = malloc(sizeof *domain);
  if (domain == NULL)
    return EXIT_FAILURE;
  hazard_init(domain);
  atomic_store_explicit(&shared, make(1), memory_order_relaxed);
  pthread_t reader;
  pthread_create(&reader, NULL, read_shared, NULL);

  struct hazard_place *place = hazard_attach(domain);
  assert(place != NULL);
  void *old = atomic_exchange_explicit(&shared, make(2), memory_order_seq_cst);
  hazard_retire(domain, place, old, free);
  const size_t left = hazard_scan(domain, place);
  assert(left <= 1);
  hazard_detach(domain, place);

  pthread_join(reader, NULL);
  hazard_destroy(domain);
  free(domain);
  free(atomic_load_explicit(&shared, memory_order_relaxed));
  return EXIT_SUCCESS;
}
