// The object is filled after it has been installed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
  int size;
};

_Atomic(struct table *) current;

struct table *get(void) {
  struct table *table = atomic_load(&current);
  if (table)
    return table;
  struct table *fresh = malloc(sizeof *fresh);
  if (!fresh)
    exit(1);
  struct table *none = 0;
  if (atomic_compare_exchange_strong(&current, &none, fresh)) {
    fresh->size = 4;
    return fresh;
  }
  free(fresh);
  return atomic_load(&current);
}

void *worker(void *argument) {
  struct table *table = get();
  return table && table->size == 4 ? 0 : argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
