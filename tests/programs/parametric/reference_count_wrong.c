// A reference count that is decremented and tested in two steps: two threads may find that they were the last one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int users;
atomic_int released;

void *worker(void *argument) {
  atomic_fetch_add(&users, 1);
  atomic_fetch_sub(&users, 1);
  if (users == 0)
    assert(atomic_fetch_add(&released, 1) == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
