// Of two threads that exchange a token exactly one gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int token = 1;
int got[2];

void *worker(void *arg) {
  *(int *)arg = atomic_exchange(&token, 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &got[0]);
  worker(&got[1]);
  pthread_join(t, 0);
  assert(got[0] + got[1] == 1);
  return 0;
}
