// Locked and unlocked under the same condition.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  _Bool locked = __VERIFIER_nondet_bool();
  if (locked)
    pthread_mutex_lock(&m);
  int mine = 1;
  if (locked) {
    x += mine;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
