// Wrong under ILP32 as everywhere: two increments without a lock.
#include <assert.h>
#include <pthread.h>

static long long counter = 0xffffffffLL;

static void *worker(void *argument) {
  (void)argument;
  counter++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter++;
  pthread_join(thread, 0);
  assert(counter == 0x100000001LL);
  return 0;
}
