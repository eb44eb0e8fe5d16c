// An object is published through an atomic pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *_Atomic shared;

void *producer(void *arg) {
  int *fresh = malloc(sizeof *fresh);
  *fresh = 11;
  atomic_store_explicit(&shared, fresh, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  int *seen = atomic_load_explicit(&shared, memory_order_acquire);
  if (seen)
    assert(*seen == 11);
  pthread_join(t, 0);
  free(shared);
  return 0;
}
