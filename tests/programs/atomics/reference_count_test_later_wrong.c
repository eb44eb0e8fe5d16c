// The count is tested after the decrement, in a step of its own: both threads may free.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int references = 2;
int *object;

void *release(void *arg) {
  atomic_fetch_sub(&references, 1);
  if (atomic_load(&references) == 0)
    free(object);
  return arg;
}

int main(void) {
  pthread_t t;
  object = malloc(sizeof *object);
  pthread_create(&t, 0, release, 0);
  release(0);
  pthread_join(t, 0);
  return 0;
}
