// The loop does not end if the bound is positive, and the other thread waits for the mutex for ever.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, turns;

void *worker(void *arg) {
  pthread_mutex_lock(&m);
  while (x < turns)
    ;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t, u;
  turns = __VERIFIER_nondet_int();
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
