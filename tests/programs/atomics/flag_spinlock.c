// A spin lock from atomic_flag.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_flag lock = ATOMIC_FLAG_INIT;
int x;

void *worker(void *arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
  x++;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
