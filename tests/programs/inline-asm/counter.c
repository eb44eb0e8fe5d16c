// Atomic operations in assembly: no increment is lost, and nothing races.
#include <assert.h>
#include <pthread.h>

static int counter, other;

static inline int exchange_add(volatile int *p, int value) {
  __asm__ __volatile__("lock; xaddl %0,%1" : "+r"(value), "+m"(*p) : : "memory");
  return value;
}

static void *worker(void *argument) {
  (void)argument;
  exchange_add(&counter, 2);
  __asm__ __volatile__("lock incl %0" : "+m"(other));
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  exchange_add(&counter, 3);
  __asm__ __volatile__("lock; addl %1, %0" : "+m"(other) : "ir"(4));
  pthread_join(thread, 0);
  assert(counter == 5 && other == 5);
  return 0;
}
