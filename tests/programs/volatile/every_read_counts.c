// Wrong: two reads of a volatile variable are two reads, and a write may come between them.
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *writer(void *argument) {
  (void)argument;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(x == x);
  pthread_join(thread, 0);
  return 0;
}
