// A counter with a limit that is an input: two threads increment it under a mutex as long as it is below.
// Safe: no more than the limit, for each of the 2^31 limits and however often the threads go round.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int limit, x;

void *worker(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    int now = x;
    assert(now <= limit);
    if (now < limit)
      x = now + 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  limit = __VERIFIER_nondet_int();
  __VERIFIER_assume(limit >= 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
