// The owner retracts the pointer before it frees the object, but a user may have read the pointer already.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) published;
static atomic_int ticks;

static void *owner(void *arg) {
  int *object = malloc(sizeof *object);
  if (object == 0)
    return arg;
  *object = 1;
  for (int i = 0; i < 200; ++i)
    atomic_fetch_add(&ticks, 1);
  atomic_store(&published, object);
  atomic_store(&published, (int *)0);
  for (int i = 0; i < 10; ++i)
    atomic_fetch_add(&ticks, 1);
  free(object);
  return arg;
}

static void *user(void *arg) {
  int *object = atomic_load(&published);
  if (object)
    *object = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
