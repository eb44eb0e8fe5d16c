// Wrong: a compiler barrier orders nothing between threads and protects nothing.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *argument) {
  (void)argument;
  __asm__ volatile("" ::: "memory");
  counter++;
  __asm__ volatile("" ::: "memory");
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter++;
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
