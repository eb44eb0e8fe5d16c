// Any number of threads, one after the other.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int x;

static void *run(void *argument) {
  x++;
  assert(x == 1);
  x--;
  return argument;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
  }
  return 0;
}
