// Wrong: without the lock prefix, the increment is a read and a write.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *argument) {
  (void)argument;
  __asm__ __volatile__("incl %0" : "+m"(counter));
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __asm__ __volatile__("incl %0" : "+m"(counter));
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
