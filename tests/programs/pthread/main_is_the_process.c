// The number of main is that of the process; no other thread has it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

void *worker(void *arg) {
  assert(gettid() != getpid());
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  assert(gettid() == getpid());
  pthread_join(thread, 0);
  return 0;
}
