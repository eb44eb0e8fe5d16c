// Wrong: a fence does not stop the other thread from reading first.
#include <assert.h>
#include <pthread.h>

static volatile int x;
static int saw;

static void *reader(void *argument) {
  (void)argument;
  __asm__ volatile("mfence" ::: "memory");
  saw = x;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  x = 1;
  __asm__ volatile("mfence" ::: "memory");
  pthread_join(thread, 0);
  assert(saw == 1);
  return 0;
}
