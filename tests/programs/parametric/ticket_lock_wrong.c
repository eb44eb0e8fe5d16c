// A ticket lock that takes its ticket in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next;
atomic_uint serving;
int inside;

void *worker(void *argument) {
  const unsigned ticket = next;
  next = ticket + 1;
  while (serving != ticket)
    ;
  inside = 1;
  assert(inside == 1);
  inside = 0;
  serving = ticket + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
