// GNU __sync builtins: fetch-and-add, compare-and-swap, test-and-set lock.
#include <assert.h>
#include <pthread.h>
int x, y, lock, guarded;

void *worker(void *arg) {
  __sync_fetch_and_add(&x, 2);
  int old;
  do
    old = __sync_val_compare_and_swap(&y, 0, 0);
  while (!__sync_bool_compare_and_swap(&y, old, old + 1));
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  guarded++;
  __sync_lock_release(&lock);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 4 && y == 2 && guarded == 2);
  return 0;
}
